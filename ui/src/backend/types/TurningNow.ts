// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { TurningView } from "./TurningView";

export type TurningNow = { open: boolean, turning: TurningView | null, };
