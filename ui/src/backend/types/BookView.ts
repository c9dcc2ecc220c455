// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { OptionSpecView } from "./OptionSpecView";
import type { RuleView } from "./RuleView";
export type BookView = { id: string, title: string, about: string, options: Array<OptionSpecView>, glossary: Array<RuleView>, any_ships: boolean, exactly_ships: number | null, unjudged: boolean, };
