//! Decisions of players, and the answers of the battle.

use super::{BattleNow, FieldValues, LogLine, RuledSentence, TickView};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A measure too close to a limit: the players choose a reading.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct TooCloseView {
    /// The question's key, sent back with the choice.
    pub key: String,
    /// "Is Cairo within 6 in of Arkansas? Measured 6.02 ± 0.05 in."
    pub sentence: String,
    /// The readings to choose from.
    pub readings: Vec<ReadingView>,
    /// The rule that sets the limit.
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

/// The chosen reading of a measure that is too close to call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct SettledView {
    /// The question's key.
    pub key: String,
    /// The chosen reading's key.
    pub reading: String,
}

/// The dice of one throw that are taken, as the camera read them or as a player corrected them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ReadFaces {
    /// The number of the throw, by which the shell finds its picture and readings ([`crate::ThrowEvidence`]).
    pub throw: u32,
    /// The dice, in the order of the rolls asked for.
    pub faces: Vec<ReadFace>,
}

/// One die of a throw that is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ReadFace {
    /// The die's index among the dice of the throw.
    pub die: u32,
    /// Its face as taken; differs from the camera's reading when a player corrected it.
    pub face: u8,
}

/// A decision that a player requests.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum DecisionView {
    /// Declares a salvo.
    DeclareSalvo {
        /// The firing ship.
        shooter: String,
        /// The target.
        target: String,
        /// The mounts that fire; empty for all that bear.
        mounts: Vec<String>,
        /// The chosen readings of measures that are too close to call.
        settled: Vec<SettledView>,
        /// The frame that the player looked at: refused if the table has changed since.
        #[ts(type = "number | null")]
        frame: Option<u64>,
    },
    /// Throws the dice asked for: by the app, or with the faces of real dice in the order asked, either typed or read by
    /// the camera.
    Roll {
        /// Typed faces.
        typed: Option<Vec<u8>>,
        /// Dice of a throw that the camera read.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        read: Option<ReadFaces>,
    },
    /// Ticks boxes on the card of a ship that was hit.
    Tick {
        /// The ship.
        ship: String,
        /// The boxes.
        boxes: Vec<TickView>,
    },
    /// Chooses the section for hits that may go into one of several.
    Choose {
        /// The ship that was hit.
        ship: String,
        /// The section's key.
        section: String,
    },
    /// Answers a form: one of [`super::AskView::Form`], or of the lists beside it.
    Answer {
        /// The form's key.
        form: String,
        /// The values, by field; a field without a value keeps its default.
        values: FieldValues,
        /// The chosen readings of measures that are too close to call.
        settled: Vec<SettledView>,
        /// The frame that the player looked at: refused if the table has changed since.
        #[ts(type = "number | null")]
        frame: Option<u64>,
    },
    /// Goes to the next step.
    NextStep,
}

/// The answer to a decision.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "answer", rename_all = "snake_case")]
pub enum AnswerView {
    /// It was done, and is in the log.
    Done {
        /// The new lines of the log.
        log: Vec<LogLine>,
    },
    /// It is refused.
    Refused {
        /// All reasons.
        reasons: Vec<RuledSentence>,
    },
    /// The players must choose readings first.
    TooClose {
        /// The questions.
        questions: Vec<TooCloseView>,
    },
}

/// The changes of the battle in play for a window: its present state, and the new lines of the log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct BattleChanges {
    /// The state of the battle. The window sends `battle.seq` with its next request.
    pub now: BattleNow,
    /// The lines of the log after the event that the window named, in order; all of them if it named none of this
    /// battle. Lines are only added: going back adds a line of its own.
    pub lines: Vec<LogLine>,
    /// The value of `battle_news` in live views for this state: a window that has it need not ask again.
    #[ts(type = "number")]
    pub news: u64,
    /// Changes with the campaign. A window that gets a new value must ask from the beginning, because battles and
    /// events of two campaigns can have the same numbers.
    #[ts(type = "number")]
    pub campaign: u64,
}

/// The answer to a decision, together with the changes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct DecisionAnswer {
    /// The answer.
    pub answer: AnswerView,
    /// The changes for the window, also if nothing was done, because others may have done something.
    pub changes: BattleChanges,
}
