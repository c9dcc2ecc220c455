// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A row of a card.
 */
export type RowStanding = { 
/**
 * The row's key.
 */
row: string, 
/**
 * Its name.
 */
label: string, 
/**
 * The number printed.
 */
printed: number, 
/**
 * The number left.
 */
left: number, };
