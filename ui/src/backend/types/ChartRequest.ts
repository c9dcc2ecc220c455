// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { View } from "./View";

/**
 * What a chart shows.
 */
export type ChartRequest = { 
/**
 * Clockwise quarter turns of the view.
 */
quarters: number, 
/**
 * What is seen, in units of the turned plane.
 */
view: View, 
/**
 * The chosen ships: the first, and the one it is measured to.
 */
chosen: Array<string>, 
/**
 * The ship that the finger is on.
 */
pointed: string | null, };
