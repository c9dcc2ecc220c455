// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A repair or refit.
 */
export type Refit = { 
/**
 * The number of the battle before it.
 */
battle: number, 
/**
 * The day in the campaign's calendar.
 */
date: string | null, 
/**
 * Boxes repaired, by row.
 */
mended: { [key in string]: number }, 
/**
 * The rule that allows it, and the place.
 */
why: string, };
