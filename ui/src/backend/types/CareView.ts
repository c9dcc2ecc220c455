// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
export type CareView = { sharp: boolean | null, glare: boolean, well_lit: boolean, even: boolean, advice: Array<string>, };
