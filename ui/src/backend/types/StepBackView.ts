// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A step back, or forward again.
 */
export type StepBackView = { 
/**
 * The event that stands last then: what `take_back` is asked with.
 */
to: number, 
/**
 * What is taken back (or done again), in one sentence.
 */
sentence: string, 
/**
 * It holds something secret or revealed: only with the umpire's leave.
 */
needs_umpire: boolean, };
