// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { DieReadView } from "./DieReadView";

/**
 * A die that was thrown.
 */
export type DieView = { 
/**
 * Number of faces.
 */
faces: number, 
/**
 * The face thrown, 1 to the number of faces.
 */
face: number, 
/**
 * What it was for ("Chart A: Virginia at Congress").
 */
purpose: string, 
/**
 * Whether the app threw it; otherwise it was a real die.
 */
by_app: boolean, 
/**
 * How the camera read it; absent for dice that the app threw or that were typed.
 */
read?: DieReadView, };
