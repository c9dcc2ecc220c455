// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A place on the table.
 */
export type PlaceView = { 
/**
 * Inches east, below the stack.
 */
x_in: number, 
/**
 * Inches north, below the stack.
 */
y_in: number, 
/**
 * Degrees clockwise from north.
 */
heading_deg: number, };
