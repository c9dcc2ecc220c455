//! The mouse as a hand over the demo table: pixels of the picture become places on the table.

use crate::ipc::messages::Trouble;
use crate::table_session::recognition::demo_start;
use crate::table_session::session::table_session::TableSession;
use calibration::Pixel;
use geometry::Point;
use tracking::source::DemoHandle;

/// A hand takes a ship by her deck.
const GRIP_HEIGHT_IN: f64 = 0.12;

impl TableSession {
    /// Takes the ship at a place of the picture.
    pub fn hand_grab(&self, at_px: (f64, f64)) -> Result<Option<String>, Trouble> {
        let hand = self.hand()?;
        Ok(on_the_table(&hand, at_px).and_then(|at| hand.grab(at)).map(|ship| ship.to_string()))
    }

    /// Moves the ship in the hand; beyond the horizon it stays where it is.
    pub fn hand_drag(&self, to_px: (f64, f64)) -> Result<(), Trouble> {
        let hand = self.hand()?;
        if let Some(to) = on_the_table(&hand, to_px) {
            hand.drag_to(to);
        }
        Ok(())
    }

    /// Turns the ship in the hand.
    pub fn hand_turn(&self, clockwise_deg: f64) -> Result<(), Trouble> {
        self.hand()?.turn_by(clockwise_deg.to_radians());
        Ok(())
    }

    /// Lets go; the table stands so on another evening.
    pub fn hand_release(&self) -> Result<(), Trouble> {
        let hand = self.hand()?;
        hand.release();
        demo_start::keep(&hand, &self.source.folder.demo_table())
    }

    pub(super) fn hand(&self) -> Result<DemoHandle, Trouble> {
        self.source.frames.demo().ok_or_else(|| {
            Trouble::new(
                "Only the ships of the demo table can be moved with the mouse: move real ones by hand.",
            )
        })
    }
}

fn on_the_table(hand: &DemoHandle, (x_px, y_px): (f64, f64)) -> Option<Point> {
    hand.camera().table_from_pixel(Pixel::new(x_px, y_px), GRIP_HEIGHT_IN)
}
