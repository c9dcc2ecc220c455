// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * An option of a field.
 */
export type OptionView = { 
/**
 * Its key, sent back if it is chosen.
 */
key: string, 
/**
 * Its label.
 */
label: string, };
