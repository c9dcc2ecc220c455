// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * Does a mount bear?
 */
export type Bears = "yes" | "no" | "too_close";
