//! Itemised sums: every number that a ruling rests on, with its rule.

use crate::core::ruling::refusal::RuleId;
use serde::{Deserialize, Serialize};

/// How a term changes the number above it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Operation {
    /// The number starts here.
    Start,
    /// Added (or taken off, when negative).
    Add,
    /// Multiplied.
    Times,
    /// Divided, fractions dropped.
    DividedBy,
    /// The result so far.
    Total,
}

/// One line of an itemised sum.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Term {
    /// What it is ("9\" SMOOTHBORE", "close range").
    pub label: String,
    /// What it does.
    pub operation: Operation,
    /// The number.
    pub value: i32,
    /// The rule it comes from.
    pub rule: RuleId,
}

impl Term {
    /// A line of a sum.
    pub fn new(label: impl Into<String>, operation: Operation, value: i32, rule: &'static str) -> Self {
        Self { label: label.into(), operation, value, rule: RuleId::of(rule) }
    }
}
