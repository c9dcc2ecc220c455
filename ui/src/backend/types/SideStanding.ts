// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * The standing of a side.
 */
export type SideStanding = { 
/**
 * Its key.
 */
side: string, 
/**
 * Battles fought, including unfinished ones.
 */
fought: number, 
/**
 * Battles won.
 */
won: number, 
/**
 * Battles lost.
 */
lost: number, 
/**
 * Battles drawn.
 */
drawn: number, 
/**
 * Ships that are out of a battle for good.
 */
ships_lost: number, 
/**
 * Hits scored.
 */
hits: number, };
