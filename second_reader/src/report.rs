//! What the second umpire found.

use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Debug;

/// How often it came to the same, and where it did not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The rule book's key.
    pub book: String,
    /// Rulings recomputed, by rule: those that disagree as well.
    pub counts: BTreeMap<String, u64>,
    /// Where the record says something else.
    pub disagreements: Vec<Disagreement>,
}

/// A ruling that reads otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Disagreement {
    /// The event.
    pub seq: i64,
    /// The rule, by its id ("GUN-33").
    pub rule: String,
    /// As the second umpire reads it.
    pub reads: String,
    /// As the record has it.
    pub recorded: String,
}

impl Report {
    /// Nothing checked yet.
    pub fn new(book: &str) -> Self {
        Self { book: book.to_owned(), counts: BTreeMap::new(), disagreements: Vec::new() }
    }

    /// One more ruling that reads as recorded.
    pub fn agree(&mut self, rule: &str) {
        *self.counts.entry(rule.to_owned()).or_default() += 1;
    }

    /// One more ruling that reads otherwise.
    pub fn disagree(&mut self, rule: &str, seq: i64, reads: impl Into<String>, recorded: impl Into<String>) {
        self.agree(rule);
        let (reads, recorded) = (reads.into(), recorded.into());
        self.disagreements.push(Disagreement { seq, rule: rule.to_owned(), reads, recorded });
    }

    /// One more ruling: whether it reads as recorded.
    pub fn compare<T: PartialEq + Debug>(&mut self, rule: &str, seq: i64, reads: T, recorded: T) {
        if reads == recorded {
            self.agree(rule);
        } else {
            self.disagree(rule, seq, format!("{reads:?}"), format!("{recorded:?}"));
        }
    }

    /// One more ruling: whether it may be so at all. `reads` says why not, where it may not.
    pub fn hold(&mut self, rule: &str, seq: i64, holds: bool, reads: &str, recorded: &str) {
        if holds {
            self.agree(rule);
        } else {
            self.disagree(rule, seq, reads, recorded);
        }
    }

    /// Takes another's findings in.
    pub fn absorb(&mut self, other: Self) {
        for (rule, count) in other.counts {
            *self.counts.entry(rule).or_default() += count;
        }
        self.disagreements.extend(other.disagreements);
    }

    /// Rulings recomputed in all.
    pub fn checks(&self) -> u64 {
        self.counts.values().sum()
    }
}
