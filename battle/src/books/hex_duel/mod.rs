//! The adapter of the hex duel: its forms, forecasts and set-ups.

mod forecast;
mod questions;
mod setup;

use crate::error::BattleError;
use crate::forms::book_adapter::BookAdapter;
use crate::forms::context::{FormContext, FormError};
use crate::forms::filled::FilledForm;
use crate::setup::context::SetupContext;
use crate::setup::set_up::SetUp;
use crate::view::{AskView, BattleChoice, BookView, ForecastView, FormView, ScenarioView};
use geometry::{HexGrid, Pose};
use rulesets::core::{Faces, PlacedTable};
use rulesets::hex_duel::{Decision, HexDuel, HexPose, Route, State};
use std::collections::BTreeSet;

impl BookAdapter for HexDuel {
    fn asks(&self, context: &FormContext<'_, State>) -> Vec<AskView> {
        questions::asks(self, context)
    }

    fn hex_grid(&self, state: &State) -> Option<HexGrid> {
        state.grid
    }

    fn hex_destinations(&self, state: &State) -> Vec<Pose> {
        let Some(grid) = &state.grid else { return Vec::new() };
        let ends: BTreeSet<HexPose> = self.routes(state).iter().filter_map(Route::to).collect();
        ends.into_iter().map(|place| place.pose(grid)).collect()
    }

    fn rulings(&self, context: &FormContext<'_, State>) -> Vec<FormView> {
        questions::rulings(self, context)
    }

    fn decision_from_form(
        &self,
        context: &FormContext<'_, State>,
        filled: &FilledForm<'_>,
    ) -> Result<Decision, FormError> {
        questions::decision(context, filled)
    }

    fn decision_to_roll(&self, context: &FormContext<'_, State>, faces: Faces) -> Option<Decision> {
        (!context.state.rolls.is_empty()).then_some(Decision::Roll { faces })
    }

    fn forecast_command(
        &self,
        state: &State,
        table: &PlacedTable,
        decision: &Decision,
    ) -> Option<ForecastView> {
        forecast::forecast_command(self, state, table, decision)
    }

    fn book_view(&self) -> Option<BookView> {
        Some(setup::view(self))
    }

    fn scenario_views(&self, context: &SetupContext<'_>) -> Result<Vec<ScenarioView>, BattleError> {
        Ok(setup::scenarios(context))
    }

    fn set_up(
        &self,
        choice: &BattleChoice,
        context: &SetupContext<'_>,
    ) -> Result<SetUp<Decision>, BattleError> {
        setup::set_up(self, choice, context)
    }
}
