// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * The movement in a leg.
 */
export type LegGoes = "ahead" | "turn";
