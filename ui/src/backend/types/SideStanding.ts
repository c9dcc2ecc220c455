// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
export type SideStanding = { side: string, fought: number, won: number, lost: number, drawn: number, ships_lost: number, hits: number, };
