// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * What was filled in: yes or no, a number, words or the key of a choice, keys of several.
 */
export type FieldValue = boolean | number | string | Array<string>;
