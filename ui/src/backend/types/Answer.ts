// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { Refusal } from "./Refusal";

/**
 * An answer as it is sent: exactly one of `ok` and `refused` is there.
 */
export type Answer = { 
/**
 * The id of the call.
 */
id: string, 
/**
 * The answer.
 */
ok?: unknown, 
/**
 * Why there is none.
 */
refused?: Refusal, };
