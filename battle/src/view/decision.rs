//! What a player decides, and what the battle answers.

use super::{BattleNow, FieldValues, LogLine, RuledSentence, TickView};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

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
    /// Answer a form: one of [`super::AskView::Form`], or of the lists beside it.
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

/// The answer to a decision.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "answer", rename_all = "snake_case")]
pub enum AnswerView {
    /// It was done and is in the log.
    Done {
        /// What happened, told.
        log: Vec<LogLine>,
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

/// What a window takes in of the battle in play: how it stands, and what the log has gained since the window looked last.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct BattleChanges {
    /// The battle as it stands. Its `battle.seq` is what the window asks from next time.
    pub now: BattleNow,
    /// The lines of the log after the event that the window named, in their order; all of them where it named none of this
    /// battle. Lines are only ever added: going back in the battle is told by a line of its own.
    pub lines: Vec<LogLine>,
    /// The number that a live view gives as `battle_news` while the battle stands like this: a window that has seen it has
    /// nothing to ask.
    #[ts(type = "number")]
    pub news: u64,
    /// Another number for another campaign: a window that gets a new one must ask from the beginning, because battles and
    /// events of two campaigns have the same numbers.
    #[ts(type = "number")]
    pub campaign: u64,
}

/// The answer to a decision, and the battle after it: all in one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct DecisionAnswer {
    /// The answer.
    pub answer: AnswerView,
    /// What the window has to take in, also where nothing was done: others may have done something meanwhile.
    pub changes: BattleChanges,
}
