// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { OptionValueView } from "./OptionValueView";
import type { PieceOnMap } from "./PieceOnMap";
import type { ScenarioShipView } from "./ScenarioShipView";

/**
 * A scenario that can be played.
 */
export type ScenarioView = { 
/**
 * Its id.
 */
id: string, 
/**
 * Its name.
 */
name: string, 
/**
 * Three sentences.
 */
briefing: Array<string>, 
/**
 * Its own rules; ours are marked.
 */
rules: Array<string>, 
/**
 * Its ships, with their names and sides.
 */
ships: Array<ScenarioShipView>, 
/**
 * How its start places differ from the printed ones on this table, one sentence each.
 */
notes: Array<string>, 
/**
 * The table it is laid out for, inches east and north.
 */
table_in: [number, number], 
/**
 * The number of turns; absent if not fixed.
 */
turns: number | null, 
/**
 * Forts and batteries.
 */
forts: Array<string>, 
/**
 * Whether it has secrets (mines, hidden shallows) that need an umpire, or a seat that players take in turn.
 */
secrets: boolean, 
/**
 * The option values that the scenario sets.
 */
options: Array<OptionValueView>, 
/**
 * The public terrain.
 */
terrain: Array<PieceOnMap>, };
