//! Forms as they are put to a window, and its answer as a decision of the book.

use crate::error::BattleError;
use crate::forms::book_adapter::BookAdapter;
use crate::forms::context::FormContext;
use crate::forms::decision::{asks, decision};
use crate::record::events::MovesAre;
use crate::record::situation::SituationOf;
use crate::session::battle::Battle;
use crate::session::decide::DecisionRequest;
use crate::session::ruling_table::official_table;
use crate::table::picture::Picture;
use crate::view::{AnswerView, AskView, DecisionView};
use rulesets::core::{Audience, MoveJudged, PlacedTable};

impl<B: BookAdapter> Battle<B> {
    pub(crate) fn form_context<'a>(
        &'a self,
        seen: &'a SituationOf<B>,
        viewer: &'a Audience,
        table: &'a PlacedTable,
        moved: &'a [MoveJudged],
    ) -> FormContext<'a, B::State> {
        FormContext {
            state: &seen.book,
            viewer,
            table,
            judged: self.situation.begun.moves == MovesAre::Judged,
            umpire: self.situation.begun.umpire,
            moved,
            to_set_out: &seen.to_set_out,
            players: self.players(),
        }
    }

    /// What is asked now; nothing once the battle is over.
    pub(crate) fn asks_for(&self, seen: &SituationOf<B>, viewer: &Audience) -> Vec<AskView> {
        if seen.over {
            return Vec::new();
        }
        let judged: Vec<MoveJudged> =
            self.proposals_for(viewer).into_iter().map(|proposal| proposal.judged).collect();
        let table = self.table_now();
        asks(&self.book, &self.form_context(seen, viewer, &table, &judged))
    }

    /// What was asked in an earlier situation, its models where they officially stood.
    pub(crate) fn asks_in(&self, seen: &SituationOf<B>, viewer: &Audience) -> Vec<AskView> {
        if seen.over {
            return Vec::new();
        }
        let table = official_table::<B>(seen);
        asks(&self.book, &self.form_context(seen, viewer, &table, &[]))
    }

    /// Decides what a player asks in the words of today's screens.
    ///
    /// # Errors
    /// As [`Battle::decide`].
    pub fn decide_as_shown_to(
        &mut self,
        asked: &DecisionView,
        by: &Audience,
        now: &str,
        picture: impl FnOnce() -> Option<Picture>,
    ) -> Result<AnswerView, BattleError> {
        let seen = self.situation_for(by);
        let judged: Vec<MoveJudged> =
            self.proposals_for(by).into_iter().map(|proposal| proposal.judged).collect();
        let table = self.table_now();
        let decision = match decision(&self.book, &self.form_context(&seen, by, &table, &judged), asked) {
            Ok(decision) => decision,
            Err(unclear) => return Ok(AnswerView::Refused { reasons: unclear.0 }),
        };
        let frame = match asked {
            DecisionView::DeclareSalvo { frame, .. } | DecisionView::Answer { frame, .. } => *frame,
            _ => None,
        };
        self.decide(&DecisionRequest { decision, frame, by: by.clone() }, now, picture)
    }

    /// The same before everybody's eyes.
    ///
    /// # Errors
    /// As [`Battle::decide`].
    pub fn decide_as_shown(
        &mut self,
        asked: &DecisionView,
        now: &str,
        picture: impl FnOnce() -> Option<Picture>,
    ) -> Result<AnswerView, BattleError> {
        self.decide_as_shown_to(asked, &Audience::Everyone, now, picture)
    }
}
