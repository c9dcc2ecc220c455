//! Plays a battle to the end without a camera: commanders give orders, models are moved on a table in memory, and the
//! book rules on their positions.

mod gunnery;
mod random;
mod staging;
mod unprompted;

pub(crate) use gunnery::chances;
pub use random::RandomCommander;

use crate::core::play_out::{self, Limited, PlaysOut};
use crate::core::{Edge, OptionValue, PlacedTable};
use crate::gunboat::book::Gunboat;
use crate::gunboat::content::Scenario;
use crate::gunboat::events::decision::Decision;
use crate::gunboat::events::event::Event;
use crate::gunboat::events::invariants;
use crate::gunboat::state::battle::State;
use crate::gunboat::state::card::Side;
use crate::gunboat::state::ship::{Fate, Location};
use crate::gunboat::state::step::Step;
use geometry::ShipId;
use serde::{Deserialize, Serialize};
use std::fmt;

pub use crate::core::play_out::{Stuck, by_lot};

/// The outcome of a battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "ended_by", rename_all = "snake_case")]
pub enum Ended {
    /// One side has nothing left to fight with.
    Beaten {
        /// The side.
        side: Side,
    },
    /// Neither side has anything left.
    BothBeaten,
    /// The scenario ends the battle.
    Judged {
        /// The winner; none for a draw.
        winner: Option<Side>,
    },
    /// The last turn is over.
    Time,
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Beaten { side } => write!(f, "{} beaten", side.word()),
            Self::BothBeaten => f.write_str("both sides beaten"),
            Self::Judged { winner: Some(side) } => write!(f, "{} victory", side.word()),
            Self::Judged { winner: None } => f.write_str("draw"),
            Self::Time => f.write_str("time"),
        }
    }
}

/// A battle that was played to its end.
pub type Ending = play_out::Ending<Ended>;

/// A battle in progress on a table in memory.
pub type PlayOut<'a> = play_out::PlayOut<'a, Gunboat>;

/// A battle at its beginning, with its table.
pub type SetOut = play_out::SetOut<Gunboat>;

/// The book's own data for playing out a battle.
#[derive(Debug, Clone)]
pub struct GunScene {
    last_turn: u32,
    scenario: Option<Scenario>,
    /// The table at the end of the last fire step, for rulings on a forgotten shot.
    fire_step: Option<(u32, Step, PlacedTable)>,
}

impl GunScene {
    /// A scene with at most `last_turn` turns; a scenario, if given, decides when the battle is over and who has won.
    pub fn new(last_turn: u32, scenario: Option<Scenario>) -> Self {
        Self { last_turn, scenario, fire_step: None }
    }

    /// The scenario that decides the battle; none for a fight to the finish.
    pub fn scenario(&self) -> Option<&Scenario> {
        self.scenario.as_ref()
    }
}

impl Limited for GunScene {
    fn until(last_turn: u32) -> Self {
        Self::new(last_turn, None)
    }

    fn last_turn(&self) -> u32 {
        self.last_turn
    }
}

impl PlaysOut for Gunboat {
    type Scene = GunScene;
    type Ended = Ended;

    fn ended(&self, scene: &GunScene, state: &State) -> Option<Ended> {
        match &scene.scenario {
            Some(scenario) => {
                let standings = scenario.standings(state);
                standings.over.then_some(Ended::Judged { winner: standings.winner })
            }
            None if state.turn > scene.last_turn => Some(Ended::Time),
            None => match [Side::Union, Side::Confederate].map(|side| beaten(state, side)) {
                [true, true] => Some(Ended::BothBeaten),
                [true, false] => Some(Ended::Beaten { side: Side::Union }),
                [false, true] => Some(Ended::Beaten { side: Side::Confederate }),
                [false, false] => None,
            },
        }
    }

    fn fates(state: &State) -> Vec<&'static str> {
        let ships = state.ships.values().map(|ship| match (ship.fate, ship.location) {
            (Some(Fate::Sunk), _) => "sunk",
            (Some(Fate::Exploded), _) => "exploded",
            (Some(Fate::Captured), _) => "captured",
            (Some(Fate::WentHome), _) => "went home",
            (None, Location::Left { .. }) => "left",
            (None, Location::Arriving { .. }) => "never came",
            (None, Location::OnTable) if ship.ashore => "ashore",
            (None, Location::OnTable) if ship.aground => "aground",
            (None, Location::OnTable) => "afloat",
        });
        let forts = state.forts.values().map(|fort| match fort.fate {
            Some(crate::gunboat::FortFate::Struck) => "fort struck",
            Some(crate::gunboat::FortFate::Abandoned) => "fort abandoned",
            None if fort.card.guns.iter().any(|gun| fort.stands(&gun.id)) => "fort stands",
            None => "fort silenced",
        });
        ships.chain(forts).collect()
    }

    fn next_step(&self) -> Option<Decision> {
        Some(Decision::NextStep)
    }

    fn stands(state: &State, ship: &ShipId) -> bool {
        state.ships.get(ship).is_some_and(|ship| ship.present())
    }

    fn ruled_on<'t>(
        &self,
        scene: &'t GunScene,
        now: &'t PlacedTable,
        decision: &Decision,
    ) -> &'t PlacedTable {
        match (decision, &scene.fire_step) {
            (Decision::FireLate { turn, step, .. }, Some((of, at, table))) if (turn, step) == (of, at) => {
                table
            }
            _ => now,
        }
    }

    fn comes_on<'e>(state: &State, event: &'e Event) -> Option<(&'e ShipId, Edge)> {
        let Event::Arrived { ship } = event else { return None };
        match state.ships.get(ship)?.location {
            Location::Arriving { edge, .. } => Some((ship, edge)),
            _ => None,
        }
    }

    fn before(&self, scene: &mut GunScene, table: &PlacedTable, state: &State, event: &Event) {
        if matches!(event, Event::StepBegan { .. }) && state.step.is_fire() {
            scene.fire_step = Some((state.turn, state.step, table.clone()));
        }
    }

    fn after(&self, _: &mut GunScene, table: &mut PlacedTable, _: &State, event: &Event) {
        if let Event::Drifted { drift } = event {
            play_out::drift(table, &drift.ships, (drift.east_in, drift.north_in));
        }
    }

    fn faults(state: &State) -> Vec<String> {
        invariants::faults(state)
    }

    fn acts_from_nowhere(before: &State, event: &Event) -> Option<String> {
        invariants::acts_from_nowhere(before, event)
    }
}

/// Returns true if the side has neither a ship that may still fight, on the table or arriving later, nor a gun ashore.
fn beaten(state: &State, side: Side) -> bool {
    let fights = |ship: &crate::gunboat::ShipState| {
        ship.card.side == side && ship.afloat() && !matches!(ship.location, Location::Left { .. })
    };
    let stands = |fort: &crate::gunboat::FortState| {
        fort.card.side == side && fort.card.guns.iter().any(|gun| fort.stands(&gun.id))
    };
    !state.ships.values().any(fights) && !state.forts.values().any(stands)
}

/// Random values for the book's options: each option with a list of choices gets a random choice with probability 1/3;
/// numeric options keep their default.
pub fn options_by_lot(book: &Gunboat, seed: u64) -> Vec<OptionValue> {
    play_out::options_by_lot(crate::core::BookData::options(book), seed)
}
