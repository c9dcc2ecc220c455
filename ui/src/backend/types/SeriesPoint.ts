// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A point of a series.
 */
export type SeriesPoint = { 
/**
 * The turn; 0 for the beginning.
 */
turn: number, 
/**
 * Boxes, points and guns left; 0 for a lost ship.
 */
left: number, 
/**
 * The number printed.
 */
printed: number, };
