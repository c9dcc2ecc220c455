// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { Luck } from "./Luck";
import type { Series } from "./Series";

/**
 * Figures of a battle, for charts.
 */
export type BattleFigures = { 
/**
 * The remaining strength of each ship, turn by turn.
 */
ships: Array<Series>, 
/**
 * The remaining strength of each side, turn by turn.
 */
sides: Array<Series>, 
/**
 * Dice and fire compared with their expected values.
 */
luck: Luck, };
