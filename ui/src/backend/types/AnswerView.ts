// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { LogLine } from "./LogLine";
import type { RuledSentence } from "./RuledSentence";
import type { TooCloseView } from "./TooCloseView";

/**
 * The answer to a decision.
 */
export type AnswerView = { "answer": "done", 
/**
 * The new lines of the log.
 */
log: Array<LogLine>, } | { "answer": "refused", 
/**
 * All reasons.
 */
reasons: Array<RuledSentence>, } | { "answer": "too_close", 
/**
 * The questions.
 */
questions: Array<TooCloseView>, };
