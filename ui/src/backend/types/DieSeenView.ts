// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
export type DieSeenView = { kind: string, name: string | null, value: number, x: number, y: number, side_px: number, sure: boolean, p: number, };
