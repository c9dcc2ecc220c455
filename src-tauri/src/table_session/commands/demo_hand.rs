//! Commands that move the demo table's ships with the mouse.

use crate::ipc::messages::Trouble;
use crate::table_session::recognition::demo_start;
use crate::table_session::session::table_session::TableSession;
use calibration::Pixel;
use geometry::Point;
use tracking::source::DemoHandle;

/// Height of the deck at which a ship is grabbed, inches.
const GRIP_HEIGHT_IN: f64 = 0.12;

impl TableSession {
    /// Grabs the ship at a place of the picture; returns its id.
    pub fn hand_grab(&self, at_px: (f64, f64)) -> Result<Option<String>, Trouble> {
        let hand = self.hand()?;
        Ok(on_the_table(&hand, at_px).and_then(|at| hand.grab(at)).map(|ship| ship.to_string()))
    }

    /// Moves the grabbed ship; does nothing beyond the horizon.
    pub fn hand_drag(&self, to_px: (f64, f64)) -> Result<(), Trouble> {
        let hand = self.hand()?;
        if let Some(to) = on_the_table(&hand, to_px) {
            hand.drag_to(to);
        }
        Ok(())
    }

    /// Turns the grabbed ship.
    pub fn hand_turn(&self, clockwise_deg: f64) -> Result<(), Trouble> {
        self.hand()?.turn_by(clockwise_deg.to_radians());
        Ok(())
    }

    /// Releases the ship, and saves the demo table for the next session.
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
