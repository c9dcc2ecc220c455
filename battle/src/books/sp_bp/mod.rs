//! The adapter of SP/BP: its forms, forecasts and set-ups.

mod forecast;
mod moments;
mod questions;
mod rulings;
mod setup;

use crate::forms::book_adapter::BookAdapter;
use crate::thinking::thinker::{ByPlayingOn, Foresight};
use crate::view::{BandView, ForecastView, Moment, RangeEdge};
use geometry::{Measured, ShipId};
use rulesets::core::PlacedTable;
use rulesets::sp_bp::{Decision, Event, SpBp, State};

impl BookAdapter for SpBp {
    fn foresight(&self) -> Option<&'static dyn Foresight<Self>> {
        Some(&ByPlayingOn)
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

    fn range_edges(&self, _: &State, _: &ShipId) -> Vec<RangeEdge> {
        let edges = self.tables().bands_in().iter();
        edges.map(|edge| RangeEdge { name: format!("{edge} in"), to_in: f64::from(*edge) }).collect()
    }

    fn forecast_command(
        &self,
        state: &State,
        table: &PlacedTable,
        decision: &Decision,
    ) -> Option<ForecastView> {
        forecast::forecast_command(self, state, table, decision)
    }

    fn moments(&self, before: &State, event: &Event) -> Vec<Moment> {
        moments::moments(before, event)
    }

    fn loss(&self, state: &State, ship: &ShipId) -> Option<Moment> {
        moments::loss(state, ship)
    }
}
