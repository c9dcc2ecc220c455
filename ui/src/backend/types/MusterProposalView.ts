// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { MusterShipView } from "./MusterShipView";

/**
 * An object on the table, proposed for the muster.
 */
export type MusterProposalView = { 
/**
 * The ship, if its model is recognised.
 */
ship: MusterShipView | null, 
/**
 * Its printed name; empty if unknown.
 */
name: string, 
/**
 * Probability of that name, 0 to 1.
 */
probability: number, 
/**
 * Whether its bow is certain.
 */
bow_sure: boolean, 
/**
 * Its outline, pixels.
 */
outline_px: Array<[number, number]>, 
/**
 * The end proposed as the bow, pixels.
 */
bow_px: [number, number], 
/**
 * The other end, pixels.
 */
stern_px: [number, number], 
/**
 * Its length, inches.
 */
length_in: number, 
/**
 * Its beam, inches.
 */
beam_in: number, 
/**
 * How to make it easier to tell from similar models, one sentence.
 */
advice: string | null, };
