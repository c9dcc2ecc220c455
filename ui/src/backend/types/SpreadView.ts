// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { NumberChance } from "./NumberChance";

/**
 * The distribution of a number.
 */
export type SpreadView = { 
/**
 * Its unit, singular ("hit").
 */
one: string, 
/**
 * Its unit, plural ("hits").
 */
many: string, 
/**
 * The mean.
 */
expected: number, 
/**
 * All possible numbers in ascending order; the chances sum to 1.
 */
chances: Array<NumberChance>, };
