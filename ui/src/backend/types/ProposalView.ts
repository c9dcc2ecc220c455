// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { PlaceView } from "./PlaceView";
import type { RuledSentence } from "./RuledSentence";
import type { TooCloseView } from "./TooCloseView";

/**
 * A move made on the table that is not decided yet.
 */
export type ProposalView = { 
/**
 * The ship's id.
 */
ship: string, 
/**
 * The ship's name.
 */
name: string, 
/**
 * Its side's key.
 */
side: string, 
/**
 * "Cairo 5.8 in of 6, legal".
 */
sentence: string, 
/**
 * Whether it can stand as it is.
 */
legal: boolean, 
/**
 * The length of its path, inches.
 */
way_in: number | null, 
/**
 * Half the width of its 95 % interval, inches.
 */
plus_minus_in: number | null, 
/**
 * The farthest it may move, inches.
 */
allowed_in: number | null, 
/**
 * How much farther it moved, inches; absent if it did not.
 */
over_in: number | null, 
/**
 * Why it can't stand.
 */
reasons: Array<RuledSentence>, 
/**
 * The readings that players must choose first.
 */
too_close: Array<TooCloseView>, 
/**
 * Where it stood.
 */
from: PlaceView, 
/**
 * Where it was set down on the way.
 */
stops: Array<PlaceView>, 
/**
 * Where it stands.
 */
to: PlaceView, 
/**
 * The farthest allowed place on that path, if it moved too far.
 */
furthest: PlaceView | null, };
