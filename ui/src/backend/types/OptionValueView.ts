// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * An option with its value.
 */
export type OptionValueView = { 
/**
 * The option's name.
 */
name: string, 
/**
 * Its value.
 */
value: boolean | number | string, };
