// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
export type OptionSpecView = { name: string, rule: string, text: string, default: boolean | number | string, choices: (boolean | number | string)[], between: [number, number] | null, house: boolean, };
