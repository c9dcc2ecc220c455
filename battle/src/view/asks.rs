//! The questions that are open now.

use super::FormView;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// One die to be thrown, named before it is thrown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct RollView {
    /// Number of faces.
    pub faces: u8,
    /// The name by which the rule tells this die from the others ("white", "coloured"); absent for most dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub die_name: Option<String>,
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

/// An open question: what somebody must do now.
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
        /// The dice, in the order in which their faces are given.
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
        /// A legal way to tick them all, used as the default.
        suggestion: Vec<TickView>,
    },
    /// Somebody must choose the section for hits, before they are ticked.
    Choose {
        /// One sentence: who chooses what.
        sentence: String,
        /// The ship that was hit.
        ship: String,
        /// The sections to choose from, by key.
        sections: Vec<String>,
    },
    /// A form of the book must be filled in.
    Form(FormView),
    /// Somebody else decides something that this window may not show.
    Wait {
        /// One sentence.
        sentence: String,
        /// Who decides: "everyone", "umpire", a side's key, or a player's seat.
        who: String,
    },
    /// Only the end of the step remains.
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

/// What may be done now, and by whom, in the book's own words.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct QuestionView {
    /// Who decides: "everyone", "umpire", or a side's key.
    pub who: String,
    /// One sentence.
    pub what: String,
    /// Whether the game can't continue until this is answered.
    pub must: bool,
    /// The rule it rests on.
    pub rule: String,
    /// The book's own data.
    #[ts(type = "unknown")]
    pub ask: serde_json::Value,
}
