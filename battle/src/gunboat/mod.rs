//! What is the Gunboat book's own: its words on screens, the salvo before it is declared, battles by lot.

mod asks;
mod play_out;
mod previewing;
mod words;

pub use play_out::{Endings, PlayOuts, play_out, play_out_in, play_outs};

use crate::battle::Battle;
use crate::deciding::Asked;
use crate::error::BattleError;
use crate::on_screen::OnScreen;
use crate::set_up::Picture;
use crate::telling::reason_view;
use crate::view::{AnswerView, AskView, DecisionView, MountView, SalvoPreviewView};
use geometry::ShipId;
use rulesets::core::PlacedTable;
use rulesets::gunboat::{Decision, Gunboat, State};

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
        for ship in [shooter, target] {
            if !self.situation().book.ships.contains_key(&ShipId::new(ship)) {
                return Err(BattleError::NoSuchShip { ship: ship.to_owned() });
            }
        }
        let (shooter, target) = (ShipId::new(shooter), ShipId::new(target));
        let table = self.look_at(&[&shooter, &target]);
        Ok(previewing::preview(self.book(), &self.situation().book, &table, &shooter, &target))
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
