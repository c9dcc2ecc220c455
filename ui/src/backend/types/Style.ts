// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * How a path is painted.
 */
export type Style = { 
/**
 * The colour of its inside ("#d3dfdc"); absent for none.
 */
fill: string | null, 
/**
 * The opacity of its inside, 0 to 1.
 */
fill_opacity: number, 
/**
 * The colour of its line; absent for none.
 */
line: string | null, 
/**
 * The opacity of its line, 0 to 1.
 */
line_opacity: number, 
/**
 * The width of its line, screen pixels.
 */
width_px: number, 
/**
 * Lengths of dashes and gaps, screen pixels; empty for a solid line.
 */
dash_px: Array<number>, };
