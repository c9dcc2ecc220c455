//! The adapter of SP/BP: its forms, forecasts and set-ups.

mod forecast;
mod questions;
mod rulings;
mod setup;

use crate::error::BattleError;
use crate::forms::book_adapter::BookAdapter;
use crate::forms::context::{FormContext, FormError};
use crate::forms::filled::FilledForm;
use crate::setup::context::SetupContext;
use crate::setup::set_up::SetUp;
use crate::view::{AskView, BandView, BattleChoice, BookView, ForecastView, FormView, ScenarioView};
use geometry::Measured;
use rulesets::core::{Faces, PlacedTable};
use rulesets::sp_bp::{Decision, SpBp, State};

impl BookAdapter for SpBp {
    fn asks(&self, context: &FormContext<'_, State>) -> Vec<AskView> {
        questions::asks(self, context)
    }

    fn optional_forms(&self, context: &FormContext<'_, State>) -> Vec<FormView> {
        questions::optional_forms(context)
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
            None => questions::decision(context, filled),
        }
    }

    fn decision_to_roll(&self, context: &FormContext<'_, State>, faces: Faces) -> Option<Decision> {
        (!context.state.rolls.is_empty()).then_some(Decision::Roll { rolls: Vec::new(), faces })
    }

    fn decision_to_advance(&self) -> Option<Decision> {
        Some(Decision::NextStep)
    }

    fn bands(&self, _: &State, range_in: Measured) -> Vec<BandView> {
        let edges = self.tables().bands_in();
        let words =
            |column: usize| match (column.checked_sub(1).and_then(|at| edges.get(at)), edges.get(column)) {
                (nearer, Some(edge)) => format!("{} to {edge} in", nearer.unwrap_or(&0)),
                (Some(last), None) => format!("over {last} in"),
                (None, None) => "out of range".to_owned(),
            };
        let columns: Vec<String> = self.tables().columns(range_in).into_iter().map(words).collect();
        vec![BandView::of("guns", &columns)]
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

    fn scenario_views(&self, _: &SetupContext<'_>) -> Result<Vec<ScenarioView>, BattleError> {
        setup::views()
    }

    fn set_up(
        &self,
        choice: &BattleChoice,
        context: &SetupContext<'_>,
    ) -> Result<SetUp<Decision>, BattleError> {
        setup::set_up(choice, context)
    }
}
