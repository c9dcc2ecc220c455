//! Exact odds of a ram: evaluates every face of both dice with the code that reads the real dice (GUN-48).

use crate::gunboat::events::event::Event;
use crate::gunboat::events::outcome::Impact;
use crate::gunboat::forecast::odds::HitChance;
use crate::gunboat::ramming::impact::{RamThrow, ram_rolls, read_ram};
use crate::gunboat::state::battle::State;
use crate::gunboat::state::due::{PendingRoll, RollUse};
use crate::gunboat::tables::table_set::Tables;
use geometry::ShipId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The odds of a ram for both ships.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RamOdds {
    /// Draft hits on the rammed ship.
    pub target: DraftOdds,
    /// Draft hits on the rammer.
    pub rammer: DraftOdds,
    /// Probability that the rammer loses its ram (GUN-49).
    pub ram_lost: f64,
    /// Probability that both stacks are checked (GUN-50).
    pub stacks_checked: f64,
}

/// Draft hits on one of the two ships.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DraftOdds {
    /// Every possible number of hits, fewest first; the chances sum to 1.
    pub hits: Vec<HitChance>,
    /// The mean.
    pub expected_hits: f64,
}

impl DraftOdds {
    fn of(chances: BTreeMap<u32, f64>) -> Self {
        Self {
            expected_hits: chances.iter().map(|(hits, chance)| f64::from(*hits) * chance).sum(),
            hits: chances.into_iter().map(|(hits, chance)| HitChance { hits, chance }).collect(),
        }
    }
}

/// The odds of one die.
#[derive(Default)]
struct Spread {
    draft: BTreeMap<u32, f64>,
    ram_lost: f64,
    stacks_checked: f64,
}

/// The odds of a ram; none for a collision, which has no effect, and none for a spar torpedo's strike.
pub(crate) fn ram_odds(tables: &Tables, state: &State, impact: &Impact) -> Option<RamOdds> {
    let clear = impact.reasons.is_empty() && impact.too_close.is_empty();
    if !clear || impact.spar || !impact.no_ram.is_empty() {
        return None;
    }
    let rolls = ram_rolls(state, impact);
    let spread = |ship: &ShipId| {
        let roll = rolls.iter().find(|roll| roll.ship == *ship)?;
        spread_of(tables, state, roll)
    };
    let (target, rammer) = (spread(&impact.target)?, spread(&impact.rammer)?);
    let either = |one: f64, other: f64| 1.0 - (1.0 - one) * (1.0 - other);
    Some(RamOdds {
        ram_lost: either(target.ram_lost, rammer.ram_lost),
        stacks_checked: either(target.stacks_checked, rammer.stacks_checked),
        target: DraftOdds::of(target.draft),
        rammer: DraftOdds::of(rammer.draft),
    })
}

fn spread_of(tables: &Tables, state: &State, roll: &PendingRoll) -> Option<Spread> {
    let RollUse::Ram { which, rammer, target, knots, had_ram } = &roll.decides else { return None };
    let throw = RamThrow { which: *which, rammer, target, knots: *knots, had_ram: *had_ram };
    let ship = state.ships.get(&roll.ship)?;
    let faces = roll.request.die.faces();
    let chance = 1.0 / f64::from(faces);
    let mut spread = Spread::default();
    for die in 1..=faces {
        let read = read_ram(tables, state, roll, ship, &throw, die)?;
        let Event::RamRead { draft, ram_lost, rolls, .. } = read else { return None };
        *spread.draft.entry(u32::from(draft)).or_default() += chance;
        spread.ram_lost += if ram_lost { chance } else { 0.0 };
        spread.stacks_checked += if rolls.is_empty() { 0.0 } else { chance };
    }
    Some(spread)
}
