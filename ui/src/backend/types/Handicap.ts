// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * How often a commander goes on in a turn as before instead of thinking, whatever his rank.
 */
export type Handicap = "none" | "little" | "much";
