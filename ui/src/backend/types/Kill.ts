// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A loss credited to a ship.
 */
export type Kill = { 
/**
 * The battle's number.
 */
battle: number, 
/**
 * The turn.
 */
turn: number, 
/**
 * The lost ship.
 */
ship: string, 
/**
 * The lost ship's fate.
 */
fate: string, };
