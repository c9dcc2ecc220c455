// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A part of the playing area.
 */
export type AccuracyCell = { 
/**
 * Its outline in the picture, pixels.
 */
outline_px: Array<[number, number]>, 
/**
 * What to expect of a place there, inches (95 %, along each axis).
 */
error_in: number, };
