//! Facts typed in by a player or the umpire. They take precedence over the table.

use crate::core::table::facts::{Answer, Asked, Query, TableFacts};

/// A table with some answers replaced by typed ones.
pub struct TypedFacts<'a> {
    inner: &'a dyn TableFacts,
    typed: &'a [Asked],
}

impl<'a> TypedFacts<'a> {
    /// Creates a table where the `typed` answers take precedence over those of `inner`.
    pub fn over(inner: &'a dyn TableFacts, typed: &'a [Asked]) -> Self {
        Self { inner, typed }
    }
}

impl TableFacts for TypedFacts<'_> {
    fn answer(&self, query: &Query) -> Answer {
        match self.typed.iter().find(|typed| typed.query == *query) {
            Some(typed) => typed.answer.clone(),
            None => self.inner.answer(query),
        }
    }
}

/// Returns true if the answer is of the kind that the query expects.
pub fn fits(query: &Query, answer: &Answer) -> bool {
    matches!(
        (query, answer),
        (Query::Range { .. } | Query::RangeBefore { .. }, Answer::Range(_))
            | (Query::Bearing { .. }, Answer::Bearing(_))
            | (Query::Span { .. }, Answer::Span(_))
            | (Query::Heading { .. }, Answer::Heading(_))
            | (Query::LineOfFire { .. }, Answer::LineOfFire(_))
            | (Query::Way { .. }, Answer::Way(_))
            | (Query::Touching { .. }, Answer::Touching(_))
            | (Query::Strike { .. }, Answer::Strike(_))
            | (Query::Waters { .. }, Answer::Waters(_))
            | (Query::EdgeOf { .. }, Answer::EdgeOf(_))
            | (Query::UnderCircle { .. }, Answer::UnderCircle(_))
            | (Query::RangeToPoint { .. }, Answer::RangeToPoint(_))
            | (Query::HexOf { .. }, Answer::HexOf(_))
            | (Query::Sight { .. }, Answer::Sight(_))
    )
}
