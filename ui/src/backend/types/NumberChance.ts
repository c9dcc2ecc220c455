// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * The chance of one number.
 */
export type NumberChance = { 
/**
 * The number.
 */
number: number, 
/**
 * Its probability, 0 to 1.
 */
chance: number, };
