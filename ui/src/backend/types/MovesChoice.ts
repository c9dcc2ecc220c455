// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * How a model's new place becomes official.
 */
export type MovesChoice = "judged" | "as_seen";
