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
 * The key of its class ("monitor"), which selects its silhouette.
 */
class: string, 
/**
 * Its starting place.
 */
place: PlaceView | null, 
/**
 * Its hull's outline at that place, table inches; empty without a place.
 */
outline_in: Array<[number, number]>, };
