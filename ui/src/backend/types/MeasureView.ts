// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { BandView } from "./BandView";
import type { RamView } from "./RamView";

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
 * The range bands of the book in play that contain the range; empty without a battle or bands.
 */
bands: Array<BandView>, 
/**
 * The water between the two hulls, inches; negative where the outlines overlap.
 */
gap_in: number, 
/**
 * Half the width of its 95 % interval, inches.
 */
gap_plus_minus_in: number, 
/**
 * "clear", "touching" or "too close to call".
 */
contact: string, 
/**
 * How the first ship's bow meets the second's hull; absent if they are more than an inch apart.
 */
ram: RamView | null, 
/**
 * The true range on the demo table, inches.
 */
truth_in: number | null, };
