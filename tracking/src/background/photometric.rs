//! Photometric alignment: how the light has changed since the picture of the empty table. The model is a
//! smooth gain for each colour, and glare that was added or removed.

use crate::background::model::BackgroundModel;
use crate::imaging::linear::LINEAR;
use crate::imaging::robust::{Basis, basis, fit, medians};
use crate::imaging::small_frame::SmallFrame;

/// The gain per colour that makes the background of a picture look as on the empty table: the exponential of
/// a quadratic in the picture's coordinates (0 to 1). Glare is subtracted afterwards.
#[derive(Debug, Clone, PartialEq)]
pub struct PhotometricModel {
    /// Coefficients of `1, x, y, x^2, xy, y^2`, for B, G, R.
    log_gain: [Basis; 3],
    /// Added light that the gain does not explain, if there is any.
    glare: Option<GlareField>,
}

/// Light added to the picture, in the light of the empty table: blue, green, red on a coarse grid.
#[derive(Debug, Clone, PartialEq)]
pub struct GlareField {
    /// Grid cells across and down.
    pub(crate) across: usize,
    pub(crate) down: usize,
    pub(crate) added: Vec<[f32; 3]>,
}

impl GlareField {
    /// The light added at a place, 0 to 1 across and down the picture.
    #[inline]
    pub fn at(&self, x: f64, y: f64) -> [f32; 3] {
        let within = |share: f64, count: usize| {
            let at = (share * count as f64 - 0.5).clamp(0.0, (count - 1) as f64);
            let first = (at as usize).min(count.saturating_sub(2));
            (first, (first + 1).min(count - 1), (at - first as f64) as f32)
        };
        let ((left, right, fx), (top, bottom, fy)) = (within(x, self.across), within(y, self.down));
        let cell = |column: usize, row: usize| &self.added[row * self.across + column];
        let (a, b, c, d) = (cell(left, top), cell(right, top), cell(left, bottom), cell(right, bottom));
        std::array::from_fn(|i| {
            (a[i] * (1.0 - fx) + b[i] * fx) * (1.0 - fy) + (c[i] * (1.0 - fx) + d[i] * fx) * fy
        })
    }
}

/// The change of light at one place of the picture.
#[derive(Debug, Clone, Copy)]
pub struct LightChange {
    /// Factor for a pixel's linear blue, green and red.
    pub gain: [f32; 3],
    /// Light that is subtracted after the gain: blue, green, red.
    pub glare: [f32; 3],
}

/// Blocks across and down in which the change of light is measured.
const BLOCKS: (usize, usize) = (24, 14);
/// Places measured in a block, across and down.
const PROBES: usize = 7;
/// Cells of the background with more slope than this are not used.
const MAX_SLOPE: f32 = 0.25;
impl PhotometricModel {
    /// The light of the empty table itself.
    pub fn unchanged() -> Self {
        Self { log_gain: [Basis::zeros(); 3], glare: None }
    }

    /// The gain at a place (0 to 1 across and down), for B, G, R.
    #[inline]
    pub fn gain(&self, x: f64, y: f64) -> [f32; 3] {
        let basis = basis(x, y);
        self.log_gain.each_ref().map(|c| c.dot(&basis).exp() as f32)
    }

    /// Gain and glare at a place (0 to 1 across and down).
    #[inline]
    pub fn lamp(&self, x: f64, y: f64) -> LightChange {
        let glare = self.glare.as_ref().map_or([0.0; 3], |glare| glare.at(x, y));
        LightChange { gain: self.gain(x, y), glare }
    }

    /// The same model with a glare field.
    #[must_use]
    pub fn with_glare(self, glare: GlareField) -> Self {
        Self { glare: Some(glare), ..self }
    }

    /// The model of a picture that is `times` as bright.
    #[must_use]
    pub fn brightened(mut self, times: f32) -> Self {
        for log_gain in &mut self.log_gain {
            log_gain[0] -= f64::from(times).ln();
        }
        self
    }

    /// Estimates the change of light between a picture and the background model. Ships, hands and their
    /// shadows are outliers: block medians first, then Cauchy weights.
    pub fn between(picture: &SmallFrame, reference: &BackgroundModel) -> Self {
        let blocks = block_ratios(picture, reference);
        if blocks.len() < 24 {
            return Self::unchanged();
        }
        let of_colour = |colour: usize| {
            let values: Vec<(Basis, f64)> = blocks.iter().map(|block| (block.0, block.1[colour])).collect();
            fit(&values)
        };
        Self { log_gain: std::array::from_fn(of_colour), glare: None }
    }
}

/// A block's place, and the logarithm of the gain from the picture to the empty table, per colour.
type Block = (Basis, [f64; 3]);

fn block_ratios(picture: &SmallFrame, reference: &BackgroundModel) -> Vec<Block> {
    let (w, h) = (reference.width.min(picture.width), reference.height.min(picture.height));
    let mut blocks = Vec::with_capacity(BLOCKS.0 * BLOCKS.1);
    let mut ratios: [Vec<f32>; 3] = Default::default();
    for by in 0..BLOCKS.1 {
        for bx in 0..BLOCKS.0 {
            ratios.iter_mut().for_each(Vec::clear);
            for probe in 0..PROBES * PROBES {
                let x = (w * (bx * PROBES + probe % PROBES)) / (BLOCKS.0 * PROBES);
                let y = (h * (by * PROBES + probe / PROBES)) / (BLOCKS.1 * PROBES);
                let bare = reference.at(x, y);
                if bare.slope > MAX_SLOPE {
                    continue;
                }
                for (colour, list) in ratios.iter_mut().enumerate() {
                    let was = bare.direction[colour] * bare.level / bare.scale;
                    let is = LINEAR[usize::from(picture.bgr[y * picture.width + x][colour])];
                    list.push((was + 0.002) / (is + 0.002));
                }
            }
            if ratios[0].len() >= PROBES * PROBES / 3 {
                let place = basis((bx as f64 + 0.5) / BLOCKS.0 as f64, (by as f64 + 0.5) / BLOCKS.1 as f64);
                blocks.push((place, medians(&mut ratios).map(|ratio| f64::from(ratio).ln())));
            }
        }
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::background::illumination::{Illumination, IlluminationArea};
    use opencv::core::{CV_8U, CV_8UC3, Mat, Rect, Scalar};
    use opencv::prelude::*;

    #[test]
    fn a_dimmer_lamp_is_seen_through_a_ship_and_an_arm() {
        let empty =
            Mat::new_rows_cols_with_default(216, 384, CV_8UC3, Scalar::new(150.0, 110.0, 60.0, 0.0)).unwrap();
        let mut dim =
            Mat::new_rows_cols_with_default(216, 384, CV_8UC3, Scalar::new(128.0, 94.0, 51.0, 0.0)).unwrap();
        for arm in [Rect::new(300, 80, 40, 136), Rect::new(80, 60, 30, 10)] {
            let mut piece = Mat::roi_mut(&mut dim, arm).unwrap();
            piece.set_to_def(&Scalar::new(140.0, 170.0, 220.0, 0.0)).unwrap();
        }
        let empty = SmallFrame::whole(&empty).unwrap();
        let seen = Mat::new_rows_cols_with_default(216, 384, CV_8U, Scalar::default()).unwrap();
        let reference = BackgroundModel::new(
            &empty,
            &Illumination::of(&empty, &IlluminationArea::default()).unwrap(),
            &seen,
        )
        .unwrap();
        let light = PhotometricModel::between(&SmallFrame::whole(&dim).unwrap(), &reference);
        let expected = LINEAR[150] / LINEAR[128];
        for (x, y) in [(0.1, 0.1), (0.5, 0.5), (0.85, 0.8)] {
            assert!((light.gain(x, y)[0] / expected - 1.0).abs() < 0.02, "{:?} at {x}", light.gain(x, y));
        }
    }
}
