//! Commands about the tray and the dice.

use crate::ipc::dice::{DiceAsk, KnownDieView, kind_of};
use crate::ipc::messages::{SourceChoice, Trouble};
use crate::table_session::dice::tray_camera::tray_frames;
use crate::table_session::session::table_session::TableSession;
use crate::table_session::source::choices::first_picture;
use crate::table_session::state::tray::Tray;
use calibration::picture_size;
use dice::DieKind;
use opencv::core::Mat;
use opencv::prelude::*;

impl TableSession {
    /// Carries out a request about tray and dice; returns the dice that are known then.
    ///
    /// # Errors
    /// When there is no picture yet, the tray is too small, there is no such die, or a file can't be written.
    pub fn dice_request(&self, ask: &DiceAsk) -> Result<Vec<KnownDieView>, Trouble> {
        let known = self.dice.known();
        match ask {
            DiceAsk::Look => {}
            DiceAsk::Camera { choice } => self.choose_tray_camera(choice.clone())?,
            DiceAsk::Tray { tray_px } => self.draw_tray(*tray_px)?,
            DiceAsk::Teach { name, kind, value } => {
                known.teach((name, taught_kind(kind)?), *value, &self.tray_now()?)?;
            }
            DiceAsk::TeachByThrows { name, kind } => {
                known.take_throws(name, taught_kind(kind)?)?;
                self.dice.show_news();
            }
            DiceAsk::NameGroup { name, throw, value } => known.name_group(name, *throw, *value)?,
            DiceAsk::PartGroup { name, throw } => known.part_group(name, *throw)?,
            DiceAsk::EndLesson => {
                known.take_no_throws();
                self.dice.show_news();
            }
            DiceAsk::NameColour { name } => known.name_colour(name, &self.tray_now()?)?,
            DiceAsk::Rename { name, to } => known.rename(name, to)?,
            DiceAsk::Forget { name } => known.forget(name)?,
        }
        known.view()
    }

    /// The tray is seen by this camera from now on; without one it is drawn in the picture of the table.
    fn choose_tray_camera(&self, choice: Option<SourceChoice>) -> Result<(), Trouble> {
        let has_own = choice.is_some();
        self.dice.cameras().choose(choice)?;
        // What was the tray on the table is sea again.
        if has_own { self.source.take_tray(None) } else { Ok(()) }
    }

    /// The tray in the newest picture.
    fn tray_now(&self) -> Result<Mat, Trouble> {
        let camera = self.dice.cameras().now();
        let frame = first_picture(tray_frames(camera.as_deref(), &self.source.frames))?;
        let tray = match &camera {
            None => *self.source.tray.get(),
            Some(camera) => Some(camera.tray_or_all(&frame)),
        };
        let tray = tray.filter(|tray| tray.is_of(picture_size(&frame.image))).ok_or_else(no_tray)?;
        Ok(Mat::roi(&*frame.image, tray.rect())?.try_clone()?)
    }

    fn draw_tray(&self, tray_px: Option<[f64; 4]>) -> Result<(), Trouble> {
        let camera = self.dice.cameras().now();
        let frames = tray_frames(camera.as_deref(), &self.source.frames);
        let drawn = |edges_px| Tray::drawn(edges_px, picture_size(&first_picture(frames)?.image));
        let tray = tray_px.map(drawn).transpose()?;
        match &camera {
            None => self.source.take_tray(tray),
            Some(camera) => self.dice.cameras().take_tray(camera, tray),
        }
    }
}

fn taught_kind(key: &str) -> Result<DieKind, Trouble> {
    kind_of(key).ok_or_else(|| Trouble::new("Dice of this kind can't be taught: choose one of the list."))
}

fn no_tray() -> Trouble {
    Trouble::new("No tray is drawn in this picture: draw it first, around the place where dice are thrown.")
}
