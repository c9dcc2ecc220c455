// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A loss credited to a ship.
 */
export type Kill = { 
/**
 * In which battle.
 */
battle: number, 
/**
 * In which turn.
 */
turn: number, 
/**
 * Whose.
 */
ship: string, 
/**
 * What became of her.
 */
fate: string, };
