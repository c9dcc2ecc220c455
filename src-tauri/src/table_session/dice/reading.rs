//! The tray in a full picture, and the dice that are read in it: as soon as nothing moves, so that they are read by the time it is
//! sure that they lie.

use crate::host::threads::start;
use crate::table_session::dice::kept_dice::KeptDice;
use crate::table_session::state::tray::Tray;
use calibration::picture_size;
use dice::{CameraFilter, DiceError, DieReading};
use opencv::core::{Mat, Rect};
use opencv::prelude::*;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;
use tracking::source::{Frame, Source};

/// A phone sends a full picture within this time.
const FULL_WITHIN: Duration = Duration::from_secs(2);

/// A full picture, and the tray in it.
pub struct FullTray {
    pub frame: Frame,
    pub tray: Tray,
}

impl FullTray {
    /// Of this frame, or of a full one that is asked for.
    pub fn of(frames: &Source, frame: &Frame, tray: Tray) -> Option<Self> {
        if frame.reduced {
            Self::of_full(&frames.wait_newer_full(frame.id, FULL_WITHIN)?, tray)
        } else {
            Self::of_full(frame, tray)
        }
    }

    /// Of this frame, if it is a full one.
    fn of_full(frame: &Frame, tray: Tray) -> Option<Self> {
        if frame.reduced {
            return None;
        }
        let tray = tray.in_picture(picture_size(&frame.image))?;
        Some(Self { frame: frame.clone(), tray })
    }

    /// The tray cut out.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn picture(&self) -> Result<Mat, DiceError> {
        Ok(Mat::roi(&*self.frame.image, self.tray.rect())?.try_clone()?)
    }

    /// Its upper left corner, pixels.
    pub fn corner_px(&self) -> (f64, f64) {
        let [left, top, ..] = self.tray.edges_px;
        (left, top)
    }

    /// The tray with what lies beside it, as far as it is wide and high; and the tray itself.
    pub fn around(&self) -> (Rect, Rect) {
        let tray = self.tray.rect();
        let Rect { x, y, width, height } = tray;
        let around = Rect::new(x - width, y - height, 3 * width, 3 * height);
        (around & Rect::new(0, 0, self.frame.image.cols(), self.frame.image.rows()), tray)
    }
}

/// The dice in a tray.
pub struct TrayReading {
    pub full: FullTray,
    /// The tray cut out.
    pub picture: Arc<Mat>,
    pub dice: Vec<DieReading>,
    /// What the camera's pictures have told, this one among them.
    pub camera: CameraFilter,
}

impl TrayReading {
    /// Reads the known dice in the next picture of a camera.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn of(full: FullTray, known: &KeptDice, mut camera: CameraFilter) -> Result<Self, DiceError> {
        let picture = full.picture()?;
        let dice = known.read(&picture, &mut camera)?;
        Ok(Self { full, picture: Arc::new(picture), dice, camera })
    }
}

/// A reading that was begun when nothing moved any more, before it was sure that the dice lie.
pub struct ReadingAhead {
    /// When its picture came, on the clock of the watch.
    at: Duration,
    thread: JoinHandle<Option<TrayReading>>,
}

impl ReadingAhead {
    /// Begins to read this frame, unless it is a reduced one; `camera`: what its earlier pictures have told.
    pub fn begin(
        (frame, at): (&Frame, Duration),
        tray: Tray,
        known: &KeptDice,
        camera: CameraFilter,
    ) -> Option<Self> {
        let full = FullTray::of_full(frame, tray)?;
        let known = known.clone();
        // What fails is said when it is read again.
        let read = move || TrayReading::of(full, &known, camera).ok();
        // Without a thread it is read when it is sure that the dice lie.
        let thread = start("dice ahead", read).ok()?;
        Some(Self { at, thread })
    }

    /// Does it show the tray as it is, if the last change came then? Otherwise it is none of the throw.
    pub fn holds(&self, changed: Duration) -> bool {
        self.at > changed
    }

    /// Is it done?
    pub fn is_over(&self) -> bool {
        self.thread.is_finished()
    }

    /// What was read, as soon as it is; nothing if that failed.
    pub fn read(self) -> Option<TrayReading> {
        self.thread.join().ok().flatten()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use demo::{Colour, DemoTable, TableSetup, ThrownDie};
    use geometry::FrameId;
    use std::time::Instant;

    #[test]
    fn what_is_read_ahead_is_what_is_read_of_the_throw_unless_something_has_changed() {
        let mut table = DemoTable::new(TableSetup::dice_tray(3)).unwrap();
        let die = ThrownDie::with_pips(5, 0.63, Colour(232, 228, 214), Colour(24, 24, 28));
        table.lay_die(&die, geometry::Point::new(4.0, 3.0), 0.4);
        let image = Arc::new(table.frame().unwrap());
        let tray = Tray::whole(picture_size(&image));
        let frame = Frame { id: FrameId(1), image, reduced: false, name: None, came: Instant::now() };
        let (known, at) = (KeptDice::given(Vec::new()), Duration::from_millis(200));
        let ahead = |frame: &Frame| ReadingAhead::begin((frame, at), tray, &known, CameraFilter::default());

        let begun = ahead(&frame).unwrap();
        assert!(begun.holds(Duration::from_millis(167)) && !begun.holds(at));
        let read = begun.read().unwrap();
        let full = FullTray::of_full(&frame, tray).unwrap();
        let now = TrayReading::of(full, &known, CameraFilter::default()).unwrap();
        assert_eq!((read.dice.len(), read.dice[0].value), (1, 5));
        assert_eq!((&read.dice, &read.camera), (&now.dice, &now.camera));
        assert!(read.camera != CameraFilter::default(), "the next picture is told of this one");
        assert!(ahead(&Frame { reduced: true, ..frame }).is_none(), "dice are read in full pictures only");
    }
}
