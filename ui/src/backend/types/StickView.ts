// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * What the check stick measured.
 */
export type StickView = { 
/**
 * "12.00 in, measured 12.01 ± 0.02".
 */
figures: string, 
/**
 * The whole, one sentence or two.
 */
sentence: string, 
/**
 * "good", "fair" or "poor".
 */
grade: string, 
/**
 * It agrees with what the calibration promises.
 */
agrees: boolean, 
/**
 * The measure, inches.
 */
measured_in: number, 
/**
 * The middles of its two squares in the picture, pixels.
 */
ends_px: Array<[number, number]>, 
/**
 * It was written into the log of the battle in play.
 */
logged: boolean, };
