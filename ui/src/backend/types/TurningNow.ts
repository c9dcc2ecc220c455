// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { TurningView } from "./TurningView";

/**
 * What a window may know of where a battle turned.
 */
export type TurningNow = { 
/**
 * Whether its seat may know all of the battle, and so ask.
 */
open: boolean, 
/**
 * The analysis of the battle as it now stands, if there is one.
 */
turning: TurningView | null, };
