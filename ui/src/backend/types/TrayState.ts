// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * What happens in the tray.
 */
export type TrayState = "no_tray" | "still" | "hand" | "rolling" | "settling" | "thrown";
