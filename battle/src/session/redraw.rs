//! Redrawn playing areas: recorded, or held until they can be.

use crate::error::BattleError;
use crate::forms::book_adapter::BookAdapter;
use crate::record::events::DomainEvent;
use crate::record::frame::{AreaRedrawn, FrameChanged};
use crate::session::battle::Battle;
use crate::table::picture::Picture;
use crate::view::LogLine;

impl<B: BookAdapter> Battle<B> {
    /// Records that the playing area was redrawn: all places are in its frame from now on. No ship has moved.
    ///
    /// # Errors
    /// When it could not be stored; then nothing has changed, and it is stored before any later observation is taken.
    pub fn redraw(
        &mut self,
        area: &AreaRedrawn,
        now: &str,
        picture: impl FnOnce() -> Option<Picture>,
    ) -> Result<Vec<LogLine>, BattleError> {
        self.forget_observations();
        let area = match self.pending_frame {
            Some(owed) => {
                AreaRedrawn { change: owed.change.then(&area.change), before_in: owed.before_in, ..*area }
            }
            None => *area,
        };
        self.pending_frame = Some(area);
        let table_in = area.table_in(self.situation().begun.table_in);
        let domain_event = DomainEvent::Frame(FrameChanged { change: area.change, table_in });
        let log = self.append(vec![domain_event], now, picture)?;
        self.pending_frame = None;
        Ok(log)
    }

    /// Stores a redrawn playing area that could not be stored before.
    pub(crate) fn record_pending_frame(&mut self, now: &str) -> Result<Vec<LogLine>, BattleError> {
        match self.pending_frame.take() {
            Some(area) => self.redraw(&area, now, || None),
            None => Ok(Vec::new()),
        }
    }

    /// Converts what is not official yet to the new frame: stops of models, and orders in progress.
    pub(crate) fn change_frame_of_stops(&mut self, changed: &FrameChanged) {
        self.stops.values_mut().for_each(|stops| stops.change_frame(&changed.change));
        self.seats.iter_mut().for_each(|seat| seat.change_frame(&changed.change));
        self.shown_table = None;
    }
}
