//! A change of the frame of reference: the playing area was drawn anew, and whatever holds places is told in inches of
//! the new one. Nobody has moved.
//!
//! It is an event of its own, and in force from then on: going back in the battle does not take it back, for the table is
//! measured in the new frame. So an earlier moment is folded with every change that was recorded since (`timeline.rs`).

use crate::error::BattleError;
use crate::forms::book_adapter::OnScreen;
use crate::record::corrections::TerrainLaid;
use crate::record::events::{Fact, Place};
use crate::record::situation::Situation;
use crate::session::battle::Battle;
use crate::setup::set_up::Picture;
use crate::view::LogLine;
use geometry::{Similarity, round_in};
use rulesets::core::PlayedBook;
use serde::{Deserialize, Serialize};

/// Sides of tables that agree within this are the same, inches.
const SAME_SIDE_IN: f64 = 0.1;

/// The table is measured in another frame of reference from now on.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct FrameChanged {
    /// What tells places of the frame before in the new one.
    pub change: Similarity,
    /// The table's size from now on, inches east and north.
    pub table_in: (f64, f64),
}

/// A playing area that was drawn anew.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AreaRedrawn {
    /// What tells places of the area before in the new one.
    pub change: Similarity,
    /// The size of the area before, inches east and north.
    pub before_in: (f64, f64),
    /// The size of the new one.
    pub after_in: (f64, f64),
}

impl AreaRedrawn {
    /// The size of a battle's table in the new frame: that of the new area, where the battle had all of the area before;
    /// else its own, with its sides to the nearest quarter turn.
    fn table_in(&self, battle_in: (f64, f64)) -> (f64, f64) {
        let (east_in, north_in) = battle_in;
        let same = |one: f64, other: f64| (one - other).abs() <= SAME_SIDE_IN;
        if same(east_in, self.before_in.0) && same(north_in, self.before_in.1) {
            return self.after_in;
        }
        if self.change.quarter_turns() % 2 == 1 { (north_in, east_in) } else { battle_in }
    }
}

impl Place {
    /// The same place in another frame of reference.
    #[must_use]
    pub fn in_frame(&self, change: &Similarity) -> Self {
        Self { sigma_in: round_in(self.sigma_in * change.scale()), ..self.standing(change.pose(self.pose())) }
    }
}

impl<S: Default> Situation<S> {
    /// Whatever holds places, in the new frame.
    pub(crate) fn change_frame<B: PlayedBook<State = S>>(&mut self, changed: &FrameChanged) {
        let change = &changed.change;
        let places = self.places.values_mut().chain(self.moored.values_mut());
        let places = places.chain(self.ways.values_mut().flatten()).chain(self.begun.set_out.values_mut());
        places.for_each(|place| *place = place.in_frame(change));
        let pieces: Vec<_> = self.terrain.iter().map(|piece| change.terrain(piece)).collect();
        self.terrain = TerrainLaid::of(&pieces).pieces;
        self.begun.table_in = changed.table_in;
        self.book = B::in_frame(std::mem::take(&mut self.book), change);
    }
}

impl<B: OnScreen> Battle<B> {
    /// Takes that the playing area was drawn anew: everything that holds places is told in its frame from now on. Nobody
    /// has moved.
    ///
    /// # Errors
    /// Where it could not be kept; then nothing has changed, and it is kept before anything is taken in that is seen from
    /// now on.
    pub fn redraw(
        &mut self,
        area: &AreaRedrawn,
        now: &str,
        picture: impl FnOnce() -> Option<Picture>,
    ) -> Result<Vec<LogLine>, BattleError> {
        self.look_anew();
        let area = match self.frame_owed {
            Some(owed) => {
                AreaRedrawn { change: owed.change.then(&area.change), before_in: owed.before_in, ..*area }
            }
            None => *area,
        };
        self.frame_owed = Some(area);
        let table_in = area.table_in(self.situation().begun.table_in);
        let fact = Fact::Frame(FrameChanged { change: area.change, table_in });
        let log = self.append(vec![fact], now, picture)?;
        self.frame_owed = None;
        Ok(log)
    }

    /// Keeps a playing area drawn anew that could not be kept before.
    pub(crate) fn keep_frame_owed(&mut self, now: &str) -> Result<Vec<LogLine>, BattleError> {
        match self.frame_owed.take() {
            Some(area) => self.redraw(&area, now, || None),
            None => Ok(Vec::new()),
        }
    }

    /// What is not official yet, in the new frame: stops of models, orders that are being carried out.
    pub(crate) fn change_frame_of_stops(&mut self, changed: &FrameChanged) {
        let stops = self.stops.values_mut().flatten();
        stops.for_each(|stop| *stop = stop.in_frame(&changed.change));
        self.seats.iter_mut().for_each(|seat| seat.change_frame(&changed.change));
        self.look = None;
    }
}
