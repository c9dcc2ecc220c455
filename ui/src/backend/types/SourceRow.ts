// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { SourceChoice } from "./SourceChoice";
export type SourceRow = { choice: SourceChoice, name: string, };
