// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { CardFoundView } from "./CardFoundView";

/**
 * The corner cards in the picture, and whether they lie where they will stay.
 */
export type CardsView = { 
/**
 * Always four rows.
 */
cards: Array<CardFoundView>, 
/**
 * What to do, one sentence.
 */
sentence: string, 
/**
 * How long all four have lain still enough, 0 to 1.
 */
settled: number, 
/**
 * All four lie still.
 */
at_rest: boolean, };
