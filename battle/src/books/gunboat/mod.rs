//! The adapter of the Gunboat book: its forms, forecasts, previews and set-ups.

mod decisions;
mod forecast;
mod forms;
mod marks;
mod moments;
mod opening;
mod questions;
mod rulings;
mod salvo_preview;
mod setup;

use crate::forms::book_adapter::BookAdapter;
use crate::seats::commander::SeatCommander;
use crate::thinking::thinker::{ByPlayingOn, Foresight};
use crate::view::{
    BandView, ForecastView, GunSector, Moment, MountView, RangeEdge, SalvoPreviewView, SecretArea,
    TurningCircle,
};
use geometry::{Measured, Pose, Reach, ShipId, Steering, Terrain};
use rulesets::core::{Audience, PlacedTable, SideId};
use rulesets::gunboat::{
    Circle, Decision, Event, Fate, GunKind, Gunboat, ShipValue, Side, State, UmpireOrder,
};
use rulesets::mahan::command::{GunboatCaptain, Mahan};

pub(crate) use decisions::decision as in_words;
pub(crate) use forecast::forecast_command;
pub(crate) use moments::{loss, moments};
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
    fn foresight(&self) -> Option<&'static dyn Foresight<Self>> {
        Some(&ByPlayingOn)
    }

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

    fn range_edges(&self, state: &State, ship: &ShipId) -> Vec<RangeEdge> {
        marks::range_edges(self, state, ship)
    }

    fn gun_sectors(&self, state: &State, ship: &ShipId) -> Vec<GunSector> {
        marks::gun_sectors(self, state, ship)
    }

    fn may_measure(&self, state: &State) -> bool {
        state.options.measure.shows_enemies()
    }

    fn reaches(&self, state: &State, ship: &ShipId, start: Pose) -> Vec<(Steering, Reach)> {
        let reaches = Self::reaches(self, state, ship, start).into_iter();
        reaches.map(|reached| (reached.steering, reached.reach)).collect()
    }

    fn secret_areas(&self, state: &State, terrain: &[Terrain], viewer: &Audience) -> Vec<SecretArea> {
        marks::secret_areas(state, terrain, viewer)
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

    fn ruling_of_sunk(&self, battle: &State, ship: &ShipId) -> Option<Decision> {
        battle.ships.get(ship).filter(|ship| ship.afloat())?;
        let order =
            UmpireOrder::Set { ship: ship.clone(), value: ShipValue::Fate { fate: Some(Fate::Sunk) } };
        let reason = "her model was taken off the table, and the umpire says that she sank".to_owned();
        Some(Decision::Umpire { order, reason })
    }

    fn moments(&self, before: &State, event: &Event) -> Vec<Moment> {
        moments::moments(before, event)
    }

    fn loss(&self, state: &State, ship: &ShipId) -> Option<Moment> {
        moments::loss(state, ship)
    }
}
