// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.

export type SlowDrift = { from_turn: number, to_turn: number, from_seq: number, sentence: string, why: string, };
