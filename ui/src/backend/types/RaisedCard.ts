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
 * Height of the object under it, inches.
 */
by_in: number, };
