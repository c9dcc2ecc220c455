//! Motion history: small copies of the frames between two still pictures, which show when each place was left
//! and when it was occupied.

use crate::hull::pose::HullPose;
use crate::motion::evidence::MotionEvidence;
use crate::motion::stillness::{Motion, Thumbnail};
use calibration::TableCamera;

/// A small frame with its common changes of light: to it from the last measured frame, to it from the empty
/// table, and from it to the current frame.
struct HistoryFrame<'a> {
    frame: &'a Thumbnail,
    from_before: f32,
    from_bare: f32,
    to_after: f32,
}

/// The frames between two still pictures.
pub struct MotionHistory<'a> {
    camera: TableCamera,
    before: &'a Thumbnail,
    bare: &'a Thumbnail,
    after: &'a Thumbnail,
    bare_to_before: f32,
    before_to_after: f32,
    moments: Vec<HistoryFrame<'a>>,
}

/// Usual height of a deck, and the radius around its middle in which a place is compared, inches.
const DECK_IN: f64 = 0.12;
const AROUND_IN: f64 = 0.35;

/// The middle of a hull in the small copies, column and row, and `around_in` inches there, in cells.
pub(crate) fn cells_around(
    camera: &TableCamera,
    spot: HullPose,
    around_in: f64,
) -> Option<((f64, f64), f64)> {
    let lens = &camera.lens;
    let cells = (Motion::SIZE.0 / f64::from(lens.width), Motion::SIZE.1 / f64::from(lens.height));
    let pixel = camera.pixel_from_table(spot.middle, DECK_IN)?;
    let around = around_in * camera.px_per_in(spot.middle)? * cells.0;
    Some(((pixel.x_px * cells.0, pixel.y_px * cells.1), around))
}

impl<'a> MotionHistory<'a> {
    /// Creates the history from small copies of the last measured frame, the empty table, the frames since,
    /// and the current one.
    pub fn new(
        camera: TableCamera,
        before: &'a Thumbnail,
        bare: &'a Thumbnail,
        since: &'a [Thumbnail],
        after: &'a Thumbnail,
    ) -> Self {
        let moment = |frame: &'a Thumbnail| HistoryFrame {
            frame,
            from_before: before.light_to(frame),
            from_bare: bare.light_to(frame),
            to_after: frame.light_to(after),
        };
        Self {
            camera,
            before,
            bare,
            after,
            bare_to_before: bare.light_to(before),
            before_to_after: before.light_to(after),
            moments: since.iter().map(moment).collect(),
        }
    }

    /// A place in the small copies, and the radius to compare, in cells.
    fn place(&self, spot: HullPose) -> Option<((f64, f64), f64)> {
        cells_around(&self.camera, spot, AROUND_IN)
    }

    /// The first frame in which a place is empty, if its earlier ship can be distinguished from the table.
    fn first_bare(&self, spot: HullPose) -> Option<usize> {
        let (at, around) = self.place(spot)?;
        if !self.bare.differs_at(self.before, at, around, self.bare_to_before) {
            return None;
        }
        self.moments
            .iter()
            .position(|moment| !self.bare.differs_at(moment.frame, at, around, moment.from_bare))
    }
}

impl MotionEvidence for MotionHistory<'_> {
    fn untouched(&self, spot: HullPose) -> bool {
        let Some((at, around)) = self.place(spot) else { return false };
        !self.before.differs_at(self.after, at, around, self.before_to_after)
            && !self
                .moments
                .iter()
                .any(|moment| self.before.differs_at(moment.frame, at, around, moment.from_before))
    }

    fn vacated(&self, spot: HullPose) -> bool {
        self.first_bare(spot).is_some()
    }

    fn may_have_gone(&self, from: HullPose, to: HullPose) -> bool {
        let (Some((from_at, from_around)), Some((to_at, to_around))) = (self.place(from), self.place(to))
        else {
            return true;
        };
        // The last frame in which the ship still stood at the first place.
        let Some(gone) = self.first_bare(from) else { return true };
        let stood = |moment: &HistoryFrame<'_>| {
            !self.before.differs_at(moment.frame, from_at, from_around, moment.from_before)
        };
        let Some(stood_until) = self.moments[..gone].iter().rposition(stood) else { return true };
        // The first frame from which on the second place looks as it does now.
        let came_after = self.first_bare(to).unwrap_or(0);
        let was_so = !self.before.differs_at(self.after, to_at, to_around, self.before_to_after);
        if was_so && came_after == 0 {
            return true;
        }
        let stands = |moment: &HistoryFrame<'_>| {
            !moment.frame.differs_at(self.after, to_at, to_around, moment.to_after)
        };
        let came = self.moments.iter().enumerate().skip(came_after).find(|(_, moment)| stands(moment));
        came.is_none_or(|(came, _)| came > stood_until)
    }
}
