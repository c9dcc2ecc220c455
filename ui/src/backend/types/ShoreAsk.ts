// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { PieceWords } from "./PieceWords";
import type { PlanFit } from "./PlanFit";

/**
 * A request about the shore.
 */
export type ShoreAsk = { "shore": "look" } | { "shore": "propose_all", 
/**
 * Their height, inches.
 */
height_in: number, } | { "shore": "propose_at", 
/**
 * The place, pixels.
 */
at_px: [number, number], 
/**
 * Its height, inches.
 */
height_in: number, } | { "shore": "trace", 
/**
 * The line, pixels.
 */
line_px: Array<[number, number]>, 
/**
 * The piece's height, inches.
 */
height_in: number, } | { "shore": "take", 
/**
 * The description.
 */
words: PieceWords, } | { "shore": "remove", 
/**
 * Which piece.
 */
id: string, } | { "shore": "review" } | { "shore": "take_new", 
/**
 * Which piece.
 */
id: string, } | { "shore": "plan", 
/**
 * The file.
 */
path: string, 
/**
 * How it is fitted to the table.
 */
fit: PlanFit, } | { "shore": "no_plan" };
