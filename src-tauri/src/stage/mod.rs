//! The stage: the drawing over the table for each window, on the camera's picture, from straight above, or as a chart.
//!
//! What a window's seat may not know never enters a scene: views, ways, ghosts and marks come filtered from `battle`.

mod kept;
mod live_scene;
mod planes;
mod range_text;
#[cfg(test)]
mod tests;

use crate::battle_session::Desk;
use crate::ipc::messages::Trouble;
use crate::ipc::seat::Asker;
use crate::ipc::stage::{StageRequest, Surface};
use crate::table_session::{BattleRecord, LiveTable, OnTable};
use calibration::TableFile;
use chart::{ChartPlane, DisplayList, Plane, Scene};
use chronicle::{scene_of, scene_of_scenario};
use companion::wire::PhoneId;
use geometry::ShipId;
use kept::{Drawing, Kept, ReplayedMoment};
use live_scene::{InPlay, live_scene, terrain_pieces};
use planes::{FromAbovePlane, PicturePlane};
use range_text::tape_inches;
use std::collections::BTreeMap;

/// The stage of all windows.
#[derive(Default)]
pub struct Stage {
    kept: Kept,
}

/// The table and the battle that are drawn.
#[derive(Clone, Copy)]
pub struct OnStage<'a> {
    /// The table under the camera.
    pub live: &'a LiveTable,
    /// The battle in play.
    pub desk: &'a Desk,
    /// The window that asks, and its seat.
    pub by: (Asker, &'a str),
}

impl Stage {
    /// Forgets the phones that are not among these.
    pub fn keep_phones(&self, phones: &[PhoneId]) {
        self.kept.keep_phones(phones);
    }

    /// The phones for which anything is kept.
    #[cfg(test)]
    pub fn phones(&self) -> Vec<PhoneId> {
        self.kept.phones()
    }

    /// Draws the table in play on a surface, as a seat may see it; empty on a camera's surface before calibration.
    ///
    /// # Errors
    /// When there is no such seat, or it is not for this window.
    pub fn table(&self, on: OnStage<'_>, request: &StageRequest) -> Result<DisplayList, Trouble> {
        let session = on.live.session();
        let table = session.calibrated().table.clone();
        let looked_at = request.chosen.first().or(request.pointed.as_ref()).map(ShipId::new);
        let target = request.chosen.get(1).map(ShipId::new);
        let battle = on.desk.on_stage(on.by, looked_at.as_ref(), target.as_ref())?;
        let quarters = request.quarters;
        let table_of_battle_in = battle.as_ref().map(|(battle, _)| battle.table_in);
        let in_play = |table: Option<&TableFile>, table_in| -> Result<Scene, Trouble> {
            let live = session.windows.newest();
            let live = live.as_ref().map_or(&[][..], |view| &view.ships);
            let (view, marks) = battle.unzip();
            let ways = view.as_ref().map(|view| self.kept.ways(on, view)).transpose()?.unwrap_or_default();
            // A book may forbid measures before decisions; then it gives no line of fire.
            let measured = target
                .as_ref()
                .zip(looked_at.as_ref())
                .filter(|_| marks.as_ref().is_none_or(|marks| marks.fire.is_some()));
            let measure = measured.and_then(|(to, from)| session.measure(from, to, |_| Vec::new()).ok());
            let ghosts = on.desk.ghosts();
            let fleet = session.calibrated().fleet.clone();
            let kinds: BTreeMap<String, String> = fleet
                .iter()
                .flat_map(|fleet| &fleet.ships)
                .map(|ship| (ship.words.id.to_string(), ship.words.kind.clone()))
                .collect();
            Ok(live_scene(InPlay {
                table_in,
                camera: table.map(TableFile::camera),
                live,
                kinds: &kinds,
                battle: view.as_ref(),
                drawn: terrain_pieces(&session.terrain()),
                tracks: &ways,
                ghosts: &ghosts,
                marks: marks.unwrap_or_default(),
                range: measure.map(|measure| tape_inches(measure.range_in)),
                chosen: &request.chosen,
                pointed: request.pointed.as_deref(),
            }))
        };
        let draw = |table: Option<&TableFile>, table_in, plane: &dyn Plane, drawing| {
            Ok(self.kept.draw(&in_play(table, table_in)?, plane, request, (on.by.0, drawing)))
        };
        match (request.surface, table.as_deref()) {
            (Surface::Picture, Some(table)) => {
                let plane = PicturePlane::new(table.camera(), quarters);
                draw(Some(table), table.size_in, &plane, Drawing::Picture)
            }
            (Surface::FromAbove, Some(table)) => {
                let seen = session.rectification()?.extent();
                let plane = FromAbovePlane::new(&table.camera(), table.size_in, seen, quarters);
                draw(Some(table), table.size_in, &plane, Drawing::FromAbove)
            }
            (Surface::Chart, table) => {
                let Some(table_in) = table_of_battle_in.or(table.map(|table| table.size_in)) else {
                    return Ok(DisplayList::default());
                };
                draw(table, table_in, &ChartPlane::sheet(table_in, quarters), Drawing::Chart)
            }
            (Surface::Picture | Surface::FromAbove, None) => Ok(DisplayList::default()),
        }
    }

    /// Draws the chart of a battle as it was after the event `seq`.
    ///
    /// # Errors
    /// When there is no such battle, or no such seat for this window.
    pub fn replay(
        &self,
        on: OnStage<'_>,
        (battle, seq): (i64, i64),
        request: &StageRequest,
    ) -> Result<DisplayList, Trouble> {
        let moment = ReplayedMoment { viewer: on.by.1.to_owned(), battle, seq };
        let scene = self.kept.replayed(on.by.0, moment, || {
            let view = on.desk.replay_at(battle, seq, on.by)?;
            let tracks = kept::tracks_of(&view, &on.desk.turn_ways(battle, seq, on.by)?);
            Ok(Scene { tracks, ..scene_of(&view) })
        })?;
        let plane = ChartPlane::sheet(scene.table_in, request.quarters);
        Ok(self.kept.draw(&scene, &plane, request, (on.by.0, Drawing::Replay)))
    }

    /// Draws the chart of a scenario's set-up on this table.
    ///
    /// # Errors
    /// When the book has no such scenario.
    pub fn scenario(
        &self,
        (desk, on): (&Desk, &OnTable),
        (book, scenario): (&str, &str),
        request: &StageRequest,
    ) -> Result<DisplayList, Trouble> {
        let known = desk.scenarios(book, on)?.into_iter().find(|known| known.id == scenario);
        let known = known.ok_or_else(|| {
            Trouble::new(format!("The book has no scenario “{scenario}”: choose one from its list."))
        })?;
        let scene = scene_of_scenario(&known);
        let plane = ChartPlane::sheet(scene.table_in, request.quarters);
        Ok(chart::draw(&scene, &plane, &request.view, &mut chart::LabelPlacer::default()))
    }
}
