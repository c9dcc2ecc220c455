//! How well a place of a picture looks like a face that was taught, whatever its turn.
//!
//! First all turns and small shifts at half the size, as one product of matrices; then the best ones are put right by
//! inverse compositional alignment (Baker and Matthews, 2004), which also finds what the angle of view changes.

use crate::pyramid::Pyramid;
use crate::taught::patch::{COARSE_PLACES, Frame, PLACES, normalised, patch_picture, sample};
use nalgebra::{DMatrix, Matrix2, Matrix6, Rotation2, Vector2, Vector6};
use std::f32::consts::TAU;

/// Turns of the first search.
const TURNS: usize = 60;

/// Shifts of the first search, in patch pixels, and changes of size.
const SHIFTS: [f32; 5] = [-5.0, -2.5, 0.0, 2.5, 5.0];
const SIZES: [f32; 5] = [0.71, 0.84, 1.0, 1.19, 1.41];

/// Steps of the alignment.
const STEPS: usize = 10;

/// A face that was taught, ready to be compared.
pub(crate) struct Template {
    /// Normalised colours of each turn, coarse: a column for each turn.
    turns: DMatrix<f32>,
    /// Normalised colours.
    fine: Vec<f32>,
    /// How they change with the six numbers of an affine change, and the inverse of the normal equations.
    slopes: Vec<Vector6<f32>>,
    inverse: Matrix6<f32>,
    /// The mean colour: blue, green, red from 0 to 1.
    pub(crate) mean: [f32; 3],
}

/// Coarse views of a place: a column for each shift and size.
pub(crate) struct Look {
    columns: DMatrix<f32>,
    frames: Vec<Frame>,
}

/// How a place compares with a face.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Likeness {
    /// The correlation, -1 to 1.
    pub(crate) correlation: f32,
    /// Where the face lies.
    pub(crate) frame: Frame,
    /// The place's mean colour.
    pub(crate) mean: [f32; 3],
}

impl Template {
    /// From a patch's pixels.
    pub(crate) fn new(pixels: &[u8]) -> Self {
        let (picture, frame) = patch_picture(pixels);
        let mut turns = Vec::new();
        for turn in 0..TURNS {
            let turned = frame.after(turned(turn), Vector2::zeros());
            let from = turns.len();
            smooth(&picture, &turned, &mut turns);
            normalised(&mut turns[from..]);
        }
        let turns = DMatrix::from_vec(3 * COARSE_PLACES.len(), TURNS, turns);
        let at = |off: Vector2<f32>| {
            let mut values = Vec::new();
            sample(&picture, &frame.after(Matrix2::identity(), off), &PLACES, 1.0, &mut values);
            values
        };
        let mut fine = at(Vector2::zeros());
        let (mean, scale) = normalised(&mut fine);
        let (right, left) = (at(Vector2::new(0.5, 0.0)), at(Vector2::new(-0.5, 0.0)));
        let (below, above) = (at(Vector2::new(0.0, 0.5)), at(Vector2::new(0.0, -0.5)));
        let slopes: Vec<Vector6<f32>> = (0..fine.len())
            .map(|at| {
                let place = PLACES[at / 3];
                let (dx, dy) = (scale * (right[at] - left[at]), scale * (below[at] - above[at]));
                Vector6::new(dx * place.x, dy * place.x, dx * place.y, dy * place.y, dx, dy)
            })
            .collect();
        let mut normal = slopes.iter().fold(Matrix6::zeros(), |sum, slope| sum + slope * slope.transpose());
        for at in 0..6 {
            normal[(at, at)] *= 1.02;
            normal[(at, at)] += 1e-6;
        }
        let inverse = normal.try_inverse().unwrap_or_else(Matrix6::zeros);
        Self { turns, fine, slopes, inverse, mean }
    }

    /// The best turn, shift and size of a place, coarsely.
    pub(crate) fn nearest(&self, look: &Look) -> Likeness {
        let products = self.turns.tr_mul(&look.columns);
        let best = products.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1));
        let (at, correlation) = best.map_or((0, 0.0), |(at, correlation)| (at, *correlation));
        let (turn, column) = (at % TURNS, at / TURNS);
        let frame = look.frames[column].after(turned(turn).transpose(), Vector2::zeros());
        Likeness { correlation, frame, mean: [0.0; 3] }
    }

    /// Puts a likeness right: the frame that fits best near it.
    pub(crate) fn aligned(&self, pyramid: &Pyramid, coarse: &Likeness) -> Likeness {
        let mut best = Likeness { correlation: f32::MIN, ..*coarse };
        let mut frame = coarse.frame;
        let mut values = Vec::with_capacity(self.fine.len());
        for _ in 0..STEPS {
            values.clear();
            sample(pyramid, &frame, &PLACES, 1.0, &mut values);
            let (mean, _) = normalised(&mut values);
            let correlation: f32 = values.iter().zip(&self.fine).map(|(a, b)| a * b).sum();
            if correlation > best.correlation {
                best = Likeness { correlation, frame, mean };
            } else if correlation < best.correlation - 0.05 {
                break;
            }
            let mut slope = Vector6::zeros();
            for ((value, wanted), slopes) in values.iter().zip(&self.fine).zip(&self.slopes) {
                slope += slopes * (value - wanted);
            }
            let by = self.inverse * slope;
            let turn = Matrix2::new(1.0 + by[0], by[2], by[1], 1.0 + by[3]);
            let off = Vector2::new(by[4], by[5]);
            let Some(back) = turn.try_inverse() else { break };
            frame = frame.after(back, -(back * off));
            let size = frame.step_px() / coarse.frame.step_px();
            if !(0.75..1.33).contains(&size) {
                break;
            }
            if by.fixed_rows::<2>(4).norm() < 0.02 && by.fixed_rows::<4>(0).norm() < 0.002 {
                break;
            }
        }
        best
    }
}

impl Look {
    /// Looks at a frame.
    pub(crate) fn new(pyramid: &Pyramid, frame: &Frame) -> Self {
        let (mut columns, mut frames) = (Vec::new(), Vec::new());
        for size in SIZES {
            for (x, y) in SHIFTS.iter().flat_map(|x| SHIFTS.iter().map(move |y| (*x, *y))) {
                let frame = frame.after(Matrix2::identity() * size, Vector2::new(x, y));
                let from = columns.len();
                smooth(pyramid, &frame, &mut columns);
                normalised(&mut columns[from..]);
                frames.push(frame);
            }
        }
        Self { columns: DMatrix::from_vec(3 * COARSE_PLACES.len(), frames.len(), columns), frames }
    }
}

/// Coarse colours: each the mean of four places.
fn smooth(pyramid: &Pyramid, frame: &Frame, to: &mut Vec<f32>) {
    let from = to.len();
    let corners = [(-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5), (0.5, 0.5)];
    let mut more = Vec::new();
    for (number, (x, y)) in corners.into_iter().enumerate() {
        let shifted = frame.after(Matrix2::identity(), Vector2::new(x, y));
        if number == 0 {
            sample(pyramid, &shifted, &COARSE_PLACES, 1.0, to);
        } else {
            more.clear();
            sample(pyramid, &shifted, &COARSE_PLACES, 1.0, &mut more);
            to[from..].iter_mut().zip(&more).for_each(|(sum, more)| *sum += more);
        }
    }
}

fn turned(turn: usize) -> Matrix2<f32> {
    Rotation2::new(turn as f32 * TAU / TURNS as f32).into_inner()
}
