// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { GhostReason } from "./GhostReason";
import type { PlaceView } from "./PlaceView";

/**
 * A place where a model should stand.
 */
export type ShipGhostView = { 
/**
 * Which ship.
 */
ship: string, 
/**
 * The ship's name.
 */
name: string, 
/**
 * Its side's key.
 */
side: string, 
/**
 * The place.
 */
place: PlaceView, 
/**
 * The outline of its hull there, table inches.
 */
outline_in: Array<[number, number]>, 
/**
 * Why it is shown.
 */
why: GhostReason, 
/**
 * Whether a model that must be placed or put back may stay where it stands instead.
 */
may_stay: boolean, 
/**
 * What to do, one sentence.
 */
sentence: string, };
