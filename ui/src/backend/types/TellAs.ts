// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * The output formats for a battle.
 */
export type TellAs = "report" | "table" | "data" | "animation" | "cards_letter" | "cards_a4";
