// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { CardView } from "./CardView";
import type { PlaceView } from "./PlaceView";

/**
 * A ship of the battle.
 */
export type ShipView = { 
/**
 * The ship's id.
 */
id: string, 
/**
 * Its name as printed ("USS Monitor").
 */
name: string, 
/**
 * Its side's key ("union").
 */
side: string, 
/**
 * The key of its class ("monitor"), which selects its silhouette.
 */
class: string, 
/**
 * Its official place, if it has one.
 */
place: PlaceView | null, 
/**
 * Its hull's outline at the official place, table inches.
 */
outline_in: Array<[number, number]>, 
/**
 * Its card.
 */
card: CardView, 
/**
 * Whether it is out of the battle.
 */
sunk: boolean, };
