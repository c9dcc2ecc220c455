//! Itemised sums: every number that a ruling depends on, with its rule.

use crate::core::ruling::refusal::RuleId;
use serde::{Deserialize, Serialize};

/// How a term changes the number above it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Operation {
    /// The number starts here.
    Start,
    /// Added (or subtracted, if negative).
    Add,
    /// Multiplied.
    Times,
    /// Divided, rounded down.
    DividedBy,
    /// The result so far.
    Total,
}

/// One line of an itemised sum.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Term {
    /// The name of the term ("9\" SMOOTHBORE", "close range").
    pub label: String,
    /// The operation.
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
