// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * The outline of a ship that a player is laying by hand.
 */
export type LaidView = { 
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
heading_deg: number, 
/**
 * Hull outline in the picture, pixels.
 */
outline_px: Array<[number, number]>, 
/**
 * The point below the stack, pixels.
 */
stack_px: [number, number], 
/**
 * The tip of the heading's arrow, pixels.
 */
ahead_px: [number, number], };
