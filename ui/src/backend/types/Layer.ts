// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * What an item belongs to. A painter may leave out or fade a whole layer.
 */
export type Layer = "sheet" | "terrain" | "water" | "tracks" | "reach" | "ghosts" | "ships";
