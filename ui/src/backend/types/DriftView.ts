// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { DriftState } from "./DriftState";

/**
 * Whether camera and table stand as they were calibrated.
 */
export type DriftView = { 
/**
 * What the cards say.
 */
state: DriftState, 
/**
 * For the players.
 */
sentence: string, };
