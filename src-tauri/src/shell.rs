//! The two halves of the app, and what takes both.

use crate::desk::Desk;
use crate::live::LiveTable;
use crate::wire::{AppView, Trouble};
use battle::view::BattleView;
use std::collections::BTreeMap;
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
        Ok(self.live.bench(|bench| AppView {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            source: self.live.source(),
            lens_known: bench.lens.is_some(),
            table_known: bench.table.is_some(),
            bare_table_known: bench.bare.is_some(),
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
        let kept = self.live.keep(self.live.folder().fleet());
        self.live.with_bench(|bench, picture| bench.muster(picture, words, kept.as_deref()))?;
        self.app_view()
    }

    /// Begins a battle with the ships that stand on the table.
    pub fn begin_battle(&self) -> Result<BattleView, Trouble> {
        let (hulls, table_in) = self.live.bench(|bench| {
            let hulls: BTreeMap<_, _> = bench
                .fleet
                .iter()
                .flat_map(|fleet| &fleet.ships)
                .map(|ship| (ship.words.id.clone(), ship.words.hull()))
                .collect();
            (hulls, bench.table.as_ref().map(|table| table.size_in))
        });
        let table_in = table_in.ok_or_else(|| {
            Trouble::new("The table is not calibrated yet: lay the corner cards and calibrate it first.")
        })?;
        self.desk.begin(&hulls, table_in, &self.live.observations(), || self.live.photo())
    }
}
