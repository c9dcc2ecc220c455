// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A square of the playing area.
 */
export type AccuracyCell = { 
/**
 * Its outline in the picture, pixels.
 */
outline_px: Array<[number, number]>, 
/**
 * Expected error of a place there, inches (95 %, along each axis).
 */
error_in: number, };
