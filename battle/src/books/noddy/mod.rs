//! The adapter of Noddy: its forms, forecasts, drawn orders and set-ups.

mod drawn_orders;
mod forecast;
mod moments;
mod questions;
mod rulings;
mod setup;

use crate::forms::book_adapter::BookAdapter;
use crate::forms::context::FormContext;
use crate::seats::commander::SeatCommander;
use crate::thinking::thinker::{ByPlayingOn, Foresight};
use crate::view::{BandView, ForecastView, Moment, OrderDrawn, RangeEdge, SecretArea};
use geometry::{Measured, ShipId, Terrain};
use rulesets::core::{Audience, PlacedTable, SideId};
use rulesets::mahan::command::{Mahan, NoddyCaptain};
use rulesets::noddy::{Band, Decision, Event, Noddy, State};

impl BookAdapter for Noddy {
    fn foresight(&self) -> Option<&'static dyn Foresight<Self>> {
        Some(&ByPlayingOn)
    }

    fn commander(&self, side: &SideId, seed: u64) -> Option<Box<dyn SeatCommander<Self>>> {
        Some(Box::new(NoddyCaptain::new(side.clone(), Mahan::embedded().ok()?, seed)))
    }

    fn orders(&self, context: &FormContext<'_, State>) -> Vec<OrderDrawn> {
        drawn_orders::orders(self, context)
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

    fn range_edges(&self, _: &State, _: &ShipId) -> Vec<RangeEdge> {
        let edges = self.tables().band_edges().into_iter();
        edges.map(|(to_in, band)| RangeEdge { name: band.word().replace('_', " "), to_in }).collect()
    }

    fn secret_areas(&self, state: &State, _: &[Terrain], viewer: &Audience) -> Vec<SecretArea> {
        let known = state.hidden.iter().filter(|hidden| hidden.audience().includes(viewer));
        known.map(|hidden| SecretArea::of(&hidden.area, Some(true))).collect()
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
