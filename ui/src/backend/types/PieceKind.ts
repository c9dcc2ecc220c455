// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * What a piece means for ships.
 */
export type PieceKind = "land" | "shoal" | "fort" | "obstacle" | "mined";
