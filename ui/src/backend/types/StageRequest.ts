// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { Surface } from "./Surface";
import type { View } from "./View";

/**
 * What a window asks the stage to draw.
 */
export type StageRequest = { 
/**
 * The surface.
 */
surface: Surface, 
/**
 * Clockwise quarter turns of the view. The plane is turned with it.
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
 * The ship that the pointer is on, or that has the focus.
 */
pointed: string | null, };
