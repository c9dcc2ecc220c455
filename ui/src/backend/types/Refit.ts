// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A repair or refit.
 */
export type Refit = { 
/**
 * After which battle.
 */
battle: number, 
/**
 * The day in the campaign's calendar.
 */
date: string | null, 
/**
 * Boxes mended, by row.
 */
mended: { [key in string]: number }, 
/**
 * By which rule, and where.
 */
why: string, };
