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
 * When it was begun at the table, ISO 8601.
 */
began_at: string, 
/**
 * Its last event: what is noted of the battle is noted on this.
 */
seq: number, 
/**
 * Turns played.
 */
turns: number, 
/**
 * The umpire has declared it over.
 */
over: boolean, 
/**
 * Who won; none in a draw, or while it goes on.
 */
winner: string | null, 
/**
 * How it ended.
 */
result: string | null, 
/**
 * Ships that each side lost.
 */
lost: { [key in string]: Array<string> }, };
