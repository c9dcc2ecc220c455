// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { RuledSentence } from "./RuledSentence";
import type { TermView } from "./TermView";

/**
 * Guns of one kind at one place of a ship.
 */
export type GunForecast = { 
/**
 * Place and type ("starboard broadside: 3 x 9-in smoothbore").
 */
label: string, 
/**
 * The terms of the sum.
 */
terms: Array<TermView>, 
/**
 * Why they can't fire; absent if they can.
 */
why_not: RuledSentence | null, };
