//! The brightness of the open sea by region growing: glare and broad mottles change slowly, the edge of a
//! piece changes suddenly.
//!
//! Squares of the sea's colour are the seeds. From there the sea grows across its border: a plane through
//! neighbouring sea squares predicts the next square, and if it agrees it is sea. In this way the region
//! follows glare step by step, but stops at the edge of a piece.

use crate::shore::segment::top_view::TopView;
use nalgebra::{Matrix3, Vector3};
use opencv::core::{CV_32FC3, Mat, Scalar, Size, Vec3f};
use opencv::imgproc;
use opencv::prelude::*;

/// The side of a square, inches.
const SQUARE_IN: f64 = 0.3;
/// Radius of the neighbourhood from which a plane is fitted, squares.
const REACH: i32 = 4;
/// The largest differences in hue and brightness of a seed square (logarithms).
const BEGINS: (f32, f32) = (0.12, 0.3);
/// The largest residuals in hue and brightness of a square that continues the plane.
const CONTINUES: (f32, f32) = (0.10, 0.16);
/// The least number of squares for a plane.
const LEAST_SQUARES: usize = 8;
/// Limit for the rounds: the largest distance from the centre of glare to its edge, squares.
const MOST_ROUNDS: usize = 60;

/// Medians of squares, row by row.
struct Squares {
    columns: i32,
    rows: i32,
    /// `None` if too little was visible.
    colours: Vec<Option<Vector3<f32>>>,
    sea: Vec<bool>,
}

/// The slowly varying part of the open sea's difference, interpolated where the sea is covered; same size as
/// `difference`.
pub(crate) fn open_sea(view: &TopView, difference: &Mat) -> opencv::Result<Mat> {
    let mut squares = Squares::of(view, difference)?;
    squares.grow();
    squares.spread(view)
}

/// The part of a colour that a shadow does not change, and the brightness.
fn hue_and_brightness(colour: Vector3<f32>) -> (f32, f32) {
    let brightness = colour.mean();
    (colour.add_scalar(-brightness).norm(), brightness.abs())
}

fn within(colour: Vector3<f32>, limit: (f32, f32)) -> bool {
    let (hue, brightness) = hue_and_brightness(colour);
    hue < limit.0 && brightness < limit.1
}

impl Squares {
    fn of(view: &TopView, difference: &Mat) -> opencv::Result<Self> {
        let side = view.grid.cells(SQUARE_IN).round().max(2.0) as i32;
        let (columns, rows) = (view.grid.columns / side, view.grid.rows / side);
        let mut colours = Vec::with_capacity((columns * rows).max(0) as usize);
        let mut lists: [Vec<f32>; 3] = Default::default();
        for square in 0..columns * rows {
            let (left, top) = (square % columns * side, square / columns * side);
            lists.iter_mut().for_each(Vec::clear);
            for row in top..top + side {
                let (cells, seen) = (difference.at_row::<Vec3f>(row)?, view.seen.at_row::<u8>(row)?);
                for column in (left as usize)..(left + side) as usize {
                    if seen[column] != 0 {
                        lists.iter_mut().zip(cells[column].0).for_each(|(list, value)| list.push(value));
                    }
                }
            }
            let enough = lists[0].len() * 2 > (side * side) as usize;
            colours.push(enough.then(|| Vector3::from(crate::imaging::robust::medians(&mut lists))));
        }
        let sea = colours.iter().map(|colour| colour.is_some_and(|colour| within(colour, BEGINS))).collect();
        Ok(Self { columns, rows, colours, sea })
    }

    fn at(&self, column: i32, row: i32) -> Option<usize> {
        let inside = (0..self.columns).contains(&column) && (0..self.rows).contains(&row);
        inside.then_some((row * self.columns + column) as usize)
    }

    /// The squares within `reach` of a place, with their offsets.
    fn around(&self, square: usize, reach: i32) -> impl Iterator<Item = (usize, (i32, i32))> {
        let (column, row) = (square as i32 % self.columns, square as i32 / self.columns);
        (-reach..=reach)
            .flat_map(move |dy| (-reach..=reach).map(move |dx| (dx, dy)))
            .filter_map(move |(dx, dy)| self.at(column + dx, row + dy).map(|at| (at, (dx, dy))))
    }

    /// Grows the sea until nothing changes.
    fn grow(&mut self) {
        for _ in 0..MOST_ROUNDS {
            let new: Vec<usize> = (0..self.sea.len())
                .filter(|&at| !self.sea[at] && self.around(at, 1).any(|(beside, _)| self.sea[beside]))
                .filter(|&at| {
                    self.colours[at]
                        .zip(self.foretold(at))
                        .is_some_and(|(colour, plane)| within(colour - plane, CONTINUES))
                })
                .collect();
            if new.is_empty() {
                break;
            }
            for at in new {
                self.sea[at] = true;
            }
        }
    }

    /// The prediction for a square from a plane through the sea near by.
    fn foretold(&self, square: usize) -> Option<Vector3<f32>> {
        let (mut normal, mut right, mut count) = (Matrix3::<f32>::zeros(), Matrix3::<f32>::zeros(), 0);
        for (at, (dx, dy)) in self.around(square, REACH).filter(|(at, _)| self.sea[*at]) {
            let Some(colour) = self.colours[at] else { continue };
            let place = Vector3::new(1.0, dx as f32, dy as f32);
            let weight = 1.0 / (1.0 + (dx * dx + dy * dy) as f32 / 4.0);
            normal += weight * place * place.transpose();
            right += weight * place * colour.transpose();
            count += 1;
        }
        // Regularisation pulls a slope that only noise supports towards zero.
        normal += Matrix3::from_diagonal(&Vector3::new(0.0, 0.3, 0.3));
        let solved = normal.try_inverse().filter(|_| count >= LEAST_SQUARES)? * right;
        Some(solved.row(0).transpose())
    }

    /// The sea's colour at every cell: a mean over neighbouring squares, wider where the sea is covered.
    fn spread(&self, view: &TopView) -> opencv::Result<Mat> {
        let blank = || Mat::new_rows_cols_with_default(self.rows, self.columns, CV_32FC3, Scalar::all(0.0));
        let (mut sums, mut weights) = (blank()?, blank()?);
        {
            let (sums, weights) = (sums.data_typed_mut::<Vec3f>()?, weights.data_typed_mut::<Vec3f>()?);
            for (at, colour) in self.colours.iter().enumerate() {
                if let Some(colour) = colour.filter(|_| self.sea[at]) {
                    sums[at] = Vec3f::from([colour.x, colour.y, colour.z]);
                    weights[at] = Vec3f::from([1.0; 3]);
                }
            }
        }
        // Each wider mean fills only the gaps of the narrower ones.
        let mut mean = blank()?;
        for squares in [12.0, 4.0, 1.0] {
            let (mut wide, mut weight) = (Mat::default(), Mat::default());
            imgproc::gaussian_blur_def(&sums, &mut wide, Size::new(0, 0), squares)?;
            imgproc::gaussian_blur_def(&weights, &mut weight, Size::new(0, 0), squares)?;
            let (wide, weight) = (wide.data_typed::<Vec3f>()?, weight.data_typed::<Vec3f>()?);
            for (at, cell) in mean.data_typed_mut::<Vec3f>()?.iter_mut().enumerate() {
                const HOLDS: f32 = 0.05;
                for (channel, value) in cell.0.iter_mut().enumerate() {
                    *value = (wide[at].0[channel] + HOLDS * *value) / (weight[at].0[channel] + HOLDS);
                }
            }
        }
        let side = view.grid.cells(SQUARE_IN).round().max(2.0) as i32;
        let covered = Size::new(self.columns * side, self.rows * side);
        let (mut whole, mut out) = (Mat::default(), Mat::default());
        imgproc::resize(&mean, &mut whole, covered, 0.0, 0.0, imgproc::INTER_LINEAR)?;
        let (right, below) = (view.grid.columns - covered.width, view.grid.rows - covered.height);
        opencv::core::copy_make_border_def(
            &whole,
            &mut out,
            0,
            below,
            0,
            right,
            opencv::core::BORDER_REPLICATE,
        )?;
        Ok(out)
    }
}
