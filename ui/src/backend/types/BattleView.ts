// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { AskView } from "./AskView";
import type { PieceOnMap } from "./PieceOnMap";
import type { ShipView } from "./ShipView";

/**
 * The state of a battle.
 */
export type BattleView = { 
/**
 * The battle's number in its campaign file.
 */
battle: number, 
/**
 * The scenario's name.
 */
name: string, 
/**
 * The rule book's name and version.
 */
book: string, 
/**
 * The turn, from 1.
 */
turn: number, 
/**
 * The step, in words.
 */
phase: string, 
/**
 * Table size, inches east and north.
 */
table_in: [number, number], 
/**
 * The terrain on the table.
 */
terrain: Array<PieceOnMap>, 
/**
 * The ships.
 */
ships: Array<ShipView>, 
/**
 * The open questions, and who must answer them.
 */
asks: Array<AskView>, 
/**
 * The last event's sequence number.
 */
seq: number, };
