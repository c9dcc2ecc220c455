//! Fire that nobody has declared yet: what it rests on, and what its dice may bring.

use super::{RuledSentence, TermView, TooCloseView};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Fire as it would be if it were declared now, worked out by the code that works out the declared one.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct ForecastView {
    /// "CSS Arkansas lies 12.40 ± 0.06 in away."; empty where nothing may be measured before fire is declared.
    pub sentence: String,
    /// The guns asked for, each with its sum, or with the reason why it won't fire.
    pub guns: Vec<GunForecast>,
    /// Why it may not be declared; empty where it may.
    pub refusals: Vec<RuledSentence>,
    /// What the players must choose before it can be declared.
    pub too_close: Vec<TooCloseView>,
    /// What the dice may bring; none while it can't be declared as it stands, or where the book says that nobody
    /// may know it before.
    pub odds: Option<OddsView>,
}

/// Guns of a kind on one place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct GunForecast {
    /// Where they stand and what they are ("starboard broadside: 3 x 9-in smoothbore").
    pub label: String,
    /// What counts for them, itemised.
    pub terms: Vec<TermView>,
    /// Why they don't fire; none where they do.
    pub why_not: Option<RuledSentence>,
}

/// Exact odds: every face of every die.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct OddsView {
    /// Numbers that the dice decide, each with all its chances: the first is what is told first.
    pub spreads: Vec<SpreadView>,
    /// What else may come of it.
    pub events: Vec<EventChance>,
}

/// How a number may turn out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct SpreadView {
    /// One of them ("hit").
    pub one: String,
    /// Several ("hits").
    pub many: String,
    /// The mean.
    pub expected: f64,
    /// Every number that is possible, fewest first; the chances sum to 1.
    pub chances: Vec<NumberChance>,
}

/// The chance of one number.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, TS)]
pub struct NumberChance {
    /// The number.
    pub number: u32,
    /// Its probability, 0 to 1.
    pub chance: f64,
}

/// The chance of something that happens or doesn't.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct EventChance {
    /// What ("At least one critical hit").
    pub what: String,
    /// Its probability, 0 to 1.
    pub chance: f64,
    /// The rule it comes from.
    pub rule: String,
}

impl ForecastView {
    /// Nothing can be said of it, but why.
    pub(crate) fn refused(refusals: Vec<RuledSentence>) -> Self {
        Self { refusals, ..Self::default() }
    }
}

impl SpreadView {
    /// Chances by number, with the mean.
    pub(crate) fn of(
        (one, many): (&str, &str),
        expected: f64,
        chances: impl IntoIterator<Item = (u32, f64)>,
    ) -> Self {
        let chances = chances.into_iter().map(|(number, chance)| NumberChance { number, chance });
        Self { one: one.to_owned(), many: many.to_owned(), expected, chances: chances.collect() }
    }
}

impl EventChance {
    /// Something that may happen by this rule.
    pub(crate) fn of(what: &str, chance: f64, rule: &str) -> Self {
        Self { what: what.to_owned(), chance, rule: rule.to_owned() }
    }
}
