// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * Something to choose.
 */
export type OptionView = { 
/**
 * Given back.
 */
key: string, 
/**
 * Shown.
 */
label: string, };
