// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
export type BattleOfCareer = { battle: number, hits_scored: number, hits_suffered: number, left_before: number, left_after: number, fate: string | null, };
