//! What the dice did: each throw is compared with the same throw thrown anew.

use crate::books::ThinksAhead;
use crate::setting::Setting;
use crate::value::chance;
use rulesets::core::{Answer, AppDice, Asked, PlacedTable, Query, Scripted, SideId, TableFacts};

/// What a throw leaves pending (a critical hit to be thrown, boxes to be checked off) is carried on so often, each time
/// with other dice.
const CARRIED_ON: u64 = 2;
/// No throw leads to more decisions than this.
const MOST_DECISIONS: u32 = 60;

/// A decision that threw dice.
#[derive(Debug, Clone)]
pub struct Taken<B: ThinksAhead> {
    /// The state before it.
    pub before: B::State,
    /// The table on which it was ruled.
    pub table: PlacedTable,
    /// What was asked of the table then, with its answers: they count before the table's own.
    pub asked: Vec<Asked>,
    /// The decision that throws the same dice anew by the app ([`ThinksAhead::thrown_anew`]).
    pub again: B::Decision,
    /// The state after it.
    pub after: B::State,
}

/// How much a throw moved a side's chance to win.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Luck {
    /// Beyond what such throws do on average: positive is good luck.
    pub moved: f64,
    /// Its standard error by the number of throws.
    pub standard_error: f64,
}

/// Answers as recorded, and from the table where nothing is recorded: other dice may lead to other questions.
struct AsRecorded<'t> {
    recorded: Scripted,
    table: &'t PlacedTable,
}

impl TableFacts for AsRecorded<'_> {
    fn answer(&self, query: &Query) -> Answer {
        match self.recorded.answer(query) {
            Answer::Unknown { .. } => self.table.answer(query),
            answer => answer,
        }
    }
}

/// The state with everything in force that is pending in it: further dice, hits to check off, damage that takes hold
/// when the step ends. The same seed gives the same faces to the same rolls.
fn carried_on<B: ThinksAhead>(book: &B, facts: &dyn TableFacts, state: &B::State, seed: u64) -> B::State {
    let mut state = state.clone();
    for _ in 0..MOST_DECISIONS {
        let Some(decision) = book.pending(&state) else { break };
        let Ok(events) = book.decide(&state, &decision, facts, &mut AppDice::new(seed, &[])) else { break };
        state = events.iter().fold(state, B::apply);
    }
    book.in_force(state)
}

/// How much a throw moved a side's chance to win beyond what such throws do on average. Its mean over the dice is zero,
/// because the average is over the same dice (the control variate of AIVAT, arXiv 1612.06915). What a throw leaves
/// pending counts as it usually turns out, and the dice thrown for it are throws of their own. `throws`: how often it is
/// thrown anew.
pub fn luck<B: ThinksAhead>(
    book: &B,
    (taken, setting): (&Taken<B>, &Setting<B>),
    side: &SideId,
    (throws, seed): (u32, u64),
) -> Luck {
    let facts = AsRecorded { recorded: Scripted::new(taken.asked.clone()), table: &taken.table };
    let value = |state: &B::State| {
        let one = |state: &B::State| chance(book, &taken.table, setting, state, side);
        if book.pending(state).is_none() {
            return one(&book.in_force(state.clone()));
        }
        let all = (1..=CARRIED_ON).map(|more| one(&carried_on(book, &facts, state, seed.wrapping_add(more))));
        all.sum::<f64>() / CARRIED_ON as f64
    };
    let (mut sum, mut squares, mut count) = (0.0, 0.0, 0.0);
    for throw in 0..throws {
        let mut dice = AppDice::new(seed, &throw.to_le_bytes());
        let Ok(events) = book.decide(&taken.before, &taken.again, &facts, &mut dice) else { continue };
        let worth = value(&events.iter().fold(taken.before.clone(), B::apply));
        sum += worth;
        squares += worth * worth;
        count += 1.0;
    }
    if count < 1.0 {
        return Luck::default();
    }
    let mean = sum / count;
    let variance = (squares / count - mean * mean).max(0.0);
    Luck { moved: value(&taken.after) - mean, standard_error: (variance / count).sqrt() }
}
