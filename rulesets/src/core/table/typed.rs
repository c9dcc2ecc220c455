//! What a player or the umpire types in: facts, which take precedence over the table, and terrain.

use crate::core::ruling::refusal::{Reason, Refusal};
use crate::core::table::facts::{Answer, Asked, Query, TableFacts};
use geometry::Terrain;

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

/// Checks facts that were typed for the next ruling.
///
/// # Errors
/// A refusal under `rule` if there are none, or one is no answer to its query.
pub(crate) fn check_typed(facts: &[Asked], rule: &'static str) -> Result<(), Refusal> {
    Refusal::unless(!facts.is_empty(), rule, "Say what was measured.")?;
    let sound = facts.iter().all(|asked| fits(&asked.query, &asked.answer) && is_finite(&asked.answer));
    Refusal::unless(sound, rule, "What was typed is no answer to what was asked: type it anew.")
}

/// JSON has only finite numbers: an answer with any other does not survive serialisation.
fn is_finite(answer: &Answer) -> bool {
    serde_json::to_string(answer)
        .ok()
        .and_then(|text| serde_json::from_str::<Answer>(&text).ok())
        .is_some_and(|back| back == *answer)
}

/// The reasons why terrain can't be on the table, under `rule`; empty if it can.
pub(crate) fn terrain_reasons(terrain: &[Terrain], rule: &'static str) -> Vec<Reason> {
    let mut reasons = Vec::new();
    for (i, piece) in terrain.iter().enumerate() {
        reasons.extend(piece.check().err().map(|error| Reason::new(rule, error.to_string())));
        if terrain.iter().take(i).any(|other| other.id == piece.id) {
            reasons.push(Reason::new(rule, format!("Two pieces of terrain are called “{}”.", piece.id)));
        }
    }
    reasons
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
