// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * Boxes of a row that were mended.
 */
export type RowMended = { 
/**
 * The row's key, as the card has it ("midships").
 */
row: string, 
/**
 * How many boxes.
 */
boxes: number, };
