// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * The light in which a drawing is looked at; it selects the palette, as in S-52.
 */
export type Light = "day" | "dusk" | "night" | "picture";
