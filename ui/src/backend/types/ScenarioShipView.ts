// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { PlaceView } from "./PlaceView";
export type ScenarioShipView = { id: string, name: string, side: string, place: PlaceView | null, };
