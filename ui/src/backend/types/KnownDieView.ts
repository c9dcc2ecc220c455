// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { FaceGroupView } from "./FaceGroupView";

/**
 * A die that players have taught or named.
 */
export type KnownDieView = { 
/**
 * Its name.
 */
name: string, 
/**
 * "d6", "d8", "d10", "tens" or "d20"; "pips" for one with pips that is known by its colour.
 */
kind: string, 
/**
 * Its body's colour: "#rrggbb".
 */
colour: string, 
/**
 * The faces that were shown.
 */
shown: Array<number>, 
/**
 * The faces that are still to be shown, in order.
 */
missing: Array<number>, 
/**
 * The groups of its throws, largest first, while it is taught by throws.
 */
groups: Array<FaceGroupView> | null, };
