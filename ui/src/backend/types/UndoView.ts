// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { StepBackView } from "./StepBackView";

/**
 * What can be taken back, and what can be done again.
 */
export type UndoView = { 
/**
 * The last step that can be taken back; absent at the beginning.
 */
back: StepBackView | null, 
/**
 * The step that was taken back last; absent if none was, or if something else was decided since.
 */
forward: StepBackView | null, };
