// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { RuledSentence } from "./RuledSentence";
import type { TermView } from "./TermView";

/**
 * Guns of a kind on one place.
 */
export type GunForecast = { 
/**
 * Where they stand and what they are ("starboard broadside: 3 x 9-in smoothbore").
 */
label: string, 
/**
 * What counts for them, itemised.
 */
terms: Array<TermView>, 
/**
 * Why they don't fire; none where they do.
 */
why_not: RuledSentence | null, };
