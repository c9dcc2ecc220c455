// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { BattleView } from "./BattleView";
import type { FormView } from "./FormView";
import type { ProposalView } from "./ProposalView";
import type { ShiftView } from "./ShiftView";
import type { ShipGhostView } from "./ShipGhostView";
import type { SideView } from "./SideView";
import type { UndoView } from "./UndoView";
export type BattleNow = { viewer: string, battle: BattleView, book_id: string, judged: boolean, umpire: boolean, over: boolean, sides: Array<SideView>, also: Array<FormView>, rulings: Array<FormView>, proposals: Array<ProposalView>, shifts: Array<ShiftView>, bumped: boolean, ghosts: Array<ShipGhostView>, undo: UndoView, };
