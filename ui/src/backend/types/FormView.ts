// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { FieldView } from "./FieldView";
import type { RuledSentence } from "./RuledSentence";

/**
 * Something to fill in and send ([`super::DecisionView::Answer`]).
 */
export type FormView = { 
/**
 * Names it, as long as the same is asked.
 */
key: string, 
/**
 * Who decides: "everyone", "umpire", or a side's key.
 */
who: string, 
/**
 * The seat of the player who decides, where players have names; none where it is nobody's alone.
 */
seat: string | null, 
/**
 * One sentence: who may do what.
 */
sentence: string, 
/**
 * What belongs to it and is too long for one sentence, line by line.
 */
details: Array<string>, 
/**
 * Play can't go on until this is answered.
 */
must: boolean, 
/**
 * The rule it rests on.
 */
rule: string, 
/**
 * Only whoever decides may look on while it is filled in. Everybody else is shown it without its fields: first the
 * seat is taken, and the others look away.
 */
secret: boolean, 
/**
 * It declares fire: what would come of it, as it is filled in, can be asked before it is sent.
 */
foreseen: boolean, 
/**
 * What is to be filled in, in this order; mostly nothing, one or two.
 */
fields: Array<FieldView>, 
/**
 * What its button says.
 */
submit: string, 
/**
 * The usual way on: what players do here who know no better.
 */
forward: boolean, 
/**
 * Why the book would refuse it, whatever is filled in, as the table stands now; none where it can succeed.
 */
refusal: RuledSentence | null, };
