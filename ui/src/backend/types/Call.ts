// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { CameraOffer } from "./CameraOffer";
import type { CameraStatus } from "./CameraStatus";
import type { ChartRequest } from "./ChartRequest";
import type { DecisionView } from "./DecisionView";

/**
 * What a phone asks. The seat is never part of it: it is the one that the host has granted.
 *
 * `made_on`: the number of the last event that the phone showed when the command was given.
 */
export type Call = { "call": "changes", 
/**
 * The last event shown; 0 for the whole log.
 */
seq: number, } | { "call": "decide", 
/**
 * See [`Call`].
 */
made_on: number, 
/**
 * The decision.
 */
decision: DecisionView, } | { "call": "take_back", 
/**
 * See [`Call`].
 */
made_on: number, 
/**
 * The last event that will stand.
 */
to: number, 
/**
 * Why.
 */
why: string, 
/**
 * Whether the umpire allows it.
 */
umpire: boolean, } | { "call": "accept_shifts", 
/**
 * See [`Call`].
 */
made_on: number, 
/**
 * The ships.
 */
ships: Array<string>, } | { "call": "remark", 
/**
 * The event. It is also what the note was made on.
 */
about: number, 
/**
 * The note.
 */
text: string, 
/**
 * Whether only this seat may read it.
 */
private: boolean, } | { "call": "ask_advice", 
/**
 * See [`Call`].
 */
made_on: number, } | { "call": "decide_now" } | { "call": "preview_salvo", 
/**
 * The firing ship.
 */
shooter: string, 
/**
 * Its target.
 */
target: string, } | { "call": "foresee", 
/**
 * The decision.
 */
decision: DecisionView, } | { "call": "measure", 
/**
 * From this ship.
 */
from: string, 
/**
 * To this one.
 */
to: string, } | { "call": "chart", 
/**
 * What is drawn.
 */
request: ChartRequest, } | { "call": "battles" } | { "call": "books" } | { "call": "replay_at", 
/**
 * The battle.
 */
battle: number, 
/**
 * The event.
 */
seq: number, } | { "call": "replay_chart", 
/**
 * The battle.
 */
battle: number, 
/**
 * The event.
 */
seq: number, 
/**
 * What is drawn.
 */
request: ChartRequest, } | { "call": "replay_log", 
/**
 * The battle.
 */
battle: number, } | { "call": "replay_tracks", 
/**
 * The battle.
 */
battle: number, } | { "call": "ask_for_seat", 
/**
 * The seat's key.
 */
seat: string, } | { "call": "offer_camera", 
/**
 * The camera.
 */
offer: CameraOffer | null, } | { "call": "camera_status", 
/**
 * The state.
 */
status: CameraStatus, } | { "call": "leave" };
