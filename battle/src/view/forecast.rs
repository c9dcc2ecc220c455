//! Forecasts of fire before it is declared: its measures, and the possible results of the dice.

use super::{RuledSentence, TermView, TooCloseView};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The forecast of fire as if it were declared now, computed by the same code as declared fire.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct ForecastView {
    /// "CSS Arkansas lies 12.40 ± 0.06 in away."; empty if the book forbids measuring before fire is declared.
    pub sentence: String,
    /// The chosen guns, each with its sum or the reason why it can't fire.
    pub guns: Vec<GunForecast>,
    /// Why it may not be declared; empty if it may.
    pub refusals: Vec<RuledSentence>,
    /// The readings that players must choose before it can be declared.
    pub too_close: Vec<TooCloseView>,
    /// The possible results of the dice; absent if it can't be declared now, or the book keeps them secret.
    pub odds: Option<OddsView>,
}

/// Guns of one kind at one place of a ship.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct GunForecast {
    /// Place and type ("starboard broadside: 3 x 9-in smoothbore").
    pub label: String,
    /// The terms of the sum.
    pub terms: Vec<TermView>,
    /// Why they can't fire; absent if they can.
    pub why_not: Option<RuledSentence>,
}

/// Exact odds, over all faces of all dice.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct OddsView {
    /// The numbers that the dice decide, each with all chances; the most important one first.
    pub spreads: Vec<SpreadView>,
    /// Other possible results.
    pub events: Vec<EventChance>,
}

/// The distribution of a number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct SpreadView {
    /// Its unit, singular ("hit").
    pub one: String,
    /// Its unit, plural ("hits").
    pub many: String,
    /// The mean.
    pub expected: f64,
    /// All possible numbers in ascending order; the chances sum to 1.
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

/// The chance of an event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct EventChance {
    /// The event ("At least one critical hit").
    pub what: String,
    /// Its probability, 0 to 1.
    pub chance: f64,
    /// The rule it comes from.
    pub rule: String,
}

impl ForecastView {
    /// A forecast with refusals only.
    pub(crate) fn refused(refusals: Vec<RuledSentence>) -> Self {
        Self { refusals, ..Self::default() }
    }
}

impl SpreadView {
    /// The distribution with these chances and its mean.
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
    /// The chance of an event by this rule.
    pub(crate) fn of(what: &str, chance: f64, rule: &str) -> Self {
        Self { what: what.to_owned(), chance, rule: rule.to_owned() }
    }
}
