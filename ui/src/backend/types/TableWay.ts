// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { ClickedPoint } from "./ClickedPoint";
import type { RaisedCard } from "./RaisedCard";

/**
 * How the table is to be calibrated, and what the player tells for it.
 */
export type TableWay = { "way": "corner_cards", 
/**
 * East-west, inches.
 */
width_in: number, 
/**
 * North-south, inches.
 */
height_in: number, 
/**
 * The side of a card's black square, inches.
 */
card_in: number, 
/**
 * Cards that lie on something.
 */
raised: Array<RaisedCard>, } | { "way": "free_cards", 
/**
 * The side of a card's black square, inches.
 */
card_in: number, 
/**
 * Cards that lie on something.
 */
raised: Array<RaisedCard>, 
/**
 * The area's corners, the south-west one first, pixels.
 */
corners_px: [[number, number], [number, number], [number, number], [number, number]], 
/**
 * East-west and north-south as a tape says, inches: a cross-check only.
 */
typed_in: [number, number] | null, 
/**
 * The typed sides count where they and the cards disagree.
 */
trust_sides: boolean, 
/**
 * The check stick lies flat on the table too: what the owner's ruler says of it, inches.
 */
stick_in: number | null, } | { "way": "points", 
/**
 * East-west, inches.
 */
width_in: number, 
/**
 * North-south, inches.
 */
height_in: number, 
/**
 * The points, four at least.
 */
points: Array<ClickedPoint>, };
