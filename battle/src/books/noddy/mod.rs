//! The adapter of Noddy: its forms, forecasts, drawn orders and set-ups.

mod drawn_orders;
mod forecast;
mod questions;
mod rulings;
mod setup;

use crate::error::BattleError;
use crate::forms::book_adapter::BookAdapter;
use crate::forms::context::{FormContext, FormError};
use crate::forms::filled::FilledForm;
use crate::seats::commander::SeatCommander;
use crate::setup::context::SetupContext;
use crate::setup::set_up::SetUp;
use crate::view::{
    AskView, BandView, BattleChoice, BookView, ForecastView, FormView, OrderDrawn, ScenarioView,
};
use geometry::Measured;
use rulesets::core::{Faces, PlacedTable, SideId};
use rulesets::mahan::command::{Mahan, NoddyCaptain};
use rulesets::noddy::{Band, Decision, Noddy, State};

impl BookAdapter for Noddy {
    fn asks(&self, context: &FormContext<'_, State>) -> Vec<AskView> {
        questions::asks(self, context)
    }

    fn commander(&self, side: &SideId, seed: u64) -> Option<Box<dyn SeatCommander<Self>>> {
        Some(Box::new(NoddyCaptain::new(side.clone(), Mahan::embedded().ok()?, seed)))
    }

    fn optional_forms(&self, context: &FormContext<'_, State>) -> Vec<FormView> {
        questions::optional_forms(context)
    }

    fn orders(&self, context: &FormContext<'_, State>) -> Vec<OrderDrawn> {
        drawn_orders::orders(self, context)
    }

    fn rulings(&self, context: &FormContext<'_, State>) -> Vec<FormView> {
        rulings::forms(self, context)
    }

    fn decision_from_form(
        &self,
        _: &FormContext<'_, State>,
        filled: &FilledForm<'_>,
    ) -> Result<Decision, FormError> {
        match rulings::decision(filled)? {
            Some(ruling) => Ok(ruling),
            None => questions::decision(filled),
        }
    }

    fn bands(&self, _: &State, range_in: Measured) -> Vec<BandView> {
        let bands = self.tables().bands(range_in).into_iter();
        let words: Vec<String> = bands
            .map(|band| match band {
                Band::Out => "out of range".to_owned(),
                band => band.word().replace('_', " "),
            })
            .collect();
        vec![BandView::of("guns", &words)]
    }

    fn decision_to_roll(&self, context: &FormContext<'_, State>, faces: Faces) -> Option<Decision> {
        questions::decision_to_roll(context, faces)
    }

    fn decision_to_advance(&self) -> Option<Decision> {
        Some(Decision::NextStep)
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
