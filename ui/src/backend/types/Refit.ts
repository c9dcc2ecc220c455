// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
export type Refit = { battle: number, date: string | null, mended: { [key in string]: number }, why: string, };
