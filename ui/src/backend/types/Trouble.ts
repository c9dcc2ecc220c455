// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A refused request or an error: one sentence that says what is wrong, why, and what to do.
 */
export type Trouble = { 
/**
 * The sentence.
 */
sentence: string, 
/**
 * The technical reason, as the system gave it, if there is more to say than the sentence does.
 */
details?: string, };
