// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { MusterShipView } from "./MusterShipView";

/**
 * Something that stands there, before the muster.
 */
export type MusterProposalView = { 
/**
 * The ship, where its model is known by its looks.
 */
ship: MusterShipView | null, 
/**
 * Its name as printed, empty where nobody knows it.
 */
name: string, 
/**
 * How likely that is, 0 to 1.
 */
probability: number, 
/**
 * Its bow is no guess.
 */
bow_sure: boolean, 
/**
 * Its outline, pixels.
 */
outline_px: Array<[number, number]>, 
/**
 * The end taken for the bow, pixels.
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
 * What would help to tell it from its likes, one sentence.
 */
advice: string | null, };
