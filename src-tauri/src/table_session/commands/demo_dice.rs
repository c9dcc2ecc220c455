//! The demo table's hand throws the dice that are asked for.

use crate::ipc::messages::Trouble;
use crate::table_session::dice::demo_dice::{coloured, white};
use crate::table_session::session::table_session::TableSession;
use crate::table_session::state::tray::Tray;
use battle::view::RollView;
use calibration::PictureSize;
use demo::ThrownDie;
use std::time::Duration;
use tracking::source::DemoHandle;

/// The dice on the demo table have six sides, with pips.
const FACES: u8 = 6;
/// How long a new tray is seen empty before dice are thrown into it.
const EMPTY_FIRST: Duration = Duration::from_secs(1);

impl TableSession {
    /// The hand takes away what lies in the tray, and throws the dice that are asked for; draws a tray where there is none.
    ///
    /// # Errors
    /// When this is no demo table, no dice are asked for, or others than it has.
    pub fn demo_throw(&self) -> Result<(), Trouble> {
        let hand = self.hand()?;
        let rolls = self.source.record.asked_rolls();
        if rolls.is_empty() {
            return Err(Trouble::new("No dice are asked for now: go on with the battle first."));
        }
        let dice = rolls.iter().map(thrown).collect::<Result<Vec<_>, _>>()?;
        let tray = self.demo_tray(&hand)?;
        hand.take_dice_away();
        if hand.throw_dice(&dice, tray.edges_px) {
            return Ok(());
        }
        Err(Trouble::new("This tray does not lie on the demo table: draw it on the table."))
    }

    /// The tray in use, or one far from all ships.
    fn demo_tray(&self, hand: &DemoHandle) -> Result<Tray, Trouble> {
        if let Some(tray) = *self.source.tray.get() {
            return Ok(tray);
        }
        let camera = hand.camera();
        let size = PictureSize { width: camera.lens.width, height: camera.lens.height };
        let free_px = hand.free_tray_px().ok_or_else(|| {
            Trouble::new("The demo table has no free place for a tray: draw one where no ship stands.")
        })?;
        let tray = Tray::drawn(free_px, size)?;
        self.source.take_tray(Some(tray))?;
        // The camera has to see the empty tray before the hand comes.
        std::thread::sleep(EMPTY_FIRST);
        Ok(tray)
    }
}

/// A die for this roll, with a face by lot.
fn thrown(roll: &RollView) -> Result<ThrownDie, Trouble> {
    if roll.faces != FACES {
        return Err(Trouble::new(format!(
            "The demo table has only six-sided dice, and a D{} is asked for: type its face, or let the app throw.",
            roll.faces
        )));
    }
    let lot = getrandom::u32().map_err(|error| {
        Trouble::new("This computer gives no randomness for the dice: let the app throw.")
            .with_details(&error)
    })?;
    let value = (lot % u32::from(FACES)) as u8 + 1;
    Ok(if roll.die_name.as_deref() == Some("coloured") { coloured(value) } else { white(value) })
}
