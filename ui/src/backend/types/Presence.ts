// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * How a ship shows itself.
 */
export type Presence = "seen" | "hidden" | "missing" | "kept" | "off";
