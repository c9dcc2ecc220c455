// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { CardFoundView } from "./CardFoundView";

/**
 * The corner cards in the picture, and whether they lie still.
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
 * How long all four have lain still, as a share of the time needed, 0 to 1.
 */
settled: number, 
/**
 * Whether all four lie still.
 */
at_rest: boolean, };
