// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { ClickedPoint } from "./ClickedPoint";
import type { RaisedCard } from "./RaisedCard";

/**
 * A way to calibrate the table, with the player's input.
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
 * Cards that do not lie flat on the table.
 */
raised: Array<RaisedCard>, } | { "way": "free_cards", 
/**
 * The side of a card's black square, inches.
 */
card_in: number, 
/**
 * Cards that do not lie flat on the table.
 */
raised: Array<RaisedCard>, 
/**
 * The area's corners, the south-west one first, pixels.
 */
corners_px: [[number, number], [number, number], [number, number], [number, number]], 
/**
 * East-west and north-south sides as measured with a tape, inches: only a cross-check.
 */
typed_in: [number, number] | null, 
/**
 * Whether the typed sides are used if they and the cards disagree.
 */
trust_sides: boolean, 
/**
 * The check stick's length by a ruler, inches, if it lies flat on the table.
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
 * The points, at least four.
 */
points: Array<ClickedPoint>, };
