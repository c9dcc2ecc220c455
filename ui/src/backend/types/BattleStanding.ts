// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
export type BattleStanding = { battle: number, name: string, book: string, date: string | null, began_at: string, turns: number, over: boolean, winner: string | null, result: string | null, lost: { [key in string]: Array<string> }, };
