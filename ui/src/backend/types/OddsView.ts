// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { EventChance } from "./EventChance";
import type { SpreadView } from "./SpreadView";

/**
 * Exact odds: every face of every die.
 */
export type OddsView = { 
/**
 * Numbers that the dice decide, each with all its chances: the first is what is told first.
 */
spreads: Array<SpreadView>, 
/**
 * What else may come of it.
 */
events: Array<EventChance>, };
