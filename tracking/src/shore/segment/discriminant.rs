//! Piece or sea: a linear discriminant in the logarithm of light, invariant to shadow as far as the hues
//! allow.
//!
//! Fisher's discriminant (R. A. Fisher, 1936) between the colours of the piece and of the sea. The covariance
//! includes the texture of both, and a large variance in the direction "all colours darker together", the
//! effect of shadows.

use crate::imaging::robust::{median, median_colour};
use crate::shore::segment::sea_model::{SHADOW, SeaModel, inverse, shadowed};
use crate::shore::segment::top_view::TopView;
use nalgebra::{Matrix3, Vector3};
use opencv::core::{CV_32F, Mat, Scalar, Vec3f};
use opencv::imgproc;
use opencv::prelude::*;
use serde::{Deserialize, Serialize};

/// The colour of a piece, independent of the light: its difference from the sea under the same lamp.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct PieceColour {
    /// Natural logarithms of the piece's light relative to the sea's without glare: blue, green, red.
    pub from_sea: [f32; 3],
    /// The standard deviation of its hue over the piece (logarithms).
    pub spread: f32,
}

/// For every cell, the share of piece (1) and sea (0).
pub(crate) struct Discriminant {
    /// 0 for the sea's colour, 1 for the piece's, linear between.
    pub share: Mat,
    /// 255 where the colour is far from both and from mixtures of them: ships, hands, cards, or outside the
    /// picture.
    pub strange: Mat,
    /// Distance between piece and sea at the requested place, in standard deviations.
    pub separation: f64,
}

/// Colours further than this many standard deviations from the line between sea and piece are unknown
/// objects. If sea and piece are far apart, mixtures of both leave that line (it is straight in light, not in
/// logarithms), and this share of their distance is allowed too.
const STRANGE: (f32, f32) = (5.0, 0.3);
/// Lighter and darker grain of piece and sea may extend this far beyond both, in units of their distance.
const BEYOND: f32 = 0.25;
/// Shares between this and one minus this are mixtures.
const MIXED: f32 = 0.1;
/// Narrower unknown patches are edges and grain, inches.
const STRANGE_IN: f64 = 0.16;
/// The least separation of a piece from the sea's colour, standard deviations.
pub(crate) const LEAST_SEPARATION: f64 = 2.6;

impl PieceColour {
    /// The colour of the region within `reach` cells of a place.
    pub(crate) fn around(
        view: &TopView,
        sea: &SeaModel,
        (column, row): (f64, f64),
        reach: f64,
    ) -> opencv::Result<Self> {
        let mut cells: Vec<Vector3<f32>> = Vec::new();
        let clip = |value: f64, size: i32| value.clamp(0.0, f64::from(size - 1)) as i32;
        let grid = view.grid;
        for r in clip(row - reach, grid.rows)..=clip(row + reach, grid.rows) {
            for c in clip(column - reach, grid.columns)..=clip(column + reach, grid.columns) {
                let far = (f64::from(c) - column).hypot(f64::from(r) - row) > reach;
                if !far && *view.seen.at_2d::<u8>(r, c)? != 0 {
                    cells.push(sea.at(c, r)?);
                }
            }
        }
        let from_sea = median_colour(cells.iter().map(|cell| (*cell).into()));
        let mut hues: Vec<f32> = cells
            .iter()
            .map(|cell| {
                let off = cell - Vector3::from(from_sea);
                off.add_scalar(-off.mean()).norm()
            })
            .collect();
        // The median length of a two-dimensional normal deviate is 1.18 standard deviations.
        let spread = median(&mut hues) / 1.18;
        Ok(Self { from_sea, spread })
    }

    fn covariance(&self, sea: &SeaModel) -> Matrix3<f32> {
        let texture = 0.5 * (sea.texture + Matrix3::from_diagonal_element(self.spread * self.spread));
        shadowed(&texture, SHADOW)
    }
}

impl Discriminant {
    /// Classifies every cell as sea or a piece of this colour at `place` (cells).
    pub fn new(
        view: &TopView,
        sea: &SeaModel,
        look: &PieceColour,
        place: (f64, f64),
    ) -> opencv::Result<Self> {
        let weigh = inverse(&look.covariance(sea));
        let piece = Vector3::from(look.from_sea);
        let grid = view.grid;
        let mut share = Mat::new_rows_cols_with_default(grid.rows, grid.columns, CV_32F, Scalar::all(0.0))?;
        let mut strange = grid.bytes()?;
        let open = sea.open.data_typed::<Vec3f>()?;
        {
            let (cells, seen) = (sea.over_lamps.data_typed::<Vec3f>()?, view.seen.data_bytes()?);
            let (shares, marks) = (share.data_typed_mut::<f32>()?, strange.data_bytes_mut()?);
            for (at, cell) in cells.iter().enumerate() {
                let from_sea = Vector3::from(cell.0) - Vector3::from(open[at].0);
                let apart = piece - Vector3::from(open[at].0);
                let toward = weigh * apart;
                let apart_squared = apart.dot(&toward).max(1.0);
                let along = toward.dot(&from_sea) / apart_squared;
                let off = from_sea - apart * along.clamp(-BEYOND, 1.0 + BEYOND);
                let mixed = (MIXED..1.0 - MIXED).contains(&along);
                let limit = if mixed { STRANGE.0.max(STRANGE.1 * apart_squared.sqrt()) } else { STRANGE.0 };
                shares[at] = along;
                if seen[at] == 0 || (off.transpose() * weigh * off)[0] > limit * limit {
                    marks[at] = 255;
                }
            }
        }
        let apart = piece - Vector3::from(open[grid.index(place)].0);
        let separation = f64::from(apart.dot(&(weigh * apart)).max(0.0)).sqrt();
        let strange = opened(&strange, grid.cells(STRANGE_IN))?;
        Ok(Self { share, strange, separation })
    }
}

/// A round brush `across` cells wide, at least one.
pub(crate) fn brush(across: f64) -> opencv::Result<Mat> {
    let side = (2.0 * (across / 2.0).floor() + 1.0).max(1.0) as i32;
    imgproc::get_structuring_element_def(imgproc::MORPH_ELLIPSE, opencv::core::Size::new(side, side))
}

/// A mask without parts narrower than `across` cells.
pub(crate) fn opened(mask: &Mat, across: f64) -> opencv::Result<Mat> {
    morphed(mask, imgproc::MORPH_OPEN, across)
}

/// A mask dilated by half of `across` cells.
pub(crate) fn grown(mask: &Mat, across: f64) -> opencv::Result<Mat> {
    morphed(mask, imgproc::MORPH_DILATE, across)
}

fn morphed(mask: &Mat, how: i32, across: f64) -> opencv::Result<Mat> {
    let mut out = Mat::default();
    // Without a border value, cells outside the grid have no effect.
    imgproc::morphology_ex_def(mask, &mut out, how, &brush(across)?)?;
    Ok(out)
}
