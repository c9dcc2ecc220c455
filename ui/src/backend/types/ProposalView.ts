// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { PlaceView } from "./PlaceView";
import type { RuledSentence } from "./RuledSentence";
import type { TooCloseView } from "./TooCloseView";

/**
 * A move made on the table and not decided yet.
 */
export type ProposalView = { 
/**
 * Whose.
 */
ship: string, 
/**
 * Her name.
 */
name: string, 
/**
 * Her side's key.
 */
side: string, 
/**
 * "Cairo 5.8 in of 6, legal".
 */
sentence: string, 
/**
 * It can stand as it is.
 */
legal: boolean, 
/**
 * How long her way was, inches.
 */
way_in: number | null, 
/**
 * Half the width of its 95 % interval, inches.
 */
plus_minus_in: number | null, 
/**
 * How far she might have gone, inches.
 */
allowed_in: number | null, 
/**
 * How far she went too far, inches; none where she didn't.
 */
over_in: number | null, 
/**
 * Why it can't stand.
 */
reasons: Array<RuledSentence>, 
/**
 * What the players must say first.
 */
too_close: Array<TooCloseView>, 
/**
 * Where she stood.
 */
from: PlaceView, 
/**
 * Where she was set down on the way.
 */
stops: Array<PlaceView>, 
/**
 * Where she stands.
 */
to: PlaceView, 
/**
 * The furthest she may go on that way, where she went too far.
 */
furthest: PlaceView | null, };
