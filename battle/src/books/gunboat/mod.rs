//! The adapter of the Gunboat book: its forms, forecasts, previews and set-ups.

mod decisions;
mod forecast;
mod forms;
mod opening;
mod questions;
mod rulings;
mod salvo_preview;
mod setup;

use crate::error::BattleError;
use crate::forms::book_adapter::BookAdapter;
use crate::seats::commander::SeatCommander;
use crate::session::battle::Battle;
use crate::session::decide::DecisionRequest;
use crate::table::picture::Picture;
use crate::view::{AnswerView, BandView, ForecastView, MountView, SalvoPreviewView, TurningCircle};
use geometry::{Measured, ShipId};
use rulesets::core::{Audience, PlacedTable, SideId};
use rulesets::gunboat::{Circle, Decision, Fate, GunKind, Gunboat, ShipValue, Side, State, UmpireOrder};
use rulesets::mahan::command::{GunboatCaptain, Mahan};

pub(crate) use decisions::decision as in_words;
pub(crate) use forecast::forecast_command;
pub use opening::ShipInSetUp;
pub(crate) use questions::{hits_ask, throw_ask};
pub(crate) use salvo_preview::preview;

/// The gun mounts on a card.
pub(crate) fn mounts(state: &State, ship: &ShipId) -> Vec<MountView> {
    let ship = state.ships.get(ship);
    ship.map_or_else(Vec::new, |ship| {
        ship.card.mounts.iter().map(|mount| questions::mount_view(ship, mount)).collect()
    })
}

impl BookAdapter for Gunboat {
    fn commander(&self, side: &SideId, seed: u64) -> Option<Box<dyn SeatCommander<Self>>> {
        let side = [Side::Union, Side::Confederate].into_iter().find(|own| own.id() == *side)?;
        Some(Box::new(GunboatCaptain::new(side, Mahan::embedded().ok()?, seed).by_hand()))
    }

    fn bands(&self, state: &State, range_in: Measured) -> Vec<BandView> {
        let of = |kind: GunKind| {
            let bands = self.tables().bands(kind, range_in, &state.options).into_iter();
            BandView::of(kind.word(), &bands.map(|band| band.word().replace('_', " ")).collect::<Vec<_>>())
        };
        [GunKind::Howitzer, GunKind::Smoothbore, GunKind::Rifle].into_iter().map(of).collect()
    }

    fn turning_circles(&self) -> Vec<TurningCircle> {
        let circles = [("launch", Circle::Launch), ("A", Circle::A), ("B", Circle::B), ("C", Circle::C)];
        let gauge = |(name, circle): (&str, Circle)| TurningCircle {
            name: name.to_owned(),
            radius_in: self.tables().circle_in(circle) / 2.0,
            rule: "GUN-13".to_owned(),
        };
        circles.into_iter().map(gauge).collect()
    }

    fn preview(
        &self,
        state: &State,
        table: &PlacedTable,
        (shooter, target): (&ShipId, &ShipId),
    ) -> Option<SalvoPreviewView> {
        Some(salvo_preview::preview(self, state, table, shooter, target))
    }

    fn forecast_command(
        &self,
        state: &State,
        table: &PlacedTable,
        decision: &Decision,
    ) -> Option<ForecastView> {
        forecast::forecast_command(self, state, table, decision)
    }

    fn mounts(&self, state: &State, ship: &ShipId) -> Vec<MountView> {
        mounts(state, ship)
    }

    fn drop_closed_settlements(&self, state: &State, table: &PlacedTable, decision: Decision) -> Decision {
        match decision {
            Decision::Fire { shooter, target, mounts, settled } if !settled.is_empty() => {
                let open = self.preview(state, table, &shooter, &target, &mounts, &[]).plan.too_close;
                let settled = settled
                    .into_iter()
                    .filter(|choice| open.iter().any(|question| question.key == choice.key));
                Decision::Fire { settled: settled.collect(), shooter, target, mounts }
            }
            other => other,
        }
    }
}

impl Battle<Gunboat> {
    /// The umpire says that a ship whose model was taken off the table is sunk; none where the book knows that she is lost,
    /// or where she is in no battle.
    ///
    /// # Errors
    /// As [`Battle::decide`].
    pub fn sunk_by_umpire(
        &mut self,
        ship: &ShipId,
        now: &str,
        picture: impl FnOnce() -> Option<Picture>,
    ) -> Result<Option<AnswerView>, BattleError> {
        if !self.situation().book.ships.get(ship).is_some_and(|ship| ship.afloat()) {
            return Ok(None);
        }
        let order =
            UmpireOrder::Set { ship: ship.clone(), value: ShipValue::Fate { fate: Some(Fate::Sunk) } };
        let reason = "her model was taken off the table, and the umpire says that she sank".to_owned();
        let asked = DecisionRequest {
            by: Audience::Umpire,
            ..DecisionRequest::of(Decision::Umpire { order, reason })
        };
        self.decide(&asked, now, picture).map(Some)
    }
}
