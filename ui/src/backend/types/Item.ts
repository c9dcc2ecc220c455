// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { Layer } from "./Layer";

/**
 * A path.
 */
export type Item = { 
/**
 * The layer.
 */
layer: Layer, 
/**
 * SVG path data: in units of the plane; if `at` is given, in screen pixels from there.
 */
d: string, 
/**
 * The place of a mark of fixed size.
 */
at: [number, number] | null, 
/**
 * Index of the style.
 */
style: number, 
/**
 * The ship to which it belongs.
 */
ship: string | null, };
