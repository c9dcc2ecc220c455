// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * The result of calibrating the table.
 */
export type TableReportView = { 
/**
 * Residual, pixels (root mean square over card corners).
 */
residual_px: number, 
/**
 * The same on the table, inches.
 */
residual_in: number, 
/**
 * Expected error of a 12 in range in the middle of the table, inches (95 %).
 */
expected_range_error_in: number, 
/**
 * The camera's height over the table, inches.
 */
camera_height_in: number, 
/**
 * What should be said.
 */
notes: Array<string>, };
