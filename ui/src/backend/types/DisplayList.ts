// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { Extent } from "./Extent";
import type { Item } from "./Item";
import type { Label } from "./Label";
import type { Style } from "./Style";

/**
 * A drawing ready to be painted. Positions are in units of its plane (inches of the chart, or pixels of a picture), y
 * downwards; widths and offsets are in screen pixels, so they keep their size while a view is enlarged.
 */
export type DisplayList = { 
/**
 * The whole plane; absent in an empty list.
 */
plane: Extent | null, 
/**
 * A description for readers who can't see it.
 */
title: string, 
/**
 * The styles, named by their index.
 */
styles: Array<Style>, 
/**
 * Paths, in painting order.
 */
items: Array<Item>, 
/**
 * Labels, painted above all paths. They don't overlap and don't leave the view.
 */
labels: Array<Label>, };
