//! Where "up" is in a camera's pictures. If it stands still, what it saw before tells something of the next picture: a Bayesian filter
//! over the ways in which it may look at the table.

/// Cameras look from above to 45 degrees.
const TILT_SPREAD: f64 = 0.4;
const MOST_TILT: f64 = 0.8;
const TILT_STEP: f64 = 0.1;

/// How fast "up" turns outwards: sines, from the picture's middle to its corners. From a camera far away to a wide lens.
const WIDTHS: [f64; 5] = [0.0, 0.15, 0.3, 0.45, 0.6];

/// How likely a camera isn't as it was, and how much of what it saw still counts with the next picture: what is measured errs alike in
/// pictures that are alike.
const MOVED: f64 = 0.05;
const COUNTS: f64 = 0.9;

/// A camera, and what its pictures have told of where "up" is.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct StillCamera {
    /// Width and height of its pictures, pixels.
    size_px: (usize, usize),
    /// The probability of each way.
    p: Vec<f64>,
}

/// Where "up" is in a picture: the sine of its angle from the line of sight at the picture's middle, right and down; and how fast it
/// turns outwards from there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Up {
    pub(crate) right: f64,
    pub(crate) below: f64,
    pub(crate) width: f64,
}

impl StillCamera {
    /// One of whose pictures, of this size, nothing is known yet.
    pub(crate) fn of(size_px: (usize, usize)) -> Self {
        Self { size_px, p: normalised(ups().map(|up| up.log_prior())) }
    }

    /// The same before its next picture; a new one if that has another size.
    pub(crate) fn next(&self, size_px: (usize, usize)) -> Self {
        let unknown = Self::of(size_px);
        if self.size_px != size_px {
            return unknown;
        }
        let still = normalised(self.p.iter().map(|p| COUNTS * p.max(f64::MIN_POSITIVE).ln()));
        let p = still.iter().zip(&unknown.p).map(|(still, new)| (1.0 - MOVED) * still + MOVED * new);
        Self { size_px, p: p.collect() }
    }

    /// The same after a picture, of which some parts are so likely (logarithms) by each way.
    pub(crate) fn after(&self, logs: &[&[f64]]) -> Self {
        let log = |(way, p): (usize, &f64)| {
            p.max(f64::MIN_POSITIVE).ln() + logs.iter().filter_map(|logs| logs.get(way)).sum::<f64>()
        };
        Self { size_px: self.size_px, p: normalised(self.p.iter().enumerate().map(log)) }
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

/// Probabilities from logarithms of what is proportional to them.
fn normalised(logs: impl Iterator<Item = f64>) -> Vec<f64> {
    let logs: Vec<f64> = logs.collect();
    let most = logs.iter().copied().fold(f64::MIN, f64::max);
    let total: f64 = logs.iter().map(|log| (log - most).exp()).sum();
    logs.iter().map(|log| (log - most).exp() / total).collect()
}
