// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * Whether and how a ship is visible.
 */
export type Presence = "seen" | "hidden" | "missing" | "kept" | "off";
