// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * One thing that a side could do.
 */
export type AdvisedView = { 
/**
 * What, and why, in one sentence.
 */
sentence: string, 
/**
 * The chance to win by it, percent.
 */
percent: number, 
/**
 * Half the width of its 95 % interval by the number of simulations, percent.
 */
plus_minus: number, };
