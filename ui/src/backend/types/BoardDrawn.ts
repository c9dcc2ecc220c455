// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { OnHex } from "./OnHex";
import type { PlaceView } from "./PlaceView";

/**
 * A board of hexes as it lies on the table.
 */
export type BoardDrawn = { 
/**
 * The middle of each hex, inches east and north.
 */
middles: Array<[number, number]>, 
/**
 * From a hex's middle to its corners.
 */
corners: Array<[number, number]>, 
/**
 * How its ships stand in it.
 */
ships: Array<OnHex>, 
/**
 * The hexes and facings to which the ship whose turn it is may be moved.
 */
open: Array<PlaceView>, };
