// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A rectangle of a plane, in its units, y downwards.
 */
export type Extent = { 
/**
 * The left edge.
 */
left: number, 
/**
 * The top edge.
 */
top: number, 
/**
 * The width.
 */
width: number, 
/**
 * The height.
 */
height: number, };
