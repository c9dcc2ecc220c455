// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * What a piece is to a ship.
 */
export type PieceKind = "land" | "shoal" | "fort" | "obstacle" | "mined";
