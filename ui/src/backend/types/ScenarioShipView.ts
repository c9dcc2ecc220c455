// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { PlaceView } from "./PlaceView";

/**
 * A ship of a scenario.
 */
export type ScenarioShipView = { 
/**
 * The ship's id.
 */
id: string, 
/**
 * Its name.
 */
name: string, 
/**
 * Its side's key.
 */
side: string, 
/**
 * Its starting place.
 */
place: PlaceView | null, };
