// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { SeriesPoint } from "./SeriesPoint";
export type Series = { of: string, side: string, points: Array<SeriesPoint>, };
