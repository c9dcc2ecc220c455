// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { ChartPreview } from "./ChartPreview";
import type { MountPreview } from "./MountPreview";
import type { RuledSentence } from "./RuledSentence";
import type { TooCloseView } from "./TooCloseView";

/**
 * A salvo before it is declared: everything itemised.
 */
export type SalvoPreviewView = { 
/**
 * The firing ship.
 */
shooter: string, 
/**
 * The target.
 */
target: string, 
/**
 * Range, inches.
 */
range_in: number, 
/**
 * Standard deviation of the range, inches.
 */
range_sigma_in: number, 
/**
 * Bearing of the target from the shooter's bow, degrees, starboard positive.
 */
bearing_deg: number, 
/**
 * Line of fire, in words.
 */
line_of_fire: RuledSentence, 
/**
 * Every mount of the shooter.
 */
mounts: Array<MountPreview>, 
/**
 * The charts that would be rolled on if all bearing mounts fired.
 */
charts: Array<ChartPreview>, 
/**
 * Why it may not be declared; empty if it may.
 */
refusals: Array<RuledSentence>, 
/**
 * The readings that players must choose before it can be declared.
 */
too_close: Array<TooCloseView>, };
