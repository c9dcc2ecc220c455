//! Exact odds of a ram or of musketry: evaluates every face of the die with the code that reads the real dice.

use crate::core::RuleId;
use crate::noddy::dice::resolve::read_roll;
use crate::noddy::events::event::Outcome;
use crate::noddy::forecast::odds::throws;
use crate::noddy::state::battle::State;
use crate::noddy::state::due::{PendingRoll, RollUse};
use crate::noddy::tables::table_set::Tables;
use serde::{Deserialize, Serialize};

/// One possible result of a roll.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ResultChance {
    /// The text of the book ("rammee crippled, rammer loses 1 knot").
    pub text: String,
    /// The outcome.
    pub outcome: Outcome,
    /// The rule it comes from.
    pub rule: RuleId,
    /// Probability, 0 to 1.
    pub chance: f64,
}

/// The possible results of a roll, the highest faces first; the probabilities sum to 1. Special effects that follow are
/// included (NOD-21), other rolls that follow (number of knots or moves) are not.
pub(crate) fn results(tables: &Tables, state: &State, roll: &PendingRoll) -> Vec<ResultChance> {
    let mut all: Vec<ResultChance> = Vec::new();
    let mut add = |result: ResultChance| match all.iter_mut().find(|known| known.text == result.text) {
        Some(known) => known.chance += result.chance,
        None => all.push(result),
    };
    for (faces, chance) in throws(roll).into_iter().rev() {
        let Ok(read) = read_roll(tables, state, roll, &faces) else { continue };
        let special = read.rolls.iter().find(|next| matches!(next.decides, RollUse::Special { .. }));
        if let Some(special) = special {
            for then in results(tables, state, special) {
                add(ResultChance { chance: chance * then.chance, ..then });
            }
        } else if let Some(rule) = read.rules.first() {
            add(ResultChance { text: read.text, outcome: read.outcome, rule: rule.clone(), chance });
        }
    }
    all
}
