// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * An honour.
 */
export type Honour = { 
/**
 * For which battle.
 */
battle: number, 
/**
 * Which.
 */
honour: string, };
