//! Where a hull's middle lies along its keel: both ends found together.
//!
//! A sharp bow blurs away in the picture (0.07 to 0.13 in are lost), so the visible extent is shorter than the hull
//! and off its middle. Each end is therefore fitted as a blurred trapezoid, tip width and taper free, and the told
//! length holds the two tips together.

use nalgebra::{DMatrix, DVector};

/// The width of the hull at one place along the keel.
#[derive(Debug, Clone, Copy)]
pub struct Width {
    /// Inches ahead of the guessed middle.
    pub ahead_in: f64,
    /// Inches across.
    pub width_in: f64,
    /// Its standard deviation: a deck of nearly the sea's colour has no clear width.
    pub sigma_in: f64,
}

/// What the fit found, inches ahead of the guessed middle.
#[derive(Debug, Clone, Copy)]
pub struct Ends {
    /// The tip of the bow.
    pub bow_in: f64,
    /// The end of the stern.
    pub stern_in: f64,
    /// Standard deviation of the middle between them.
    pub middle_sigma_in: f64,
}

/// What is known of a hull's or a base's ends beforehand.
#[derive(Debug, Clone, Copy)]
pub struct Told {
    /// From end to end, inches.
    pub length_in: f64,
    /// Greatest width, inches.
    pub beam_in: f64,
    /// The picture's blur on the table, inches.
    pub blur_in: f64,
    /// Where the player's click puts the middle, inches ahead of the guessed one.
    pub click_in: f64,
    /// Only what lies at least so far from the middle is looked at: the middle carries the superstructure.
    pub outer_from_in: f64,
    /// The shape of the ends.
    pub shape: EndShapes,
}

/// Widths at bow tip and stern end and how far they differ between models, shares of the beam; and how far an end
/// takes to reach its full width, a share of the length.
#[derive(Debug, Clone, Copy)]
pub struct EndShapes {
    bow_tip: (f64, f64),
    stern_tip: (f64, f64),
    taper: f64,
}

impl EndShapes {
    /// A sharp bow and a rounded stern.
    pub const HULL: Self = Self { bow_tip: (0.05, 0.1), stern_tip: (0.5, 0.2), taper: 0.2 };
    /// A rectangle.
    pub const BASE: Self = Self { bow_tip: (0.95, 0.1), stern_tip: (0.95, 0.1), taper: 0.01 };
}

/// How far a player's click may be off along the keel, inches.
pub const CLICK_SIGMA_IN: f64 = 0.1;
/// Widths beside one another share their errors: so many stations count for one.
const STATIONS_IN_ONE: f64 = 2.5;

/// On a large model what the ends' shape misses is shared by all stations within this share of its length.
const SHARED_SHARE: f64 = 0.04;
/// How far an end's outline may differ from a trapezoid's, a share of the beam.
const SHAPE_SHARE: f64 = 0.02;
/// Widths missed by more than this many standard deviations count less and less (Cauchy).
const OUTLYING: f64 = 4.0;
/// How far a told length may be trusted, inches: models differ from their lists, and blurred tips seen are better than
/// tips told (0.06 left 0.041 in at p95 on `harbor`, 0.2 leaves 0.038).
const LENGTH_SIGMA_IN: f64 = 0.2;
/// The fit starts from middles so far from the click, inches: print and faint ends make more than one valley.
const STARTS_IN: [f64; 3] = [0.0, -0.15, 0.15];
/// How far the blur may differ from its guess, as a share.
const BLUR_SIGMA: f64 = 0.25;
/// Rounds of Levenberg–Marquardt.
const ROUNDS: usize = 40;

/// The normal distribution's density and integral (Abramowitz & Stegun 7.1.26, error under 2e-7).
fn normal(x: f64) -> (f64, f64) {
    let density = (-0.5 * x * x).exp() / (2.0 * std::f64::consts::PI).sqrt();
    let z = x.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let poly = t
        * (0.254_829_592
            + t * (-0.284_496_736 + t * (1.421_413_741 + t * (-1.453_152_027 + t * 1.061_405_429))));
    let erf = 1.0 - poly * (-z * z).exp();
    let integral = if x >= 0.0 { 0.5 * (1.0 + erf) } else { 0.5 * (1.0 - erf) };
    (density, integral)
}

/// A trapezoid's width at `inboard_in` from its tip, blurred. `end`: tip width, taper, full width.
fn blurred_end(inboard_in: f64, end: [f64; 3], blur_in: f64) -> f64 {
    let [tip, taper, full] = end;
    let taper = taper.max(1e-3);
    let step = normal(inboard_in / blur_in).1;
    let ramp = |x: f64| {
        let (density, integral) = normal(x / blur_in);
        x * integral + blur_in * density
    };
    tip * step + (full - tip) / taper * (ramp(inboard_in) - ramp(inboard_in - taper))
}

/// Finds both ends from the widths along the keel. Where the widths do not lie as ends do, they are worth less than they
/// claim, and the click more; where two readings of them are about as good, the answer lies between and says so.
pub fn fit_ends(widths: &[Width], told: &Told) -> Option<Ends> {
    let outer: Vec<Width> =
        widths.iter().copied().filter(|w| w.ahead_in.abs() > told.outer_from_in).collect();
    if outer.len() < 8 {
        return None;
    }
    let first = EndsFit::new(&outer, told, 1.0);
    let (_, miss) = first.solve(0.0)?;
    let excess = miss.rows(0, outer.len()).norm_squared() * first.stations_in_one / outer.len() as f64;
    let fit = EndsFit::new(&outer, told, excess.max(1.0).sqrt());
    let valleys: Vec<(DVector<f64>, DVector<f64>)> =
        STARTS_IN.iter().filter_map(|start_in| fit.solve(*start_in)).collect();
    let least = valleys.iter().map(|(_, miss)| miss.norm_squared()).min_by(f64::total_cmp)?;
    let [mut sum, mut bow, mut stern, mut middle, mut squares] = [0.0; 5];
    for (p, miss) in &valleys {
        let weight = (-0.5 * (miss.norm_squared() - least)).exp();
        let (at, variance) = ((p[0] + p[1]) / 2.0, fit.middle_variance(p, miss)?);
        sum += weight;
        bow += weight * p[0];
        stern += weight * p[1];
        middle += weight * at;
        squares += weight * (at * at + variance);
    }
    let variance = squares / sum - (middle / sum).powi(2);
    Some(Ends { bow_in: bow / sum, stern_in: stern / sum, middle_sigma_in: variance.max(0.0).sqrt() })
}

/// The fit of two blurred trapezoids. Its parameters: bow tip, stern end, then tip width, taper and full width of each,
/// and the blur.
struct EndsFit<'a> {
    outer: &'a [Width],
    told: &'a Told,
    guess: [f64; 9],
    sigma: [f64; 9],
    stations_in_one: f64,
    /// The widths are so much less certain than they claim.
    looser: f64,
}

impl<'a> EndsFit<'a> {
    fn new(outer: &'a [Width], told: &'a Told, looser: f64) -> Self {
        let half = told.length_in / 2.0;
        let (taper, full, shape) = (told.shape.taper * told.length_in, told.beam_in, told.shape);
        let (bow, stern) = (shape.bow_tip.0 * full, shape.stern_tip.0 * full);
        let guess = [half, -half, bow, taper, full, stern, taper, full, told.blur_in];
        let (bow, stern) = (shape.bow_tip.1 * full, shape.stern_tip.1 * full);
        let full = 0.3 * full;
        let sigma = [1.0, 1.0, bow, taper, full, stern, taper, full, BLUR_SIGMA * told.blur_in];
        let step_in = outer[1].ahead_in - outer[0].ahead_in;
        let stations_in_one = STATIONS_IN_ONE.max(SHARED_SHARE * told.length_in / step_in.abs().max(1e-4));
        Self { outer, told, guess, sigma, stations_in_one, looser }
    }

    fn misses(&self, p: &DVector<f64>) -> DVector<f64> {
        let mut out = Vec::with_capacity(self.outer.len() + 11);
        let many = self.stations_in_one.sqrt();
        let shape_in = SHAPE_SHARE * self.told.beam_in;
        for w in self.outer {
            let model = if w.ahead_in > 0.0 {
                blurred_end(p[0] - w.ahead_in, [p[2], p[3], p[4]], p[8].max(1e-3))
            } else {
                blurred_end(w.ahead_in - p[1], [p[5], p[6], p[7]], p[8].max(1e-3))
            };
            let miss = (w.width_in - model) / (w.sigma_in.hypot(shape_in) * self.looser);
            let tamed = OUTLYING * (1.0 + (miss / OUTLYING).powi(2)).ln().sqrt() * miss.signum();
            out.push(tamed / many);
        }
        out.push((p[0] - p[1] - self.told.length_in) / LENGTH_SIGMA_IN);
        out.push(((p[0] + p[1]) / 2.0 - self.told.click_in) / CLICK_SIGMA_IN);
        // Negative widths and tapers do not exist.
        for (i, (start, sigma)) in self.guess.iter().zip(self.sigma).enumerate() {
            let under = if i >= 2 { p[i].min(0.0) * 50.0 } else { 0.0 };
            out.push((p[i] - start) / sigma + under);
        }
        DVector::from_vec(out)
    }

    fn slopes(&self, p: &DVector<f64>, miss: &DVector<f64>) -> DMatrix<f64> {
        let mut jacobian = DMatrix::zeros(miss.len(), p.len());
        for column in 0..p.len() {
            let mut nudged = p.clone();
            nudged[column] += 1e-5;
            jacobian.set_column(column, &((self.misses(&nudged) - miss) / 1e-5));
        }
        jacobian
    }

    /// The parameters and what they miss, from a middle `start_in` ahead of the click.
    fn solve(&self, start_in: f64) -> Option<(DVector<f64>, DVector<f64>)> {
        let mut p = DVector::from_row_slice(&self.guess);
        p[0] += self.told.click_in + start_in;
        p[1] += self.told.click_in + start_in;
        let mut miss = self.misses(&p);
        let mut damping = 1e-2;
        for _ in 0..ROUNDS {
            let jacobian = self.slopes(&p, &miss);
            let mut normal_matrix = jacobian.transpose() * &jacobian;
            for i in 0..p.len() {
                normal_matrix[(i, i)] *= 1.0 + damping;
            }
            let step = normal_matrix.cholesky()?.solve(&(jacobian.transpose() * &miss));
            let tried = &p - &step;
            let tried_miss = self.misses(&tried);
            if tried_miss.norm_squared() < miss.norm_squared() {
                (p, miss, damping) = (tried, tried_miss, damping * 0.3);
                if step.amax() < 1e-5 {
                    break;
                }
            } else {
                damping *= 8.0;
            }
        }
        Some((p, miss))
    }

    fn middle_variance(&self, p: &DVector<f64>, miss: &DVector<f64>) -> Option<f64> {
        let jacobian = self.slopes(p, miss);
        let spread = (jacobian.transpose() * &jacobian).try_inverse()?;
        Some((spread[(0, 0)] + spread[(1, 1)] + 2.0 * spread[(0, 1)]).max(0.0) / 4.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sharp_bow_that_blurred_away_is_found_again() {
        let (bow, stern, blur) = (1.25, -1.15, 0.045);
        let widths: Vec<Width> = (-40..=40)
            .map(|i| {
                let u = f64::from(i) * 0.04;
                let width = if u > 0.0 {
                    blurred_end(bow - u, [0.0, 0.7, 0.5], blur)
                } else {
                    blurred_end(u - stern, [0.3, 0.15, 0.5], blur)
                };
                Width { ahead_in: u, width_in: width, sigma_in: 0.02 }
            })
            .collect();
        let told = Told {
            length_in: 2.4,
            beam_in: 0.5,
            blur_in: blur,
            click_in: 0.0,
            outer_from_in: 0.6,
            shape: EndShapes::HULL,
        };
        let ends = fit_ends(&widths, &told).unwrap();
        // By eye the bow ends where half the light of its last tenth of an inch is left: that puts the middle off by
        // more than 0.03 in. This bow is sharper than most, and the told length only helps to say so.
        let middle_off_in = (ends.bow_in + ends.stern_in - bow - stern) / 2.0;
        assert!(middle_off_in.abs() < 0.022, "{ends:?}");
        assert!(ends.middle_sigma_in < 0.03, "{ends:?}");
        // A deck that can hardly be told from the sea leaves the click as the best word on the middle.
        let faint: Vec<Width> = widths.iter().map(|w| Width { width_in: 0.1, sigma_in: 1.0, ..*w }).collect();
        let ends = fit_ends(&faint, &Told { click_in: 0.08, ..told }).unwrap();
        assert!(((ends.bow_in + ends.stern_in) / 2.0 - 0.08).abs() < 0.02, "{ends:?}");
        assert!(ends.middle_sigma_in > 0.08, "{ends:?}");
    }
}
