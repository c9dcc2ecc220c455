//! Exact odds of a fire: evaluates every face of every die with the code that reads the real dice.

use crate::noddy::dice::resolve::read_roll;
use crate::noddy::events::event::Outcome;
use crate::noddy::events::outcome::Fire;
use crate::noddy::state::battle::State;
use crate::noddy::state::due::{Numbers, PendingRoll, RollUse};
use crate::noddy::tables::table_set::Tables;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The probability of one number of hits.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct HitChance {
    /// The total number of hits.
    pub hits: u32,
    /// Probability, 0 to 1.
    pub chance: f64,
}

/// The odds of a fire.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Odds {
    /// Every possible number of hits, fewest first; the chances sum to 1.
    pub hits: Vec<HitChance>,
    /// The mean.
    pub expected_hits: f64,
    /// Probability of at least one special effect (on a battery: of a gun knocked out).
    pub special: f64,
    /// Probability that the magazine blows up.
    pub magazine: f64,
}

/// One outcome; equal outcomes are merged after each die.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Sum {
    hits: u32,
    special: bool,
    magazine: bool,
}

type Spread = BTreeMap<Sum, f64>;

/// The odds of a declared fire.
pub(crate) fn odds(tables: &Tables, state: &State, fire: &Fire) -> Odds {
    let mut spread = Spread::from([(Sum::default(), 1.0)]);
    // Guns with the same total modifier have the same odds, which are computed only once.
    let mut known: BTreeMap<i16, Spread> = BTreeMap::new();
    for shot in &fire.guns {
        let of_gun = known.entry(shot.plus()).or_insert_with(|| {
            let decides = RollUse::ToHit {
                firer: fire.firer.clone(),
                gun: shot.gun.clone(),
                plus: shot.plus(),
                needs: i16::from(fire.armour),
                struck: fire.struck,
            };
            of_roll(tables, state, &Numbers::after(state).roll(state, &fire.target, decides))
        });
        spread = combine(&spread, of_gun);
    }
    let mut hits: BTreeMap<u32, f64> = BTreeMap::new();
    for (sum, chance) in &spread {
        *hits.entry(sum.hits).or_default() += chance;
    }
    let chance =
        |wanted: fn(&Sum) -> bool| spread.iter().filter(|(sum, _)| wanted(sum)).map(|(_, p)| p).sum();
    Odds {
        expected_hits: hits.iter().map(|(hits, chance)| f64::from(*hits) * chance).sum(),
        hits: hits.into_iter().map(|(hits, chance)| HitChance { hits, chance }).collect(),
        special: chance(|sum| sum.special),
        magazine: chance(|sum| sum.magazine),
    }
}

fn combine(one: &Spread, other: &Spread) -> Spread {
    let mut both = Spread::new();
    for (a, p) in one {
        for (b, q) in other {
            let sum = Sum {
                hits: a.hits + b.hits,
                special: a.special || b.special,
                magazine: a.magazine || b.magazine,
            };
            *both.entry(sum).or_default() += p * q;
        }
    }
    both
}

fn of_roll(tables: &Tables, state: &State, roll: &PendingRoll) -> Spread {
    let mut spread = Spread::new();
    for (faces, chance) in throws(roll) {
        let Ok(read) = read_roll(tables, state, roll, &faces) else { continue };
        let ashore = state.batteries.contains_key(&roll.ship);
        let own = Sum {
            hits: u32::from(matches!(roll.decides, RollUse::ToHit { .. }) && read.outcome == Outcome::Hit),
            special: read.outcome == Outcome::Special || (ashore && read.outcome == Outcome::Damaged),
            magazine: read.outcome == Outcome::Magazine,
        };
        let mut after = Spread::from([(own, chance)]);
        // Rolls for durations do not affect the outcomes counted here.
        for next in &read.rolls {
            if matches!(next.decides, RollUse::Effect { .. } | RollUse::Special { .. }) {
                after = combine(&after, &of_roll(tables, state, next));
            }
        }
        for (sum, chance) in after {
            *spread.entry(sum).or_default() += chance;
        }
    }
    spread
}

/// Every possible result of a roll's dice, with its probability.
pub(in crate::noddy) fn throws(roll: &PendingRoll) -> Vec<(Vec<u8>, f64)> {
    let faces = roll.request.die.faces();
    let mut all: Vec<Vec<u8>> = vec![Vec::new()];
    for _ in 0..roll.request.count {
        let longer = |so_far: &Vec<u8>| {
            let so_far = so_far.clone();
            (1..=faces).map(move |face| [so_far.as_slice(), &[face]].concat())
        };
        all = all.iter().flat_map(longer).collect();
    }
    let chance = 1.0 / all.len().max(1) as f64;
    all.into_iter().map(|faces| (faces, chance)).collect()
}
