// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { OnHex } from "./OnHex";
import type { PlaceView } from "./PlaceView";

/**
 * The hex board on the table.
 */
export type BoardDrawn = { 
/**
 * The centre of each hex, inches east and north.
 */
middles: Array<[number, number]>, 
/**
 * The corners of a hex relative to its centre, inches.
 */
corners: Array<[number, number]>, 
/**
 * The ships on it.
 */
ships: Array<OnHex>, 
/**
 * The hexes and facings to which the ship whose turn it is may move.
 */
open: Array<PlaceView>, };
