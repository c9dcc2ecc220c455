// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * The step from one chance to the next.
 */
export type TurningStep = { 
/**
 * The turn with which it begins.
 */
turn: number, 
/**
 * The event after which it begins.
 */
from_seq: number, 
/**
 * The event after which it ends.
 */
to_seq: number, 
/**
 * The part that was decided.
 */
plan: number, 
/**
 * The part that the dice made.
 */
dice: number, 
/**
 * The standard error of both parts by the number of throws compared.
 */
dice_error: number, 
/**
 * "Union falls from 52 % to 31 %".
 */
headline: string, 
/**
 * "Plan: -4 %, dice: -17 %".
 */
split: string, 
/**
 * What happened, in words.
 */
why: string, };
