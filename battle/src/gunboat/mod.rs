//! What is the Gunboat book's own: its words on screens, the salvo before it is declared.

mod asks;
mod previewing;
mod words;

use crate::battle::Battle;
use crate::deciding::Asked;
use crate::error::BattleError;
use crate::on_screen::OnScreen;
use crate::set_up::Picture;
use crate::telling::reason_view;
use crate::view::{AnswerView, AskView, DecisionView, MountView, SalvoPreviewView};
use geometry::ShipId;
use rulesets::core::{Audience, PlacedTable};
use rulesets::gunboat::{Decision, Fate, Gunboat, ShipValue, State, UmpireOrder};

impl OnScreen for Gunboat {
    fn asks(&self, state: &State) -> Vec<AskView> {
        asks::asks(self, state)
    }

    fn mounts(&self, state: &State, ship: &ShipId) -> Vec<MountView> {
        let ship = state.ships.get(ship);
        ship.map_or_else(Vec::new, |ship| {
            ship.card.mounts.iter().map(|mount| asks::mount_view(ship, mount)).collect()
        })
    }

    fn only_open(&self, state: &State, table: &PlacedTable, decision: Decision) -> Decision {
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
    /// What would happen if a ship fired everything that bears at another. The decision that follows is ruled on
    /// the measures shown here, as long as the ships still stand there.
    ///
    /// # Errors
    /// Where no such ship is in the battle.
    pub fn preview(&mut self, shooter: &str, target: &str) -> Result<SalvoPreviewView, BattleError> {
        self.preview_for(shooter, target, &Audience::Everyone)
    }

    /// The same as far as somebody may know it.
    ///
    /// # Errors
    /// As [`Battle::preview`].
    pub fn preview_for(
        &mut self,
        shooter: &str,
        target: &str,
        viewer: &Audience,
    ) -> Result<SalvoPreviewView, BattleError> {
        for ship in [shooter, target] {
            if !self.situation().book.ships.contains_key(&ShipId::new(ship)) {
                return Err(BattleError::NoSuchShip { ship: ship.to_owned() });
            }
        }
        let (shooter, target) = (ShipId::new(shooter), ShipId::new(target));
        let table = self.look_at(&[&shooter, &target]);
        let state = self.situation_for(viewer).book;
        Ok(previewing::preview(self.book(), &state, &table, &shooter, &target))
    }

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
        let asked = Asked { by: Audience::Umpire, ..Asked::of(Decision::Umpire { order, reason }) };
        self.decide(&asked, now, picture).map(Some)
    }

    /// Decides what a player asks in the words of today's screens.
    ///
    /// # Errors
    /// As [`Battle::decide`].
    pub fn decide_as_shown(
        &mut self,
        asked: &DecisionView,
        now: &str,
        picture: impl FnOnce() -> Option<Picture>,
    ) -> Result<AnswerView, BattleError> {
        let decision = match words::decision(&self.situation().book, asked) {
            Ok(decision) => decision,
            Err(refusal) => {
                return Ok(AnswerView::Refused {
                    reasons: refusal.reasons.iter().map(reason_view).collect(),
                });
            }
        };
        let frame = match asked {
            DecisionView::DeclareSalvo { frame, .. } => *frame,
            _ => None,
        };
        self.decide(&Asked { frame, ..Asked::of(decision) }, now, picture)
    }
}
