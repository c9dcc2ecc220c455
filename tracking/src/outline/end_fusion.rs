//! The hull's middle between its two ends. Each end is measured twice: by hue, and by any difference from the
//! background.
//!
//! A difference in hue is the model, but an end of the sea's hue shows none. Any difference is model or
//! shadow; it ends at the model's end or a little beyond. So a true end lies where the hue ends, or between
//! there and the end of the differences, and the two ends are the given length apart. The posterior is
//! computed on a grid.

use crate::outline::hull_ends::HullEnds;

/// Probability that an end lies where the hue ends, and the standard deviation, inches.
const AT_HUE: (f64, f64) = (0.8, 0.03);
/// The same for the end of all differences; blur and shadow extend that end outwards by the next value, inches.
const AT_ANY: (f64, f64) = (0.1, 0.04);
const BEYOND_IN: f64 = 0.03;
/// Softness of the interval between the two, inches.
const RIM_IN: f64 = 0.012;
/// Density per inch of an end that neither measurement shows.
const ANYWHERE: f64 = 0.1;
/// Both ends appear further out than they are: mean and spread between models, inches.
const BOTH_OUT_IN: (f64, f64) = (0.01, 0.03);
/// The grid: range and step, inches; and the number of steps by which both ends may be further out.
const REACH_IN: f64 = 0.6;
const STEP_IN: f64 = 0.005;
const OUT_STEP: usize = 4;
const OUT_STEPS: usize = 5;

/// The middle along the keel and its standard deviation, inches ahead of the origin of both pairs of ends.
/// `length_in` is the given length.
pub fn middle(hue: &HullEnds, any: &HullEnds, length_in: f64) -> Option<(f64, f64)> {
    let half_in = length_in / 2.0;
    let about_in = (hue.bow_in + hue.stern_in + any.bow_in + any.stern_in) / 4.0;
    let beside = OUT_STEP * OUT_STEPS;
    let steps = (REACH_IN / STEP_IN) as usize;
    let at = |step: usize| (step as f64 - (steps + beside) as f64) * STEP_IN;
    let all = 2 * (steps + beside) + 1;
    let sigmas = (hue.middle_sigma_in, any.middle_sigma_in);
    // The place of an end minus half the length, for a middle at this place. Outward is ahead for the bow,
    // astern for the stern.
    let bow: Vec<f64> = (0..all)
        .map(|step| likelihood(about_in + at(step), hue.bow_in - half_in, any.bow_in - half_in, sigmas))
        .collect();
    let stern: Vec<f64> = (0..all)
        .map(|step| {
            likelihood(-about_in - at(step), -hue.stern_in - half_in, -any.stern_in - half_in, sigmas)
        })
        .collect();
    let [mut sum, mut first, mut second] = [0.0; 3];
    for step in beside..all - beside {
        let mut weight = 0.0;
        for out in 0..=2 * OUT_STEPS {
            let shift = (out * OUT_STEP) as isize - beside as isize;
            let out_in = (shift as f64 * STEP_IN - BOTH_OUT_IN.0) / BOTH_OUT_IN.1;
            let (further, less) = (step.checked_add_signed(shift), step.checked_add_signed(-shift));
            if let (Some(further), Some(less)) = (further, less) {
                weight += (-0.5 * out_in * out_in).exp() * bow[further] * stern[less];
            }
        }
        sum += weight;
        first += weight * at(step);
        second += weight * at(step) * at(step);
    }
    if sum <= 0.0 || !sum.is_finite() {
        return None;
    }
    let mean_in = first / sum;
    let variance = (second / sum - mean_in * mean_in).max(STEP_IN * STEP_IN);
    Some((about_in + mean_in, variance.sqrt()))
}

/// Likelihood that hue ends at `hue_in` and differences end at `any_in`, for an end at `end_in`; all measured
/// outward.
fn likelihood(end_in: f64, hue_in: f64, any_in: f64, (hue_sigma_in, any_sigma_in): (f64, f64)) -> f64 {
    let normal = |at_in: f64, sigma_in: f64| {
        (-0.5 * ((end_in - at_in) / sigma_in).powi(2)).exp() / (sigma_in * std::f64::consts::TAU.sqrt())
    };
    let rises = |from_in: f64| 1.0 / (1.0 + (-(end_in - from_in) / RIM_IN).exp());
    let any_in = any_in - BEYOND_IN;
    let (from_in, to_in) = (hue_in.min(any_in), hue_in.max(any_in));
    let between = rises(from_in) * (1.0 - rises(to_in)) / (to_in - from_in).max(AT_ANY.1);
    AT_HUE.0 * normal(hue_in, AT_HUE.1.hypot(hue_sigma_in))
        + AT_ANY.0 * normal(any_in, AT_ANY.1.hypot(any_sigma_in))
        + (1.0 - AT_HUE.0 - AT_ANY.0) * between
        + ANYWHERE
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(bow_in: f64, stern_in: f64) -> HullEnds {
        HullEnds { bow_in, stern_in, middle_sigma_in: 0.005 }
    }

    #[test]
    fn ends_that_both_show_give_the_middle_between_them() {
        let (at_in, sigma_in) = middle(&ends(1.06, -0.94), &ends(1.1, -0.96), 2.0).unwrap();
        assert!((at_in - 0.06).abs() < 0.01, "{at_in}");
        assert!(sigma_in < 0.04, "{sigma_in}");
    }

    #[test]
    fn a_bow_of_the_seas_hue_is_found_by_the_stern_and_the_told_length() {
        // By hue alone the middle would lie 0.15 in astern.
        let (at_in, _) = middle(&ends(0.7, -1.0), &ends(1.05, -1.02), 2.0).unwrap();
        assert!(at_in.abs() < 0.03, "{at_in}");
    }

    #[test]
    fn a_shadow_beyond_one_end_does_no_harm_where_the_hue_shows_both() {
        let (at_in, _) = middle(&ends(1.0, -1.0), &ends(1.02, -1.16), 2.0).unwrap();
        assert!(at_in.abs() < 0.02, "{at_in}");
    }
}
