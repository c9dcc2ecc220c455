// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * Boxes of a row that were repaired.
 */
export type RowMended = { 
/**
 * The row's key on the card ("midships").
 */
row: string, 
/**
 * The number of boxes.
 */
boxes: number, };
