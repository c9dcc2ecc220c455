//! Robust statistics: medians, and a quadratic surface fitted with Cauchy weights.

use nalgebra::{Matrix6, Vector6};

/// The terms `1, x, y, x^2, xy, y^2` of a quadratic, or their coefficients.
pub type Basis = Vector6<f64>;

/// Rounds of reweighting.
const ROUNDS: usize = 10;
/// Lower bound for the scale of the weights; smaller residuals count fully.
const MIN_SCALE: f64 = 0.01;

/// The quadratic's terms at a place.
#[inline]
pub fn basis(x: f64, y: f64) -> Basis {
    Vector6::new(1.0, x, y, x * x, x * y, y * y)
}

/// The median; 0 for an empty list.
pub fn median(values: &mut [f32]) -> f32 {
    if values.is_empty() {
        return 0.0;
    }
    let middle = values.len() / 2;
    *values.select_nth_unstable_by(middle, f32::total_cmp).1
}

/// The median of each channel's list.
pub fn medians<const N: usize>(lists: &mut [Vec<f32>; N]) -> [f32; N] {
    lists.each_mut().map(|list| median(list))
}

/// The median of colours, channel by channel.
pub fn median_colour(colours: impl Iterator<Item = [f32; 3]>) -> [f32; 3] {
    let mut channels: [Vec<f32>; 3] = Default::default();
    for colour in colours {
        channels.iter_mut().zip(colour).for_each(|(channel, value)| channel.push(value));
    }
    medians(&mut channels)
}

/// Fits a quadratic to (place, value) pairs, with squared Cauchy weights scaled by the median residual.
pub fn fit(blocks: &[(Basis, f64)]) -> Basis {
    let mut values: Vec<f32> = blocks.iter().map(|block| block.1 as f32).collect();
    let mut coefficients = Vector6::zeros();
    coefficients[0] = f64::from(median(&mut values));
    for _ in 0..ROUNDS {
        let miss = |block: &(Basis, f64)| (block.1 - coefficients.dot(&block.0)).abs();
        let mut misses: Vec<f32> = blocks.iter().map(|block| miss(block) as f32).collect();
        let scale = (2.0 * f64::from(median(&mut misses))).max(MIN_SCALE);
        // Slight regularisation towards a constant keeps the corners of the quadratic stable.
        let mut normal = Matrix6::from_diagonal(&Vector6::new(1e-9, 0.1, 0.1, 1.0, 1.0, 1.0));
        let mut right = Vector6::zeros();
        for block in blocks {
            let weight = 1.0 / (1.0 + (miss(block) / scale).powi(2)).powi(2);
            normal += weight * block.0 * block.0.transpose();
            right += weight * block.1 * block.0;
        }
        let Some(solved) = normal.cholesky().map(|c| c.solve(&right)) else { break };
        coefficients = solved;
    }
    coefficients
}
