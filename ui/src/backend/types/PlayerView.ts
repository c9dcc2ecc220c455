// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A player with a name.
 */
export type PlayerView = { 
/**
 * The key of the seat ("player:Ann").
 */
seat: string, 
/**
 * The name.
 */
name: string, 
/**
 * The side's key.
 */
side: string, 
/**
 * The player's ships.
 */
ships: Array<string>, };
