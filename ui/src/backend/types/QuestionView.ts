// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { AnswerChoice } from "./AnswerChoice";

/**
 * A doubt that one click settles.
 */
export type QuestionView = { 
/**
 * The same for as long as the same is asked.
 */
key: string, 
/**
 * The question, one sentence.
 */
sentence: string, 
/**
 * The ships in doubt.
 */
ships: Array<string>, 
/**
 * What is asked about lies here, pixels.
 */
ring_px: [number, number], 
/**
 * What can be answered.
 */
answers: Array<AnswerChoice>, };
