//! A refusal: all reasons at once, each with its rule.

use crate::core::ruling::settlement::TooClose;
use crate::core::text::text_id;
use serde::{Deserialize, Serialize};
use std::fmt;

text_id! {
    /// The id of a rule in the catalogue ("GUN-33", "GUN-AMB-7"), shown beside every ruling.
    RuleId
}

impl From<&'static str> for RuleId {
    fn from(id: &'static str) -> Self {
        Self::of(id)
    }
}

/// One reason why something is not allowed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reason {
    /// The rule that forbids it.
    pub rule: RuleId,
    /// One sentence for the player.
    pub text: String,
}

impl Reason {
    /// A reason with its rule.
    pub fn new(rule: &'static str, text: impl Into<String>) -> Self {
        Self { rule: RuleId::of(rule), text: text.into() }
    }
}

/// A refusal with all its reasons, not only the first.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Refusal {
    /// The reasons; never empty in a refusal that reaches a player.
    pub reasons: Vec<Reason>,
}

impl Refusal {
    /// A refusal with a single reason.
    pub fn because(rule: &'static str, text: impl Into<String>) -> Self {
        Self { reasons: vec![Reason::new(rule, text)] }
    }

    /// Succeeds only if this holds; otherwise a refusal with a single reason.
    ///
    /// # Errors
    /// The refusal.
    pub fn unless(holds: bool, rule: &'static str, text: impl Into<String>) -> Result<(), Self> {
        if holds { Ok(()) } else { Err(Self::because(rule, text)) }
    }

    /// Succeeds only if there is no reason against it.
    ///
    /// # Errors
    /// The refusal with these reasons.
    pub fn unless_clear(reasons: Vec<Reason>) -> Result<(), Self> {
        if reasons.is_empty() { Ok(()) } else { Err(Self { reasons }) }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, reason) in self.reasons.iter().enumerate() {
            if i > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{} ({})", reason.text, reason.rule)?;
        }
        Ok(())
    }
}

impl std::error::Error for Refusal {}

/// The reason why a decision produced no events.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, thiserror::Error)]
#[serde(tag = "halt", rename_all = "snake_case")]
pub enum Halt {
    /// The book forbids the decision.
    #[error("{0}")]
    Refused(Refusal),
    /// The book allows it, but a measure is too close to an edge: ask the players, and decide again with their
    /// settlements.
    #[error("{} measure(s) are too close to call: look at the table and say how it is.", .questions.len())]
    TooClose {
        /// The questions for the players.
        questions: Vec<TooClose>,
    },
}

impl Halt {
    /// A refusal with a single reason.
    pub fn because(rule: &'static str, text: impl Into<String>) -> Self {
        Self::Refused(Refusal::because(rule, text))
    }

    /// Succeeds only if nothing forbids the decision and no question is open; reasons take precedence over questions.
    ///
    /// # Errors The refusal, or the questions.
    pub fn unless_clear(reasons: Vec<Reason>, questions: Vec<TooClose>) -> Result<(), Self> {
        if !reasons.is_empty() {
            return Err(Self::Refused(Refusal { reasons }));
        }
        if questions.is_empty() { Ok(()) } else { Err(Self::TooClose { questions }) }
    }
}

impl From<Refusal> for Halt {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}
