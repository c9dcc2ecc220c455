//! The battle in play at this moment, all of it at once, as one window shows it.

use super::{BattleView, BoardDrawn, FormView, OrderDrawn, PlaceView, RuledSentence, TooCloseView};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Everything that a window shows of the battle in play.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct BattleNow {
    /// Who looks on: "everyone", "umpire", a side's key, or a player's seat.
    pub viewer: String,
    /// The battle, with what is asked now.
    pub battle: BattleView,
    /// The rule book's id.
    pub book_id: String,
    /// Moves are judged; else wherever a model comes to rest, it stands.
    pub judged: bool,
    /// An umpire sits at the table, with secrets in a window of the umpire's own.
    pub umpire: bool,
    /// The sides that the app commands, by their keys.
    pub commanded: Vec<String>,
    /// It is over.
    pub over: bool,
    /// The players with names: seats to take.
    pub players: Vec<PlayerView>,
    /// Who must act, by name: "Ann (Union) moves Cairo and Essex."; none where nobody was named, or it is nobody's alone.
    pub acting: Option<String>,
    /// The sides: seats to take.
    pub sides: Vec<SideView>,
    /// What may be done besides (anchors, tows, leaving …), where somebody wants to.
    pub also: Vec<FormView>,
    /// What an umpire, or the players by agreement, may rule, type or set right.
    pub rulings: Vec<FormView>,
    /// The ships whose models may be moved now.
    pub movers: Vec<String>,
    /// How it stands decided, though nobody has noted its end yet; none while it is open.
    pub decided: Option<DecidedView>,
    /// Moves made on the table and not decided yet.
    pub proposals: Vec<ProposalView>,
    /// Models that stand elsewhere than they officially do, though nobody may move them.
    pub shifts: Vec<ShiftView>,
    /// So many shifted at once that the table was bumped.
    pub bumped: bool,
    /// Where models should stand and don't.
    pub ghosts: Vec<ShipGhostView>,
    /// What written orders mean on the table, those that are being written and those that stand.
    pub orders: Vec<OrderDrawn>,
    /// The board, where the book plays on hexes.
    pub board: Option<BoardDrawn>,
    /// What can be taken back, and done again.
    pub undo: UndoView,
}

/// How a battle stands decided.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct DecidedView {
    /// The key of the side that won; none in a draw.
    pub winner: Option<String>,
    /// The same in one sentence.
    pub sentence: String,
}

/// A player with a name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PlayerView {
    /// The word for the seat ("player:Ann").
    pub seat: String,
    /// The name.
    pub name: String,
    /// The side's key.
    pub side: String,
    /// The player's ships.
    pub ships: Vec<String>,
}

/// A side.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct SideView {
    /// Its key ("union").
    pub key: String,
    /// Its ships.
    pub ships: Vec<String>,
}

/// A move made on the table and not decided yet.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ProposalView {
    /// Whose.
    pub ship: String,
    /// Her name.
    pub name: String,
    /// Her side's key.
    pub side: String,
    /// "Cairo 5.8 in of 6, legal".
    pub sentence: String,
    /// It can stand as it is.
    pub legal: bool,
    /// How long her way was, inches.
    pub way_in: Option<f64>,
    /// Half the width of its 95 % interval, inches.
    pub plus_minus_in: Option<f64>,
    /// How far she might have gone, inches.
    pub allowed_in: Option<f64>,
    /// How far she went too far, inches; none where she didn't.
    pub over_in: Option<f64>,
    /// Why it can't stand.
    pub reasons: Vec<RuledSentence>,
    /// What the players must say first.
    pub too_close: Vec<TooCloseView>,
    /// Where she stood.
    pub from: PlaceView,
    /// Where she was set down on the way.
    pub stops: Vec<PlaceView>,
    /// Where she stands.
    pub to: PlaceView,
    /// The furthest she may go on that way, where she went too far.
    pub furthest: Option<PlaceView>,
}

/// A ship that stands elsewhere than she officially does.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ShiftView {
    /// Which ship.
    pub ship: String,
    /// Her name.
    pub name: String,
    /// "Cairo was pushed 0.6 in".
    pub sentence: String,
    /// Where she officially stands.
    pub from: PlaceView,
    /// Where she is seen.
    pub to: PlaceView,
    /// How far, inches.
    pub off_in: f64,
    /// How far her bow swung, degrees, clockwise positive.
    pub turned_deg: f64,
}

/// Where a model should stand.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ShipGhostView {
    /// Which ship.
    pub ship: String,
    /// Her name.
    pub name: String,
    /// Her side's key.
    pub side: String,
    /// Where.
    pub place: PlaceView,
    /// Her hull's outline there, table inches.
    pub outline_in: Vec<(f64, f64)>,
    /// Why it is shown.
    pub why: GhostReason,
    /// Of a model to be set out or put back: she may be let stand where she stands instead.
    pub may_stay: bool,
    /// The same in one sentence: what to do.
    pub sentence: String,
}

/// Why a ghost is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum GhostReason {
    /// She has not been set out yet.
    SetOut,
    /// She returns there: something was taken back, the table is set up again, the book put her there.
    Return,
    /// She was pushed: put her back, or accept.
    Shifted,
    /// Her move went too far: this is as far as she may go.
    TooFar,
    /// The app commands her side, and wants her there.
    Ordered,
}

/// What can be taken back, and what was taken back and can be done again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct UndoView {
    /// The last thing that stands; none at the beginning.
    pub back: Option<StepBackView>,
    /// What was taken back last; none where nothing was, or where something else was decided since.
    pub forward: Option<StepBackView>,
}

/// A step back, or forward again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct StepBackView {
    /// The event that stands last then: what `take_back` is asked with.
    #[ts(type = "number")]
    pub to: i64,
    /// What is taken back (or done again), in one sentence.
    pub sentence: String,
    /// It holds something secret or revealed: only with the umpire's leave.
    pub needs_umpire: bool,
}
