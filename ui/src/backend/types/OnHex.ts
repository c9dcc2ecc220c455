// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { PlaceView } from "./PlaceView";
export type OnHex = { ship: string, place: PlaceView, or_hex: [number, number] | null, or_heading_deg: number | null, sentence: string, };
