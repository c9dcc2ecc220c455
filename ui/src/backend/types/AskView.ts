// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { FormView } from "./FormView";
import type { RollView } from "./RollView";
import type { TickChoice } from "./TickChoice";
import type { TickView } from "./TickView";

/**
 * An open question: what somebody must do now.
 */
export type AskView = { "ask": "fire", 
/**
 * One sentence: who may do what.
 */
sentence: string, 
/**
 * Ships that may still fire.
 */
ships: Array<string>, } | { "ask": "move", 
/**
 * One sentence: who may do what.
 */
sentence: string, 
/**
 * The side that moves.
 */
side: string, } | { "ask": "roll", 
/**
 * One sentence: who throws what.
 */
sentence: string, 
/**
 * The dice, in the order in which their faces are given.
 */
rolls: Array<RollView>, } | { "ask": "tick", 
/**
 * One sentence: who ticks how many.
 */
sentence: string, 
/**
 * The ship that was hit.
 */
ship: string, 
/**
 * Boxes still to be ticked.
 */
boxes: number, 
/**
 * Where they may be ticked.
 */
choices: Array<TickChoice>, 
/**
 * A legal way to tick them all, used as the default.
 */
suggestion: Array<TickView>, } | { "ask": "choose", 
/**
 * One sentence: who chooses what.
 */
sentence: string, 
/**
 * The ship that was hit.
 */
ship: string, 
/**
 * The sections to choose from, by key.
 */
sections: Array<string>, } | { "ask": "form" } & FormView | { "ask": "wait", 
/**
 * One sentence.
 */
sentence: string, 
/**
 * Who decides: "everyone", "umpire", a side's key, or a player's seat.
 */
who: string, } | { "ask": "end_step", 
/**
 * One sentence.
 */
sentence: string, };
