//! The view models of a battle for one audience: plain data for screens, reports and tests.
//!
//! Headings are degrees clockwise from north, lengths inches on the table. Everything is already filtered for its
//! audience.

mod asks;
pub(crate) mod audience;
mod bands;
mod battle;
mod books;
mod decision;
mod drawn;
mod forecast;
mod foresight;
mod form;
mod log;
mod marks;
mod now;
pub(crate) mod place;
pub(crate) mod rulings;
mod salvo;

pub use crate::record::thought::{Handicap, ThinkingCommander};
pub use asks::{AskView, QuestionView, RollView, TickChoice, TickView};
pub use bands::BandView;
pub use battle::{
    BattleView, CardView, MountView, PieceOnMap, PlaceView, SectionView, ShipView, TurningCircle,
};
pub use books::{
    BattleChoice, BookView, MovesChoice, OptionSpecView, OptionValueView, PlayerChoice, RuleSwitchView,
    RuleView, ScenarioShipView, ScenarioView,
};
pub use decision::{
    AnswerView, BattleChanges, DecisionAnswer, DecisionView, ReadFace, ReadFaces, ReadingView, SettledView,
    TooCloseView,
};
pub use drawn::{BoardDrawn, LegDrawn, LegGoes, OnHex, OrderDrawn};
pub use forecast::{EventChance, ForecastView, GunForecast, NumberChance, OddsView, SpreadView};
pub use foresight::{
    AdvisedView, ChancePoint, SlowDrift, ThinkingView, TurningSide, TurningStep, TurningView, signed_percent,
};
pub use form::{FieldKind, FieldValue, FieldValues, FieldView, FormView, OptionView};
pub use log::{DieReadView, DieView, EventView, LogLine, Moment};
pub use marks::{ArcMark, FireMark, GunSector, RangeBandMark, RangeEdge, ReachMark, SecretArea, TableMarks};
pub use now::{
    BattleNow, DecidedView, GhostReason, PlayerView, ProposalView, ShiftView, ShipGhostView, SideView,
    StepBackView, UndoView,
};
pub use salvo::{Bears, ChartPreview, MountPreview, SalvoPreviewView};

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A sentence with the ids of its rules.
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
    /// What it counts ("2 x 11-in smoothbore, close: number doubled").
    pub label: String,
    /// What it contributes, as shown ("4").
    pub value: String,
    /// The rule it comes from.
    pub rule: String,
}
