// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { LensState } from "./LensState";
import type { LensViewView } from "./LensViewView";

/**
 * The state of the lens wizard.
 */
export type LensWizardView = { 
/**
 * The state.
 */
state: LensState, 
/**
 * What to do or what is being done, one sentence.
 */
sentence: string, 
/**
 * Progress, 0 to 1.
 */
progress: number, 
/**
 * How long the board has been held still enough, 0 to 1.
 */
steady: number, 
/**
 * Outline of the board where it should be held next, pixels; empty if there is none.
 */
ghost_px: Array<[number, number]>, 
/**
 * Some of the rows and columns of that outline, pixels.
 */
ghost_lines_px: Array<Array<[number, number]>>, 
/**
 * The corners of the board that are seen, pixels.
 */
seen_px: Array<[number, number]>, 
/**
 * Cells across the picture.
 */
columns: number, 
/**
 * Which cells boards have covered, row by row from the top left.
 */
covered: Array<boolean>, 
/**
 * The share of the picture covered, 0 to 1.
 */
coverage: number, 
/**
 * Error over all points used, pixels; absent before the lens is known.
 */
rms_px: number | null, 
/**
 * The largest uncertainty of a pixel's position due to the lens, pixels (95 %).
 */
unsure_px: number | null, 
/**
 * Uncertainty of the focal length, percent (95 %).
 */
focal_percent: number | null, 
/**
 * The views.
 */
views: Array<LensViewView>, 
/**
 * Whether the lens can be accepted as it is.
 */
can_finish: boolean, 
/**
 * Whether the demo table's hand holds the board.
 */
demo_holds: boolean, 
/**
 * The last error, one sentence.
 */
trouble: string | null, };
