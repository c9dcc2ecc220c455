// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A player's correction of what the tracker sees.
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
 * The ship it is taken for.
 */
taken_for: string, 
/**
 * The ship it is.
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
