//! Commands that move the demo table's ships with the mouse.

use crate::ipc::messages::Trouble;
use crate::table_session::recognition::demo_start;
use crate::table_session::session::table_session::TableSession;
use calibration::Pixel;
use demo::Thing;
use geometry::{Heading, Point};
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

    /// Lays a cup, a tape measure, a page, a die and smoke on the demo table, or takes everything away that is no ship.
    pub fn demo_things(&self, lie: bool) -> Result<(), Trouble> {
        let hand = self.hand()?;
        hand.clear_things();
        if !lie {
            return Ok(());
        }
        let (width_in, depth_in) = hand.setup().sea_in;
        let at = |east: f64, north: f64| Point::new(east * width_in, north * depth_in);
        for (thing, place, heading_deg) in [
            (Thing::Cup, at(0.80, 0.78), 30.0),
            (Thing::Page, at(0.86, 0.24), 12.0),
            (Thing::Tape, at(0.10, 0.16), 5.0),
        ] {
            hand.lay_thing(thing, place, Heading::from_deg(heading_deg));
        }
        hand.lay_die_and_smoke(at(0.70, 0.50), at(0.16, 0.84));
        Ok(())
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
