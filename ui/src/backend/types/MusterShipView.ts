// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A ship as a player musters it.
 */
export type MusterShipView = { 
/**
 * The ship's id.
 */
id: string, 
/**
 * "casemate", "monitor", "sidewheel", "tinclad", "city" …
 */
kind: string, 
/**
 * Its tag's number, if it carries one.
 */
tag: number | null, 
/**
 * Hull length, inches.
 */
length_in: number, 
/**
 * Beam, inches.
 */
beam_in: number, 
/**
 * Height of the stack (turret), inches.
 */
stack_height_in: number, 
/**
 * How far the stack stands ahead of the hull's middle, inches.
 */
stack_ahead_in: number, 
/**
 * A click near the bow, pixels of the frame shown.
 */
bow_px: [number, number], 
/**
 * A click near the stern, pixels of the frame shown.
 */
stern_px: [number, number], };
