// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { LensState } from "./LensState";
import type { LensViewView } from "./LensViewView";

/**
 * The lens wizard as it stands.
 */
export type LensWizardView = { 
/**
 * What it is about.
 */
state: LensState, 
/**
 * What to do, or what is being done, one sentence.
 */
sentence: string, 
/**
 * How far it is, 0 to 1.
 */
progress: number, 
/**
 * How long the board has been held still enough, 0 to 1.
 */
steady: number, 
/**
 * Where the board should be held next: its edge, pixels; empty where there is nothing to hold.
 */
ghost_px: Array<[number, number]>, 
/**
 * Some of its rows and columns, pixels.
 */
ghost_lines_px: Array<Array<[number, number]>>, 
/**
 * The board's corners as they are seen, pixels.
 */
seen_px: Array<[number, number]>, 
/**
 * Cells across the picture.
 */
columns: number, 
/**
 * Which cells boards have covered, along the rows from the top left.
 */
covered: Array<boolean>, 
/**
 * The share of the picture covered, 0 to 1.
 */
coverage: number, 
/**
 * Error over all points used, pixels; none before the lens is known at all.
 */
rms_px: number | null, 
/**
 * How far off the lens may put a pixel where that is worst, pixels (95 %).
 */
unsure_px: number | null, 
/**
 * How far off its focal length may be, percent (95 %).
 */
focal_percent: number | null, 
/**
 * The views.
 */
views: Array<LensViewView>, 
/**
 * The lens can be taken as it is.
 */
can_finish: boolean, 
/**
 * The demo table's hand holds the board.
 */
demo_holds: boolean, 
/**
 * What went wrong last, one sentence.
 */
trouble: string | null, };
