// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
export type RowStanding = { row: string, label: string, printed: number, left: number, };
