// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { OptionView } from "./OptionView";
export type FieldView = { key: string, label: string, } & ({ "field": "choice", options: Array<OptionView>, value: string, } | { "field": "several", options: Array<OptionView>, value: Array<string>, } | { "field": "number", min: number, max: number, step: number, unit: string, value: number, } | { "field": "text", value: string, } | { "field": "yes_no", value: boolean, });
