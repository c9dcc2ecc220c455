//! Records without a ruling: remarks, affairs of the campaign, news of the table.

use crate::error::BattleError;
use crate::forms::book_adapter::BookAdapter;
use crate::record::campaign_affair::Affair;
use crate::record::events::{DomainEvent, Remark};
use crate::record::table_news::TableNews;
use crate::session::battle::Battle;
use crate::table::picture::Picture;
use crate::view::LogLine;
use rulesets::core::Audience;

impl<B: BookAdapter> Battle<B> {
    /// Stores a bookmark (no text) or a note at an event.
    ///
    /// # Errors
    /// When the battle has no such event, or it could not be stored.
    pub fn remark(&mut self, remark: Remark, now: &str) -> Result<Vec<LogLine>, BattleError> {
        if self.timeline.index(remark.about).is_none() {
            return Err(BattleError::NoSuchMoment { battle: self.number(), seq: remark.about });
        }
        self.append(vec![DomainEvent::Remark(remark)], now, || None)
    }

    /// The bookmarks and notes that this viewer may read, in the order of writing, including those at events that were
    /// taken back.
    pub fn remarks(&self, viewer: &Audience) -> Vec<&Remark> {
        let remarks = self.entries().iter().filter_map(|entry| match &entry.event {
            DomainEvent::Remark(remark) => Some(remark),
            _ => None,
        });
        remarks.filter(|remark| remark.audience.includes(viewer)).collect()
    }

    /// Stores an affair of the campaign.
    ///
    /// # Errors
    /// When it does not fit the battle, with every reason, or could not be stored.
    pub fn note_affair(&mut self, affair: Affair, now: &str) -> Result<Vec<LogLine>, BattleError> {
        let mut reasons = affair.reasons();
        let ships = B::ships(&self.situation().book);
        if let Some(ship) = affair.ship().filter(|ship| ships.iter().all(|line| line.ship != **ship)) {
            reasons.push(format!("no ship called “{ship}” took part in this battle."));
        }
        if let Affair::Ended { winner: Some(side), .. } = &affair
            && ships.iter().all(|line| line.side != *side)
        {
            reasons.push(format!("no side called “{}” took part in this battle.", side.as_str()));
        }
        if !reasons.is_empty() {
            return Err(BattleError::Affair { reasons: reasons.join(" ") });
        }
        self.append(vec![DomainEvent::Affair(affair)], now, || None)
    }

    /// Stores news of the table; returns the lines added to the log.
    ///
    /// # Errors
    /// When it could not be stored.
    pub fn hear_of_table(
        &mut self,
        news: TableNews,
        now: &str,
        picture: impl FnOnce() -> Option<Picture>,
    ) -> Result<Vec<LogLine>, BattleError> {
        self.append(vec![DomainEvent::Table(news.rounded())], now, picture)
    }
}
