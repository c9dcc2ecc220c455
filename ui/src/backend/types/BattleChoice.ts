// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { MovesChoice } from "./MovesChoice";
import type { OptionValueView } from "./OptionValueView";
import type { PlayerChoice } from "./PlayerChoice";

/**
 * A battle to begin.
 */
export type BattleChoice = { 
/**
 * The book's id.
 */
book: string, 
/**
 * A scenario of that book; none for ships that stand on the table.
 */
scenario: string | null, 
/**
 * Only these ships take part; empty for all of the scenario, or all that stand on the table.
 */
ships: Array<string>, 
/**
 * Options that differ from what book and scenario say.
 */
options: Array<OptionValueView>, 
/**
 * How moves are taken; none for what is usual: judged, where a scenario is played or the book knows nothing else.
 */
moves: MovesChoice | null, 
/**
 * An umpire sits at the table.
 */
umpire: boolean, 
/**
 * The sides that the app commands, by their keys.
 */
commanded: Array<string>, 
/**
 * Players by name, with their ships; empty where each side is one player without a name.
 */
players: Array<PlayerChoice>, };
