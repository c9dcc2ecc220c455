// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A view of the lens board.
 */
export type LensViewView = { 
/**
 * Its name.
 */
image: string, 
/**
 * Error of this view, pixels; absent before the lens is known, or where the board was not found.
 */
rms_px: number | null, 
/**
 * Whether the view is used.
 */
kept: boolean, 
/**
 * Why it is not used, if so.
 */
why: string, };
