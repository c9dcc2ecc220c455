// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { StepBackView } from "./StepBackView";
export type UndoView = { back: StepBackView | null, forward: StepBackView | null, };
