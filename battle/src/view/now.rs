//! The view model of one window: the whole battle in play at this moment.

use super::{AdvisedView, ThinkingView};
use super::{BattleView, BoardDrawn, FormView, OrderDrawn, PlaceView, RuledSentence, TooCloseView};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Everything that a window shows of the battle in play.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct BattleNow {
    /// The viewer: "everyone", "umpire", a side's key, or a player's seat.
    pub viewer: String,
    /// The battle, with the open questions.
    pub battle: BattleView,
    /// The rule book's id.
    pub book_id: String,
    /// Whether moves are judged; otherwise a model's place is official as soon as it comes to rest.
    pub judged: bool,
    /// Whether an umpire sits at the table; secrets are then shown in the umpire's own window.
    pub umpire: bool,
    /// The sides that the app commands, by their keys.
    pub commanded: Vec<String>,
    /// Who thinks now; absent if nobody does.
    pub thinking: Option<ThinkingView>,
    /// The advice that this viewer was given for the battle as it stands, best first.
    pub advice: Vec<AdvisedView>,
    /// Whether this viewer may ask for advice.
    pub may_be_advised: bool,
    /// Whether the battle is over.
    pub over: bool,
    /// The seats in which something must be done first that this viewer is not shown: a throw in secret.
    pub hidden_in: Vec<String>,
    /// The named players, as seats to take.
    pub players: Vec<PlayerView>,
    /// Who must act, by name: "Ann (Union) moves Cairo and Essex."; absent without named players, or if it is no single
    /// player's.
    pub acting: Option<String>,
    /// The sides, as seats to take.
    pub sides: Vec<SideView>,
    /// Optional actions (anchors, tows, leaving …).
    pub also: Vec<FormView>,
    /// Rulings of an umpire, or of the players by agreement: orders, typed measures, corrections.
    pub rulings: Vec<FormView>,
    /// The ships whose models may be moved now.
    pub movers: Vec<String>,
    /// The result, if it is decided though its end is not declared yet; absent while it is open.
    pub decided: Option<DecidedView>,
    /// Moves made on the table that are not decided yet.
    pub proposals: Vec<ProposalView>,
    /// Models that are not at their official places although they may not be moved now.
    pub shifts: Vec<ShiftView>,
    /// Whether so many models shifted at once that the table counts as bumped.
    pub bumped: bool,
    /// Where models should stand and don't.
    pub ghosts: Vec<ShipGhostView>,
    /// Orders drawn on the table, both those being written and standing ones.
    pub orders: Vec<OrderDrawn>,
    /// The board, if the book uses hexes.
    pub board: Option<BoardDrawn>,
    /// What can be taken back, and done again.
    pub undo: UndoView,
}

/// The result of a battle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct DecidedView {
    /// The key of the side that won; absent in a draw.
    pub winner: Option<String>,
    /// The result in one sentence.
    pub sentence: String,
}

/// A player with a name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PlayerView {
    /// The key of the seat ("player:Ann").
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

/// A move made on the table that is not decided yet.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ProposalView {
    /// The ship's id.
    pub ship: String,
    /// The ship's name.
    pub name: String,
    /// Its side's key.
    pub side: String,
    /// "Cairo 5.8 in of 6, legal".
    pub sentence: String,
    /// Whether it can stand as it is.
    pub legal: bool,
    /// The length of its path, inches.
    pub way_in: Option<f64>,
    /// Half the width of its 95 % interval, inches.
    pub plus_minus_in: Option<f64>,
    /// The farthest it may move, inches.
    pub allowed_in: Option<f64>,
    /// How much farther it moved, inches; absent if it did not.
    pub over_in: Option<f64>,
    /// Why it can't stand.
    pub reasons: Vec<RuledSentence>,
    /// The readings that players must choose first.
    pub too_close: Vec<TooCloseView>,
    /// Where it stood.
    pub from: PlaceView,
    /// Where it was set down on the way.
    pub stops: Vec<PlaceView>,
    /// Where it stands.
    pub to: PlaceView,
    /// The farthest allowed place on that path, if it moved too far.
    pub furthest: Option<PlaceView>,
}

/// A ship that is not at its official place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ShiftView {
    /// Which ship.
    pub ship: String,
    /// The ship's name.
    pub name: String,
    /// "Cairo was pushed 0.6 in".
    pub sentence: String,
    /// Its official place.
    pub from: PlaceView,
    /// Where it is seen.
    pub to: PlaceView,
    /// The distance, inches.
    pub off_in: f64,
    /// The turn of its bow, degrees, clockwise positive.
    pub turned_deg: f64,
}

/// A place where a model should stand.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ShipGhostView {
    /// Which ship.
    pub ship: String,
    /// The ship's name.
    pub name: String,
    /// Its side's key.
    pub side: String,
    /// The place.
    pub place: PlaceView,
    /// The outline of its hull there, table inches.
    pub outline_in: Vec<(f64, f64)>,
    /// Why it is shown.
    pub why: GhostReason,
    /// Whether a model that must be placed or put back may stay where it stands instead.
    pub may_stay: bool,
    /// What to do, one sentence.
    pub sentence: String,
}

/// Why a ghost is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum GhostReason {
    /// The ship has not been placed yet.
    SetOut,
    /// The ship must return there: something was taken back, the table is set up again, or the book moved it.
    Return,
    /// The ship was pushed: put it back, or accept its place.
    Shifted,
    /// The ship was moved too far: this is the farthest allowed place.
    TooFar,
    /// The app commands its side and wants it there.
    Ordered,
}

/// What can be taken back, and what can be done again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct UndoView {
    /// The last step that can be taken back; absent at the beginning.
    pub back: Option<StepBackView>,
    /// The step that was taken back last; absent if none was, or if something else was decided since.
    pub forward: Option<StepBackView>,
}

/// A step back, or forward again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct StepBackView {
    /// The last event that then stands: the argument of `take_back`.
    #[ts(type = "number")]
    pub to: i64,
    /// What is taken back (or done again), in one sentence.
    pub sentence: String,
    /// Whether it contains or reveals a secret, so that the umpire must allow it.
    pub needs_umpire: bool,
}
