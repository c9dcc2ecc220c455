//! What a book may ask of the table: questions and answers as plain data, so that both can be kept in the event.

use geometry::{Measured, ShipId, Verdict};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;

/// A question about the table.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
pub enum Query {
    /// How far is it, stack to stack?
    Range {
        /// From this ship.
        from: ShipId,
        /// To this ship.
        to: ShipId,
    },
    /// Where does `to` lie, clockwise from the bow of `from`?
    Bearing {
        /// From this ship.
        from: ShipId,
        /// To this ship.
        to: ShipId,
    },
    /// Does anything stand between the two stacks?
    LineOfFire {
        /// From this ship.
        from: ShipId,
        /// To this ship.
        to: ShipId,
    },
}

/// A distance between two ships' reference points.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct RangeFact {
    /// Inches, rounded to 0.001.
    pub range_in: Measured,
}

/// A direction in which one ship sees another.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct BearingFact {
    /// Degrees clockwise from the bow, in [0, 360), rounded to 0.01.
    pub bearing_deg: Measured,
}

/// A hull near the line of fire.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Blocker {
    /// Whose hull.
    pub ship: ShipId,
    /// Is the line clear of it?
    pub clear: Verdict,
    /// Inches between the line and the outline, negative where the line cuts it; rounded to 0.001.
    pub clearance_in: Measured,
}

/// What stands on, or too near to, the line of fire.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LineOfFireFact {
    /// Is the line clear of everything?
    pub clear: Verdict,
    /// The hulls that block it, or may.
    pub near: Vec<Blocker>,
}

/// The answer to a [`Query`], rounded as it will be stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "answer", rename_all = "snake_case")]
pub enum Answer {
    /// To [`Query::Range`].
    Range(RangeFact),
    /// To [`Query::Bearing`].
    Bearing(BearingFact),
    /// To [`Query::LineOfFire`].
    LineOfFire(LineOfFireFact),
    /// The table can't say.
    Unknown {
        /// One sentence: why, and what to do.
        why: String,
    },
}

/// A question with its answer, as kept in events.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Asked {
    /// What was asked.
    pub query: Query,
    /// What the table said.
    pub answer: Answer,
}

/// The table could not answer; the text says why.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unknown(pub String);

/// Whatever answers for the table: poses, the record, or a script.
pub trait TableFacts {
    /// Answers one question. Answers are already rounded ([`geometry::round_in`], [`geometry::round_deg`]).
    fn answer(&self, query: &Query) -> Answer;

    /// How far is `to` from `from`?
    ///
    /// # Errors
    /// When the table can't say.
    fn range(&self, from: &ShipId, to: &ShipId) -> Result<RangeFact, Unknown> {
        match self.answer(&Query::Range { from: from.clone(), to: to.clone() }) {
            Answer::Range(fact) => Ok(fact),
            other => Err(unknown(other)),
        }
    }

    /// Where does `to` lie from the bow of `from`?
    ///
    /// # Errors
    /// When the table can't say.
    fn bearing(&self, from: &ShipId, to: &ShipId) -> Result<BearingFact, Unknown> {
        match self.answer(&Query::Bearing { from: from.clone(), to: to.clone() }) {
            Answer::Bearing(fact) => Ok(fact),
            other => Err(unknown(other)),
        }
    }

    /// Does anything stand between `from` and `to`?
    ///
    /// # Errors
    /// When the table can't say.
    fn line_of_fire(&self, from: &ShipId, to: &ShipId) -> Result<LineOfFireFact, Unknown> {
        match self.answer(&Query::LineOfFire { from: from.clone(), to: to.clone() }) {
            Answer::LineOfFire(fact) => Ok(fact),
            other => Err(unknown(other)),
        }
    }
}

fn unknown(answer: Answer) -> Unknown {
    match answer {
        Answer::Unknown { why } => Unknown(why),
        _ => Unknown("The table answered another question than it was asked.".to_owned()),
    }
}

/// Facts from a list: a worked example, a test, or the questions and answers kept in an event (verification).
#[derive(Debug, Clone, Default)]
pub struct Scripted {
    asked: Vec<Asked>,
}

impl Scripted {
    /// Facts that answer exactly these questions.
    pub fn new(asked: Vec<Asked>) -> Self {
        Self { asked }
    }

    /// Two ships at an exact range and bearing, with nothing between them.
    pub fn pair(from: &ShipId, to: &ShipId, range_in: f64, bearing_deg: f64) -> Self {
        let (from, to) = (from.clone(), to.clone());
        Self::new(vec![
            Asked {
                query: Query::Range { from: from.clone(), to: to.clone() },
                answer: Answer::Range(RangeFact { range_in: Measured::exact(range_in) }),
            },
            Asked {
                query: Query::Bearing { from: from.clone(), to: to.clone() },
                answer: Answer::Bearing(BearingFact { bearing_deg: Measured::exact(bearing_deg) }),
            },
            Asked {
                query: Query::LineOfFire { from, to },
                answer: Answer::LineOfFire(LineOfFireFact { clear: Verdict::Yes, near: Vec::new() }),
            },
        ])
    }

    /// The same facts with one answer replaced or added.
    pub fn with(mut self, query: Query, answer: Answer) -> Self {
        self.asked.retain(|asked| asked.query != query);
        self.asked.push(Asked { query, answer });
        self
    }
}

impl TableFacts for Scripted {
    fn answer(&self, query: &Query) -> Answer {
        match self.asked.iter().find(|asked| asked.query == *query) {
            Some(asked) => asked.answer.clone(),
            None => Answer::Unknown { why: "Nothing is recorded about this.".to_owned() },
        }
    }
}

/// Passes questions on and keeps each with its answer, in the order in which they were first asked.
pub struct Recorder<'a> {
    inner: &'a dyn TableFacts,
    asked: RefCell<Vec<Asked>>,
}

impl<'a> Recorder<'a> {
    /// Records what is asked of `inner`.
    pub fn new(inner: &'a dyn TableFacts) -> Self {
        Self { inner, asked: RefCell::new(Vec::new()) }
    }

    /// What was asked and answered.
    pub fn into_asked(self) -> Vec<Asked> {
        self.asked.into_inner()
    }
}

impl TableFacts for Recorder<'_> {
    fn answer(&self, query: &Query) -> Answer {
        if let Some(asked) = self.asked.borrow().iter().find(|asked| asked.query == *query) {
            return asked.answer.clone();
        }
        let answer = self.inner.answer(query);
        self.asked.borrow_mut().push(Asked { query: query.clone(), answer: answer.clone() });
        answer
    }
}
