//! The colour model of the open sea at every place, and its variation.
//!
//! Everything is in logarithms of linear light, so that a lamp's falloff or a shadow adds the same value to
//! all three colours.

use crate::imaging::robust::{Basis, basis, fit, medians};
use crate::shore::error::ShoreError;
use crate::shore::segment::open_sea::open_sea;
use crate::shore::segment::top_view::TopView;
use nalgebra::{Matrix3, Vector3};
use opencv::core::{CV_32FC3, Mat, Scalar, Vec3f};
use opencv::prelude::*;

/// The colour of the open sea, and the difference of every place from it.
#[derive(Debug, Clone)]
pub(crate) struct SeaModel {
    /// Logarithms of light relative to the smooth illumination surface: blue, green, red. A piece has the
    /// same value everywhere.
    pub over_lamps: Mat,
    /// The open sea's value at each place, including glare and broad mottles; interpolated under pieces.
    pub open: Mat,
    /// Covariance of the sea's texture and the sensor's noise, without shadows.
    pub texture: Matrix3<f32>,
}

/// Blocks across and down in which the sea is sampled.
const BLOCKS: (i32, i32) = (24, 16);
/// Cells sampled in a block, across and down.
const PROBES: i32 = 9;
/// The least number of blocks for a sea colour.
const LEAST_BLOCKS: usize = 12;
/// Blocks whose hue is within this distance of the most common hue may be sea (logarithms).
const SAME_HUE: f32 = 0.16;
/// Least standard deviation (logarithms): camera and lens change hues slightly over the picture.
const LEAST_TEXTURE: f32 = 0.025;
/// Standard deviation of the darkening by a shadow or fold on the sea.
pub(crate) const SHADOW: f32 = 0.25;
/// Places within this many standard deviations of the open sea are used for its texture.
const IS_SEA: f32 = 3.0;

/// The covariance including shadows: a shadow adds the same value to all three logarithms.
pub(crate) fn shadowed(texture: &Matrix3<f32>, shadow: f32) -> Matrix3<f32> {
    texture + Matrix3::from_element(shadow * shadow) + Matrix3::from_diagonal_element(LEAST_TEXTURE.powi(2))
}

/// The matrix of the squared Mahalanobis distance.
pub(crate) fn inverse(covariance: &Matrix3<f32>) -> Matrix3<f32> {
    covariance.try_inverse().unwrap_or_else(|| Matrix3::from_diagonal_element(1.0 / LEAST_TEXTURE.powi(2)))
}

impl SeaModel {
    /// Learns the sea from a picture; `bare` is the same table without pieces, from the same camera.
    pub fn learn(view: &TopView, bare: Option<&TopView>) -> Result<Self, ShoreError> {
        let seen_from = bare.unwrap_or(view);
        let lamps = surface(&blocks(view, &seen_from.light)?).ok_or(ShoreError::NoSea)?;
        let mut open =
            Mat::new_rows_cols_with_default(view.grid.rows, view.grid.columns, CV_32FC3, Scalar::all(0.0))?;
        let mut over_lamps = view.light.clone();
        without_surface(&mut over_lamps, &lamps)?;
        if let Some(bare) = bare {
            let mut change = Mat::default();
            opencv::core::subtract_def(&view.light, &bare.light, &mut change)?;
            let change = surface(&blocks(view, &change)?).ok_or(ShoreError::NoSea)?;
            without_surface(&mut over_lamps, &change)?;
            open = bare.light.clone();
            without_surface(&mut open, &lamps)?;
        }
        let mut sea = Self { over_lamps, open, texture: Matrix3::zeros() };
        let slow = open_sea(view, &sea.difference()?)?;
        let before = sea.open.clone();
        opencv::core::add_def(&before, &slow, &mut sea.open)?;
        sea.texture = sea.measured_texture(view)?;
        Ok(sea)
    }

    /// The value of a cell relative to the illumination surface.
    pub fn at(&self, column: i32, row: i32) -> opencv::Result<Vector3<f32>> {
        Ok(Vector3::from(self.over_lamps.at_2d::<Vec3f>(row, column)?.0))
    }

    /// The difference of each cell from the open sea.
    pub fn difference(&self) -> opencv::Result<Mat> {
        let mut difference = Mat::default();
        opencv::core::subtract_def(&self.over_lamps, &self.open, &mut difference)?;
        Ok(difference)
    }

    /// The covariance of the sea's hue, estimated in a few rounds; brightness is covered by the shadow term.
    fn measured_texture(&self, view: &TopView) -> Result<Matrix3<f32>, ShoreError> {
        const ROUNDS: usize = 3;
        /// The least share of the table that must be sea.
        const LEAST_SHARE: f32 = 0.05;
        let difference = self.difference()?;
        let (cells, seen) = (difference.data_typed::<Vec3f>()?, view.seen.data_bytes()?);
        let mut texture = Matrix3::from_diagonal_element(0.05_f32.powi(2));
        for _ in 0..ROUNDS {
            let weigh = inverse(&shadowed(&texture, SHADOW));
            let (mut moments, mut count) = (Matrix3::zeros(), 0.0_f32);
            for (cell, _) in cells.iter().zip(seen).step_by(3).filter(|(_, seen)| **seen != 0) {
                let r = Vector3::from(cell.0);
                if (r.transpose() * weigh * r)[0] < IS_SEA * IS_SEA {
                    moments += r * r.transpose();
                    count += 1.0;
                }
            }
            if count < LEAST_SHARE * cells.len() as f32 / 3.0 {
                return Err(ShoreError::NoSea);
            }
            let hue = Matrix3::identity() - Matrix3::from_element(1.0_f32 / 3.0);
            texture = hue * (moments / count) * hue;
        }
        Ok(texture)
    }
}

/// Subtracts a smooth surface from every cell.
fn without_surface(light: &mut Mat, surface: &[Basis; 3]) -> opencv::Result<()> {
    let (rows, columns) = (light.rows(), light.cols());
    for row in 0..rows {
        let y = f64::from(row) / f64::from(rows);
        for (column, cell) in light.at_row_mut::<Vec3f>(row)?.iter_mut().enumerate() {
            let place = basis(column as f64 / f64::from(columns), y);
            for (value, surface) in cell.0.iter_mut().zip(surface) {
                *value -= surface.dot(&place) as f32;
            }
        }
    }
    Ok(())
}

/// A block's place and the median of each of its colours.
type Block = (Basis, [f32; 3]);

fn blocks(view: &TopView, light: &Mat) -> opencv::Result<Vec<Block>> {
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
            found.push((place, medians(&mut colours)));
        }
    }
    Ok(found)
}

/// Green over blue and red over blue, which a shadow does not change.
fn hue([blue, green, red]: [f32; 3]) -> [f32; 2] {
    [green - blue, red - blue]
}

/// The sea's smooth surface in each colour, from the blocks of the most common hue.
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
