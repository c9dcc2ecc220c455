//! What one audience may see of a battle: plain data for screens, reports and tests.
//!
//! Degrees clockwise from north, inches on the table. Everything here is already cut to its audience.

pub(crate) mod audience;
mod bands;
mod books;
mod drawn;
mod forecast;
mod form;
mod now;
pub(crate) mod place;
pub(crate) mod rulings;

pub use bands::BandView;
pub use books::{
    BattleChoice, BookView, MovesChoice, OptionSpecView, OptionValueView, PlayerChoice, RuleSwitchView,
    RuleView, ScenarioShipView, ScenarioView,
};
pub use drawn::{BoardDrawn, LegDrawn, LegGoes, OnHex, OrderDrawn};
pub use forecast::{EventChance, ForecastView, GunForecast, NumberChance, OddsView, SpreadView};
pub use form::{FieldKind, FieldValue, FieldValues, FieldView, FormView, OptionView};
pub use now::{
    BattleNow, DecidedView, GhostReason, PlayerView, ProposalView, ShiftView, ShipGhostView, SideView,
    StepBackView, UndoView,
};

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A rule's number and what it says here, in one sentence.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct RuledSentence {
    /// The sentence.
    pub text: String,
    /// Rule ids it rests on ("GUN-33").
    pub rules: Vec<String>,
}

/// A line of an itemised sum.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct TermView {
    /// What is counted ("2 x 11-in smoothbore, close: number doubled").
    pub label: String,
    /// What it contributes, as shown ("4").
    pub value: String,
    /// The rule it comes from.
    pub rule: String,
}

/// A place on the table.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, TS)]
pub struct PlaceView {
    /// Inches east, below the stack.
    pub x_in: f64,
    /// Inches north, below the stack.
    pub y_in: f64,
    /// Degrees clockwise from north.
    pub heading_deg: f64,
}

/// A row of boxes on a ship card.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct SectionView {
    /// The section's key ("draft").
    pub section: String,
    /// The section's name as printed ("Draft").
    pub label: String,
    /// Boxes printed on the card.
    pub printed: u32,
    /// Boxes checked off.
    pub ticked: u32,
}

/// Guns of one kind on one mount.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct MountView {
    /// The mount's key within its ship.
    pub mount: String,
    /// Where it stands ("starboard broadside").
    pub place: String,
    /// The gun ("11-in smoothbore").
    pub gun: String,
    /// Guns printed.
    pub guns: u32,
    /// Guns still able to fire.
    pub guns_left: u32,
    /// Penetration factor as printed.
    pub penetration: u32,
    /// Arc from, degrees clockwise from the bow.
    pub arc_from_deg: f64,
    /// Arc to, degrees clockwise from the bow.
    pub arc_to_deg: f64,
    /// It has fired this turn.
    pub fired: bool,
}

/// A ship card.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CardView {
    /// Rows of boxes, in printed order.
    pub sections: Vec<SectionView>,
    /// Gun mounts.
    pub mounts: Vec<MountView>,
    /// What else holds ("rudder jammed hard left, 5 turns", "sunk").
    pub notes: Vec<String>,
}

/// A turning circle of a book, as a gauge has it.
#[derive(Debug, Clone, PartialEq)]
pub struct TurningCircle {
    /// Its name ("B").
    pub name: String,
    /// Its radius, inches.
    pub radius_in: f64,
    /// The rule that gives it.
    pub rule: String,
}

/// A ship of the battle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ShipView {
    /// The ship's id.
    pub id: String,
    /// Its name as printed ("USS Monitor").
    pub name: String,
    /// Its side's key ("union").
    pub side: String,
    /// Its official place, if it has one.
    pub place: Option<PlaceView>,
    /// Its hull's outline at the official place, table inches.
    pub outline_in: Vec<(f64, f64)>,
    /// Its card.
    pub card: CardView,
    /// It is out of the battle.
    pub sunk: bool,
}

/// One die to be thrown, named before it is thrown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct RollView {
    /// Number of faces.
    pub faces: u8,
    /// What it is for ("Chart A, column 3-4").
    pub purpose: String,
    /// The rule that asks for it.
    pub rule: String,
}

/// A section from which boxes may be ticked now.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct TickChoice {
    /// The section's key; for guns `gun:<mount>`.
    pub section: String,
    /// The section's name.
    pub label: String,
    /// Boxes that may still be ticked there.
    pub at_most: u32,
}

/// What somebody must do now.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "ask", rename_all = "snake_case")]
pub enum AskView {
    /// Ships may fire, or the step may be ended.
    Fire {
        /// One sentence: who may do what.
        sentence: String,
        /// Ships that may still fire.
        ships: Vec<String>,
    },
    /// Ships may be moved, or the step may be ended.
    Move {
        /// One sentence: who may do what.
        sentence: String,
        /// The side that moves.
        side: String,
    },
    /// Dice are to be thrown.
    Roll {
        /// One sentence: who throws what.
        sentence: String,
        /// The dice, in the order their faces are given.
        rolls: Vec<RollView>,
    },
    /// Hits are to be ticked on a card.
    Tick {
        /// One sentence: who ticks how many.
        sentence: String,
        /// The ship that was hit.
        ship: String,
        /// Boxes still to be ticked.
        boxes: u32,
        /// Where they may be ticked.
        choices: Vec<TickChoice>,
        /// A legal way to tick them all, offered first.
        suggestion: Vec<TickView>,
    },
    /// Somebody must choose which section hits go into, before they are ticked.
    Choose {
        /// One sentence: who chooses what.
        sentence: String,
        /// The ship that was hit.
        ship: String,
        /// The sections to choose from, by key.
        sections: Vec<String>,
    },
    /// Something else is to be filled in, as the book asks it.
    Form(FormView),
    /// Somebody decides something that this window may not show.
    Wait {
        /// One sentence.
        sentence: String,
        /// Who: "umpire", a side's key, or a player's seat.
        who: String,
    },
    /// Nothing but ending the step remains.
    EndStep {
        /// One sentence.
        sentence: String,
    },
}

/// Boxes ticked in one section.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct TickView {
    /// The section's key; for guns `gun:<mount>`.
    pub section: String,
    /// How many.
    pub boxes: u32,
}

/// A battle as it stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct BattleView {
    /// The battle's number in its campaign file.
    #[ts(type = "number")]
    pub battle: i64,
    /// The scenario's name.
    pub name: String,
    /// The rule book's name and version.
    pub book: String,
    /// The turn, from 1.
    pub turn: u32,
    /// The step, in words.
    pub phase: String,
    /// Table size, inches east and north.
    pub table_in: (f64, f64),
    /// What lies on the table besides ships.
    pub terrain: Vec<PieceOnMap>,
    /// The ships.
    pub ships: Vec<ShipView>,
    /// What is asked now, of whom.
    pub asks: Vec<AskView>,
    /// The last event's sequence number.
    #[ts(type = "number")]
    pub seq: i64,
}

/// A piece of terrain on the map.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PieceOnMap {
    /// Its name.
    pub name: String,
    /// "land", "shoal", "fort" or "obstacle".
    pub kind: String,
    /// Its outline, inches east and north.
    pub outline_in: Vec<(f64, f64)>,
}

/// A die that was thrown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct DieView {
    /// Number of faces.
    pub faces: u8,
    /// The face that fell, 1 to the number of faces.
    pub face: u8,
    /// What it was for ("Chart A: Virginia at Congress").
    pub purpose: String,
    /// The app threw it; else it was a real one.
    pub by_app: bool,
}

/// An event, told.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct LogLine {
    /// The event's sequence number.
    #[ts(type = "number")]
    pub seq: i64,
    /// The turn.
    pub turn: u32,
    /// The step, in words.
    pub phase: String,
    /// The event's kind ("salvo_declared").
    pub kind: String,
    /// What happened.
    pub sentences: Vec<RuledSentence>,
    /// The dice that were thrown for it, in the order of the rolls.
    pub dice: Vec<DieView>,
    /// Wall-clock time, ISO 8601.
    pub at: String,
    /// The photograph of that moment, if one was kept.
    #[ts(type = "number | null")]
    pub photo: Option<i64>,
}

/// An event as data, cut to its audience.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct EventView {
    /// Its sequence number.
    #[ts(type = "number")]
    pub seq: i64,
    /// The turn.
    pub turn: u32,
    /// The step, in words.
    pub phase: String,
    /// Its kind.
    pub kind: String,
    /// Wall-clock time, ISO 8601.
    pub at: String,
    /// The photograph of that moment.
    #[ts(type = "number | null")]
    pub photo: Option<i64>,
    /// The event that took it back, if it does not stand.
    #[ts(type = "number | null")]
    pub taken_back_by: Option<i64>,
    /// Its content.
    #[ts(type = "unknown")]
    pub body: serde_json::Value,
}

/// Does a mount bear?
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Bears {
    /// It can fire.
    Yes,
    /// It can't; the reason stands beside it.
    No,
    /// The camera can't tell: the players decide.
    TooClose,
}

/// A mount in a salvo not yet declared.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct MountPreview {
    /// The mount's key.
    pub mount: String,
    /// Where it stands and what it carries.
    pub label: String,
    /// Guns that would fire.
    pub guns: u32,
    /// Does it bear?
    pub bears: Bears,
    /// Why it bears or not.
    pub why: RuledSentence,
    /// The range band ("close", "normal", "distant", "out of range"), for its kind of gun.
    pub band: String,
    /// Penetration factor at that range, itemised.
    pub penetration: Vec<TermView>,
}

/// A chart that would be rolled on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ChartPreview {
    /// "A" or "B".
    pub chart: String,
    /// The chart's column ("3-4"); empty where nothing counts.
    pub column: String,
    /// The number that picks the column, itemised.
    pub terms: Vec<TermView>,
    /// Expected hits.
    pub expected_hits: f64,
}

/// A measure that lies too near an edge: the players choose a reading.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct TooCloseView {
    /// The question's key, given back with the choice.
    pub key: String,
    /// "Is Cairo within 6 in of Arkansas? Measured 6.02 ± 0.05 in."
    pub sentence: String,
    /// The readings to choose from.
    pub readings: Vec<ReadingView>,
    /// The rule whose edge it is.
    pub rule: String,
}

/// One reading of a question that is too close to call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ReadingView {
    /// The reading's key.
    pub key: String,
    /// The reading in words ("close: up to 6 in").
    pub label: String,
}

/// A salvo before it is declared: everything itemised.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct SalvoPreviewView {
    /// The firing ship.
    pub shooter: String,
    /// The target.
    pub target: String,
    /// Range, inches.
    pub range_in: f64,
    /// Standard deviation of the range, inches.
    pub range_sigma_in: f64,
    /// Bearing of the target from the shooter's bow, degrees, starboard positive.
    pub bearing_deg: f64,
    /// Line of fire, in words.
    pub line_of_fire: RuledSentence,
    /// Every mount of the shooter.
    pub mounts: Vec<MountPreview>,
    /// The charts that would be rolled on if all bearing mounts fired.
    pub charts: Vec<ChartPreview>,
    /// Why it may not be declared at all; empty where it may.
    pub refusals: Vec<RuledSentence>,
    /// What the players must choose before it can be declared.
    pub too_close: Vec<TooCloseView>,
}

/// A choice made for a too-close question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct SettledView {
    /// The question's key.
    pub key: String,
    /// The chosen reading's key.
    pub reading: String,
}

/// What a player asks of the battle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum DecisionView {
    /// Declare a salvo.
    DeclareSalvo {
        /// The firing ship.
        shooter: String,
        /// The target.
        target: String,
        /// The mounts that fire; empty for all that bear.
        mounts: Vec<String>,
        /// Choices for too-close questions.
        settled: Vec<SettledView>,
        /// The frame the player looked at: refused if the table has changed since.
        #[ts(type = "number | null")]
        frame: Option<u64>,
    },
    /// Throw the dice asked for: by the app (`None`) or as typed, in the order asked.
    Roll {
        /// Typed faces.
        typed: Option<Vec<u8>>,
    },
    /// Tick boxes on the card of a ship that was hit.
    Tick {
        /// The ship.
        ship: String,
        /// The boxes.
        boxes: Vec<TickView>,
    },
    /// Choose the section for hits that may go into one of several.
    Choose {
        /// The ship that was hit.
        ship: String,
        /// The section's key.
        section: String,
    },
    /// Answer a form: one of [`AskView::Form`], or of the lists beside it.
    Answer {
        /// The form's key.
        form: String,
        /// What was filled in, by field; a field that is not named stays as it came.
        values: FieldValues,
        /// Choices for too-close questions.
        settled: Vec<SettledView>,
        /// The frame the player looked at: refused if the table has changed since.
        #[ts(type = "number | null")]
        frame: Option<u64>,
    },
    /// Go to the next step.
    NextStep,
}

/// What may be done now, and by whom, as the book itself says it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct QuestionView {
    /// Who decides: "everyone", "umpire", or a side's key.
    pub who: String,
    /// One sentence.
    pub what: String,
    /// Play can't go on until this is answered.
    pub must: bool,
    /// The rule it rests on.
    pub rule: String,
    /// The book's own data for it.
    #[ts(type = "unknown")]
    pub ask: serde_json::Value,
}

/// The answer to a decision.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "answer", rename_all = "snake_case")]
pub enum AnswerView {
    /// It was done and is in the log.
    Done {
        /// What happened, told.
        log: Vec<LogLine>,
        /// The battle as it stands now.
        battle: BattleView,
    },
    /// It may not be done; every reason.
    Refused {
        /// The reasons.
        reasons: Vec<RuledSentence>,
    },
    /// First the players must choose readings.
    TooClose {
        /// The questions.
        questions: Vec<TooCloseView>,
    },
}
