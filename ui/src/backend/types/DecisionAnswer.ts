// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { AnswerView } from "./AnswerView";
import type { BattleChanges } from "./BattleChanges";

/**
 * The answer to a decision, and the battle after it: all in one.
 */
export type DecisionAnswer = { 
/**
 * The answer.
 */
answer: AnswerView, 
/**
 * What the window has to take in, also where nothing was done: others may have done something meanwhile.
 */
changes: BattleChanges, };
