// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { GunForecast } from "./GunForecast";
import type { OddsView } from "./OddsView";
import type { RuledSentence } from "./RuledSentence";
import type { TooCloseView } from "./TooCloseView";

/**
 * The forecast of fire as if it were declared now, computed by the same code as declared fire.
 */
export type ForecastView = { 
/**
 * "CSS Arkansas lies 12.40 ± 0.06 in away."; empty if the book forbids measuring before fire is declared.
 */
sentence: string, 
/**
 * The chosen guns, each with its sum or the reason why it can't fire.
 */
guns: Array<GunForecast>, 
/**
 * Why it may not be declared; empty if it may.
 */
refusals: Array<RuledSentence>, 
/**
 * The readings that players must choose before it can be declared.
 */
too_close: Array<TooCloseView>, 
/**
 * The possible results of the dice; absent if it can't be declared now, or the book keeps them secret.
 */
odds: OddsView | null, };
