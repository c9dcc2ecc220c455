// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A text that was placed.
 */
export type Label = { 
/**
 * Identifies the label from one drawing to the next.
 */
key: string, 
/**
 * The text.
 */
text: string, 
/**
 * The ship that it names or measures. If the ship moves, the label moves along until the next drawing.
 */
ship: string | null, 
/**
 * Its anchor, in units of the plane.
 */
at: [number, number], 
/**
 * The centre of its box, screen pixels right and down of the anchor.
 */
offset_px: [number, number], 
/**
 * Width and height of its box, screen pixels.
 */
box_px: [number, number], 
/**
 * The size of its type, screen pixels.
 */
size_px: number, 
/**
 * The weight of its type ("400", "700").
 */
weight: number, 
/**
 * Italic, as charts write what belongs to the water.
 */
italic: boolean, 
/**
 * Its colour.
 */
colour: string, 
/**
 * The colour of its edge.
 */
halo: string, 
/**
 * Its turn about the centre, degrees clockwise.
 */
turned_deg: number, 
/**
 * The end of a line from the label to what it names, screen pixels from the anchor; absent where they are close.
 */
leader_px: [[number, number], [number, number]] | null, 
/**
 * 0 to 1; less than 1 while nobody needs it.
 */
opacity: number, };
