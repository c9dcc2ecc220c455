// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A choice made for a too-close question.
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
