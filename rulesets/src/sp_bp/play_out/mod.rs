//! Battles played to their end without a camera ([`crate::core::play_out`]).

mod random;
mod whims;

pub use random::RandomCommander;

use crate::core::play_out::{self, PlaysOut, options_by_lot as drawn_by_lot};
use crate::core::{AppDice, Audience, Book, Halt, OptionValue, PlacedShip, PlacedTable, SideId};
use crate::sp_bp::book::SpBp;
use crate::sp_bp::change::Change;
use crate::sp_bp::decision::{Decision, UmpireOrder};
use crate::sp_bp::event::Event;
use crate::sp_bp::ship_state::{Fate, Location, ShipState};
use crate::sp_bp::sound;
use crate::sp_bp::state::State;
use geometry::ShipId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

pub use crate::core::play_out::Stuck;

/// How a battle ended.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "ended_by", rename_all = "snake_case")]
pub enum Ended {
    /// One side alone is left.
    Held {
        /// Which.
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
            Self::Held { side } => write!(f, "{} alone is left", side.0),
            Self::NobodyLeft => f.write_str("nobody is left"),
            Self::Time => f.write_str("time"),
        }
    }
}

/// A battle that was played to its end.
pub type Ending = play_out::Ending<Ended>;

/// What was decided, and what followed from it.
pub type Played = play_out::Played<SpBp>;

/// A battle in play on a table of numbers.
pub type PlayOut<'a> = play_out::PlayOut<'a, SpBp>;

/// What a battle needs besides its state and its table.
#[derive(Debug, Clone)]
pub struct Coming {
    later: Vec<PlacedShip>,
    last_turn: u32,
}

/// A battle as it begins, with its table.
#[derive(Debug, Clone)]
pub struct SetOut {
    /// The battle as opened.
    pub state: State,
    /// The table, with every ship that is on it.
    pub table: PlacedTable,
    /// Models of ships still to come, where they come on.
    pub later: Vec<PlacedShip>,
    /// Turns that are played at most.
    pub turns: u32,
}

impl SetOut {
    /// Opens a battle with ships where their models stand, and sets it out on a table of this size, inches.
    ///
    /// # Errors
    /// What the book holds against it.
    pub fn of(
        book: &SpBp,
        open: &Decision,
        models: Vec<PlacedShip>,
        size_in: (f64, f64),
        turns: u32,
    ) -> Result<Self, Halt> {
        let nowhere = PlacedTable::default();
        let events = book.decide(&State::default(), open, &nowhere, &mut AppDice::new(0, &[]))?;
        let state = events.iter().fold(State::default(), SpBp::apply);
        let on_table =
            |model: &PlacedShip| state.ships.get(&model.observation.ship).is_some_and(ShipState::present);
        let (there, later): (Vec<PlacedShip>, Vec<PlacedShip>) = models.into_iter().partition(on_table);
        let table = PlacedTable::new(there).with_terrain(state.terrain.to_vec()).with_edges(size_in);
        Ok(Self { state, table, later, turns })
    }
}

impl PlaysOut for SpBp {
    type Scene = Coming;
    type Ended = Ended;

    fn ended(&self, scene: &Coming, state: &State) -> Option<Ended> {
        match state.sides_afloat().as_slice() {
            [] => Some(Ended::NobodyLeft),
            [side] => Some(Ended::Held { side: side.clone() }),
            _ if state.turn > scene.last_turn => Some(Ended::Time),
            _ => None,
        }
    }

    fn turn(&self, scene: &Coming, state: &State) -> u32 {
        state.turn.min(scene.last_turn)
    }

    fn moment(&self, state: &State) -> String {
        state.step.title().to_owned()
    }

    fn fates(&self, state: &State) -> BTreeMap<String, u32> {
        let mut fates: BTreeMap<String, u32> = BTreeMap::new();
        for ship in state.ships.values() {
            let fate = match (ship.fate, ship.location) {
                (Some(Fate::Sunk), _) => "sunk",
                (Some(Fate::Abandoned), _) => "abandoned",
                (Some(Fate::Struck), _) => "struck",
                (Some(Fate::Captured), _) => "captured",
                (None, Location::Left { .. }) => "left",
                (None, Location::Arriving { .. }) => "never came",
                (None, Location::OnTable) if ship.aground => "aground",
                (None, Location::OnTable) => "afloat",
            };
            *fates.entry(fate.to_owned()).or_default() += 1;
        }
        fates
    }

    fn next_step(&self) -> Option<Decision> {
        Some(Decision::NextStep)
    }

    fn begins_step(event: &Event) -> bool {
        matches!(event, Event::StepBegan { .. })
    }

    fn stands(state: &State, ship: &ShipId) -> bool {
        state.ships.get(ship).is_some_and(ShipState::present)
    }

    fn before(
        &self,
        scene: &mut Coming,
        table: &mut PlacedTable,
        state: &State,
        event: &Event,
    ) -> Vec<ShipId> {
        let Event::Arrived { ship } = event else { return Vec::new() };
        let at = scene.later.iter().position(|model| model.observation.ship == *ship);
        match (state.ships.get(ship).map(|ship| ship.location), at) {
            (Some(Location::Arriving { edge, .. }), Some(at)) => {
                let came = play_out::set_out(table, scene.later.remove(at), edge);
                if came { vec![ship.clone()] } else { Vec::new() }
            }
            _ => Vec::new(),
        }
    }

    fn after(
        &self,
        _scene: &mut Coming,
        table: &mut PlacedTable,
        _state: &State,
        event: &Event,
    ) -> Vec<ShipId> {
        match event {
            Event::Drifted { ships, .. } => {
                let drift = |drift: &crate::sp_bp::event::DriftOf| {
                    play_out::drift(table, std::slice::from_ref(&drift.ship), drift.by_in(event))
                };
                ships.iter().flat_map(drift).collect()
            }
            // Whoever may move once more does so from where she stands now.
            Event::UmpireOrdered { order: UmpireOrder::Set { changes, .. }, .. } => {
                let again = changes.iter().filter(|it| it.change == (Change::Moved { moved: false }));
                again.for_each(|it| table.begin_way(&it.ship));
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    fn faults(state: &State) -> Vec<String> {
        sound::faults(state)
    }

    fn acts_from_nowhere(before: &State, event: &Event) -> Option<String> {
        sound::acts_from_nowhere(before, event)
    }
}

/// Plays a battle to its end by lot: everything follows from the seed. `watch` sees the battle after each decision.
///
/// # Errors
/// Where it gets stuck, or is not sound any more.
pub fn by_lot(
    book: &SpBp,
    set_out: SetOut,
    seed: u64,
    watch: impl FnMut(&PlayOut<'_>, Played),
) -> Result<Ending, Stuck> {
    let SetOut { state, table, later, turns } = set_out;
    let roles = state.sides().into_iter().map(Audience::Side);
    let mut commanders: Vec<RandomCommander> = roles
        .chain([Audience::Umpire])
        .zip(0_u64..)
        .map(|(role, at)| RandomCommander::new(role, seed.wrapping_mul(7).wrapping_add(at)))
        .collect();
    let mut umpire = commanders.pop().unwrap_or_else(|| RandomCommander::new(Audience::Umpire, seed));
    let sides = state.sides().into_iter().zip(commanders.iter_mut());
    let sides = sides.map(|(side, commander)| (side, commander as &mut dyn crate::core::Commander<SpBp>));
    let players = play_out::Players { sides: sides.collect(), umpire: &mut umpire };
    let scene = Coming { later, last_turn: turns };
    PlayOut::begun(book, (state, table), scene, players, seed).looked_after().to_the_end(watch)
}

/// The book's options drawn by lot: each in three has another value than its default; numbers are one of their ends.
pub fn options_by_lot(book: &SpBp, seed: u64) -> Vec<OptionValue> {
    let mut drawn = drawn_by_lot(book.options(), seed);
    let mut lot = play_out::Lot::new(seed.wrapping_add(1));
    for spec in book.options() {
        if let (Some((low, high)), true) = (spec.between, lot.chance(1.0 / 3.0)) {
            // A house number that is huge makes every battle the same: up to two is enough to see it at work.
            let most = if spec.name.starts_with("spb.house") { high.min(2.0) } else { high };
            let value = if lot.chance(0.3) { low } else { most };
            drawn.push(OptionValue { name: spec.name.clone(), value: value.into() });
        }
    }
    drawn
}
