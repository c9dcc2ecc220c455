// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { AnswerChoice } from "./AnswerChoice";

/**
 * A question that one click answers.
 */
export type QuestionView = { 
/**
 * Identifies the question; stays the same while the question stays.
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
 * The place in question, pixels.
 */
ring_px: [number, number], 
/**
 * The possible answers.
 */
answers: Array<AnswerChoice>, };
