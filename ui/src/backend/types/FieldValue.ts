// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * The value of a field: yes or no, a number, a text or the key of an option, the keys of several.
 */
export type FieldValue = boolean | number | string | Array<string>;
