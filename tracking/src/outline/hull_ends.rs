//! The hull's middle along its keel, from a joint fit of both ends.
//!
//! Blur hides a sharp bow (0.07 to 0.13 in), so the visible extent is shorter than the hull and off its
//! middle. Each end is therefore fitted as a blurred trapezoid with free tip width and taper, and the given
//! length ties the two tips together.

use crate::outline::trapezoid::{BlurredEnd, Trapezoid};
use nalgebra::{SMatrix, SVector};

/// The width of the hull at one place along the keel.
#[derive(Debug, Clone, Copy)]
pub struct WidthSample {
    /// Inches ahead of the guessed middle.
    pub ahead_in: f64,
    /// Inches across.
    pub width_in: f64,
    /// Standard deviation of the width, inches: a deck of nearly the sea's colour has no clear width.
    pub sigma_in: f64,
}

/// The fitted ends, inches ahead of the start middle.
#[derive(Debug, Clone, Copy)]
pub struct HullEnds {
    /// The tip of the bow.
    pub bow_in: f64,
    /// The end of the stern.
    pub stern_in: f64,
    /// Standard deviation of the middle between them.
    pub middle_sigma_in: f64,
}

impl HullEnds {
    /// The middle and its standard deviation, increased by `more_in`.
    pub fn middle(&self, more_in: f64) -> (f64, f64) {
        ((self.bow_in + self.stern_in) / 2.0, self.middle_sigma_in.hypot(more_in))
    }
}

/// Prior knowledge of the ends of a hull or base.
#[derive(Debug, Clone, Copy)]
pub struct EndsPrior {
    /// Length from end to end, inches.
    pub length_in: f64,
    /// Greatest width, inches.
    pub beam_in: f64,
    /// The picture's blur on the table, inches.
    pub blur_in: f64,
    /// The player's click, inches ahead of the start middle.
    pub click_in: f64,
    /// Only stations at least this far from the middle are used, because the middle has the superstructure.
    pub outer_from_in: f64,
    /// The shape of the ends.
    pub shape: EndShapes,
}

/// Widths of bow tip and stern end with their standard deviations between models, shares of the beam; and the
/// length of the taper, a share of the hull's length.
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

/// Standard deviation of a player's click along the keel, inches.
pub const CLICK_SIGMA_IN: f64 = 0.1;
/// Neighbouring stations share their errors: this many count as one.
const STATIONS_IN_ONE: f64 = 2.5;

/// On a large model all stations within this share of its length share the error of the end's shape.
const SHARED_SHARE: f64 = 0.04;
/// Standard deviation of an end's outline from a trapezoid, a share of the beam.
const SHAPE_SHARE: f64 = 0.02;
/// Start positions of the middle relative to the click, inches. Print and faint ends make several minima.
const STARTS_IN: [f64; 3] = [0.0, -0.15, 0.15];
/// Start positions if the given length must decide which end is wrong.
const MORE_STARTS_IN: [f64; 5] = [0.0, -0.12, 0.12, -0.25, 0.25];
/// Weight of the stations' evidence when minima are compared; and the prior of an end measured by difference
/// instead of hue, nats.
const TEMPER: f64 = 0.3;
const BY_DIFFERENCE: f64 = -1.0;
/// Least standard deviation of ends that were chosen by the given length, inches.
const CHOSEN_IN: f64 = 0.04;
/// Middles nearer than this count as the same, inches.
const SAME_IN: f64 = 0.01;
/// Standard deviation of the blur, as a share of its guess.
const BLUR_SIGMA: f64 = 0.25;
/// Rounds of Levenberg–Marquardt. They end when the expected decrease of the squared residuals is below this:
/// a hundredth of a standard deviation.
const ROUNDS: usize = 40;
const SETTLED: f64 = 1e-4;

/// Bow tip, stern end, then tip width, taper and full width of each, and the blur.
const PARAMETERS: usize = 9;
type Parameters = SVector<f64, PARAMETERS>;
/// The parameters that affect a station, in the order of [`BlurredEnd::slopes`]: ahead of the middle, and
/// abaft.
const OF_BOW: [usize; 5] = [0, 2, 3, 4, 8];
const OF_STERN: [usize; 5] = [1, 5, 6, 7, 8];

/// The prior of the hull's apparent length.
#[derive(Debug, Clone, Copy)]
struct LengthPrior {
    /// Apparent excess over the given length, inches, and its standard deviation.
    longer_in: f64,
    length_sigma_in: f64,
    /// Widths with residuals of more than this many standard deviations get decreasing weight (Cauchy).
    outlying: f64,
}

impl LengthPrior {
    /// Both ends as measured: models differ from their listed lengths, and measured blurred tips are better
    /// than given ones (a standard deviation of 0.06 left 0.041 in at p95 on `harbor`, 0.2 leaves 0.038).
    const SEEN: Self = Self { longer_in: 0.0, length_sigma_in: 0.2, outlying: 4.0 };

    /// The given length decides which part of the visible extent is hull. `by_difference`: number of ends
    /// that show only as differences from the empty table; they appear further out because of their shadow.
    fn told(by_difference: u32) -> Self {
        let longer_in = 0.02 + 0.03 * f64::from(by_difference);
        Self { longer_in, length_sigma_in: 0.03, outlying: 2.0 }
    }
}

/// Finds both ends from the widths along the keel. If the widths do not have the shape of ends, they count
/// less and the click more. If several minima are about equally good, the result lies between them with a
/// larger uncertainty.
pub fn fit_ends(widths: &[WidthSample], told: &EndsPrior) -> Option<HullEnds> {
    let outer: Vec<WidthSample> =
        widths.iter().copied().filter(|w| w.ahead_in.abs() > told.outer_from_in).collect();
    if outer.len() < 8 {
        return None;
    }
    let first = HullEndsFit::new(&outer, told, LengthPrior::SEEN, 1.0);
    let (_, told_by) = first.solve(0.0)?;
    let excess = told_by.of_stations * first.stations_in_one / outer.len() as f64;
    let fit = HullEndsFit::new(&outer, told, LengthPrior::SEEN, excess.max(1.0).sqrt());
    let valleys: Vec<(Parameters, Equations)> =
        STARTS_IN.iter().filter_map(|start_in| fit.solve(*start_in)).collect();
    let least = valleys.iter().map(|(_, told_by)| told_by.squares).min_by(f64::total_cmp)?;
    let [mut sum, mut bow, mut stern, mut middle, mut squares] = [0.0; 5];
    for (p, told_by) in &valleys {
        let weight = (-0.5 * (told_by.squares - least)).exp();
        let (at, variance) = ((p[0] + p[1]) / 2.0, told_by.middle_variance()?);
        sum += weight;
        bow += weight * p[0];
        stern += weight * p[1];
        middle += weight * at;
        squares += weight * (at * at + variance);
    }
    let variance = squares / sum - (middle / sum).powi(2);
    Some(HullEnds { bow_in: bow / sum, stern_in: stern / sum, middle_sigma_in: variance.max(0.0).sqrt() })
}

/// The middle along the keel and its standard deviation, if the hue is longer than the hull. Then a label on
/// the base, a printed line or a shadow lies at one end, and the given length decides at which. Each end is
/// taken by hue or by any difference (`any`; empty if it gives no evidence). The hypotheses are weighted by
/// how well the widths fit a hull of that length. On 15 such demo hulls without a base it left 0.092 in (root
/// mean square) where the visible ends left 0.126; on 12 with a base 0.06 instead of 0.09.
pub fn middle_by_length(hue: &[WidthSample], any: &[WidthSample], told: &EndsPrior) -> Option<(f64, f64)> {
    let outer = |bow: &[WidthSample], stern: &[WidthSample]| -> Vec<WidthSample> {
        let abaft = stern.iter().filter(|w| w.ahead_in < -told.outer_from_in);
        abaft.chain(bow.iter().filter(|w| w.ahead_in > told.outer_from_in)).copied().collect()
    };
    let stories = [(outer(hue, hue), 0), (outer(any, hue), 1), (outer(hue, any), 1), (outer(any, any), 2)];
    let mut valleys: Vec<(f64, f64, Equations)> = Vec::new();
    let mut excess = f64::INFINITY;
    for (stations, by_difference) in stories.iter().filter(|(stations, _)| stations.len() >= 8) {
        let fit = HullEndsFit::new(stations, told, LengthPrior::told(*by_difference), 1.0);
        for (p, told_by) in MORE_STARTS_IN.iter().filter_map(|start_in| fit.solve(*start_in)) {
            excess = excess.min(told_by.of_stations * fit.stations_in_one / stations.len() as f64);
            valleys.push((BY_DIFFERENCE * f64::from(*by_difference), (p[0] + p[1]) / 2.0, told_by));
        }
    }
    // The residuals of the best hypothesis give the noise of the widths.
    let noisy = excess.max(1.0);
    let mut weighed: Vec<(f64, f64, f64)> = Vec::new();
    for (prior, at, told_by) in valleys {
        let of_told = told_by.squares - told_by.of_stations;
        let nats = prior - (TEMPER * told_by.of_stations / noisy + of_told) / 2.0;
        let variance = told_by.middle_variance()? * noisy;
        match weighed.iter_mut().find(|(_, other, _)| (*other - at).abs() < SAME_IN) {
            Some(same) if same.0 < nats => *same = (nats, at, variance),
            Some(_) => {}
            None => weighed.push((nats, at, variance)),
        }
    }
    let most = weighed.iter().map(|(nats, ..)| *nats).max_by(f64::total_cmp)?;
    let [mut sum, mut first, mut second] = [0.0; 3];
    for (nats, at, variance) in weighed {
        let weight = (nats - most).exp();
        sum += weight;
        first += weight * at;
        second += weight * (at * at + variance);
    }
    let mean_in = first / sum;
    let variance = (second / sum - mean_in * mean_in).max(0.0);
    Some((mean_in, variance.sqrt().hypot(CHOSEN_IN)))
}

/// The normal equations of all residuals, linearised at one set of parameters.
#[derive(Debug, Clone, Copy)]
struct Equations {
    /// Only the lower triangle is used.
    normal: SMatrix<f64, PARAMETERS, PARAMETERS>,
    right: Parameters,
    /// The squared residuals: of all terms, and of the stations alone.
    squares: f64,
    of_stations: f64,
}

impl Equations {
    fn none() -> Self {
        Self { normal: SMatrix::zeros(), right: SVector::zeros(), squares: 0.0, of_stations: 0.0 }
    }

    /// Adds one residual and its slopes by the parameters `of` (in ascending order).
    fn add<const N: usize>(&mut self, miss: f64, of: [usize; N], slopes: [f64; N]) {
        for (at, (&row, slope)) in of.iter().zip(slopes).enumerate() {
            for (&column, other) in of.iter().zip(slopes).take(at + 1) {
                self.normal[(row, column)] += slope * other;
            }
            self.right[row] += slope * miss;
        }
        self.squares += miss * miss;
    }

    /// One step of Levenberg–Marquardt.
    fn step(&self, damping: f64) -> Option<Parameters> {
        let mut damped = self.normal;
        for i in 0..PARAMETERS {
            damped[(i, i)] *= 1.0 + damping;
        }
        Some(damped.cholesky()?.solve(&self.right))
    }

    /// The variance of the middle between both tips.
    fn middle_variance(&self) -> Option<f64> {
        let spread = self.normal.cholesky()?.inverse();
        Some((spread[(0, 0)] + spread[(1, 1)] + 2.0 * spread[(0, 1)]).max(0.0) / 4.0)
    }
}

/// The fit of two blurred trapezoids.
struct HullEndsFit<'a> {
    outer: &'a [WidthSample],
    told: &'a EndsPrior,
    guess: Parameters,
    sigma: Parameters,
    stations_in_one: f64,
    hold: LengthPrior,
    /// Factor for the uncertainty of all widths.
    looser: f64,
}

impl<'a> HullEndsFit<'a> {
    fn new(outer: &'a [WidthSample], told: &'a EndsPrior, hold: LengthPrior, looser: f64) -> Self {
        let half = told.length_in / 2.0;
        let (taper, full, shape) = (told.shape.taper * told.length_in, told.beam_in, told.shape);
        let (bow, stern) = (shape.bow_tip.0 * full, shape.stern_tip.0 * full);
        let guess = [half, -half, bow, taper, full, stern, taper, full, told.blur_in].into();
        let (bow, stern) = (shape.bow_tip.1 * full, shape.stern_tip.1 * full);
        let full = 0.3 * full;
        let sigma = [1.0, 1.0, bow, taper, full, stern, taper, full, BLUR_SIGMA * told.blur_in].into();
        let step_in = outer[1].ahead_in - outer[0].ahead_in;
        let stations_in_one = STATIONS_IN_ONE.max(SHARED_SHARE * told.length_in / step_in.abs().max(1e-4));
        Self { outer, told, guess, sigma, stations_in_one, hold, looser }
    }

    /// The normal equations from stations and given dimensions at `p`.
    fn equations(&self, p: &Parameters) -> Equations {
        let mut all = Equations::none();
        let in_one = self.stations_in_one.sqrt().recip();
        let shape_in = SHAPE_SHARE * self.told.beam_in;
        let bow = Trapezoid { tip_in: p[2], taper_in: p[3], full_in: p[4], blur_in: p[8] };
        let stern = Trapezoid { tip_in: p[5], taper_in: p[6], full_in: p[7], blur_in: p[8] };
        for station in self.outer {
            let certainty = (station.sigma_in.hypot(shape_in) * self.looser).recip();
            let ahead = station.ahead_in > 0.0;
            let BlurredEnd { width_in, slopes: [inboard, tip, taper, full, blur] } = match ahead {
                true => bow.at(p[0] - station.ahead_in),
                false => stern.at(station.ahead_in - p[1]),
            };
            let (robust_miss, gain) =
                robust_miss((station.width_in - width_in) * certainty, self.hold.outlying);
            let slopes = [if ahead { inboard } else { -inboard }, tip, taper, full, blur];
            let of = if ahead { OF_BOW } else { OF_STERN };
            all.add(robust_miss * in_one, of, slopes.map(|slope| -slope * certainty * gain * in_one));
        }
        all.of_stations = all.squares;
        let length = self.hold.length_sigma_in.recip();
        let seems_in = self.told.length_in + self.hold.longer_in;
        all.add((p[0] - p[1] - seems_in) * length, [0, 1], [length, -length]);
        let middle = CLICK_SIGMA_IN.recip();
        all.add(((p[0] + p[1]) / 2.0 - self.told.click_in) * middle, [0, 1], [middle / 2.0; 2]);
        for i in 0..PARAMETERS {
            // Negative widths and tapers are impossible.
            let under = if i >= 2 && p[i] < 0.0 { 50.0 } else { 0.0 };
            let miss = (p[i] - self.guess[i]) / self.sigma[i] + under * p[i];
            all.add(miss, [i], [self.sigma[i].recip() + under]);
        }
        all
    }

    /// The fitted parameters and the equations there, from a middle `start_in` ahead of the click.
    fn solve(&self, start_in: f64) -> Option<(Parameters, Equations)> {
        let mut p = self.guess;
        p[0] += self.told.click_in + start_in;
        p[1] += self.told.click_in + start_in;
        let mut here = self.equations(&p);
        let mut damping = 1e-2;
        for _ in 0..ROUNDS {
            let step = here.step(damping)?;
            let tried = p - step;
            let there = self.equations(&tried);
            let gain = here.right.dot(&step);
            if there.squares < here.squares {
                (p, here, damping) = (tried, there, damping * 0.3);
            } else {
                damping *= 8.0;
            }
            if gain < SETTLED {
                break;
            }
        }
        Some((p, here))
    }
}

/// A residual in standard deviations, compressed beyond `outlying`; and its derivative.
fn robust_miss(miss: f64, outlying: f64) -> (f64, f64) {
    let share = miss / outlying;
    let grown = 1.0 + share * share;
    let root = grown.ln().sqrt();
    let gain = if root > 0.0 { share.abs() / (root * grown) } else { 1.0 };
    (outlying * root * share.signum(), gain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sharp_bow_that_blurred_away_is_found_again() {
        let (bow, stern, blur_in) = (1.25, -1.15, 0.045);
        let widths: Vec<WidthSample> = (-40..=40)
            .map(|i| {
                let u = f64::from(i) * 0.04;
                let width = if u > 0.0 {
                    Trapezoid { tip_in: 0.0, taper_in: 0.7, full_in: 0.5, blur_in }.at(bow - u)
                } else {
                    Trapezoid { tip_in: 0.3, taper_in: 0.15, full_in: 0.5, blur_in }.at(u - stern)
                };
                WidthSample { ahead_in: u, width_in: width.width_in, sigma_in: 0.02 }
            })
            .collect();
        let told = EndsPrior {
            length_in: 2.4,
            beam_in: 0.5,
            blur_in,
            click_in: 0.0,
            outer_from_in: 0.6,
            shape: EndShapes::HULL,
        };
        let ends = fit_ends(&widths, &told).unwrap();
        // Visually, the bow ends where half the light of its last tenth of an inch is left; that shifts the
        // middle by more than 0.03 in. This bow is sharper than most; the given length helps to find that.
        let middle_off_in = (ends.bow_in + ends.stern_in - bow - stern) / 2.0;
        assert!(middle_off_in.abs() < 0.022, "{ends:?}");
        assert!(ends.middle_sigma_in < 0.03, "{ends:?}");
        // A label as broad as the hull lies beyond its stern. The visible ends put the middle well astern;
        // the given length shows that the extent is too long, and the blunt end shows that it is not the bow.
        let labelled: Vec<WidthSample> = widths
            .iter()
            .map(|w| WidthSample {
                width_in: if (stern - 0.3..stern).contains(&w.ahead_in) { 0.5 } else { w.width_in },
                ..*w
            })
            .collect();
        let off_in = |middle_in: f64| (middle_in - (bow + stern) / 2.0).abs();
        assert!(off_in(fit_ends(&labelled, &told).unwrap().middle(0.0).0) > 0.12);
        let (middle_in, sigma_in) = middle_by_length(&labelled, &[], &told).unwrap();
        assert!(off_in(middle_in) < 0.07 && (0.03..0.1).contains(&sigma_in), "{middle_in} {sigma_in}");
        // If the deck hardly differs from the sea, the click is the best estimate of the middle.
        let faint: Vec<WidthSample> =
            widths.iter().map(|w| WidthSample { width_in: 0.1, sigma_in: 1.0, ..*w }).collect();
        let ends = fit_ends(&faint, &EndsPrior { click_in: 0.08, ..told }).unwrap();
        assert!(((ends.bow_in + ends.stern_in) / 2.0 - 0.08).abs() < 0.02, "{ends:?}");
        assert!(ends.middle_sigma_in > 0.08, "{ends:?}");
    }
}
