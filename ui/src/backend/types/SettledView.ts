// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * The chosen reading of a measure that is too close to call.
 */
export type SettledView = { 
/**
 * The question's key.
 */
key: string, 
/**
 * The chosen reading's key.
 */
reading: string, };
