// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
export type DiceAsk = { "ask": "look" } | { "ask": "tray", tray_px: [number, number, number, number] | null, } | { "ask": "teach", name: string, kind: string, value: number, } | { "ask": "name_colour", name: string, } | { "ask": "rename", name: string, to: string, } | { "ask": "forget", name: string, };
