// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * Whether the picture is good enough to measure in.
 */
export type CareView = { 
/**
 * Whether it is sharp; absent where it shows no edge to judge by.
 */
sharp: boolean | null, 
/**
 * Whether part of it is overexposed.
 */
glare: boolean, 
/**
 * Whether it is neither too dark nor too bright.
 */
well_lit: boolean, 
/**
 * Whether its corners are bright enough.
 */
even: boolean, 
/**
 * What to do, one sentence for each problem.
 */
advice: Array<string>, };
