// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A point measured with a tape and clicked on the picture.
 */
export type ClickedPoint = { 
/**
 * Where it was clicked, pixels.
 */
at_px: [number, number], 
/**
 * Inches east of the south-west corner.
 */
x_in: number, 
/**
 * Inches north of it.
 */
y_in: number, };
