// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A card that does not lie flat on the table.
 */
export type RaisedCard = { 
/**
 * Its number.
 */
id: number, 
/**
 * How high what it lies on stands above the table, inches.
 */
by_in: number, };
