//! How far a measure may be off: the terms found in `tables/markerless.md`, added in squares.

use calibration::TableCamera;
use geometry::Point;

/// What the camera's calibration leaves, inches.
const CAMERA_IN: f64 = 0.006;
/// What the muster leaves: keel line and middle of a deck learnt from one picture, pixels, and at least so many inches.
/// `markerless.md` says 0.012 in; on random demo tables sharp bows and dark ends leave about half a pixel.
const MUSTER_PX: f64 = 0.55;
const MUSTER_IN: f64 = 0.012;
/// How far the true deck may lie from the height it is taken at, inches.
const DECK_HEIGHT_IN: f64 = 0.02;
/// Error of a fit on a ship one inch long, inches.
const FIT_IN: f64 = 0.012;
/// Error of a heading on a ship one inch long, degrees.
const HEADING_DEG: f64 = 0.83;
/// Error of a tag's middle against the hull's, and of its height, inches.
const TAG_IN: f64 = 0.012;
/// Error of a tag's heading, degrees.
const TAG_HEADING_DEG: f64 = 0.5;

/// Standard deviation of a position along each axis, inches, of a ship found by its deck.
pub fn deck_sigma_in(camera: &TableCamera, middle: Point, length_in: f64) -> f64 {
    let lean = camera.lean(middle).norm();
    let height = DECK_HEIGHT_IN * lean;
    let muster = camera.px_per_in(middle).map_or(MUSTER_IN, |scale| (MUSTER_PX / scale).max(MUSTER_IN));
    (CAMERA_IN.powi(2) + muster.powi(2) + height.powi(2) / 2.0 + (FIT_IN / length_in).powi(2)).sqrt()
}

/// Standard deviation of the heading of a ship found by its deck, radians.
pub fn deck_heading_sigma_rad(length_in: f64) -> f64 {
    (HEADING_DEG / length_in).to_radians()
}

/// Standard deviation of a position along each axis, inches, of a ship found by its tag.
pub fn tag_sigma_in(camera: &TableCamera, middle: Point) -> f64 {
    let height = DECK_HEIGHT_IN * camera.lean(middle).norm();
    (CAMERA_IN.powi(2) + TAG_IN.powi(2) + height.powi(2) / 2.0).sqrt()
}

/// Standard deviation of the heading of a ship found by its tag, radians.
pub fn tag_heading_sigma_rad() -> f64 {
    TAG_HEADING_DEG.to_radians()
}
