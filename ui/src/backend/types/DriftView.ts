// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { DriftState } from "./DriftState";

/**
 * Whether camera and table still stand as calibrated.
 */
export type DriftView = { 
/**
 * What the cards show.
 */
state: DriftState, 
/**
 * One sentence for the players.
 */
sentence: string, };
