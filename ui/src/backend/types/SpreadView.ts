// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { NumberChance } from "./NumberChance";

/**
 * How a number may turn out.
 */
export type SpreadView = { 
/**
 * One of them ("hit").
 */
one: string, 
/**
 * Several ("hits").
 */
many: string, 
/**
 * The mean.
 */
expected: number, 
/**
 * Every number that is possible, fewest first; the chances sum to 1.
 */
chances: Array<NumberChance>, };
