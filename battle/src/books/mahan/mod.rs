//! The adapter of Mahan's book: its forms, set-ups, and the commander of Mahan's side. Fire is that of the
//! Gunboat book, so its questions, previews and ticks are shown as there.

mod forms;
mod questions;
mod rulings;
mod setup;
mod sides;

use crate::books::gunboat;
use crate::error::BattleError;
use crate::forms::book_adapter::BookAdapter;
use crate::forms::context::{FormContext, FormError};
use crate::forms::filled::FilledForm;
use crate::seats::commander::SeatCommander;
use crate::setup::context::SetupContext;
use crate::setup::set_up::SetUp;
use crate::view::{
    AskView, BattleChoice, BookView, DecisionView, ForecastView, FormView, MountView, SalvoPreviewView,
    ScenarioView,
};
use geometry::{HexGrid, ShipId};
use rulesets::core::{Faces, PlacedTable, SideId};
use rulesets::mahan::MahanBook;
use rulesets::mahan::play::{Decision, Solo, State, fire_table};

impl BookAdapter for MahanBook {
    fn asks(&self, context: &FormContext<'_, State>) -> Vec<AskView> {
        questions::asks(self, context)
    }

    fn rulings(&self, context: &FormContext<'_, State>) -> Vec<FormView> {
        rulings::forms(self, context)
    }

    fn decision_from_form(
        &self,
        context: &FormContext<'_, State>,
        filled: &FilledForm<'_>,
    ) -> Result<Decision, FormError> {
        match rulings::decision(context, filled)? {
            Some(ruling) => Ok(ruling),
            None => forms::decision(self, context, filled),
        }
    }

    fn decision_to_roll(&self, context: &FormContext<'_, State>, faces: Faces) -> Option<Decision> {
        questions::decision_to_roll(context.state, faces)
    }

    /// What the rules do for Mahan, done by the app; nobody decides anything there (MAH-3).
    fn commander(&self, side: &SideId, _: u64) -> Option<Box<dyn SeatCommander<Self>>> {
        setup::SIDES.contains(&side.0.as_str()).then(|| Box::new(Solo) as Box<dyn SeatCommander<Self>>)
    }

    /// Steps end by themselves, but for the Player's fire (MAH-25).
    fn decision_to_advance(&self) -> Option<Decision> {
        Some(Decision::FireDone)
    }

    fn in_words(
        &self,
        context: &FormContext<'_, State>,
        asked: &DecisionView,
    ) -> Result<Decision, FormError> {
        Ok(Decision::Gunnery { decision: gunboat::in_words(&context.state.guns, asked)? })
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

    fn book_view(&self) -> Option<BookView> {
        Some(setup::view(self))
    }

    fn scenario_views(&self, _: &SetupContext<'_>) -> Result<Vec<ScenarioView>, BattleError> {
        setup::scenarios(self)
    }

    fn set_up(
        &self,
        choice: &BattleChoice,
        context: &SetupContext<'_>,
    ) -> Result<SetUp<Decision>, BattleError> {
        setup::set_up(self, choice, context)
    }
}
