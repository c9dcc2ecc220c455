//! What players write beside the log.

use crate::error::BattleError;
use crate::forms::book_adapter::OnScreen;
use crate::record::events::{Fact, Remark};
use crate::session::battle::Battle;
use crate::view::LogLine;
use rulesets::core::Audience;

impl<B: OnScreen> Battle<B> {
    /// Keeps a bookmark (no text) or a note at an event.
    ///
    /// # Errors
    /// Where the battle has no such event, or it could not be kept.
    pub fn remark(&mut self, remark: Remark, now: &str) -> Result<Vec<LogLine>, BattleError> {
        if self.timeline.index(remark.about).is_none() {
            return Err(BattleError::NoSuchMoment { battle: self.number(), seq: remark.about });
        }
        self.append(vec![Fact::Remark(remark)], now, || None)
    }

    /// The bookmarks and notes that somebody may read, in the order in which they were written; what is taken back keeps
    /// its notes.
    pub fn remarks(&self, viewer: &Audience) -> Vec<&Remark> {
        let remarks = self.entries().iter().filter_map(|entry| match &entry.fact {
            Fact::Remark(remark) => Some(remark),
            _ => None,
        });
        remarks.filter(|remark| remark.audience.includes(viewer)).collect()
    }
}
