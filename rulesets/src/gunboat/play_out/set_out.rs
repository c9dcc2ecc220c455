//! A battle that is opened and set out on a table of numbers.

use crate::core::{AppDice, Book, Halt, PlacedShip, PlacedTable};
use crate::gunboat::book::Gunboat;
use crate::gunboat::content::{Scenario, Scene, ShipOnScene};
use crate::gunboat::decision::Decision;
use crate::gunboat::event::Event;
use crate::gunboat::ship_state::Location;
use crate::gunboat::state::State;
use geometry::Observation;

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
    /// Who says when it is over, and who has won; nobody but the last turn and the last ship where there is none.
    pub scenario: Option<Scenario>,
}

/// Takes the decisions that open a scenario's battle: each with its events.
///
/// # Errors
/// What the book holds against them.
pub fn opening(book: &Gunboat, scene: &Scene) -> Result<Vec<(Decision, Vec<Event>)>, Halt> {
    let mut state = State::default();
    let mut taken = Vec::new();
    for decision in scene.decisions() {
        let events = book.decide(&state, &decision, &PlacedTable::default(), &mut AppDice::new(0, &[]))?;
        state = events.iter().fold(state, Gunboat::apply);
        taken.push((decision, events));
    }
    Ok(taken)
}

impl SetOut {
    /// A scenario's battle that was opened like this, with its models where they stand: exactly there.
    pub fn of(scenario: &Scenario, scene: &Scene, state: State) -> Self {
        let on_table = |ship: &&ShipOnScene| ship.setup.location == Location::OnTable;
        let (there, later): (Vec<&ShipOnScene>, Vec<&ShipOnScene>) = scene.ships.iter().partition(on_table);
        let table = PlacedTable::new(there.into_iter().map(model).collect())
            .with_terrain(scene.terrain.clone())
            .with_guns_ashore(state.guns_ashore())
            .with_edges(scene.table_in);
        Self {
            state,
            table,
            later: later.into_iter().map(model).collect(),
            turns: scenario.turns,
            scenario: Some(scenario.clone()),
        }
    }
}

fn model(ship: &ShipOnScene) -> PlacedShip {
    let observation = Observation::placed(ship.setup.card.id.clone(), ship.pose);
    PlacedShip::at_rest(observation, ship.hull)
}
