// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { SideDoubt } from "./SideDoubt";

/**
 * The result of calibrating the table.
 */
export type TableReportView = { 
/**
 * "fine", "good" or "coarse".
 */
grade: string, 
/**
 * Whether the lens was estimated from the table itself.
 */
quick_start: boolean, 
/**
 * Residual, pixels (root mean square over the points used).
 */
residual_px: number, 
/**
 * The same residual on the table, inches.
 */
residual_in: number, 
/**
 * 95 % of ranges are expected to err by no more than this, inches.
 */
range_error_p95_in: number, 
/**
 * The camera's height over the table, inches.
 */
camera_height_in: number, 
/**
 * The playing area, inches: east-west and north-south.
 */
size_in: [number, number], 
/**
 * Typed sides that differ from what the cards measure.
 */
doubts: Array<SideDoubt>, 
/**
 * Other notes.
 */
notes: Array<string>, };
