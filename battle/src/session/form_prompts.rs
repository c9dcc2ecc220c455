//! What forms rest on as they are put to a window, and its answer read as a decision of the book.

use crate::forms::book_adapter::BookAdapter;
use crate::forms::context::{FormContext, FormError};
use crate::forms::decision::decision;
use crate::record::events::MovesAre;
use crate::record::situation::SituationOf;
use crate::session::battle::Battle;
use crate::session::moves::Proposal;
use crate::session::ruling_table::official_table;
use crate::view::DecisionView;
use rulesets::core::{Audience, MoveJudged, PlacedTable};

/// What forms rest on that are put to a viewer: worked out once, and borrowed from by [`FormContext`].
pub(crate) struct FormGround<B: BookAdapter> {
    /// The battle, as far as the viewer may know it.
    pub(crate) seen: SituationOf<B>,
    /// The table as rulings would rest on it.
    pub(crate) table: PlacedTable,
    /// The moves made on the table and not decided yet.
    pub(crate) proposals: Vec<Proposal>,
    judged: Vec<MoveJudged>,
}

impl<B: BookAdapter> FormGround<B> {
    /// That of an earlier moment: the models stand where they officially stood.
    pub(crate) fn of_moment(seen: SituationOf<B>) -> Self {
        Self { table: official_table::<B>(&seen), seen, proposals: Vec::new(), judged: Vec::new() }
    }
}

impl<B: BookAdapter> Battle<B> {
    /// What forms rest on that are put to this viewer now.
    pub(crate) fn form_ground(&self, viewer: &Audience) -> FormGround<B> {
        let proposals = self.proposals_for(viewer);
        let judged = proposals.iter().map(|proposal| proposal.judged.clone()).collect();
        FormGround { seen: self.situation_for(viewer), table: self.table_now(), proposals, judged }
    }

    pub(crate) fn form_context<'a>(
        &'a self,
        ground: &'a FormGround<B>,
        viewer: &'a Audience,
    ) -> FormContext<'a, B::State> {
        FormContext {
            state: &ground.seen.book,
            viewer,
            table: &ground.table,
            judged: self.situation.begun.moves == MovesAre::Judged,
            umpire: self.situation.begun.umpire,
            moved: &ground.judged,
            to_set_out: &ground.seen.to_set_out,
            players: self.players(),
        }
    }

    /// The decision that a window asks for, or why it says nothing that can be decided.
    pub(crate) fn read_decision(
        &self,
        asked: &DecisionView,
        by: &Audience,
    ) -> Result<B::Decision, FormError> {
        let ground = self.form_ground(by);
        decision(&self.book, &self.form_context(&ground, by), asked)
    }
}
