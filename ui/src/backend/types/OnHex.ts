// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { PlaceView } from "./PlaceView";

/**
 * The hex and the facing that are read for a ship.
 */
export type OnHex = { 
/**
 * Whose.
 */
ship: string, 
/**
 * The middle of her hex, and the heading of her facing.
 */
place: PlaceView, 
/**
 * The middle of the hex she may as well stand in; none where that is sure.
 */
or_hex: [number, number] | null, 
/**
 * The heading she may as well face; none where that is sure.
 */
or_heading_deg: number | null, 
/**
 * "USS Monitor: column 4, row 7, heading 60°", or what is not sure of it.
 */
sentence: string, };
