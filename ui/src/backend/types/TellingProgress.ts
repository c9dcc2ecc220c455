// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * Progress of an export.
 */
export type TellingProgress = { 
/**
 * The share done, 0 to 1.
 */
share: number, };
