//! Answers from a list instead of a table (`Scripted`), and a recorder of queries (`Recorder`).

use crate::core::table::facts::{Answer, Asked, BearingFact, LineOfFireFact, Query, RangeFact, TableFacts};
use geometry::{Measured, ShipId, Verdict};
use std::cell::RefCell;

/// Answers from a list: a worked example, a test, or the queries and answers stored in an event (verification).
#[derive(Debug, Clone, Default)]
pub struct Scripted {
    asked: Vec<Asked>,
}

impl Scripted {
    /// Creates a list that answers exactly these queries.
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

/// Passes queries on to the table and records each with its answer, in the order in which they were first made.
pub struct Recorder<'a> {
    inner: &'a dyn TableFacts,
    asked: RefCell<Vec<Asked>>,
}

impl<'a> Recorder<'a> {
    /// Records the queries to `inner`.
    pub fn new(inner: &'a dyn TableFacts) -> Self {
        Self { inner, asked: RefCell::new(Vec::new()) }
    }

    /// The recorded queries and answers.
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
