// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { AccuracyCell } from "./AccuracyCell";

/**
 * Expected accuracy of places and ranges on the calibrated table, from the camera alone.
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
 * Error at the best place, inches (95 %, along each axis).
 */
best_in: number, 
/**
 * Error at the worst place, inches (95 %, along each axis).
 */
worst_in: number, 
/**
 * The playing area, divided into squares.
 */
cells: Array<AccuracyCell>, };
