// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { BandView } from "./BandView";

/**
 * The measure between two ships.
 */
export type MeasureView = { 
/**
 * From this ship.
 */
from: string, 
/**
 * To this ship.
 */
to: string, 
/**
 * Range stack to stack, inches.
 */
range_in: number, 
/**
 * Half the width of the 95 % interval, inches.
 */
plus_minus_in: number, 
/**
 * Bearing from the first ship's bow, degrees, starboard positive.
 */
bearing_deg: number, 
/**
 * The range band for each kind of gun, in words.
 */
bands: Array<BandView>, 
/**
 * The demo table knows the truth, inches.
 */
truth_in: number | null, };
