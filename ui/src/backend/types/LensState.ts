// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * What the lens wizard is about.
 */
export type LensState = "idle" | "looking" | "working" | "done";
