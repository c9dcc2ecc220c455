// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.

export type ChancePoint = { seq: number, turn: number, chance: number, low: number, high: number, };
