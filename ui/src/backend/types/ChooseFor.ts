// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * What a file or folder is chosen for.
 */
export type ChooseFor = "video" | "pictures" | "lens_views" | "lens" | "muster" | "plan";
