// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * What is made of a battle.
 */
export type TellAs = "report" | "table" | "data" | "animation" | "cards_letter" | "cards_a4";
