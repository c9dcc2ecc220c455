// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * Somebody who is to play.
 */
export type PlayerChoice = { 
/**
 * His or her name.
 */
name: string, 
/**
 * The side's key.
 */
side: string, 
/**
 * Ships of that side; empty for all of it that nobody else is given.
 */
ships: Array<string>, };
