// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { PlaceView } from "./PlaceView";

/**
 * A ship that is not at its official place.
 */
export type ShiftView = { 
/**
 * Which ship.
 */
ship: string, 
/**
 * The ship's name.
 */
name: string, 
/**
 * "Cairo was pushed 0.6 in".
 */
sentence: string, 
/**
 * Its official place.
 */
from: PlaceView, 
/**
 * Where it is seen.
 */
to: PlaceView, 
/**
 * The distance, inches.
 */
off_in: number, 
/**
 * The turn of its bow, degrees, clockwise positive.
 */
turned_deg: number, };
