// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * The measurement of the check stick.
 */
export type StickView = { 
/**
 * "12.00 in, measured 12.01 ± 0.02".
 */
figures: string, 
/**
 * The result, one or two sentences.
 */
sentence: string, 
/**
 * "good", "fair" or "poor".
 */
grade: string, 
/**
 * Whether it agrees with the accuracy that the calibration expects.
 */
agrees: boolean, 
/**
 * The measured length, inches.
 */
measured_in: number, 
/**
 * The centres of its two squares in the picture, pixels.
 */
ends_px: Array<[number, number]>, 
/**
 * Whether it was logged in the battle in play.
 */
logged: boolean, };
