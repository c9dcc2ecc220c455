// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { StepBackView } from "./StepBackView";

/**
 * What can be taken back, and what was taken back and can be done again.
 */
export type UndoView = { 
/**
 * The last thing that stands; none at the beginning.
 */
back: StepBackView | null, 
/**
 * What was taken back last; none where nothing was, or where something else was decided since.
 */
forward: StepBackView | null, };
