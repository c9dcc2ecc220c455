// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { Answer } from "./Answer";
import type { CameraWish } from "./CameraWish";
import type { PhoneState } from "./PhoneState";

/**
 * A message to a phone that it did not ask for; over the WebSocket, answers come the same way.
 */
export type Push = { "push": "state", 
/**
 * Its state.
 */
state: PhoneState, } | { "push": "live", 
/**
 * The view.
 */
live: unknown, } | { "push": "camera", 
/**
 * The wish.
 */
wish: CameraWish, } | { "push": "answer" } & Answer;
