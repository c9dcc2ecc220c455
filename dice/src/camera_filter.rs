//! Where "up" is in a camera's pictures. If it stands still, what it saw before tells something of the next picture: a Bayesian filter
//! over the ways in which it may look at the table, and over whether it stands still at all.

use std::sync::LazyLock;

/// Cameras look from above to 45 degrees.
const TILT_SPREAD: f64 = 0.4;
const MOST_TILT: f64 = 0.8;
const TILT_STEP: f64 = 0.1;

/// How fast "up" turns outwards: sines, from the picture's middle to its corners. From a camera far away to a wide lens.
const WIDTHS: [f64; 5] = [0.0, 0.15, 0.3, 0.45, 0.6];

/// How likely a camera that stands still isn't as it was, and how much of what it saw still counts with the next picture: what is
/// measured errs alike in pictures that are alike.
const MOVED: f64 = 0.05;
const COUNTS: f64 = 0.9;

/// How likely the pictures are, before any is seen, those of one camera that stands still, and not each of another one; and how
/// sure of either the pictures can make it, so that a change is soon believed.
const ONE_CAMERA: f64 = 0.5;
const SUREST: f64 = 0.99;

/// What the pictures of a camera, or of several, have told of where "up" is in the next one.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CameraFilter {
    /// Width and height of its pictures, pixels.
    size_px: (usize, usize),
    /// The probability of each way.
    p: Vec<f64>,
    /// The same before the picture if the camera stands still; empty before the first one.
    p_if_still: Vec<f64>,
    /// The probability that it stands still.
    still: f64,
}

/// Where "up" is in a picture: the sine of its angle from the line of sight at the picture's middle, right and down; and how fast it
/// turns outwards from there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Up {
    pub(crate) right: f64,
    pub(crate) below: f64,
    pub(crate) width: f64,
}

impl CameraFilter {
    /// One of whose pictures, of this size, nothing is known yet.
    pub(crate) fn of(size_px: (usize, usize)) -> Self {
        Self { size_px, p: UNKNOWN.clone(), p_if_still: Vec::new(), still: ONE_CAMERA }
    }

    /// The same before its next picture; a new one if that has another size.
    pub(crate) fn next(&self, size_px: (usize, usize)) -> Self {
        if self.size_px != size_px {
            return Self::of(size_px);
        }
        let before = normalised(self.p.iter().map(|p| COUNTS * p.max(f64::MIN_POSITIVE).ln()));
        let p_if_still = mixed(&before, &UNKNOWN, 1.0 - MOVED);
        Self { size_px, p: mixed(&p_if_still, &UNKNOWN, self.still), p_if_still, still: self.still }
    }

    /// The same after a picture, of which some parts are so likely (logarithms) by each way.
    pub(crate) fn after(&self, logs: &[&[f64]]) -> Self {
        let seen: Vec<f64> =
            (0..self.p.len()).map(|way| logs.iter().filter_map(|logs| logs.get(way)).sum()).collect();
        let (p, still) = (self.p_after(&seen), self.still_after(&seen));
        Self { size_px: self.size_px, p, p_if_still: Vec::new(), still }
    }

    /// The probability of each way after a picture that is so likely (the logarithm) by each.
    fn p_after(&self, seen: &[f64]) -> Vec<f64> {
        normalised(self.p.iter().zip(seen).map(|(p, seen)| p.max(f64::MIN_POSITIVE).ln() + seen))
    }

    /// All ways, and how likely each is after a picture that is so likely (the logarithm) by each.
    pub(crate) fn ways_after(&self, seen: &[f64]) -> impl Iterator<Item = (Up, f64)> {
        ups().zip(self.p_after(seen))
    }

    /// How likely the camera stands still after a picture that is so likely (the logarithm) by each way.
    fn still_after(&self, seen: &[f64]) -> f64 {
        if self.p_if_still.is_empty() {
            return self.still;
        }
        let most = seen.iter().copied().fold(f64::MIN, f64::max);
        let likelihood = |before: &[f64]| -> f64 {
            before.iter().zip(seen).map(|(p, seen)| p * (COUNTS * (seen - most)).exp()).sum()
        };
        let still = self.still * likelihood(&self.p_if_still);
        let other = (1.0 - self.still) * likelihood(&UNKNOWN);
        (still / (still + other).max(f64::MIN_POSITIVE)).clamp(1.0 - SUREST, SUREST)
    }

    /// All ways, and how likely each is.
    pub(crate) fn ways(&self) -> impl Iterator<Item = (Up, f64)> {
        ups().zip(self.p.iter().copied())
    }

    /// "Up" at a place: the sine of its angle from the line of sight, right and down.
    pub(crate) fn up_at(&self, up: Up, (x, y): (f32, f32)) -> (f64, f64) {
        let (width, height) = (self.size_px.0 as f64, self.size_px.1 as f64);
        let turn = up.width / (0.5 * width.hypot(height)).max(1.0);
        (up.right + turn * (f64::from(x) - 0.5 * width), up.below + turn * (f64::from(y) - 0.5 * height))
    }
}

impl Up {
    fn log_prior(self) -> f64 {
        -0.5 * (self.right.powi(2) + self.below.powi(2)) / TILT_SPREAD.powi(2)
    }
}

/// All ways in which "up" may be seen.
fn ups() -> impl Iterator<Item = Up> {
    let steps = (MOST_TILT / TILT_STEP).round() as i32;
    let sines = (-steps..=steps).flat_map(move |x| (-steps..=steps).map(move |y| (x, y)));
    sines
        .map(|(x, y)| (f64::from(x) * TILT_STEP, f64::from(y) * TILT_STEP))
        .filter(|(right, below)| right.hypot(*below) <= MOST_TILT)
        .flat_map(|(right, below)| WIDTHS.map(|width| Up { right, below, width }))
}

/// How likely each way is before any picture.
static UNKNOWN: LazyLock<Vec<f64>> = LazyLock::new(|| normalised(ups().map(Up::log_prior)));

/// Probabilities by the first with this share, else by the second.
fn mixed(first: &[f64], second: &[f64], share: f64) -> Vec<f64> {
    first.iter().zip(second).map(|(first, second)| share * first + (1.0 - share) * second).collect()
}

/// Probabilities from logarithms of what is proportional to them.
fn normalised(logs: impl Iterator<Item = f64>) -> Vec<f64> {
    let logs: Vec<f64> = logs.collect();
    let most = logs.iter().copied().fold(f64::MIN, f64::max);
    let total: f64 = logs.iter().map(|log| (log - most).exp()).sum();
    logs.iter().map(|log| (log - most).exp() / total).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The probability that the camera stands still after pictures that see "up" here, one after the other.
    fn still_after(ups_seen: &[(f64, f64)]) -> f64 {
        let mut camera = CameraFilter::default();
        for (right, below) in ups_seen {
            let next = camera.next((400, 400));
            let logs: Vec<f64> =
                ups().map(|up| -30.0 * ((up.right - right).powi(2) + (up.below - below).powi(2))).collect();
            camera = next.after(&[&logs]);
        }
        camera.still
    }

    #[test]
    fn pictures_tell_whether_their_camera_stands_still() {
        assert!(still_after(&[(0.4, 0.1); 4]) > 0.9);
        assert!(still_after(&[(0.4, 0.1), (-0.3, 0.2), (0.1, -0.4), (-0.4, -0.3)]) < 0.1);
        assert!((still_after(&[(0.4, 0.1)]) - ONE_CAMERA).abs() < 1e-9);
    }
}
