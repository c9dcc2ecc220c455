// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * The paper in the printer.
 */
export type PaperChoice = "letter" | "a4";
