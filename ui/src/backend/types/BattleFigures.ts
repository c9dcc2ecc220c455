// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { Luck } from "./Luck";
import type { Series } from "./Series";
export type BattleFigures = { ships: Array<Series>, sides: Array<Series>, luck: Luck, };
