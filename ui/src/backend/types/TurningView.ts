// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { ChancePoint } from "./ChancePoint";
import type { SlowDrift } from "./SlowDrift";
import type { TurningSide } from "./TurningSide";
import type { TurningStep } from "./TurningStep";

/**
 * The chances of a battle's sides at the beginning of each turn, and where it turned.
 */
export type TurningView = { 
/**
 * The side whose chances these are; the others have the rest.
 */
of: TurningSide, 
/**
 * The others.
 */
against: TurningSide, 
/**
 * The chances in the order of turns, the last at the end of what was played.
 */
points: Array<ChancePoint>, 
/**
 * The steps between them.
 */
steps: Array<TurningStep>, 
/**
 * The steps that mattered most, greatest first, as indices of `steps`.
 */
moments: Array<number>, 
/**
 * Chances that slipped away, or came, a little every turn.
 */
drifts: Array<SlowDrift>, 
/**
 * The sum of the steps' plans.
 */
plan: number, 
/**
 * The sum of the steps' dice; with `plan` the last chance less the first.
 */
dice: number, 
/**
 * The simulations for each chance.
 */
simulations: number, };
