// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { BattleNow } from "./BattleNow";
import type { LogLine } from "./LogLine";

/**
 * What a window takes in of the battle in play: how it stands, and what the log has gained since the window looked last.
 */
export type BattleChanges = { 
/**
 * The battle as it stands. Its `battle.seq` is what the window asks from next time.
 */
now: BattleNow, 
/**
 * The lines of the log after the event that the window named, in their order; all of them where it named none of this
 * battle. Lines are only ever added: going back in the battle is told by a line of its own.
 */
lines: Array<LogLine>, 
/**
 * The number that a live view gives as `battle_news` while the battle stands like this: a window that has seen it has
 * nothing to ask.
 */
news: number, 
/**
 * Another number for another campaign: a window that gets a new one must ask from the beginning, because battles and
 * events of two campaigns have the same numbers.
 */
campaign: number, };
