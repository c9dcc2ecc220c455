// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { HandWord } from "./HandWord";

/**
 * One answer.
 */
export type AnswerChoice = { 
/**
 * The text of its button.
 */
label: string, 
/**
 * The correction that it sends.
 */
says: HandWord, };
