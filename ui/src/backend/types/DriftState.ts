// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * What the cards show of camera and table.
 */
export type DriftState = "steady" | "card_moved" | "corrected" | "unsure";
