//! Exact odds of a salvo: evaluates every face of every die with the code that reads the real dice.

use crate::gunboat::damage::sinking::{Room, Toll};
use crate::gunboat::dice::resolve::read_roll;
use crate::gunboat::events::event::Event;
use crate::gunboat::events::outcome::{LaunchOutcome, TableOutcome};
use crate::gunboat::events::roll_requests::{Numbers, table_roll};
use crate::gunboat::events::special_event::SpecialEvent;
use crate::gunboat::state::battle::State;
use crate::gunboat::state::card::SectionKind;
use crate::gunboat::state::due::{ChartCell, HitsDue, Into, PendingRoll, TableId};
use crate::gunboat::tables::table_set::Tables;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The probability of one number of hits.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct HitChance {
    /// The total number of boxes to check off, including rolls that follow.
    pub hits: u32,
    /// Probability, 0 to 1.
    pub chance: f64,
}

/// The odds of a salvo, before the target's owner chooses boxes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Odds {
    /// Every possible number of hits, fewest first; the chances sum to 1.
    pub hits: Vec<HitChance>,
    /// The mean.
    pub expected_hits: f64,
    /// Probability that GUN-CRIT is rolled at least once.
    pub critical: f64,
    /// Probability that the magazine explodes.
    pub magazine: f64,
    /// Probability that the salvo sinks the ship whatever its owner ticks. Includes the magazine, but not hits of other
    /// salvos that still wait to be checked off (GUN-41, GUN-44).
    #[serde(default)]
    pub sinks: f64,
}

/// One outcome; equal outcomes are merged after each die.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Outcome {
    hits: u32,
    critical: bool,
    magazine: bool,
    /// A launch is sunk directly.
    sunk: bool,
    toll: Toll,
}

type Spread = BTreeMap<Outcome, f64>;

/// The odds of independent rolls that are due together.
pub(crate) fn odds(tables: &Tables, state: &State, rolls: &[PendingRoll]) -> Odds {
    let spread = together(tables, state, rolls);
    let mut hits: BTreeMap<u32, f64> = BTreeMap::new();
    for (outcome, chance) in &spread {
        *hits.entry(outcome.hits).or_default() += chance;
    }
    let sum = |wanted: fn(&Outcome) -> bool| spread.iter().filter(|(o, _)| wanted(o)).map(|(_, p)| p).sum();
    let stack = stack_loss(tables, state, rolls);
    let ship = rolls.first().and_then(|roll| state.ships.get(&roll.ship));
    let lost = |outcome: &Outcome| match ship {
        _ if outcome.magazine || outcome.sunk => 1.0,
        Some(ship) => Room::of(ship).sinks(&outcome.toll, &stack),
        None => 0.0,
    };
    Odds {
        sinks: spread.iter().map(|(outcome, chance)| chance * lost(outcome)).sum(),
        expected_hits: hits.iter().map(|(hits, chance)| f64::from(*hits) * chance).sum(),
        hits: hits.into_iter().map(|(hits, chance)| HitChance { hits, chance }).collect(),
        critical: sum(|outcome| outcome.critical),
        magazine: sum(|outcome| outcome.magazine),
    }
}

fn nothing() -> Spread {
    BTreeMap::from([(
        Outcome { hits: 0, critical: false, magazine: false, sunk: false, toll: Toll::default() },
        1.0,
    )])
}

fn together(tables: &Tables, state: &State, rolls: &[PendingRoll]) -> Spread {
    rolls.iter().fold(nothing(), |all, roll| combine(&all, &of_roll(tables, state, roll)))
}

fn combine(one: &Spread, other: &Spread) -> Spread {
    let mut both = Spread::new();
    for (a, p) in one {
        for (b, q) in other {
            let outcome = Outcome {
                hits: a.hits + b.hits,
                critical: a.critical || b.critical,
                magazine: a.magazine || b.magazine,
                sunk: a.sunk || b.sunk,
                toll: a.toll.with(&b.toll),
            };
            *both.entry(outcome).or_default() += p * q;
        }
    }
    both
}

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
    let (due, rolls) = match event {
        Event::ChartRead { due, rolls, .. } | Event::TableRead { due, rolls, .. } => {
            (due.as_ref(), rolls.as_slice())
        }
        _ => (None, [].as_slice()),
    };
    let own = Outcome {
        hits: due.map_or(0, |due| due.demands.iter().map(|demand| u32::from(demand.hits)).sum()),
        critical: matches!(
            event,
            Event::ChartRead { cell: ChartCell::Critical, .. }
                | Event::TableRead { table: TableId::Critical, .. }
        ),
        magazine: matches!(event, Event::TableRead { outcome: TableOutcome::MagazineExplodes { .. }, .. }),
        sunk: matches!(
            event,
            Event::Special(SpecialEvent::LaunchHitRead { outcome: LaunchOutcome::Sunk, .. })
        ),
        toll: due.map_or_else(Toll::default, Toll::of),
    };
    let mut spread = combine(&BTreeMap::from([(own, 1.0)]), &together(tables, state, rolls));
    if let Some(due) = due.filter(|due| takes_the_stack(due)) {
        let mut numbers = Numbers::after(state);
        let roll = table_roll(state, tables, &mut numbers, &due.ship, due.salvo, (TableId::Stack, vec![]));
        spread = combine(&spread, &of_roll(tables, state, &roll));
    }
    spread
}

/// The numbers of additional hits after the loss of the stack, with their probabilities (GUN-43, GUN-AMB-43).
fn stack_loss(tables: &Tables, state: &State, rolls: &[PendingRoll]) -> Vec<(u32, f64)> {
    let Some(roll) = rolls.first().filter(|_| state.options.stack_table_on_ram) else {
        return vec![(0, 1.0)];
    };
    let roll =
        table_roll(state, tables, &mut Numbers::after(state), &roll.ship, None, (TableId::Stack, vec![]));
    of_roll(tables, state, &roll).into_iter().map(|(outcome, chance)| (outcome.hits, chance)).collect()
}

/// Returns true if some hits can only go into the stack: they cost it, and GUN-STACK is rolled.
fn takes_the_stack(due: &HitsDue) -> bool {
    due.demands.iter().any(|demand| demand.into == Into::OneOf(vec![SectionKind::Stack]))
}
