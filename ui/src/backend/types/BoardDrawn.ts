// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { OnHex } from "./OnHex";
export type BoardDrawn = { middles: Array<[number, number]>, corners: Array<[number, number]>, ships: Array<OnHex>, };
