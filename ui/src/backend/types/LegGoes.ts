// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * What a ship does in a leg.
 */
export type LegGoes = "ahead" | "turn";
