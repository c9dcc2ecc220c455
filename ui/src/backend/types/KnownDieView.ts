// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
export type KnownDieView = { name: string, kind: string, colour: string, shown: Array<number>, missing: Array<number>, };
