// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { GhostReason } from "./GhostReason";
import type { PlaceView } from "./PlaceView";
export type ShipGhostView = { ship: string, name: string, side: string, place: PlaceView, outline_in: Array<[number, number]>, why: GhostReason, sentence: string, };
