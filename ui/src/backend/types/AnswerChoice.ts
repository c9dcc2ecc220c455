// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { HandWord } from "./HandWord";

/**
 * One answer.
 */
export type AnswerChoice = { 
/**
 * What its button says.
 */
label: string, 
/**
 * What it tells.
 */
says: HandWord, };
