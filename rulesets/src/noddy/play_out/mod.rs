//! Plays battles of this book to the end without a camera, with the loop that all books share.

mod random;
mod running;

pub use crate::core::play_out::by_lot;
pub use random::RandomCommander;
pub(crate) use running::{Run, run};

use crate::core::fleet::Layout;
pub use crate::core::play_out::LastTurn;
use crate::core::play_out::{self, ByLot, NotStaged, PlaysOut, Staged, drift};
use crate::core::{Audience, DataError, PlacedTable, SideId};
use crate::noddy::book::Noddy;
use crate::noddy::content::layout;
use crate::noddy::content::scenarios::scenarios;
use crate::noddy::events::decision::Decision;
use crate::noddy::events::event::Event;
use crate::noddy::events::invariants;
use crate::noddy::state::battle::{BatteryState, State};
use crate::noddy::state::ship::Fate;
use geometry::ShipId;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The outcome of a battle. The rule sheet has no victory conditions, so the side that is left wins.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "ended_by", rename_all = "snake_case")]
pub enum Ended {
    /// One side has nothing left to fight with.
    Beaten {
        /// The side.
        side: SideId,
    },
    /// No side has anything left.
    AllBeaten,
    /// The last move is over.
    Time,
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Beaten { side } => write!(f, "{} beaten", side.as_str()),
            Self::AllBeaten => f.write_str("all beaten"),
            Self::Time => f.write_str("time"),
        }
    }
}

/// A battle that was played to its end.
pub type Ending = play_out::Ending<Ended>;

/// A battle in progress on a table in memory.
pub type PlayOut<'a> = play_out::PlayOut<'a, Noddy>;

impl PlaysOut for Noddy {
    type Scene = LastTurn;
    type Ended = Ended;

    fn ended(&self, scene: &LastTurn, state: &State) -> Option<Ended> {
        let fights = |side: &SideId| {
            state.ships.values().any(|ship| ship.card.side == *side && ship.fights())
                || state.batteries.values().any(|battery| battery.card.side == *side && battery.stands())
        };
        let mut beaten = state.sides().into_iter().filter(|side| !fights(side));
        match (beaten.next(), beaten.next()) {
            (Some(_), Some(_)) => Some(Ended::AllBeaten),
            (Some(side), None) => Some(Ended::Beaten { side }),
            (None, _) => (state.turn > scene.0).then_some(Ended::Time),
        }
    }

    fn fates(state: &State) -> Vec<&'static str> {
        let ships = state.ships.values().map(|ship| match ship.fate {
            Some(Fate::Sunk) => "sunk",
            Some(Fate::BlewUp) => "blown up",
            Some(Fate::Left) => "left",
            None if ship.abandoned => "abandoned",
            None if ship.aground.is_some() => "aground",
            None if !ship.has_power() => "adrift",
            None => "afloat",
        });
        let stands = |battery: &BatteryState| {
            if battery.stands() { "battery stands" } else { "battery silenced" }
        };
        ships.chain(state.batteries.values().map(stands)).collect()
    }

    fn next_step(&self) -> Option<Decision> {
        Some(Decision::NextStep)
    }

    fn stands(state: &State, ship: &ShipId) -> bool {
        state.ships.get(ship).is_some_and(|ship| ship.present())
    }

    fn after(&self, _: &mut LastTurn, table: &mut PlacedTable, state: &State, event: &Event) {
        match event {
            Event::Drifted { drift: by } => drift(table, &by.ships, (by.east_in, by.north_in)),
            Event::Read { .. } => {
                let silent = state.batteries.values().filter(|battery| !battery.stands());
                silent.for_each(|battery| table.take_off(&battery.card.id));
            }
            _ => {}
        }
    }

    fn faults(state: &State) -> Vec<String> {
        invariants::faults(state)
    }

    fn acts_from_nowhere(before: &State, event: &Event) -> Option<String> {
        invariants::acts_from_nowhere(before, event)
    }
}

impl ByLot for Noddy {
    type Drawing = RandomCommander;

    fn drawing(role: Audience, seed: u64) -> RandomCommander {
        RandomCommander::new(&role, seed)
    }

    fn sides(state: &State) -> Vec<SideId> {
        state.sides()
    }

    fn scenarios(&self) -> Result<Vec<String>, DataError> {
        Ok(scenarios()?.into_iter().map(|scenario| scenario.id).collect())
    }

    fn as_printed(&self, scenario: &str) -> Result<Staged<Self>, NotStaged> {
        Ok(NotStaged::find(&scenarios()?, scenario, |known| &known.id)?.staged()?)
    }

    fn laid_out(&self, laid: &Layout) -> Result<Staged<Self>, NotStaged> {
        Ok(layout::staged(laid))
    }

    fn winner(state: &State, ended: &Ended) -> Option<SideId> {
        let Ended::Beaten { side: beaten } = ended else { return None };
        let mut others = state.sides().into_iter().filter(|side| side != beaten);
        others.next().filter(|_| others.next().is_none())
    }
}
