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
const CLICK_SIGMA_IN: f64 = 0.1;
/// Widths beside one another share their errors: so many stations count for one.
const STATIONS_IN_ONE: f64 = 2.5;

/// How far a told length may be trusted, inches.
const LENGTH_SIGMA_IN: f64 = 0.06;
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

/// Finds both ends from the widths along the keel.
pub fn fit_ends(widths: &[Width], told: &Told) -> Option<Ends> {
    let half = told.length_in / 2.0;
    let outer: Vec<Width> =
        widths.iter().copied().filter(|w| w.ahead_in.abs() > told.outer_from_in).collect();
    if outer.len() < 8 {
        return None;
    }
    // bow tip, stern end, then tip width, taper and full width of each, and the blur.
    let (taper, full, shape) = (told.shape.taper * told.length_in, told.beam_in, told.shape);
    let (bow_tip, stern_tip) = (shape.bow_tip.0 * full, shape.stern_tip.0 * full);
    let guess = [half, -half, bow_tip, taper, full, stern_tip, taper, full, told.blur_in];
    let (bow_tip, stern_tip) = (shape.bow_tip.1 * full, shape.stern_tip.1 * full);
    let full = 0.3 * full;
    let prior_sigma = [1.0, 1.0, bow_tip, taper, full, stern_tip, taper, full, BLUR_SIGMA * told.blur_in];
    let many = STATIONS_IN_ONE.sqrt();
    let misses = |p: &DVector<f64>| {
        let mut out = Vec::with_capacity(outer.len() + 10);
        for w in &outer {
            let model = if w.ahead_in > 0.0 {
                blurred_end(p[0] - w.ahead_in, [p[2], p[3], p[4]], p[8].max(1e-3))
            } else {
                blurred_end(w.ahead_in - p[1], [p[5], p[6], p[7]], p[8].max(1e-3))
            };
            out.push((w.width_in - model) / (w.sigma_in * many));
        }
        out.push((p[0] - p[1] - told.length_in) / LENGTH_SIGMA_IN);
        out.push(((p[0] + p[1]) / 2.0 - told.click_in) / CLICK_SIGMA_IN);
        // Negative widths and tapers do not exist.
        for (i, (start, sigma)) in guess.iter().zip(prior_sigma).enumerate() {
            let under = if i >= 2 { p[i].min(0.0) * 50.0 } else { 0.0 };
            out.push((p[i] - start) / sigma + under);
        }
        DVector::from_vec(out)
    };
    let mut p = DVector::from_row_slice(&guess);
    let mut miss = misses(&p);
    let slopes = |p: &DVector<f64>, miss: &DVector<f64>| {
        let mut jacobian = DMatrix::zeros(miss.len(), p.len());
        for column in 0..p.len() {
            let mut nudged = p.clone();
            nudged[column] += 1e-5;
            jacobian.set_column(column, &((misses(&nudged) - miss) / 1e-5));
        }
        jacobian
    };
    let mut damping = 1e-2;
    for _ in 0..ROUNDS {
        let jacobian = slopes(&p, &miss);
        let mut normal_matrix = jacobian.transpose() * &jacobian;
        for i in 0..p.len() {
            normal_matrix[(i, i)] *= 1.0 + damping;
        }
        let step = normal_matrix.cholesky()?.solve(&(jacobian.transpose() * &miss));
        let tried = &p - &step;
        let tried_miss = misses(&tried);
        if tried_miss.norm_squared() < miss.norm_squared() {
            (p, miss, damping) = (tried, tried_miss, damping * 0.3);
            if step.amax() < 1e-6 {
                break;
            }
        } else {
            damping *= 8.0;
        }
    }
    let jacobian = slopes(&p, &miss);
    let spread = (jacobian.transpose() * &jacobian).try_inverse()?;
    let variance = (spread[(0, 0)] + spread[(1, 1)] + 2.0 * spread[(0, 1)]) / 4.0;
    Some(Ends { bow_in: p[0], stern_in: p[1], middle_sigma_in: variance.max(0.0).sqrt() })
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
        // more than 0.03 in.
        let middle_off_in = (ends.bow_in + ends.stern_in - bow - stern) / 2.0;
        assert!(middle_off_in.abs() < 0.015, "{ends:?}");
        assert!(ends.middle_sigma_in < 0.03, "{ends:?}");
        // A deck that can hardly be told from the sea leaves the click as the best word on the middle.
        let faint: Vec<Width> = widths.iter().map(|w| Width { width_in: 0.1, sigma_in: 1.0, ..*w }).collect();
        let ends = fit_ends(&faint, &Told { click_in: 0.08, ..told }).unwrap();
        assert!(((ends.bow_in + ends.stern_in) / 2.0 - 0.08).abs() < 0.02, "{ends:?}");
        assert!(ends.middle_sigma_in > 0.08, "{ends:?}");
    }
}
