// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { FieldView } from "./FieldView";
export type FormView = { key: string, who: string, sentence: string, must: boolean, rule: string, secret: boolean, fields: Array<FieldView>, submit: string, };
