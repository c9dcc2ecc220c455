// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { AdvisedView } from "./AdvisedView";
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
import type { ThinkingView } from "./ThinkingView";
import type { UndoView } from "./UndoView";

/**
 * Everything that a window shows of the battle in play.
 */
export type BattleNow = { 
/**
 * The viewer: "everyone", "umpire", a side's key, or a player's seat.
 */
viewer: string, 
/**
 * The battle, with the open questions.
 */
battle: BattleView, 
/**
 * The rule book's id.
 */
book_id: string, 
/**
 * Whether moves are judged; otherwise a model's place is official as soon as it comes to rest.
 */
judged: boolean, 
/**
 * Whether an umpire sits at the table; secrets are then shown in the umpire's own window.
 */
umpire: boolean, 
/**
 * The sides that the app commands, by their keys.
 */
commanded: Array<string>, 
/**
 * Who thinks now; absent if nobody does.
 */
thinking: ThinkingView | null, 
/**
 * The advice that this viewer was given for the battle as it stands, best first.
 */
advice: Array<AdvisedView>, 
/**
 * Whether this viewer may ask for advice.
 */
may_be_advised: boolean, 
/**
 * Whether the battle is over.
 */
over: boolean, 
/**
 * The seats in which something must be done first that this viewer is not shown: a throw in secret.
 */
hidden_in: Array<string>, 
/**
 * The named players, as seats to take.
 */
players: Array<PlayerView>, 
/**
 * Who must act, by name: "Ann (Union) moves Cairo and Essex."; absent without named players, or if it is no single
 * player's.
 */
acting: string | null, 
/**
 * The sides, as seats to take.
 */
sides: Array<SideView>, 
/**
 * Optional actions (anchors, tows, leaving …).
 */
also: Array<FormView>, 
/**
 * Rulings of an umpire, or of the players by agreement: orders, typed measures, corrections.
 */
rulings: Array<FormView>, 
/**
 * The ships whose models may be moved now.
 */
movers: Array<string>, 
/**
 * The result, if it is decided though its end is not declared yet; absent while it is open.
 */
decided: DecidedView | null, 
/**
 * Moves made on the table that are not decided yet.
 */
proposals: Array<ProposalView>, 
/**
 * Models that are not at their official places although they may not be moved now.
 */
shifts: Array<ShiftView>, 
/**
 * Whether so many models shifted at once that the table counts as bumped.
 */
bumped: boolean, 
/**
 * Where models should stand and don't.
 */
ghosts: Array<ShipGhostView>, 
/**
 * Orders drawn on the table, both those being written and standing ones.
 */
orders: Array<OrderDrawn>, 
/**
 * The board, if the book uses hexes.
 */
board: BoardDrawn | null, 
/**
 * What can be taken back, and done again.
 */
undo: UndoView, };
