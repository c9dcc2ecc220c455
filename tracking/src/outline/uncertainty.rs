//! The uncertainty of a measured pose: the variances of all terms are added.
//!
//! The errors along and across the keel differ: blur hides a sharp bow and shifts the middle, while the keel
//! line is the axis of symmetry and well known. An observation has one standard deviation for all directions:
//! that of the circle which contains the truth as often as the ellipse would.

use crate::outline::bias::PoseBias;
use calibration::TableCamera;
use geometry::Point;

/// The camera's error where the calibration does not state it, inches (`tables/markerless.md`).
pub const CAMERA_IN: f64 = 0.006;
/// Error of the middle between a hull's ends without parallax: pixels, a lower bound in inches, and a share
/// of the length for ends that are not trapezoids.
const ENDS_PX: f64 = 0.3;
const ENDS_IN: f64 = 0.008;
const ENDS_SHARE: f64 = 0.004;
/// The same share of what a model is longer than this, inches: ships of larger scales have bowsprits, sheer and
/// overhanging sterns. Of 112 measurements of hulls of 3 to 7 in, 0.64 lay within the stated 95 % without it.
const LONG_IN: f64 = 3.0;
const LONG_ENDS_SHARE: f64 = 0.02;
/// Factor for errors that no term covers: of 1300 measurements on random tables, 0.919 of the truths lay within the
/// stated 95 % without it, 0.941 with it.
const UNFORESEEN: f64 = 1.15;
/// Error of a fit, pixels, on a ship one inch long.
const FIT_PX: f64 = 0.31;
/// Lower bound of the error of a fit, pixels.
const FIT_LEAST_PX: f64 = 0.08;
/// Error of a tag's middle against the hull's, inches.
const TAG_IN: f64 = 0.012;
/// Error of a tag's heading, degrees.
const TAG_HEADING_DEG: f64 = 0.5;

/// The standard deviation of the circle that contains as much as this ellipse, at 95 % and a little beyond:
/// 0.8 for a long thin ellipse of 1.
fn circle(one: f64, other: f64) -> f64 {
    let (long, short) = (one.max(other), one.min(other));
    (0.64 * long * long + 0.36 * short * short).sqrt()
}

/// The terms of the uncertainty of one ship's pose.
#[derive(Debug, Clone, Copy)]
pub struct UncertaintyTerms<'a> {
    /// The camera.
    pub camera: &'a TableCamera,
    /// Error of the calibration at this place along each axis, inches.
    pub camera_in: f64,
    /// The place of the ship's middle.
    pub middle: Point,
    /// Length of the ship, inches.
    pub length_in: f64,
    /// Standard deviation of the height of deck or tag, inches.
    pub height_sigma_in: f64,
}

impl UncertaintyTerms<'_> {
    fn pixel_in(&self) -> f64 {
        self.camera.px_per_in(self.middle).map_or(0.04, |scale| 1.0 / scale)
    }

    /// The variance along each axis from calibration and height.
    fn shared(&self) -> f64 {
        let height_in = self.height_sigma_in * self.camera.lean(self.middle).norm();
        self.camera_in.powi(2) + height_in.powi(2) / 2.0
    }

    /// Standard deviation of the position along each axis, inches, of a ship found by its deck.
    pub fn deck_sigma_in(&self, correction: &PoseBias) -> f64 {
        let pixel_in = self.pixel_in();
        let fit_in = (FIT_PX / self.length_in).max(FIT_LEAST_PX) * pixel_in;
        let ends_in = (ENDS_PX * pixel_in).max(ENDS_IN).hypot(self.ends_shape_in());
        let common = self.shared() + fit_in.powi(2);
        let along = common + ends_in.powi(2) + correction.ahead_in.1.powi(2);
        let across = common + correction.starboard_in.1.powi(2);
        UNFORESEEN * circle(along.sqrt(), across.sqrt())
    }

    /// The error from ends that are not trapezoids, inches.
    fn ends_shape_in(&self) -> f64 {
        ENDS_SHARE * self.length_in + LONG_ENDS_SHARE * (self.length_in - LONG_IN).max(0.0)
    }

    /// Standard deviation of the heading of a ship found by its deck, radians.
    pub fn deck_heading_sigma_rad(&self, correction: &PoseBias) -> f64 {
        let fit_rad = FIT_PX * self.pixel_in() / self.length_in;
        fit_rad.hypot(correction.turn_rad.1)
    }

    /// Standard deviation of the position along each axis, inches, of a ship found by its tag.
    pub fn tag_sigma_in(&self) -> f64 {
        (self.shared() + TAG_IN.powi(2)).sqrt()
    }
}

/// Standard deviation of the heading of a ship found by its tag, radians.
pub fn tag_heading_sigma_rad() -> f64 {
    TAG_HEADING_DEG.to_radians()
}
