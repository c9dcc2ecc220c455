//! Forecasts of commands: the possible results of a decision if it were made now.

use crate::error::BattleError;
use crate::forms::book_adapter::BookAdapter;
use crate::session::battle::Battle;
use crate::view::{DecisionView, ForecastView, RuledSentence, SalvoPreviewView};
use geometry::ShipId;
use rulesets::core::{Audience, Halt, PlacedTable, Refusal};

impl<B: BookAdapter> Battle<B> {
    /// The forecast of a decision, from this seat's knowledge and only for questions put to it. A decision that follows
    /// is ruled on the same measures, as long as the ships have not moved.
    pub fn forecast_command(&mut self, asked: &DecisionView, by: &Audience) -> ForecastView {
        let decision = match self.read_decision(asked, by) {
            Ok(decision) => decision,
            Err(unclear) => return ForecastView::refused(unclear.0),
        };
        let table = self.remember_shown_table(&B::ships_concerned(&decision));
        let seen = self.situation_for(by).book;
        let forecast = self.book.forecast_command(&seen, &table, &decision).unwrap_or_default();
        match self.against(&decision, &table, by) {
            Some(refusals) if forecast.odds.is_some() => ForecastView::refused(refusals),
            _ => forecast,
        }
    }

    /// Why a decision that looks allowed to this seat would be refused, because of something secret from it. `None` if
    /// nothing is against it.
    fn against(
        &self,
        decision: &B::Decision,
        table: &PlacedTable,
        by: &Audience,
    ) -> Option<Vec<RuledSentence>> {
        let decision = self.book.drop_closed_settlements(&self.situation.book, table, decision.clone());
        let refusal = match self.halt_as_known(&decision, table, &Audience::Umpire)? {
            Halt::Refused(refusal) => refusal,
            Halt::TooClose { .. } => Refusal::default(),
        };
        Some(self.reasons_for(&refusal, None, by))
    }
}

impl<B: BookAdapter> Battle<B> {
    /// The preview of a salvo of everything that bears at the target. The decision that follows is ruled on the
    /// measures shown here, as long as the ships have not moved.
    ///
    /// # Errors
    /// When no such ship is in the battle, or its book has no previews of salvos.
    pub fn preview(&mut self, shooter: &str, target: &str) -> Result<SalvoPreviewView, BattleError> {
        self.preview_for(shooter, target, &Audience::Everyone)
    }

    /// The same preview with this viewer's knowledge.
    ///
    /// # Errors
    /// As [`Battle::preview`].
    pub fn preview_for(
        &mut self,
        shooter: &str,
        target: &str,
        viewer: &Audience,
    ) -> Result<SalvoPreviewView, BattleError> {
        let lines = B::ships(&self.situation.book);
        for ship in [shooter, target] {
            if lines.iter().all(|line| line.ship.as_str() != ship) {
                return Err(BattleError::NoSuchShip { ship: ship.to_owned() });
            }
        }
        let (shooter, target) = (ShipId::new(shooter), ShipId::new(target));
        let table = self.remember_shown_table(&[&shooter, &target]);
        let state = self.situation_for(viewer).book;
        let preview = self.book.preview(&state, &table, (&shooter, &target));
        preview.ok_or_else(|| BattleError::NoSalvos { book: B::TITLE.to_owned() })
    }
}
