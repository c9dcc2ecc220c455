// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * How far it is.
 */
export type TellingProgress = { 
/**
 * From 0 to 1.
 */
share: number, };
