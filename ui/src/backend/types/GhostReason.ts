// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * Why a ghost is shown.
 */
export type GhostReason = "set_out" | "return" | "shifted" | "too_far" | "ordered";
