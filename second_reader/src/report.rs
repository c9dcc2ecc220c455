//! The findings of the second umpire.

use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Debug;

/// The numbers of rulings checked, and the disagreements.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The rule book's key.
    pub book: String,
    /// The number of recomputed rulings by rule, including disagreements.
    pub counts: BTreeMap<String, u64>,
    /// The rulings that disagree with the record.
    pub disagreements: Vec<Disagreement>,
}

/// A ruling that disagrees with the record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Disagreement {
    /// The event.
    pub seq: i64,
    /// The rule, by its id ("GUN-33").
    pub rule: String,
    /// The second umpire's result.
    pub reads: String,
    /// The recorded result.
    pub recorded: String,
}

impl Report {
    /// An empty report.
    pub fn new(book: &str) -> Self {
        Self { book: book.to_owned(), counts: BTreeMap::new(), disagreements: Vec::new() }
    }

    /// Counts a ruling that agrees.
    pub fn agree(&mut self, rule: &str) {
        *self.counts.entry(rule.to_owned()).or_default() += 1;
    }

    /// Adds a ruling that disagrees.
    pub fn disagree(&mut self, rule: &str, seq: i64, reads: impl Into<String>, recorded: impl Into<String>) {
        self.agree(rule);
        let (reads, recorded) = (reads.into(), recorded.into());
        self.disagreements.push(Disagreement { seq, rule: rule.to_owned(), reads, recorded });
    }

    /// Adds a ruling by comparing two results.
    pub fn compare<T: PartialEq + Debug>(&mut self, rule: &str, seq: i64, reads: T, recorded: T) {
        if reads == recorded {
            self.agree(rule);
        } else {
            self.disagree(rule, seq, format!("{reads:?}"), format!("{recorded:?}"));
        }
    }

    /// Adds a ruling on whether something is allowed. `reads` gives the reason why not.
    pub fn hold(&mut self, rule: &str, seq: i64, holds: bool, reads: &str, recorded: &str) {
        if holds {
            self.agree(rule);
        } else {
            self.disagree(rule, seq, reads, recorded);
        }
    }

    /// Adds the findings of another report.
    pub fn absorb(&mut self, other: Self) {
        for (rule, count) in other.counts {
            *self.counts.entry(rule).or_default() += count;
        }
        self.disagreements.extend(other.disagreements);
    }

    /// The total number of recomputed rulings.
    pub fn checks(&self) -> u64 {
        self.counts.values().sum()
    }
}
