// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { AnswerView } from "./AnswerView";
import type { BattleChanges } from "./BattleChanges";

/**
 * The answer to a decision, together with the changes.
 */
export type DecisionAnswer = { 
/**
 * The answer.
 */
answer: AnswerView, 
/**
 * The changes for the window, also if nothing was done, because others may have done something.
 */
changes: BattleChanges, };
