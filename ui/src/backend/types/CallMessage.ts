// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { Call } from "./Call";

/**
 * A call as it is sent.
 */
export type CallMessage = { 
/**
 * Made by the phone, 1 to 40 characters, and the same when the call is sent again: a command with the id of an
 * earlier one is not carried out a second time, but answered as that one was.
 */
id: string, 
/**
 * The call.
 */
call: Call, };
