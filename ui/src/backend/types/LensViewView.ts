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
 * Its own error, pixels; none before the lens is known, or where the board was not found.
 */
rms_px: number | null, 
/**
 * It counts.
 */
kept: boolean, 
/**
 * Why it was left out, if it was.
 */
why: string, };
