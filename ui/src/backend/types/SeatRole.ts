// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * What a seat may do.
 */
export type SeatRole = "onlooker" | "player" | "umpire";
