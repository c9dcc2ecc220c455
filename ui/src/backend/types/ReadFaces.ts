// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { ReadFace } from "./ReadFace";

/**
 * The dice of one throw that are taken, as the camera read them or as a player corrected them.
 */
export type ReadFaces = { 
/**
 * The number of the throw, by which the shell finds its picture and readings ([`crate::ThrowEvidence`]).
 */
throw: number, 
/**
 * The dice, in the order of the rolls asked for.
 */
faces: Array<ReadFace>, };
