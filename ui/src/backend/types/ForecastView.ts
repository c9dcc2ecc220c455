// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { GunForecast } from "./GunForecast";
import type { OddsView } from "./OddsView";
import type { RuledSentence } from "./RuledSentence";
import type { TooCloseView } from "./TooCloseView";

/**
 * Fire as it would be if it were declared now, worked out by the code that works out the declared one.
 */
export type ForecastView = { 
/**
 * "CSS Arkansas lies 12.40 ± 0.06 in away."; empty where nothing may be measured before fire is declared.
 */
sentence: string, 
/**
 * The guns asked for, each with its sum, or with the reason why it won't fire.
 */
guns: Array<GunForecast>, 
/**
 * Why it may not be declared; empty where it may.
 */
refusals: Array<RuledSentence>, 
/**
 * What the players must choose before it can be declared.
 */
too_close: Array<TooCloseView>, 
/**
 * What the dice may bring; none while it can't be declared as it stands, or where the book says that nobody
 * may know it before.
 */
odds: OddsView | null, };
