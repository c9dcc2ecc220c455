// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { DieView } from "./DieView";
import type { RuledSentence } from "./RuledSentence";

/**
 * An event, told.
 */
export type LogLine = { 
/**
 * The event's sequence number.
 */
seq: number, 
/**
 * The turn.
 */
turn: number, 
/**
 * The step, in words.
 */
phase: string, 
/**
 * The event's kind ("salvo_declared").
 */
kind: string, 
/**
 * What happened.
 */
sentences: Array<RuledSentence>, 
/**
 * The dice that were thrown for it, in the order of the rolls.
 */
dice: Array<DieView>, 
/**
 * Wall-clock time, ISO 8601.
 */
at: string, 
/**
 * The photograph of that moment, if one was kept.
 */
photo: number | null, };
