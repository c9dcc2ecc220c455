// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * The purposes for which a file or folder is chosen.
 */
export type ChooseFor = "video" | "pictures" | "lens_views" | "lens" | "muster" | "plan";
