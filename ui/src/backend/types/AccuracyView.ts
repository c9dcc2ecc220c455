// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { AccuracyCell } from "./AccuracyCell";

/**
 * What to expect of places and ranges over the table in force, the camera alone.
 */
export type AccuracyView = { 
/**
 * "fine", "good" or "coarse".
 */
grade: string, 
/**
 * 95 % of ranges are expected to err by no more than this, inches.
 */
range_error_p95_in: number, 
/**
 * The best place, inches (95 %, along each axis).
 */
best_in: number, 
/**
 * The worst place, inches (95 %, along each axis).
 */
worst_in: number, 
/**
 * The playing area in squares.
 */
cells: Array<AccuracyCell>, };
