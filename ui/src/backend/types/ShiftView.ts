// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { PlaceView } from "./PlaceView";

/**
 * A ship that stands elsewhere than she officially does.
 */
export type ShiftView = { 
/**
 * Which ship.
 */
ship: string, 
/**
 * Her name.
 */
name: string, 
/**
 * "Cairo was pushed 0.6 in".
 */
sentence: string, 
/**
 * Where she officially stands.
 */
from: PlaceView, 
/**
 * Where she is seen.
 */
to: PlaceView, 
/**
 * How far, inches.
 */
off_in: number, 
/**
 * How far her bow swung, degrees, clockwise positive.
 */
turned_deg: number, };
