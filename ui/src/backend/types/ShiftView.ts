// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { PlaceView } from "./PlaceView";
export type ShiftView = { ship: string, name: string, sentence: string, from: PlaceView, to: PlaceView, off_in: number, turned_deg: number, };
