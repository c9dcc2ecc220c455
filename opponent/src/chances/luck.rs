//! What the dice did: each throw is compared with the same throw thrown anew.

use crate::books::ThinksAhead;
use crate::setting::Setting;
use crate::value::chance;
use rulesets::core::{AppDice, PlacedTable, SideId};

/// A decision that threw dice.
#[derive(Debug, Clone)]
pub struct Taken<B: ThinksAhead> {
    /// The state before it.
    pub before: B::State,
    /// The table on which it was ruled.
    pub table: PlacedTable,
    /// The decision that throws the same dice anew by the app: itself, or [`rulesets::core::PlayedBook::throw`] for
    /// dice that were typed or read.
    pub again: B::Decision,
    /// The state after it.
    pub after: B::State,
}

/// How much a throw moved a side's chance to win beyond what such throws do on average: positive is good luck. Its mean
/// over the dice is zero, because the average is over the same dice (the control variate of AIVAT, arXiv 1612.06915).
/// `throws`: how often it is thrown anew.
pub fn luck<B: ThinksAhead>(
    book: &B,
    (taken, setting): (&Taken<B>, &Setting<B>),
    side: &SideId,
    (throws, seed): (u32, u64),
) -> f64 {
    let value = |state: &B::State| chance(book, &taken.table, setting, state, side);
    let mut sum = 0.0;
    let mut count = 0.0;
    for throw in 0..throws {
        let mut dice = AppDice::new(seed, &throw.to_le_bytes());
        let Ok(events) = book.decide(&taken.before, &taken.again, &taken.table, &mut dice) else { continue };
        sum += value(&events.iter().fold(taken.before.clone(), B::apply));
        count += 1.0;
    }
    if count > 0.0 { value(&taken.after) - sum / count } else { 0.0 }
}
