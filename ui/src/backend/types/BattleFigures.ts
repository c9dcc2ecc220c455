// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { Luck } from "./Luck";
import type { Series } from "./Series";

/**
 * Figures of a battle, for plots.
 */
export type BattleFigures = { 
/**
 * What was left of each ship, turn by turn.
 */
ships: Array<Series>, 
/**
 * The same for the sides.
 */
sides: Array<Series>, 
/**
 * Dice and fire against what was to be expected.
 */
luck: Luck, };
