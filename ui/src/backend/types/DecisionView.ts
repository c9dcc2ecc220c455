// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { FieldValue } from "./FieldValue";
import type { ReadFaces } from "./ReadFaces";
import type { SettledView } from "./SettledView";
import type { TickView } from "./TickView";

/**
 * A decision that a player requests.
 */
export type DecisionView = { "do": "declare_salvo", 
/**
 * The firing ship.
 */
shooter: string, 
/**
 * The target.
 */
target: string, 
/**
 * The mounts that fire; empty for all that bear.
 */
mounts: Array<string>, 
/**
 * The chosen readings of measures that are too close to call.
 */
settled: Array<SettledView>, 
/**
 * The frame that the player looked at: refused if the table has changed since.
 */
frame: number | null, } | { "do": "roll", 
/**
 * Typed faces.
 */
typed: Array<number> | null, 
/**
 * Dice of a throw that the camera read.
 */
read?: ReadFaces, } | { "do": "tick", 
/**
 * The ship.
 */
ship: string, 
/**
 * The boxes.
 */
boxes: Array<TickView>, } | { "do": "choose", 
/**
 * The ship that was hit.
 */
ship: string, 
/**
 * The section's key.
 */
section: string, } | { "do": "answer", 
/**
 * The form's key.
 */
form: string, 
/**
 * The values, by field; a field without a value keeps its default.
 */
values: { [key in string]: FieldValue }, 
/**
 * The chosen readings of measures that are too close to call.
 */
settled: Array<SettledView>, 
/**
 * The frame that the player looked at: refused if the table has changed since.
 */
frame: number | null, } | { "do": "next_step" };
