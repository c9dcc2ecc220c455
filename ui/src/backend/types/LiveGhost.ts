// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { GhostReason } from "./GhostReason";

/**
 * Where a ship of the battle in play should stand, in the live picture.
 */
export type LiveGhost = { 
/**
 * The ship's id.
 */
id: string, 
/**
 * Its name.
 */
name: string, 
/**
 * Its side's key.
 */
side: string, 
/**
 * Why it is shown.
 */
why: GhostReason, 
/**
 * What to do, one sentence.
 */
sentence: string, 
/**
 * Hull outline in the picture, pixels.
 */
outline_px: Array<[number, number]>, 
/**
 * The point below the stack, pixels.
 */
stack_px: [number, number], 
/**
 * A point ahead of the stack, pixels: the tip of the heading's arrow.
 */
ahead_px: [number, number], };
