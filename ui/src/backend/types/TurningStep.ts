// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.

export type TurningStep = { turn: number, from_seq: number, to_seq: number, plan: number, dice: number, dice_error: number, headline: string, split: string, why: string, };
