//! The adapter of Mahan's book: its forms, set-ups, and the commander of Mahan's side. It uses the Gunboat book's fire,
//! with that book's questions, previews and ticks.

mod forms;
mod moments;
mod questions;
mod rulings;
mod setup;

use crate::books::gunboat;
use crate::forms::book_adapter::BookAdapter;
use crate::seats::commander::SeatCommander;
use crate::setup::context::sides;
use crate::thinking::thinker::{ByPlayingOn, Foresight};
use crate::view::{ForecastView, Moment, MountView, SalvoPreviewView};
use geometry::{HexGrid, ShipId};
use rulesets::core::{PlacedTable, SideId};
use rulesets::mahan::MahanBook;
use rulesets::mahan::play::{Decision, Event, Solo, State, fire_table};

impl BookAdapter for MahanBook {
    /// The side that the app commands is Mahan's, and his procedure commands it (MAH-3).
    const COMMANDED_BY_THINKING: bool = false;

    fn foresight(&self) -> Option<&'static dyn Foresight<Self>> {
        Some(&ByPlayingOn)
    }

    /// The commander that carries out what the rules do for Mahan; it decides nothing (MAH-3).
    fn commander(&self, side: &SideId, _: u64) -> Option<Box<dyn SeatCommander<Self>>> {
        sides().contains(side).then(|| Box::new(Solo) as Box<dyn SeatCommander<Self>>)
    }

    fn preview(
        &self,
        state: &State,
        _: &PlacedTable,
        (shooter, target): (&ShipId, &ShipId),
    ) -> Option<SalvoPreviewView> {
        if !state.by_gunboat() {
            return None;
        }
        Some(gunboat::preview(self.gunboat(), &state.guns, &fire_table(state), shooter, target))
    }

    fn forecast_command(&self, state: &State, _: &PlacedTable, decision: &Decision) -> Option<ForecastView> {
        let Decision::Gunnery { decision } = decision else { return None };
        let forecast = gunboat::forecast_command(self.gunboat(), &state.guns, &fire_table(state), decision)?;
        Some(ForecastView { sentence: questions::hexes_away(state, decision), ..forecast })
    }

    fn mounts(&self, state: &State, ship: &ShipId) -> Vec<MountView> {
        if state.by_gunboat() { gunboat::mounts(&state.guns, ship) } else { Vec::new() }
    }

    fn hex_grid(&self, state: &State) -> Option<HexGrid> {
        state.grid
    }

    fn moments(&self, before: &State, event: &Event) -> Vec<Moment> {
        moments::moments(before, event)
    }

    fn loss(&self, state: &State, ship: &ShipId) -> Option<Moment> {
        moments::loss(state, ship)
    }
}
