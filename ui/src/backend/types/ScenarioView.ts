// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { OptionValueView } from "./OptionValueView";
import type { PieceOnMap } from "./PieceOnMap";
import type { ScenarioShipView } from "./ScenarioShipView";

/**
 * A battle that can be played.
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
 * Its own rules, those of ours marked.
 */
rules: Array<string>, 
/**
 * Its ships, with their names and sides.
 */
ships: Array<ScenarioShipView>, 
/**
 * The table it is laid out for, inches east and north.
 */
table_in: [number, number], 
/**
 * How many turns are played; none where nobody says.
 */
turns: number | null, 
/**
 * Forts and batteries.
 */
forts: Array<string>, 
/**
 * It has secrets that need an umpire, or a seat taken in turn (mines, hidden shallows).
 */
secrets: boolean, 
/**
 * Values that the scenario gives to options.
 */
options: Array<OptionValueView>, 
/**
 * What lies on the table besides ships, as everybody may see it.
 */
terrain: Array<PieceOnMap>, };
