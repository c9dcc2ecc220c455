//! Exact odds of a salvo: evaluates every face of every die with the code that reads the real dice.

use crate::gunboat::damage::sinking::{Room, Toll};
use crate::gunboat::dice::resolve::read_roll;
use crate::gunboat::events::event::Event;
use crate::gunboat::events::outcome::{LaunchOutcome, TableOutcome};
use crate::gunboat::events::roll_requests::{Numbers, table_roll};
use crate::gunboat::events::special_event::SpecialEvent;
use crate::gunboat::state::battle::State;
use crate::gunboat::state::card::SectionKind;
use crate::gunboat::state::due::{ChartCell, HitsDue, Into, PendingRoll, RollUse, TableId};
use crate::gunboat::tables::table_set::Tables;
use geometry::ShipId;
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
    let mut reader = OddsReader { tables, state, known: Vec::new() };
    let spread = reader.together(rolls);
    let mut hits: BTreeMap<u32, f64> = BTreeMap::new();
    for (outcome, chance) in &spread {
        *hits.entry(outcome.hits).or_default() += chance;
    }
    let sum = |wanted: fn(&Outcome) -> bool| spread.iter().filter(|(o, _)| wanted(o)).map(|(_, p)| p).sum();
    let stack = reader.stack_loss(rolls);
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

/// Evaluates rolls in one state.
struct OddsReader<'a> {
    tables: &'a Tables,
    state: &'a State,
    /// The odds of the rolls evaluated so far, by ship and use: most charts lead to the same tables several times.
    known: Vec<(ShipId, RollUse, Spread)>,
}

impl OddsReader<'_> {
    fn together(&mut self, rolls: &[PendingRoll]) -> Spread {
        rolls.iter().fold(nothing(), |all, roll| combine(&all, &self.of_roll(roll)))
    }

    fn of_roll(&mut self, roll: &PendingRoll) -> Spread {
        let same =
            |(ship, decides, _): &&(ShipId, RollUse, Spread)| *ship == roll.ship && *decides == roll.decides;
        if let Some((_, _, spread)) = self.known.iter().find(same) {
            return spread.clone();
        }
        let faces = roll.request.die.faces();
        let mut spread = Spread::new();
        for face in 1..=faces {
            let after = read_roll(self.tables, self.state, roll, &[face])
                .map_or_else(|_| nothing(), |event| self.of_event(&event));
            for (outcome, chance) in after {
                *spread.entry(outcome).or_default() += chance / f64::from(faces);
            }
        }
        self.known.push((roll.ship.clone(), roll.decides.clone(), spread.clone()));
        spread
    }

    fn of_event(&mut self, event: &Event) -> Spread {
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
            magazine: matches!(
                event,
                Event::TableRead { outcome: TableOutcome::MagazineExplodes { .. }, .. }
            ),
            sunk: matches!(
                event,
                Event::Special(SpecialEvent::LaunchHitRead { outcome: LaunchOutcome::Sunk, .. })
            ),
            toll: due.map_or_else(Toll::default, Toll::of),
        };
        let mut spread = combine(&BTreeMap::from([(own, 1.0)]), &self.together(rolls));
        if let Some(due) = due.filter(|due| takes_the_stack(due)) {
            let mut numbers = Numbers::after(self.state);
            let roll = table_roll(
                self.state,
                self.tables,
                &mut numbers,
                &due.ship,
                due.salvo,
                (TableId::Stack, vec![]),
            );
            spread = combine(&spread, &self.of_roll(&roll));
        }
        spread
    }

    /// The numbers of additional hits after the loss of the stack, with their probabilities (GUN-43, GUN-AMB-43).
    fn stack_loss(&mut self, rolls: &[PendingRoll]) -> Vec<(u32, f64)> {
        let Some(roll) = rolls.first().filter(|_| self.state.options.stack_table_on_ram) else {
            return vec![(0, 1.0)];
        };
        let roll = table_roll(
            self.state,
            self.tables,
            &mut Numbers::after(self.state),
            &roll.ship,
            None,
            (TableId::Stack, vec![]),
        );
        self.of_roll(&roll).into_iter().map(|(outcome, chance)| (outcome.hits, chance)).collect()
    }
}

/// Returns true if some hits can only go into the stack: they cost it, and GUN-STACK is rolled.
fn takes_the_stack(due: &HitsDue) -> bool {
    due.demands.iter().any(|demand| demand.into == Into::OneOf(vec![SectionKind::Stack]))
}
