// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { PlaceView } from "./PlaceView";

/**
 * The hex and the facing of a ship.
 */
export type OnHex = { 
/**
 * The ship's id.
 */
ship: string, 
/**
 * The centre of its hex, and the heading of its facing.
 */
place: PlaceView, 
/**
 * The centre of the other hex in which it may be; absent if the hex is certain.
 */
or_hex: [number, number] | null, 
/**
 * The other heading that it may have; absent if the heading is certain.
 */
or_heading_deg: number | null, 
/**
 * "USS Monitor: column 4, row 7, heading 60°", or what is not certain.
 */
sentence: string, };
