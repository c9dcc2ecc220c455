// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * Where a phone stands.
 */
export type Standing = "waiting" | "seated" | "thrown_out" | "seat_ended";
