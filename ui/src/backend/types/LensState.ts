// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * The states of the lens wizard.
 */
export type LensState = "idle" | "looking" | "working" | "done";
