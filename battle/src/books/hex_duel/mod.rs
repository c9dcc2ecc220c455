//! The adapter of the hex duel: its forms, forecasts and set-ups.

mod forecast;
mod moments;
mod questions;
mod setup;

use crate::forms::book_adapter::BookAdapter;
use crate::thinking::thinker::{ByPlayingOn, Foresight};
use crate::view::{ForecastView, Moment};
use geometry::{HexGrid, Pose, ShipId};
use rulesets::core::PlacedTable;
use rulesets::hex_duel::{Decision, Event, HexDuel, HexPose, Route, State};
use std::collections::BTreeSet;

impl BookAdapter for HexDuel {
    fn foresight(&self) -> Option<&'static dyn Foresight<Self>> {
        Some(&ByPlayingOn)
    }

    fn hex_grid(&self, state: &State) -> Option<HexGrid> {
        state.grid
    }

    fn hex_destinations(&self, state: &State) -> Vec<Pose> {
        let Some(grid) = &state.grid else { return Vec::new() };
        let ends: BTreeSet<HexPose> = self.routes(state).iter().filter_map(Route::to).collect();
        ends.into_iter().map(|place| place.pose(grid)).collect()
    }

    fn forecast_command(&self, state: &State, _: &PlacedTable, decision: &Decision) -> Option<ForecastView> {
        forecast::forecast_command(self, state, decision)
    }

    fn moments(&self, before: &State, event: &Event) -> Vec<Moment> {
        moments::moments(before, event)
    }

    fn loss(&self, state: &State, ship: &ShipId) -> Option<Moment> {
        moments::loss(state, ship)
    }
}
