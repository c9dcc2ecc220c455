//! The demo's hand throws the dice that are asked for.

use crate::ipc::messages::{SourceChoice, Trouble};
use crate::table_session::dice::demo_dice::{DemoTray, die_for, lesson_die, taught_d10s};
use crate::table_session::session::table_session::TableSession;
use crate::table_session::source::choices::first_picture;
use crate::table_session::state::tray::Tray;
use std::time::Duration;
use tracking::source::DemoHandle;

/// How long a new tray is seen empty before dice are thrown into it.
const EMPTY_FIRST: Duration = Duration::from_secs(1);

impl TableSession {
    /// The hand takes away what lies in the tray, and throws the dice that are asked for, or the die that is taught by throws.
    /// Where there is no tray yet, it gets one with a camera of its own.
    ///
    /// # Errors
    /// When this is no demo table, no dice are asked for, or others than it has.
    pub fn demo_throw(&self) -> Result<(), Trouble> {
        let table = self.hand()?;
        let (rolls, lesson) = (self.source.record.asked_rolls(), self.dice.known().taking_throws());
        if rolls.is_empty() && lesson.is_none() {
            return Err(Trouble::new("No dice are asked for now: go on with the battle first."));
        }
        if self.source.tray.get().is_none() && self.dice.cameras().now().is_none() {
            self.dice.cameras().choose(Some(SourceChoice::Demo))?;
            let camera = self.dice.cameras().now();
            camera.map(|camera| first_picture(&camera.frames)).transpose()?;
            // The camera has to see the empty tray before the hand comes.
            std::thread::sleep(EMPTY_FIRST);
        }
        let (hand, tray, on) = self.demo_tray(table)?;
        let lot = || {
            getrandom::u32().map_err(|error| {
                Trouble::new("This computer gives no randomness for the dice: let the app throw.")
                    .with_details(&error)
            })
        };
        let dice = match (lesson, on) {
            (Some(kind), DemoTray::Own) => vec![lesson_die(kind, lot()?)],
            (Some(_), DemoTray::OnTable) => {
                return Err(Trouble::new(
                    "A die on the table is too small to be taught: give the tray a camera of its own (Dice, Ctrl D).",
                ));
            }
            (None, _) => {
                let die = |roll| die_for(roll, on, lot()?);
                rolls.iter().map(die).collect::<Result<Vec<_>, Trouble>>()?
            }
        };
        if lesson.is_none() && rolls.iter().any(|roll| roll.faces == 10) {
            let seed = hand.setup().seed;
            self.dice.known().learn_once(|| taught_d10s(seed))?;
        }
        hand.take_dice_away();
        if hand.throw_dice(&dice, tray.edges_px) {
            return Ok(());
        }
        Err(Trouble::new("This tray does not lie on the demo table: draw it on the table."))
    }

    /// The hand over the tray in use, and that tray.
    fn demo_tray(&self, table: DemoHandle) -> Result<(DemoHandle, Tray, DemoTray), Trouble> {
        let no_demo = || {
            Trouble::new(
                "The tray's camera is no demo: throw real dice, or let the tray have the demo's camera.",
            )
        };
        if let Some(camera) = self.dice.cameras().now() {
            let hand = camera.frames.demo().ok_or_else(no_demo)?;
            return Ok((hand, camera.tray_or_all(&first_picture(&camera.frames)?), DemoTray::Own));
        }
        let tray = (*self.source.tray.get()).ok_or_else(|| {
            Trouble::new("The tray's camera has not been opened yet: wait for its picture.")
        })?;
        Ok((table, tray, DemoTray::OnTable))
    }
}
