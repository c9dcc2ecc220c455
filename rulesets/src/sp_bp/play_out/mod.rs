//! Battles played to their end without a camera ([`crate::core::play_out`]).

mod random;
mod unprompted;

pub use random::RandomCommander;

use crate::core::fleet::Layout;
pub use crate::core::play_out::LastTurn;
use crate::core::play_out::{self, ByLot, NotStaged, PlaysOut, Staged, options_by_lot as drawn_by_lot};
use crate::core::{Audience, BookData, DataError, Edge, OptionValue, PlacedTable, SideId};
use crate::sp_bp::book::SpBp;
use crate::sp_bp::content::layout;
use crate::sp_bp::content::scenarios::scenarios;
use crate::sp_bp::events::decision::Decision;
use crate::sp_bp::events::event::Event;
use crate::sp_bp::events::invariants;
use crate::sp_bp::state::battle::State;
use crate::sp_bp::state::ship::{Fate, Location, ShipState};
use geometry::ShipId;
use serde::{Deserialize, Serialize};
use std::fmt;

pub use crate::core::play_out::{Stuck, by_lot};

/// The end of a battle.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "ended_by", rename_all = "snake_case")]
pub enum Ended {
    /// Only one side is left.
    Held {
        /// The side.
        side: SideId,
    },
    /// Nobody is left.
    NobodyLeft,
    /// The turns are over.
    Time,
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Held { side } => write!(f, "{} alone is left", side.as_str()),
            Self::NobodyLeft => f.write_str("nobody is left"),
            Self::Time => f.write_str("time"),
        }
    }
}

/// A battle played to its end.
pub type Ending = play_out::Ending<Ended>;

/// A battle at its start, with its table.
pub type SetOut = play_out::SetOut<SpBp>;

impl PlaysOut for SpBp {
    type Scene = LastTurn;
    type Ended = Ended;

    fn ended(&self, scene: &LastTurn, state: &State) -> Option<Ended> {
        match state.sides_afloat().as_slice() {
            [] => Some(Ended::NobodyLeft),
            [side] => Some(Ended::Held { side: side.clone() }),
            _ if state.turn > scene.0 => Some(Ended::Time),
            _ => None,
        }
    }

    fn fates(state: &State) -> Vec<&'static str> {
        let ships = state.ships.values().map(|ship| match (ship.fate, ship.location) {
            (Some(Fate::Sunk), _) => "sunk",
            (Some(Fate::Abandoned), _) => "abandoned",
            (Some(Fate::Struck), _) => "struck",
            (Some(Fate::Captured), _) => "captured",
            (None, Location::Left { .. }) => "left",
            (None, Location::Arriving { .. }) => "never came",
            (None, Location::OnTable) if ship.aground => "aground",
            (None, Location::OnTable) => "afloat",
        });
        ships.collect()
    }

    fn next_step(&self) -> Option<Decision> {
        Some(Decision::NextStep)
    }

    fn stands(state: &State, ship: &ShipId) -> bool {
        state.ships.get(ship).is_some_and(ShipState::present)
    }

    fn comes_on<'e>(state: &State, event: &'e Event) -> Option<(&'e ShipId, Edge)> {
        let Event::Arrived { ship } = event else { return None };
        match state.ships.get(ship)?.location {
            Location::Arriving { edge, .. } => Some((ship, edge)),
            _ => None,
        }
    }

    fn after(&self, _: &mut LastTurn, table: &mut PlacedTable, _: &State, event: &Event) {
        if let Event::Drifted { ships, .. } = event {
            for drift in ships {
                play_out::drift(table, std::slice::from_ref(&drift.ship), drift.by_in(event));
            }
        }
    }

    fn faults(state: &State) -> Vec<String> {
        invariants::faults(state)
    }

    fn acts_from_nowhere(before: &State, event: &Event) -> Option<String> {
        invariants::acts_from_nowhere(before, event)
    }
}

impl ByLot for SpBp {
    type Drawing = RandomCommander;

    fn drawing(role: Audience, seed: u64) -> RandomCommander {
        RandomCommander::new(role, seed)
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
        layout::staged(laid).map_err(|why| NotStaged::DoesNotFit { scenario: laid.name.clone(), why })
    }

    fn winner(_: &State, ended: &Ended) -> Option<SideId> {
        match ended {
            Ended::Held { side } => Some(side.clone()),
            Ended::NobodyLeft | Ended::Time => None,
        }
    }
}

/// The option that ships must move is for people only: random captains leave moves undone, and may be boxed
/// in.
const FOR_PEOPLE: &str = "spb.must_make_way";

/// Draws the book's options by lot: one in three has another value than its default; numbers take one of
/// their limits.
pub fn options_by_lot(book: &SpBp, seed: u64) -> Vec<OptionValue> {
    let mut drawn = drawn_by_lot(book.options(), seed);
    drawn.retain(|option| option.name != FOR_PEOPLE);
    let mut lot = play_out::Lot::new(seed.wrapping_add(1));
    for spec in book.options() {
        if let (Some((low, high)), true) = (spec.between, lot.chance(1.0 / 3.0)) {
            // A huge house number makes every battle the same; up to two is enough to test its effect.
            let most = if spec.name.starts_with("spb.house") { high.min(2.0) } else { high };
            let value = if lot.chance(0.3) { low } else { most };
            drawn.push(OptionValue { name: spec.name.clone(), value: value.into() });
        }
    }
    drawn
}
