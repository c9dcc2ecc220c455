// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { BattleView } from "./BattleView";
import type { BoardDrawn } from "./BoardDrawn";
import type { DecidedView } from "./DecidedView";
import type { FormView } from "./FormView";
import type { OrderDrawn } from "./OrderDrawn";
import type { PlayerView } from "./PlayerView";
import type { ProposalView } from "./ProposalView";
import type { ShiftView } from "./ShiftView";
import type { ShipGhostView } from "./ShipGhostView";
import type { SideView } from "./SideView";
import type { UndoView } from "./UndoView";

/**
 * Everything that a window shows of the battle in play.
 */
export type BattleNow = { 
/**
 * Who looks on: "everyone", "umpire", a side's key, or a player's seat.
 */
viewer: string, 
/**
 * The battle, with what is asked now.
 */
battle: BattleView, 
/**
 * The rule book's id.
 */
book_id: string, 
/**
 * Moves are judged; else wherever a model comes to rest, it stands.
 */
judged: boolean, 
/**
 * An umpire sits at the table, with secrets in a window of the umpire's own.
 */
umpire: boolean, 
/**
 * The sides that the app commands, by their keys.
 */
commanded: Array<string>, 
/**
 * It is over.
 */
over: boolean, 
/**
 * The players with names: seats to take.
 */
players: Array<PlayerView>, 
/**
 * Who must act, by name: "Ann (Union) moves Cairo and Essex."; none where nobody was named, or it is nobody's alone.
 */
acting: string | null, 
/**
 * The sides: seats to take.
 */
sides: Array<SideView>, 
/**
 * What may be done besides (anchors, tows, leaving …), where somebody wants to.
 */
also: Array<FormView>, 
/**
 * What an umpire, or the players by agreement, may rule, type or set right.
 */
rulings: Array<FormView>, 
/**
 * The ships whose models may be moved now.
 */
movers: Array<string>, 
/**
 * How it stands decided, though nobody has noted its end yet; none while it is open.
 */
decided: DecidedView | null, 
/**
 * Moves made on the table and not decided yet.
 */
proposals: Array<ProposalView>, 
/**
 * Models that stand elsewhere than they officially do, though nobody may move them.
 */
shifts: Array<ShiftView>, 
/**
 * So many shifted at once that the table was bumped.
 */
bumped: boolean, 
/**
 * Where models should stand and don't.
 */
ghosts: Array<ShipGhostView>, 
/**
 * What written orders mean on the table, those that are being written and those that stand.
 */
orders: Array<OrderDrawn>, 
/**
 * The board, where the book plays on hexes.
 */
board: BoardDrawn | null, 
/**
 * What can be taken back, and done again.
 */
undo: UndoView, };
