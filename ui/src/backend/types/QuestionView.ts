// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { AnswerChoice } from "./AnswerChoice";

/**
 * A question that one key or click answers.
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
 * Whether the decision in hand depends on the answer; until then the doubt is only drawn.
 */
due: boolean, 
/**
 * The place in question, pixels.
 */
ring_px: [number, number], 
/**
 * The part of the picture that shows the ship in question: left, top, width and height, pixels.
 */
part_px: [number, number, number, number], 
/**
 * The possible answers.
 */
answers: Array<AnswerChoice>, };
