// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * How a side stands.
 */
export type SideStanding = { 
/**
 * Its key.
 */
side: string, 
/**
 * Battles fought, those that go on included.
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
