// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
export type DieReadView = { name: string | null, p: number, sure: boolean, read_as: number | null, x_px: number, y_px: number, side_px: number, };
