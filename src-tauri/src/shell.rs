//! The two halves of the app, and what takes both.

use crate::desk::Desk;
use crate::live::{LiveTable, table_words};
use crate::table_wire::{StickView, TableReportView, TableWay};
use crate::wire::shore::{ShoreAsk, ShoreView};
use crate::wire::{AppView, HandWord, Trouble};
use battle::TableNews;
use battle::view::BattleView;
use geometry::ShipId;
use std::sync::Arc;
use tracking::MusterWords;

/// What the commands work on.
pub struct Shell {
    /// The table under the camera.
    pub live: LiveTable,
    /// The battle on it.
    pub desk: Arc<Desk>,
}

impl Shell {
    /// The app as it stands.
    pub fn app_view(&self) -> Result<AppView, Trouble> {
        let mut troubles = self.live.troubles();
        troubles.extend(self.desk.trouble());
        troubles.extend_from_slice(self.desk.own_data_troubles());
        Ok(self.live.bench(|bench| AppView {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            source: self.live.source(),
            lens_known: bench.lens.is_some(),
            table_known: bench.table.is_some(),
            mustered: bench
                .fleet
                .iter()
                .flat_map(|fleet| &fleet.ships)
                .map(|ship| ship.words.id.to_string())
                .collect(),
            campaign: self.desk.campaign().display().to_string(),
            battle: self.desk.view().and_then(|view| i32::try_from(view.battle).ok()),
            troubles,
            known_ships: self.desk.known_ships(),
        }))
    }

    /// Musters the ships on the newest picture.
    pub fn muster(&self, words: &MusterWords) -> Result<AppView, Trouble> {
        let folder = self.live.folder();
        let (fleet, models) = (self.live.keep(folder.fleet()), self.live.keep(folder.models()));
        self.live.with_bench(|bench, picture| {
            bench.muster(picture, None, words, fleet.as_deref())?;
            bench.keep_models(models.as_deref())
        })?;
        self.app_view()
    }

    /// Passes a player's word on to the tracker, and into the log of the battle in play.
    pub fn tell(&self, word: &HandWord) -> Result<Option<BattleView>, Trouble> {
        if let Some(correction) = self.live.tell(word)? {
            self.desk.correct_reading(correction, || self.live.photo())?;
        }
        if let HandWord::Sunk { ship } = word {
            self.desk.sunk_by_umpire(&ShipId::new(ship), || self.live.photo())?;
        }
        Ok(self.desk.view())
    }

    /// Calibrates the table; where that draws the playing area anew, everything that was kept of places goes along.
    pub fn calibrate_table(&self, way: &TableWay, guess_lens: bool) -> Result<TableReportView, Trouble> {
        let (report, change) = self.live.calibrate_table(&table_words(way), guess_lens)?;
        if let Some(change) = change {
            self.desk.redraw(&change, || self.live.photo())?;
            self.lay_terrain()?;
        }
        Ok(report)
    }

    /// Measures the check stick, and keeps it in the log of the battle in play.
    pub fn check_stick(&self, stick_in: f64, raised_in: f64) -> Result<StickView, Trouble> {
        let (view, checked) = self.live.check_stick(stick_in, raised_in)?;
        let logged = self.desk.hear_of_table(TableNews::Checked(checked), || self.live.photo())?;
        Ok(StickView { logged, ..view })
    }

    /// Asks or says something about the shore; the battle in play learns what lies on the table.
    pub fn shore(&self, ask: &ShoreAsk) -> Result<ShoreView, Trouble> {
        let view = self.live.shore(ask)?;
        if *ask != ShoreAsk::Look {
            self.lay_terrain()?;
        }
        Ok(view)
    }

    fn lay_terrain(&self) -> Result<(), Trouble> {
        self.desk.lay_terrain(&self.live.terrain(), || self.live.photo())
    }

    /// Begins a battle with the ships that stand on the table: a scenario's, or any.
    pub fn begin_battle(&self, scenario: Option<&str>) -> Result<BattleView, Trouble> {
        let (hulls, table_in) =
            self.live.bench(|bench| (bench.hulls(), bench.table.as_ref().map(|table| table.size_in)));
        let table_in = table_in.ok_or_else(|| {
            Trouble::new("The table is not calibrated yet: lay the corner cards and calibrate it first.")
        })?;
        self.desk.begin(scenario, &hulls, table_in, &self.live.observations(), || self.live.photo())?;
        self.lay_terrain()?;
        self.desk.view().ok_or_else(|| Trouble::new("The battle was closed as it began: begin another one."))
    }
}
