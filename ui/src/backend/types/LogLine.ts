// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { DieView } from "./DieView";
import type { Moment } from "./Moment";
import type { RuledSentence } from "./RuledSentence";

/**
 * An event as a line of the log.
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
 * What happened, in sentences.
 */
sentences: Array<RuledSentence>, 
/**
 * The dice thrown for it, in the order of the rolls.
 */
dice: Array<DieView>, 
/**
 * What it looks like on the table, in order.
 */
moments: Array<Moment>, 
/**
 * Wall-clock time, ISO 8601.
 */
at: string, 
/**
 * The photograph of that moment, if one was stored.
 */
photo: number | null, };
