// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { SourceChoice } from "./SourceChoice";

/**
 * A request about tray and dice.
 */
export type DiceAsk = { "ask": "look" } | { "ask": "camera", 
/**
 * The source.
 */
choice: SourceChoice | null, } | { "ask": "tray", 
/**
 * Left, top, right and bottom in the picture, pixels.
 */
tray_px: [number, number, number, number] | null, } | { "ask": "teach", 
/**
 * The die's name.
 */
name: string, 
/**
 * "d6", "d8", "d10", "tens" or "d20".
 */
kind: string, 
/**
 * The face that it shows.
 */
value: number, } | { "ask": "teach_by_throws", 
/**
 * The die's name.
 */
name: string, 
/**
 * "d6", "d8", "d10", "tens" or "d20".
 */
kind: string, } | { "ask": "name_group", 
/**
 * The die's name.
 */
name: string, 
/**
 * The number of the throw.
 */
throw: number, 
/**
 * What it shows; `None`: nobody has said it.
 */
value: number | null, } | { "ask": "part_group", 
/**
 * The die's name.
 */
name: string, 
/**
 * The number of the throw.
 */
throw: number, } | { "ask": "end_lesson" } | { "ask": "name_colour", 
/**
 * The die's name.
 */
name: string, } | { "ask": "rename", 
/**
 * Its name so far.
 */
name: string, 
/**
 * Its new name.
 */
to: string, } | { "ask": "forget", 
/**
 * Its name.
 */
name: string, };
