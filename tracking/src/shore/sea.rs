//! What the open sea would look like at every place, and how much it varies.
//!
//! Everything is in logarithms of linear light, so that a lamp's falloff or a shadow adds the same to all three colours.

use super::error::ShoreError;
use super::view::View;
use crate::robust::{Basis, basis, fit, median};
use nalgebra::{Matrix3, Vector3};
use opencv::core::{CV_32FC3, Mat, Scalar, Size, Vec3f};
use opencv::imgproc;
use opencv::prelude::*;

/// The sea's expected light and the spread of what is really there.
#[derive(Debug, Clone)]
pub(super) struct Sea {
    /// By how much each cell differs from the sea expected there: logarithms of light, blue, green, red.
    pub residual: Mat,
    /// Covariance of the sea's texture and the sensor's noise, without shadows.
    pub texture: Matrix3<f32>,
}

/// Blocks across and down in which the sea is sampled.
const BLOCKS: (i32, i32) = (24, 16);
/// Cells sampled in a block, across and down.
const PROBES: i32 = 9;
/// Fewer blocks than this tell no sea.
const LEAST_BLOCKS: usize = 12;
/// Blocks whose hue lies so near the commonest hue may be sea (logarithms).
const SAME_HUE: f32 = 0.16;
/// What varies less than this is still not told apart (logarithms): camera and lens change hues a little over the
/// picture.
const LEAST_TEXTURE: f32 = 0.025;
/// How much a shadow or a fold darkens before the place stops counting as sea, as standard deviations: wide for telling
/// pieces from the sea, narrow for learning the sea.
pub(super) const SHADOW: f32 = 0.25;
const SHADOW_LEARNING: f32 = 0.12;
/// Places within this many standard deviations are sea.
const IS_SEA: f32 = 3.0;
/// The sea's slow changes (glare, folds of light, broad mottle) are followed over this length, inches.
const SLOW_IN: f64 = 1.3;
/// Rounds of following them.
const ROUNDS: usize = 4;

/// The covariance with shadows: a shadow adds the same to all three logarithms.
pub(super) fn shadowed(texture: &Matrix3<f32>, shadow: f32) -> Matrix3<f32> {
    texture + Matrix3::from_element(shadow * shadow) + Matrix3::from_diagonal_element(LEAST_TEXTURE.powi(2))
}

/// The squared Mahalanobis distance's matrix.
pub(super) fn inverse(covariance: &Matrix3<f32>) -> Matrix3<f32> {
    covariance.try_inverse().unwrap_or_else(|| Matrix3::from_diagonal_element(1.0 / LEAST_TEXTURE.powi(2)))
}

impl Sea {
    /// Learns the sea from a picture; `bare` is the same table without pieces, seen by the same camera.
    pub fn learn(view: &View, bare: Option<&View>) -> Result<Self, ShoreError> {
        let mut residual = view.light.clone();
        if let Some(bare) = bare {
            opencv::core::subtract_def(&view.light, &bare.light, &mut residual)?;
        }
        let blocks = blocks(view, &residual)?;
        let slow = surface(&blocks).ok_or(ShoreError::NoSea)?;
        let grid = view.grid;
        for row in 0..grid.rows {
            let y = f64::from(row) / f64::from(grid.rows);
            for (column, cell) in residual.at_row_mut::<Vec3f>(row)?.iter_mut().enumerate() {
                let place = basis(column as f64 / f64::from(grid.columns), y);
                for (value, surface) in cell.0.iter_mut().zip(&slow) {
                    *value -= surface.dot(&place) as f32;
                }
            }
        }
        let mut sea = Self { residual, texture: Matrix3::from_diagonal_element(0.05_f32.powi(2)) };
        for _ in 0..ROUNDS {
            sea.follow(view)?;
        }
        Ok(sea)
    }

    /// The residual of one cell.
    pub fn at(&self, column: i32, row: i32) -> opencv::Result<Vector3<f32>> {
        Ok(Vector3::from(self.residual.at_2d::<Vec3f>(row, column)?.0))
    }

    /// Takes slow changes out of the residual and measures what texture is left.
    fn follow(&mut self, view: &View) -> Result<(), ShoreError> {
        let grid = view.grid;
        let weigh = inverse(&shadowed(&self.texture, SHADOW_LEARNING));
        let mut weighted =
            Mat::new_rows_cols_with_default(grid.rows, grid.columns, CV_32FC3, Scalar::all(0.0))?;
        let mut weights = grid.bytes()?;
        let (mut moments, mut count) = (Matrix3::zeros(), 0.0_f32);
        {
            let (cells, seen) = (self.residual.data_typed::<Vec3f>()?, view.seen.data_bytes()?);
            let (sums, marks) = (weighted.data_typed_mut::<Vec3f>()?, weights.data_bytes_mut()?);
            for (at, cell) in cells.iter().enumerate() {
                let r = Vector3::from(cell.0);
                if seen[at] != 0 && (r.transpose() * weigh * r)[0] < IS_SEA * IS_SEA {
                    sums[at] = *cell;
                    marks[at] = 255;
                    moments += r * r.transpose();
                    count += 1.0;
                }
            }
        }
        if count < 0.05 * (grid.rows * grid.columns) as f32 {
            return Err(ShoreError::NoSea);
        }
        // Brightness is left to the shadow term; hue is what tells pieces apart.
        let covariance = moments / count;
        let u = Vector3::repeat(1.0_f32 / 3.0);
        let hue = Matrix3::identity() - u * Vector3::repeat(1.0_f32).transpose();
        self.texture = hue * covariance * hue.transpose();
        let slow = slow_part(&weighted, &weights, grid.cells(SLOW_IN))?;
        let kept = self.residual.clone();
        opencv::core::subtract_def(&kept, &slow, &mut self.residual)?;
        Ok(())
    }
}

/// The weighted mean over a neighbourhood, nothing where no weight is near. Worked out on cells eight times as large.
fn slow_part(weighted: &Mat, weights: &Mat, reach_cells: f64) -> opencv::Result<Mat> {
    const SHRINK: i32 = 8;
    let whole = weighted.size()?;
    let small = Size::new((whole.width / SHRINK).max(1), (whole.height / SHRINK).max(1));
    let blurred = |from: &Mat| -> opencv::Result<Mat> {
        let (mut shrunk, mut soft) = (Mat::default(), Mat::default());
        imgproc::resize(from, &mut shrunk, small, 0.0, 0.0, imgproc::INTER_AREA)?;
        imgproc::gaussian_blur_def(
            &shrunk,
            &mut soft,
            Size::new(0, 0),
            (reach_cells / f64::from(SHRINK)).max(0.5),
        )?;
        Ok(soft)
    };
    let mut weight = Mat::default();
    weights.convert_to(&mut weight, opencv::core::CV_32F, 1.0 / 255.0, 0.0)?;
    let (mut sums, weight) = (blurred(weighted)?, blurred(&weight)?);
    // A little weight for "no change" keeps places without any sea near from running away.
    const NO_CHANGE: f32 = 0.03;
    for (sum, weight) in sums.data_typed_mut::<Vec3f>()?.iter_mut().zip(weight.data_typed::<f32>()?) {
        *sum = Vec3f::from(sum.0.map(|value| value / (weight + NO_CHANGE)));
    }
    let mut slow = Mat::default();
    imgproc::resize(&sums, &mut slow, whole, 0.0, 0.0, imgproc::INTER_LINEAR)?;
    Ok(slow)
}

/// A block's place and the median of each of its colours.
type Block = (Basis, [f32; 3]);

fn blocks(view: &View, light: &Mat) -> opencv::Result<Vec<Block>> {
    let grid = view.grid;
    let mut found = Vec::new();
    for block in 0..BLOCKS.0 * BLOCKS.1 {
        let (bx, by) = (block % BLOCKS.0, block / BLOCKS.0);
        let mut colours: [Vec<f32>; 3] = Default::default();
        for probe in 0..PROBES * PROBES {
            let column = grid.columns * (bx * PROBES + probe % PROBES) / (BLOCKS.0 * PROBES);
            let row = grid.rows * (by * PROBES + probe / PROBES) / (BLOCKS.1 * PROBES);
            if *view.seen.at_2d::<u8>(row, column)? == 0 {
                continue;
            }
            for (list, value) in colours.iter_mut().zip(light.at_2d::<Vec3f>(row, column)?.0) {
                list.push(value);
            }
        }
        if colours[0].len() * 2 > (PROBES * PROBES) as usize {
            let middle = |at: i32, blocks: i32| (f64::from(at) + 0.5) / f64::from(blocks);
            let place = basis(middle(bx, BLOCKS.0), middle(by, BLOCKS.1));
            found.push((place, colours.each_mut().map(|list| median(list))));
        }
    }
    Ok(found)
}

/// Green over blue and red over blue: what no shadow changes.
fn hue([blue, green, red]: [f32; 3]) -> [f32; 2] {
    [green - blue, red - blue]
}

/// The sea's slow surface in each colour, from the blocks of the commonest hue.
fn surface(blocks: &[Block]) -> Option<[Basis; 3]> {
    let apart = |a: &Block, b: &Block| {
        let (a, b) = (hue(a.1), hue(b.1));
        (a[0] - b[0]).hypot(a[1] - b[1])
    };
    let like = |block: &Block| blocks.iter().filter(|other| apart(block, other) < SAME_HUE).count();
    let commonest = blocks.iter().max_by_key(|block| like(block))?;
    let sea: Vec<&Block> = blocks.iter().filter(|block| apart(block, commonest) < 2.0 * SAME_HUE).collect();
    if sea.len() < LEAST_BLOCKS {
        return None;
    }
    Some(std::array::from_fn(|colour| {
        let values: Vec<(Basis, f64)> =
            sea.iter().map(|block| (block.0, f64::from(block.1[colour]))).collect();
        fit(&values)
    }))
}
