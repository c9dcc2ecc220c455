// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { LegGoes } from "./LegGoes";
export type LegDrawn = { goes: LegGoes, by: number, field: string | null, };
