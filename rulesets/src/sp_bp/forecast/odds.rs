//! Exact odds of a salvo: every face of every die, read by the code that reads the battle's own dice.
//!
//! The shots of a salvo are independent ([`crate::sp_bp::Shot`]), so the odds of all guns are the convolution
//! of those of each.

use crate::sp_bp::dice::resolve::read_roll;
use crate::sp_bp::events::event::Event;
use crate::sp_bp::events::outcome::{FiringMount, Read};
use crate::sp_bp::gunnery::fire::rolls;
use crate::sp_bp::state::battle::{Numbers, State};
use crate::sp_bp::state::due::PendingRoll;
use crate::sp_bp::state::ship::ShipState;
use crate::sp_bp::tables::table_set::Tables;
use geometry::Flank;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The chance of one number.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Chance {
    /// The number: hits, or structure points.
    pub number: u32,
    /// Probability, 0 to 1.
    pub chance: f64,
}

/// The odds of a salvo.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Odds {
    /// Every possible number of hits, fewest first; the chances sum to 1.
    pub hits: Vec<Chance>,
    /// The mean.
    pub expected_hits: f64,
    /// Every possible loss of SP, not cut off at the SP left; the chances sum to 1.
    pub sp: Vec<Chance>,
    /// The mean.
    pub expected_sp: f64,
    /// Probability of at least one critical hit.
    pub critical: f64,
    /// Probability that the target has no SP left afterwards.
    pub no_sp_left: f64,
}

/// One outcome; equal outcomes are merged after each die.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
struct Outcome {
    hits: u32,
    sp: u32,
    critical: bool,
}

type Spread = BTreeMap<Outcome, f64>;

/// Returns the odds of mounts that fire together.
pub(in crate::sp_bp) fn odds(
    tables: &Tables,
    state: &State,
    (shooter, target): (&ShipState, &ShipState),
    (side, from_deg): (Flank, f64),
    firing: &[FiringMount],
) -> Odds {
    let mut all = nothing();
    for roll in rolls(&mut Numbers::after(state), None, (shooter, target), (side, from_deg), firing) {
        let one = of_roll(tables, state, &roll);
        for _ in 0..roll.request.count {
            all = combine(&all, &one);
        }
    }
    let by = |number: fn(&Outcome) -> u32| {
        let mut chances: BTreeMap<u32, f64> = BTreeMap::new();
        for (outcome, chance) in &all {
            *chances.entry(number(outcome)).or_default() += chance;
        }
        chances.into_iter().map(|(number, chance)| Chance { number, chance }).collect::<Vec<_>>()
    };
    let mean = |chances: &[Chance]| chances.iter().map(|it| f64::from(it.number) * it.chance).sum();
    let (hits, sp) = (by(|outcome| outcome.hits), by(|outcome| outcome.sp));
    let left = u32::from(target.sp);
    Odds {
        expected_hits: mean(&hits),
        expected_sp: mean(&sp),
        critical: all.iter().filter(|(outcome, _)| outcome.critical).map(|(_, chance)| chance).sum(),
        no_sp_left: sp.iter().filter(|it| it.number >= left).map(|it| it.chance).sum(),
        hits,
        sp,
    }
}

fn nothing() -> Spread {
    BTreeMap::from([(Outcome::default(), 1.0)])
}

fn combine(one: &Spread, other: &Spread) -> Spread {
    let mut both = Spread::new();
    for (a, p) in one {
        for (b, q) in other {
            let outcome =
                Outcome { hits: a.hits + b.hits, sp: a.sp + b.sp, critical: a.critical || b.critical };
            *both.entry(outcome).or_default() += p * q;
        }
    }
    both
}

/// The outcomes of one die of a roll with all its consequences. Dice that pick a lost gun are left out: they
/// cost no SP.
fn of_roll(tables: &Tables, state: &State, roll: &PendingRoll) -> Spread {
    let faces = roll.request.die.faces();
    let mut spread = Spread::new();
    for face in 1..=faces {
        let after = read_roll(tables, state, roll, &[face])
            .map_or_else(|_| nothing(), |event| of_event(tables, state, &event));
        for (outcome, chance) in after {
            *spread.entry(outcome).or_default() += chance / f64::from(faces);
        }
    }
    spread
}

fn of_event(tables: &Tables, state: &State, event: &Event) -> Spread {
    let Event::RollRead { read, follows, .. } = event else { return nothing() };
    let own = match read {
        Read::ToHit { shots, .. } => {
            Outcome { hits: shots.iter().filter(|shot| shot.hit).count() as u32, ..Outcome::default() }
        }
        Read::Located { sp_loss, .. } | Read::Structural { sp_loss } => {
            Outcome { sp: u32::from(*sp_loss), ..Outcome::default() }
        }
        Read::Critical { sp_loss, .. } => {
            Outcome { sp: u32::from(*sp_loss), critical: true, ..Outcome::default() }
        }
        _ => Outcome::default(),
    };
    let tells =
        |roll: &&PendingRoll| matches!(roll.request.purpose.as_str(), "location" | "critical" | "structural");
    let mut spread = BTreeMap::from([(own, 1.0)]);
    for roll in follows.rolls.iter().filter(tells) {
        spread = combine(&spread, &of_roll(tables, state, roll));
    }
    spread
}
