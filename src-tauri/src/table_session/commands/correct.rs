//! Commands that correct ships by hand: preview an outline, pass a correction to the tracker.

use crate::ipc::messages::{HandWord, LaidView, ThingWord, Trouble};
use crate::table_session::calibrate::ship_outline::{draw, pose_at};
use crate::table_session::commands::measure::not_mustered;
use crate::table_session::epoch::Epoch;
use crate::table_session::session::table_session::TableSession;
use crate::table_session::state::hand_words::{InterpretedWord, Unplaced};
use battle::ReadingCorrected;
use geometry::ShipId;

impl TableSession {
    /// The outline of a ship in the picture if its stack and the tip of its heading's arrow are laid at these pixels.
    ///
    /// # Errors
    /// When there is no such ship, no calibrated table, or the place is beyond the horizon.
    pub fn lay(&self, ship: &str, stack_px: (f64, f64), ahead_px: (f64, f64)) -> Result<LaidView, Trouble> {
        let ship = ShipId::new(ship);
        let on_table = self.now().camera_and_hull(&ship);
        let (camera, hull) = on_table.map_err(|unplaced| self.why_unplaced(&unplaced))?;
        let off_table = || self.why_unplaced(&Unplaced::OffTable(ship.clone()));
        let pose = pose_at(&camera, stack_px, ahead_px).ok_or_else(off_table)?;
        let drawn = draw(&camera, &hull, pose).ok_or_else(off_table)?;
        Ok(LaidView {
            x_in: pose.stack.x_in,
            y_in: pose.stack.y_in,
            heading_deg: pose.heading.deg(),
            outline_px: drawn.outline_px,
            stack_px: drawn.stack_px,
            ahead_px: drawn.ahead_px,
        })
    }

    /// Passes a player's correction to the tracker; returns the epoch of the table, and the entry for the log of a
    /// battle in play.
    ///
    /// # Errors
    /// When there is no such ship, or the place is not on the table.
    pub fn correct(&self, word: &HandWord) -> Result<(Epoch, Option<ReadingCorrected>), Trouble> {
        let now = self.now();
        let interpreted = now.interpret(word).map_err(|unplaced| self.why_unplaced(&unplaced))?;
        let InterpretedWord { correction, absence, logged } = interpreted;
        // Sent without waiting for the frame that the owner is processing.
        self.tell(now.epoch, move |table| table.take_word(correction, absence))?;
        Ok((now.epoch, logged))
    }

    /// Takes what a player says of a thing on the table. Windows see it with the next view.
    ///
    /// # Errors
    /// When it is a marker without a proper name.
    pub fn name_thing(&self, thing: u32, word: ThingWord) -> Result<(), Trouble> {
        self.take(self.now().epoch, move |table| table.take_thing_word(thing, word))
    }

    fn why_unplaced(&self, unplaced: &Unplaced) -> Trouble {
        let name = |ship: &ShipId| self.source.record.name_and_side(ship).0;
        match unplaced {
            Unplaced::NotMustered(ship) => not_mustered(&name(ship)),
            Unplaced::OffTable(ship) => {
                Trouble::new(format!("{} can't lie there: lay the outline on the table.", name(ship)))
            }
        }
    }
}
