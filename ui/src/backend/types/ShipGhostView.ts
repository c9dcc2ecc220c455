// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { GhostReason } from "./GhostReason";
import type { PlaceView } from "./PlaceView";

/**
 * Where a model should stand.
 */
export type ShipGhostView = { 
/**
 * Which ship.
 */
ship: string, 
/**
 * Her name.
 */
name: string, 
/**
 * Her side's key.
 */
side: string, 
/**
 * Where.
 */
place: PlaceView, 
/**
 * Her hull's outline there, table inches.
 */
outline_in: Array<[number, number]>, 
/**
 * Why it is shown.
 */
why: GhostReason, 
/**
 * Of a model to be set out or put back: she may be let stand where she stands instead.
 */
may_stay: boolean, 
/**
 * The same in one sentence: what to do.
 */
sentence: string, };
