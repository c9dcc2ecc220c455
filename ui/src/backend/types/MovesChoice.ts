// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * How new places of models become official.
 */
export type MovesChoice = "judged" | "as_seen";
