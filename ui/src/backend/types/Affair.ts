// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { RowMended } from "./RowMended";

/**
 * An affair of the campaign.
 */
export type Affair = { "affair": "dated", 
/**
 * "1862-03-09".
 */
date: string, } | { "affair": "ended", 
/**
 * The side that won; absent in a draw.
 */
winner: string | null, 
/**
 * How it ended, in the umpire's words.
 */
why: string, } | { "affair": "refitted", 
/**
 * Which ship.
 */
ship: string, 
/**
 * What was repaired; empty for everything.
 */
rows: Array<RowMended>, 
/**
 * The day it was done, in the campaign's calendar.
 */
date: string | null, 
/**
 * By which rule and where.
 */
why: string, } | { "affair": "crewed", 
/**
 * Which ship.
 */
ship: string, 
/**
 * Its captain and crew, in the umpire's words.
 */
crew: string, } | { "affair": "honoured", 
/**
 * Which ship.
 */
ship: string, 
/**
 * The honour.
 */
honour: string, };
