// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * Whether a mount bears on the target.
 */
export type Bears = "yes" | "no" | "too_close";
