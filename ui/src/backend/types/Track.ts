// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { TrackPoint } from "./TrackPoint";

/**
 * The way of one ship through a battle.
 */
export type Track = { 
/**
 * The ship's id.
 */
ship: string, 
/**
 * Its official places, in order; between two of them nothing is known.
 */
points: Array<TrackPoint>, };
