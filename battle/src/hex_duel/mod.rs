//! What is the hex duel's own: its words on screens, and how a duel is begun.

mod asks;
mod foreseeing;
mod setting_up;

use crate::asking::{Asking, Filled, Unclear};
use crate::choosing::Ground;
use crate::error::BattleError;
use crate::on_screen::OnScreen;
use crate::set_up::SetUp;
use crate::view::{AskView, BattleChoice, BookView, ForecastView, FormView, ScenarioView};
use geometry::{HexGrid, Pose};
use rulesets::core::{Faces, PlacedTable};
use rulesets::hex_duel::{Decision, HexDuel, HexPose, Route, State};
use std::collections::BTreeSet;

impl OnScreen for HexDuel {
    fn asks(&self, asking: &Asking<'_, State>) -> Vec<AskView> {
        asks::asks(self, asking)
    }

    fn hex_grid(&self, state: &State) -> Option<HexGrid> {
        state.grid
    }

    fn hex_ways(&self, state: &State) -> Vec<Pose> {
        let Some(grid) = &state.grid else { return Vec::new() };
        let ends: BTreeSet<HexPose> = self.routes(state).iter().filter_map(Route::to).collect();
        ends.into_iter().map(|place| place.pose(grid)).collect()
    }

    fn rulings(&self, asking: &Asking<'_, State>) -> Vec<FormView> {
        asks::rulings(self, asking)
    }

    fn answered(&self, asking: &Asking<'_, State>, filled: &Filled<'_>) -> Result<Decision, Unclear> {
        asks::decision(asking, filled)
    }

    fn throw(&self, asking: &Asking<'_, State>, faces: Faces) -> Option<Decision> {
        (!asking.state.rolls.is_empty()).then_some(Decision::Roll { faces })
    }

    fn foresee(&self, state: &State, table: &PlacedTable, decision: &Decision) -> Option<ForecastView> {
        foreseeing::foresee(self, state, table, decision)
    }

    fn book_view(&self) -> Option<BookView> {
        Some(setting_up::view(self))
    }

    fn scenario_views(&self, ground: &Ground<'_>) -> Result<Vec<ScenarioView>, BattleError> {
        Ok(setting_up::scenarios(ground))
    }

    fn set_up(&self, choice: &BattleChoice, ground: &Ground<'_>) -> Result<SetUp<Decision>, BattleError> {
        setting_up::set_up(self, choice, ground)
    }
}
