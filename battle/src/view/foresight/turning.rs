//! The chances of a battle over its turns, and where it turned.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The chances of a battle's sides at the beginning of each turn, and where it turned.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct TurningView {
    /// The side whose chances these are; the others have the rest.
    pub of: TurningSide,
    /// The others.
    pub against: TurningSide,
    /// The chances in the order of turns, the last at the end of what was played.
    pub points: Vec<ChancePoint>,
    /// The steps between them.
    pub steps: Vec<TurningStep>,
    /// The steps that mattered most, greatest first, as indices of `steps`.
    pub moments: Vec<u32>,
    /// Chances that slipped away, or came, a little every turn.
    pub drifts: Vec<SlowDrift>,
    /// The sum of the steps' plans.
    pub plan: f64,
    /// The sum of the steps' dice; with `plan` the last chance less the first.
    pub dice: f64,
    /// The simulations for each chance.
    pub simulations: u32,
}

/// A side of the curve.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct TurningSide {
    /// The side's key.
    pub side: String,
    /// Its title.
    pub title: String,
}

/// A chance to win at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, TS)]
pub struct ChancePoint {
    /// The event after which it is.
    #[ts(type = "number")]
    pub seq: i64,
    /// The turn that begins there.
    pub turn: u32,
    /// The chance, 0 to 1.
    pub chance: f64,
    /// The lower end of its band: 95 of 100 such bands contain what endless simulation would give.
    pub low: f64,
    /// The upper end of its band.
    pub high: f64,
}

/// The step from one chance to the next.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct TurningStep {
    /// The turn with which it begins.
    pub turn: u32,
    /// The event after which it begins.
    #[ts(type = "number")]
    pub from_seq: i64,
    /// The event after which it ends.
    #[ts(type = "number")]
    pub to_seq: i64,
    /// The part that was decided.
    pub plan: f64,
    /// The part that the dice made.
    pub dice: f64,
    /// The standard error of both parts by the number of throws compared.
    pub dice_error: f64,
    /// "Union falls from 52 % to 31 %".
    pub headline: String,
    /// "Plan: -4 %, dice: -17 %".
    pub split: String,
    /// What happened, in words.
    pub why: String,
}

/// A chance that slipped away, or came, a little every turn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct SlowDrift {
    /// The first turn of it.
    pub from_turn: u32,
    /// The last turn of it.
    pub to_turn: u32,
    /// The event after which it begins.
    #[ts(type = "number")]
    pub from_seq: i64,
    /// "Union lost a little every turn from 6 to 9: 12 % in all".
    pub sentence: String,
    /// What happened meanwhile, in words.
    pub why: String,
}
