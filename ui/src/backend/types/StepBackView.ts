// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A step back, or forward again.
 */
export type StepBackView = { 
/**
 * The last event that then stands: the argument of `take_back`.
 */
to: number, 
/**
 * What is taken back (or done again), in one sentence.
 */
sentence: string, 
/**
 * Whether it contains or reveals a secret, so that the umpire must allow it.
 */
needs_umpire: boolean, };
