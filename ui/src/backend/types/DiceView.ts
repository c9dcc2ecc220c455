// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { DieSeenView } from "./DieSeenView";
import type { ThrowLessonView } from "./ThrowLessonView";
import type { TrayCameraView } from "./TrayCameraView";
import type { TrayState } from "./TrayState";

/**
 * The tray and the dice in it.
 */
export type DiceView = { 
/**
 * The camera that sees only the tray; without one it is drawn in the picture of the table.
 */
camera: TrayCameraView | null, 
/**
 * The tray in its picture: left, top, right and bottom, pixels.
 */
tray_px: [number, number, number, number] | null, 
/**
 * What happens in it.
 */
state: TrayState, 
/**
 * The number of the throw that lies in it.
 */
throw: number | null, 
/**
 * Since when it lies there, milliseconds since 1970: the page measures how long its values took.
 */
rested_at_ms: number | null, 
/**
 * The dice of that throw.
 */
dice: Array<DieSeenView>, 
/**
 * The index of the die for each roll asked for now, if number and kinds fit.
 */
order: Array<number> | null, 
/**
 * Whether all of them are sure, so that the throw may be taken as it lies.
 */
all_sure: boolean, 
/**
 * What hinders the throw from being taken, and what to do.
 */
sentence: string | null, 
/**
 * The lesson that takes the throws, while a die is taught by them.
 */
lesson: ThrowLessonView | null, };
