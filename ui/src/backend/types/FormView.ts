// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { FieldView } from "./FieldView";
import type { RuledSentence } from "./RuledSentence";

/**
 * A form to fill in and send ([`super::DecisionView::Answer`]).
 */
export type FormView = { 
/**
 * Identifies the form while the question stays the same.
 */
key: string, 
/**
 * Who decides: "everyone", "umpire", or a side's key.
 */
who: string, 
/**
 * The seat of the player who decides, if players have names; absent if it is no single player's.
 */
seat: string | null, 
/**
 * One sentence: who may do what.
 */
sentence: string, 
/**
 * Further text, line by line.
 */
details: Array<string>, 
/**
 * Whether the game can't continue until this is answered.
 */
must: boolean, 
/**
 * The rule it rests on.
 */
rule: string, 
/**
 * Whether it is filled in secretly. Everybody else gets it without fields: the one who decides must first take
 * that seat, and the others look away.
 */
secret: boolean, 
/**
 * Whether it declares fire, so that a forecast can be requested before it is sent.
 */
foreseen: boolean, 
/**
 * The fields in order; usually none, one or two.
 */
fields: Array<FieldView>, 
/**
 * The text of its button.
 */
submit: string, 
/**
 * Whether it is the usual next command, for players who do not know the rules well.
 */
forward: boolean, 
/**
 * Why the book would refuse it with any values, as the table stands now; absent if it can succeed.
 */
refusal: RuledSentence | null, };
