// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { LegDrawn } from "./LegDrawn";
export type OrderDrawn = { ship: string, side: string, form: string | null, legs: Array<LegDrawn>, };
