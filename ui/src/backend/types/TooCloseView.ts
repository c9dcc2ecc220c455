// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { ReadingView } from "./ReadingView";

/**
 * A measure too close to a limit: the players choose a reading.
 */
export type TooCloseView = { 
/**
 * The question's key, sent back with the choice.
 */
key: string, 
/**
 * "Is Cairo within 6 in of Arkansas? Measured 6.02 ± 0.05 in."
 */
sentence: string, 
/**
 * The readings to choose from.
 */
readings: Array<ReadingView>, 
/**
 * The rule that sets the limit.
 */
rule: string, };
