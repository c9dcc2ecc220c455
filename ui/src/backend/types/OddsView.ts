// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { EventChance } from "./EventChance";
import type { SpreadView } from "./SpreadView";

/**
 * Exact odds, over all faces of all dice.
 */
export type OddsView = { 
/**
 * The numbers that the dice decide, each with all chances; the most important one first.
 */
spreads: Array<SpreadView>, 
/**
 * Other possible results.
 */
events: Array<EventChance>, };
