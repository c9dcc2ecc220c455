// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A refusal or an error: one sentence that says what is wrong, why, and what to do.
 */
export type Refusal = { 
/**
 * The sentence.
 */
sentence: string, };
