//! Commands that measure the check stick, and that lay the demo table's own.

use crate::ipc::messages::Trouble;
use crate::ipc::table::StickView;
use crate::table_session::epoch::Epoch;
use crate::table_session::session::table_session::{Glance, TableSession};
use crate::table_session::source::choices::FIRST_PICTURE;
use battle::TableChecked;
use calibration::{
    CARD_THICKNESS_IN, STICK_IDS, STICK_IN, STICK_MARKER_IN, StickGrade, StickReading, measure_check_stick,
};
use demo::CardSetup;
use geometry::{FrameId, Heading, Point};
use tracking::source::DemoHandle;

/// The demo table's check stick: position of its first square (inches), and direction to the second.
const DEMO_STICK: (Point, f64) = (Point { x_in: 39.0, y_in: 8.0 }, 62.0);
/// How far the demo table's camera is bumped: east, north, up, inches.
const DEMO_BUMP_IN: (f64, f64, f64) = (0.4, -0.25, 0.15);

impl TableSession {
    /// Measures the check stick; `raised_in`: height of the object under it. Also returns the entry for the log, and
    /// the epoch of the table.
    ///
    /// # Errors
    /// When there is no calibrated table, no stick in the picture, or the table was changed meanwhile.
    pub fn check_stick(
        &self,
        stick_in: f64,
        raised_in: f64,
    ) -> Result<(StickView, TableChecked, Epoch), Trouble> {
        self.calibrated().table.is_some().then_some(()).ok_or_else(not_calibrated)?;
        let Glance { frame, table: glanced_at } = self.glance()?;
        let table = glanced_at.calibrated.table.as_ref().ok_or_else(not_calibrated)?;
        let height_in = raised_in + CARD_THICKNESS_IN;
        let reading = measure_check_stick(&frame.image, table, height_in, stick_in)?;
        let camera = table.camera();
        let ends_px = reading
            .ends_in
            .iter()
            .filter_map(|[x_in, y_in]| camera.pixel_from_table(Point::new(*x_in, *y_in), reading.height_in))
            .map(|pixel| (pixel.x_px, pixel.y_px))
            .collect();
        let view = StickView {
            figures: reading.to_string(),
            sentence: reading.sentence.clone(),
            grade: grade(&reading).to_owned(),
            agrees: reading.agrees,
            measured_in: reading.measured_in.value,
            ends_px,
            logged: false,
        };
        let checked = TableChecked {
            stick_in,
            measured_in: reading.measured_in.value,
            plus_minus_in: reading.measured_in.half_width_95(),
            part: reading.part.clone(),
            grade: grade(&reading).to_owned(),
            agrees: reading.agrees,
        };
        // A measurement on an older table says nothing about the current one.
        self.take(glanced_at.epoch, |_| Ok(()))?;
        Ok((view, checked, glanced_at.epoch))
    }

    /// Bumps the demo table's camera.
    ///
    /// # Errors
    /// When another source than the demo table is open.
    pub fn demo_bump(&self) -> Result<(), Trouble> {
        Ok(bump(&self.hand()?)?)
    }

    /// Lays the check stick on the demo table, or takes it away.
    ///
    /// # Errors
    /// When another source than the demo table is open.
    pub fn demo_stick(&self, lie: bool) -> Result<(), Trouble> {
        lay_stick(&self.hand()?, lie)?;
        let frames = &self.source.frames;
        if let Some(frame) = frames.newest() {
            // The next frame may have been started before the stick was laid, the one after it was not. Waiting for
            // that one lets the caller measure at once.
            frames.wait_newer(FrameId(frame.id.0 + 1), FIRST_PICTURE);
        }
        Ok(())
    }
}

fn not_calibrated() -> Trouble {
    Trouble::new("The table is not calibrated yet: calibrate it first, then check it with the stick.")
}

fn grade(reading: &StickReading) -> &'static str {
    match reading.grade {
        StickGrade::Good => "good",
        StickGrade::Fair => "fair",
        StickGrade::Poor => "poor",
    }
}

pub fn bump(hand: &DemoHandle) -> Result<(), demo::DemoError> {
    hand.rearrange(|setup| {
        let (east, north, up) = DEMO_BUMP_IN;
        let (x, y, z) = setup.camera.position_in;
        setup.camera.position_in = (x + east, y + north, z + up);
    })
}

pub fn lay_stick(hand: &DemoHandle, lie: bool) -> Result<(), demo::DemoError> {
    hand.rearrange(|setup| {
        setup.cards.retain(|card| !STICK_IDS.contains(&card.id));
        if lie {
            let (from, heading) = (DEMO_STICK.0, Heading::from_deg(DEMO_STICK.1));
            let ends = STICK_IDS.into_iter().zip([from, from.moved(heading, STICK_IN)]);
            setup.cards.extend(ends.map(|(id, middle)| CardSetup {
                id,
                middle,
                side_in: STICK_MARKER_IN,
                margin_in: 0.15,
                turned_rad: heading.rad() - std::f64::consts::FRAC_PI_2,
            }));
        }
    })
}
