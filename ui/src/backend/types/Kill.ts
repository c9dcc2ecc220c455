// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
export type Kill = { battle: number, turn: number, ship: string, fate: string, };
