// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { MovesChoice } from "./MovesChoice";
import type { OptionValueView } from "./OptionValueView";
import type { PlayerChoice } from "./PlayerChoice";
import type { ThinkingCommander } from "./ThinkingCommander";

/**
 * The choices with which a battle begins.
 */
export type BattleChoice = { 
/**
 * The book's id.
 */
book: string, 
/**
 * The scenario's id; absent for a battle of the ships on the table.
 */
scenario: string | null, 
/**
 * The ships that take part; empty for all of the scenario, or all on the table.
 */
ships: Array<string>, 
/**
 * Options that differ from the book's and the scenario's.
 */
options: Array<OptionValueView>, 
/**
 * How moves are taken; absent for the default: judged in a scenario, or if the book has no other way.
 */
moves: MovesChoice | null, 
/**
 * Whether an umpire sits at the table.
 */
umpire: boolean, 
/**
 * The sides that the app commands, by their keys.
 */
commanded: Array<string>, 
/**
 * Who commands them: a commander who thinks ahead, or absent for Mahan's procedure.
 */
commander: ThinkingCommander | null, 
/**
 * Named players with their ships; empty if each side is one unnamed player.
 */
players: Array<PlayerChoice>, };
