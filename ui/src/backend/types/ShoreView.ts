// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { GhostView } from "./GhostView";
import type { PieceView } from "./PieceView";

/**
 * The state of the shore.
 */
export type ShoreView = { 
/**
 * The pieces, proposals last.
 */
pieces: Array<PieceView>, 
/**
 * Where pieces should lie.
 */
ghosts: Array<GhostView>, };
