// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * An honour.
 */
export type Honour = { 
/**
 * The battle's number.
 */
battle: number, 
/**
 * The honour.
 */
honour: string, };
