//! The data from which forms for a window are made, and the conversion of its answer into a decision.

use crate::forms::book_adapter::BookAdapter;
use crate::forms::context::{FormContext, FormError};
use crate::forms::decision::decision;
use crate::record::events::MovesAre;
use crate::record::situation::SituationOf;
use crate::session::battle::Battle;
use crate::session::moves::Proposal;
use crate::table::official::official_table;
use crate::view::DecisionView;
use rulesets::core::{Audience, MoveJudged, PlacedTable};

/// The data from which a viewer's forms are made: computed once, and borrowed by [`FormContext`].
pub(crate) struct FormGround<B: BookAdapter> {
    /// The state of the battle, without what the viewer may not know.
    pub(crate) seen: SituationOf<B>,
    /// The table as rulings would use it.
    pub(crate) table: PlacedTable,
    /// The moves made on the table that are not decided yet.
    pub(crate) proposals: Vec<Proposal>,
    judged: Vec<MoveJudged>,
}

impl<B: BookAdapter> FormGround<B> {
    /// The data for an earlier moment, with models at their official places.
    pub(crate) fn of_moment(seen: SituationOf<B>) -> Self {
        Self { table: official_table::<B>(&seen), seen, proposals: Vec::new(), judged: Vec::new() }
    }
}

impl<B: BookAdapter> Battle<B> {
    /// The data from which this viewer's forms are made now.
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

    /// Reads a window's request as a decision, or says why it makes none.
    pub(crate) fn read_decision(
        &self,
        asked: &DecisionView,
        by: &Audience,
    ) -> Result<B::Decision, FormError> {
        let ground = self.form_ground(by);
        decision(&self.book, &self.form_context(&ground, by), asked)
    }
}
