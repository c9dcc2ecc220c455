//! Battles of this book played to their end without a camera, by the loop that all books share.

mod random;
mod running;

pub use random::RandomCommander;
pub(crate) use running::{Run, run};

use crate::core::play_out::{self, PlaysOut, drift};
use crate::core::{AppDice, Audience, Book, Halt, PlacedShip, PlacedTable, SideId};
use crate::noddy::book::Noddy;
use crate::noddy::decision::Decision;
use crate::noddy::event::Event;
use crate::noddy::scenario::Scene;
use crate::noddy::ship_state::Fate;
use crate::noddy::sound;
use crate::noddy::state::State;
use geometry::{Observation, ShipId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// How a battle ended: the seed has no victory conditions, so whoever is left has won.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "ended_by", rename_all = "snake_case")]
pub enum Ended {
    /// Nobody of this side is left to fight.
    Beaten {
        /// Which side.
        side: SideId,
    },
    /// Nobody of any side is left.
    AllBeaten,
    /// The moves are over.
    Time,
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Beaten { side } => write!(f, "{} beaten", side.0),
            Self::AllBeaten => f.write_str("all beaten"),
            Self::Time => f.write_str("time"),
        }
    }
}

/// A battle that was played to its end.
pub type Ending = play_out::Ending<Ended>;

/// What was decided, and what followed from it.
pub type Played = play_out::Played<Noddy>;

/// A battle in play on a table of numbers.
pub type PlayOut<'a> = play_out::PlayOut<'a, Noddy>;

/// What a battle needs besides its state and its table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NodScene {
    /// The last move.
    pub last_move: u32,
}

impl PlaysOut for Noddy {
    type Scene = NodScene;
    type Ended = Ended;

    fn ended(&self, scene: &NodScene, state: &State) -> Option<Ended> {
        let fights = |side: &SideId| {
            state.ships.values().any(|ship| ship.card.side == *side && ship.fights())
                || state.batteries.values().any(|battery| battery.card.side == *side && battery.stands())
        };
        let mut beaten = state.sides().into_iter().filter(|side| !fights(side));
        match (beaten.next(), beaten.next()) {
            (Some(_), Some(_)) => Some(Ended::AllBeaten),
            (Some(side), None) => Some(Ended::Beaten { side }),
            (None, _) => (state.turn > scene.last_move).then_some(Ended::Time),
        }
    }

    fn turn(&self, scene: &NodScene, state: &State) -> u32 {
        state.turn.min(scene.last_move)
    }

    fn moment(&self, state: &State) -> String {
        state.step.title().to_owned()
    }

    fn fates(&self, state: &State) -> BTreeMap<String, u32> {
        let mut fates: BTreeMap<String, u32> = BTreeMap::new();
        for ship in state.ships.values() {
            let fate = match ship.fate {
                Some(Fate::Sunk) => "sunk",
                Some(Fate::BlewUp) => "blown up",
                Some(Fate::Left) => "left",
                None if ship.abandoned => "abandoned",
                None if ship.aground.is_some() => "aground",
                None if !ship.has_power() => "adrift",
                None => "afloat",
            };
            *fates.entry(fate.to_owned()).or_default() += 1;
        }
        for battery in state.batteries.values() {
            let fate = if battery.stands() { "battery stands" } else { "battery silenced" };
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
        state.ships.get(ship).is_some_and(|ship| ship.present())
    }

    fn after(&self, _: &mut NodScene, table: &mut PlacedTable, state: &State, event: &Event) -> Vec<ShipId> {
        match event {
            Event::Drifted { drift: by } => drift(table, &by.ships, (by.east_in, by.north_in)),
            // Whoever may move once more does so from where she stands now.
            Event::UmpireOrdered { order: crate::noddy::UmpireOrder::MoveAgain { ship }, .. } => {
                table.begin_way(ship);
                Vec::new()
            }
            Event::Read { .. } => {
                let silent = state.batteries.values().filter(|battery| !battery.stands());
                silent.for_each(|battery| table.take_off(&battery.card.id));
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

/// A battle as it begins, with its table.
#[derive(Debug, Clone)]
pub struct SetOut {
    /// The battle as opened.
    pub state: State,
    /// The table, with every ship.
    pub table: PlacedTable,
    /// Moves that are played at most.
    pub moves: u32,
}

impl SetOut {
    /// A scenario's battle, with its models where they stand: exactly there, or known to so many inches.
    ///
    /// # Errors
    /// What the book holds against it.
    pub fn of(book: &Noddy, scene: &Scene, sigma_in: f64) -> Result<Self, Halt> {
        let mut dice = AppDice::new(0, &[]);
        let events = book.decide(&State::default(), &scene.open, &PlacedTable::default(), &mut dice)?;
        let state = events.iter().fold(State::default(), Noddy::apply);
        let models = scene.models.iter().map(|model| {
            let observation = Observation {
                sigma_in,
                heading_sigma_rad: sigma_in / 3.0,
                ..Observation::placed(model.ship.clone(), model.pose)
            };
            PlacedShip::at_rest(observation, model.hull)
        });
        let table = PlacedTable::new(models.collect())
            .with_terrain(scene.terrain.clone())
            .with_guns_ashore(state.guns_ashore())
            .with_edges(scene.table_in);
        Ok(Self { state, table, moves: scene.moves })
    }
}

/// Plays a battle to its end by lot, looking after every event whether it is sound. `watch` sees the battle after each
/// decision.
///
/// # Errors
/// Where nothing that is ordered will do, or where the battle is not sound any more.
pub fn by_lot(
    book: &Noddy,
    set_out: SetOut,
    seed: u64,
    watch: impl FnMut(&PlayOut<'_>, Played),
) -> Result<Ending, play_out::Stuck> {
    let sides = set_out.state.sides();
    let mut commanders: Vec<RandomCommander> = sides
        .iter()
        .zip(1..)
        .map(|(side, at)| {
            RandomCommander::new(&Audience::Side(side.clone()), seed.wrapping_mul(5).wrapping_add(at))
        })
        .collect();
    let mut umpire = RandomCommander::new(&Audience::Umpire, seed.wrapping_mul(5));
    let players = play_out::Players {
        sides: sides
            .into_iter()
            .zip(commanders.iter_mut())
            .map(|(side, commander)| (side, commander as &mut dyn crate::core::Commander<Noddy>))
            .collect(),
        umpire: &mut umpire,
    };
    let scene = NodScene { last_move: set_out.moves };
    PlayOut::begun(book, (set_out.state, set_out.table), scene, players, seed)
        .looked_after()
        .to_the_end(watch)
}
