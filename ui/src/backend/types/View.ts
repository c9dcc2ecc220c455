// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { Extent } from "./Extent";
import type { Light } from "./Light";

/**
 * What is seen of a plane, and how large.
 */
export type View = { 
/**
 * The part of the plane that the screen shows, in the plane's units.
 */
seen: Extent, 
/**
 * Screen pixels per unit of the plane.
 */
px_per_unit: number, 
/**
 * The text size, screen pixels. Line widths and fixed-size marks follow it.
 */
type_px: number, 
/**
 * The light.
 */
light: Light, };
