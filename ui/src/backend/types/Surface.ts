// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * How the table is shown.
 */
export type Surface = "picture" | "from_above" | "chart";
