// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { LensViewView } from "./LensViewView";

/**
 * The result of calibrating the lens.
 */
export type LensReportView = { 
/**
 * Error over all points used, pixels.
 */
rms_px: number, 
/**
 * Share of the picture that the boards covered, 0 to 1.
 */
coverage: number, 
/**
 * Focal length along x, pixels.
 */
fx: number, 
/**
 * Focal length along y, pixels.
 */
fy: number, 
/**
 * The views.
 */
views: Array<LensViewView>, };
