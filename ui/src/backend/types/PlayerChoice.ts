// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A named player.
 */
export type PlayerChoice = { 
/**
 * The player's name.
 */
name: string, 
/**
 * The side's key.
 */
side: string, 
/**
 * The player's ships; empty for all ships of the side that no other player has.
 */
ships: Array<string>, };
