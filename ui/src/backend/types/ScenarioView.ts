// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { OptionValueView } from "./OptionValueView";
import type { PieceOnMap } from "./PieceOnMap";
import type { ScenarioShipView } from "./ScenarioShipView";
export type ScenarioView = { id: string, name: string, briefing: Array<string>, rules: Array<string>, ships: Array<ScenarioShipView>, table_in: [number, number], turns: number | null, forts: Array<string>, secrets: boolean, options: Array<OptionValueView>, terrain: Array<PieceOnMap>, };
