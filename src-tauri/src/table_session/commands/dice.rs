//! Commands about the tray and the dice.

use crate::ipc::dice::{DiceAsk, KnownDieView};
use crate::ipc::messages::Trouble;
use crate::table_session::session::table_session::TableSession;
use crate::table_session::source::choices::first_picture;
use crate::table_session::state::tray::Tray;
use calibration::picture_size;

impl TableSession {
    /// Carries out a request about tray and dice; returns the dice that are known then.
    ///
    /// # Errors
    /// When there is no picture yet, the tray is too small, there is no such die, or a file can't be written.
    pub fn dice_request(&self, ask: &DiceAsk) -> Result<Vec<KnownDieView>, Trouble> {
        let known = self.dice.known();
        match ask {
            DiceAsk::Look => {}
            DiceAsk::Tray { tray_px } => self.draw_tray(*tray_px)?,
            DiceAsk::Teach { .. } => return Err(Trouble::new("Dice can't be taught yet.")),
            DiceAsk::Rename { name, to } => known.rename(name, to)?,
            DiceAsk::Forget { name } => known.forget(name)?,
        }
        Ok(known.view())
    }

    fn draw_tray(&self, tray_px: Option<[f64; 4]>) -> Result<(), Trouble> {
        let tray = match tray_px {
            None => None,
            Some(edges_px) => {
                let picture = first_picture(&self.source.frames)?;
                Some(Tray::drawn(edges_px, picture_size(&picture.image))?)
            }
        };
        self.source.take_tray(tray)
    }
}
