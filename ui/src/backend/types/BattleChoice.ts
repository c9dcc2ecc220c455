// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { MovesChoice } from "./MovesChoice";
import type { OptionValueView } from "./OptionValueView";
export type BattleChoice = { book: string, scenario: string | null, ships: Array<string>, options: Array<OptionValueView>, moves: MovesChoice | null, umpire: boolean, };
