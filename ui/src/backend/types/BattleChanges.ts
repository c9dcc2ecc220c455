// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { BattleNow } from "./BattleNow";
import type { LogLine } from "./LogLine";

/**
 * The changes of the battle in play for a window: its present state, and the new lines of the log.
 */
export type BattleChanges = { 
/**
 * The state of the battle. The window sends `battle.seq` with its next request.
 */
now: BattleNow, 
/**
 * The lines of the log after the event that the window named, in order; all of them if it named none of this
 * battle. Lines are only added: going back adds a line of its own.
 */
lines: Array<LogLine>, 
/**
 * The value of `battle_news` in live views for this state: a window that has it need not ask again.
 */
news: number, 
/**
 * Changes with the campaign. A window that gets a new value must ask from the beginning, because battles and
 * events of two campaigns can have the same numbers.
 */
campaign: number, };
