// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { PlaceView } from "./PlaceView";

/**
 * A ship of a scenario.
 */
export type ScenarioShipView = { 
/**
 * Her id.
 */
id: string, 
/**
 * Her name.
 */
name: string, 
/**
 * Her side's key.
 */
side: string, 
/**
 * Where she begins.
 */
place: PlaceView | null, };
