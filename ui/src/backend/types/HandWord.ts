// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * What a player tells by hand.
 */
export type HandWord = { "say": "laid", 
/**
 * Which ship.
 */
ship: string, 
/**
 * The point below the stack, pixels.
 */
stack_px: [number, number], 
/**
 * The tip of the arrow, pixels.
 */
ahead_px: [number, number], } | { "say": "named", 
/**
 * What it is taken for.
 */
taken_for: string, 
/**
 * What it is.
 */
ship: string, } | { "say": "turned_about", 
/**
 * Which ship.
 */
ship: string, } | { "say": "bow_right", 
/**
 * Which ship.
 */
ship: string, } | { "say": "keep_place", 
/**
 * Which ship.
 */
ship: string, } | { "say": "off_table", 
/**
 * Which ship.
 */
ship: string, } | { "say": "sunk", 
/**
 * Which ship.
 */
ship: string, };
