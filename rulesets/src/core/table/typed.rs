//! Facts that a player or the umpire typed in. They take precedence over what the table shows.

use crate::core::table::facts::{Answer, Asked, Query, TableFacts};

/// The table, but for what was typed.
pub struct TypedFacts<'a> {
    inner: &'a dyn TableFacts,
    typed: &'a [Asked],
}

impl<'a> TypedFacts<'a> {
    /// These answers stand before those of `inner`.
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

/// Is this an answer to that question?
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
