// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A battle of the campaign.
 */
export type BattleStanding = { 
/**
 * Its number.
 */
battle: number, 
/**
 * The scenario's name.
 */
name: string, 
/**
 * The rule book's key.
 */
book: string, 
/**
 * The day in the campaign's calendar ("1862-03-09").
 */
date: string | null, 
/**
 * The time when it was begun at the table, ISO 8601.
 */
began_at: string, 
/**
 * Its last event, to which notes about the battle refer.
 */
seq: number, 
/**
 * Turns played.
 */
turns: number, 
/**
 * True once the umpire has declared it over.
 */
over: boolean, 
/**
 * The winner; none in a draw, or while the battle goes on.
 */
winner: string | null, 
/**
 * The result, in words.
 */
result: string | null, 
/**
 * The ships that each side lost.
 */
lost: { [key in string]: Array<string> }, };
