// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { PieceNews } from "./PieceNews";
import type { PieceWords } from "./PieceWords";

/**
 * A piece on the table.
 */
export type PieceView = { 
/**
 * The player's description.
 */
words: PieceWords, 
/**
 * Whether it is only a proposal.
 */
proposed: boolean, 
/**
 * Standard deviation of its outline, inches.
 */
sigma_in: number, 
/**
 * Where it meets the table, pixels.
 */
foot_px: Array<[number, number]>, 
/**
 * The edge of its top, pixels.
 */
top_px: Array<[number, number]>, 
/**
 * What the last check found.
 */
news: PieceNews | null, };
