// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * Whether the picture is fit to measure in.
 */
export type CareView = { 
/**
 * It is sharp; none where it shows no edge to judge by.
 */
sharp: boolean | null, 
/**
 * A patch of it is burnt out.
 */
glare: boolean, 
/**
 * It is neither too dark nor too bright.
 */
well_lit: boolean, 
/**
 * Its corners are bright enough.
 */
even: boolean, 
/**
 * What to do, one sentence for each trouble.
 */
advice: Array<string>, };
