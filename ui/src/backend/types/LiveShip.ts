// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { Presence } from "./Presence";

/**
 * A ship in the live picture.
 */
export type LiveShip = { 
/**
 * The ship's id.
 */
id: string, 
/**
 * Its name as printed.
 */
name: string, 
/**
 * Its side's key, empty where it is in no battle.
 */
side: string, 
/**
 * Inches east, below the stack.
 */
x_in: number, 
/**
 * Inches north, below the stack.
 */
y_in: number, 
/**
 * Degrees clockwise from north.
 */
heading_deg: number, 
/**
 * Standard deviation of the position along each axis, inches.
 */
sigma_in: number, 
/**
 * Standard deviation of the heading, degrees.
 */
heading_sigma_deg: number, 
/**
 * Whether nothing hides it.
 */
seen: boolean, 
/**
 * Whether name and bow are certain.
 */
sure: boolean, 
/**
 * Whether and how it is visible.
 */
presence: Presence, 
/**
 * Whether its name is a guess.
 */
name_doubt: boolean, 
/**
 * Whether its bow is a guess.
 */
bow_doubt: boolean, 
/**
 * Hull outline in the picture, pixels.
 */
outline_px: Array<[number, number]>, 
/**
 * The point below the stack, pixels.
 */
stack_px: [number, number], 
/**
 * A point ahead of the bow, pixels: the tip of the heading's arrow.
 */
ahead_px: [number, number], };
