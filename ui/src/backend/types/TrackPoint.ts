// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { PlaceView } from "./PlaceView";

/**
 * A place on a ship's way.
 */
export type TrackPoint = { 
/**
 * The event that placed the ship there.
 */
seq: number, 
/**
 * The place.
 */
place: PlaceView, };
