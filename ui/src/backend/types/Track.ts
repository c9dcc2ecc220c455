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
 * Its official places, in order; the path between two of them is unknown.
 */
points: Array<TrackPoint>, };
