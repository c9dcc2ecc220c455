//! How well a place of a picture looks like a face that was taught, whatever its turn.
//!
//! First all turns, shifts and sizes with softened ink, as one product of matrices; then the best ones are put right by
//! inverse compositional alignment (Baker and Matthews, 2004), which also finds what the angle of view changes.

use crate::faces::centre;
use crate::pyramid::Pyramid;
use crate::taught::ink::{Contrasts, InkAxis, InkMap};
use crate::taught::patch::{COARSE_PLACES, Frame, PLACES, patch_picture, sample};
use nalgebra::{DMatrix, Matrix2, Matrix4, Matrix6, Matrix6x4, Rotation2, Vector2, Vector6};
use std::f32::consts::TAU;

/// Turns of the first search.
const TURNS: usize = 48;

/// Shifts of the first search, in steps of so many patch pixels each way, and changes of size.
const SHIFT_PX: f32 = 3.0;
const SHIFTS: i32 = 5;
const SIZES: [f32; 7] = [0.62, 0.73, 0.86, 1.0, 1.17, 1.37, 1.6];

/// What is farther from the best place than this is another one, patch pixels.
const ELSEWHERE_PX: f32 = 8.0;

/// The square that is searched, patch pixels.
pub(crate) const SEARCHED_PX: usize = 80;

/// So many places are put right.
const STARTS: usize = 4;

/// Steps of the alignment, with softened ink and after.
const SOFT_STEPS: usize = 10;
const FINE_STEPS: usize = 8;

/// How slowly foreshortening changes, in the usual steepness.
const FORESHORTENING: f32 = 0.5;

/// A face that was taught, ready to be compared.
pub(crate) struct Template {
    /// Normalised ink of each turn, coarse: a row for each turn.
    turns: DMatrix<f32>,
    soft: Slopes,
    fine: Slopes,
    /// Normalised colours, with all that the light does to them.
    colours: Vec<f32>,
}

/// Normalised ink, how it changes with the six numbers of an affine change, and the inverse of the normal equations.
struct Slopes {
    ink: Vec<f32>,
    /// The roots of how much its places count.
    weights: Vec<f32>,
    slopes: Vec<Vector6<f32>>,
    /// Without foreshortening, and with it.
    steps: [Matrix6<f32>; 2],
}

/// A place to be compared: its ink, and coarse views of it, a column for each shift and size.
pub(crate) struct Look {
    ink: InkMap,
    columns: DMatrix<f32>,
    frames: Vec<Frame>,
}

/// How a place compares with a face.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Likeness {
    /// The correlation, -1 to 1.
    pub(crate) correlation: f32,
    /// Where the face lies: in the square that is searched, or in the picture once it is aligned.
    pub(crate) frame: Frame,
}

impl Template {
    /// From a patch's pixels.
    pub(crate) fn new(pixels: &[u8], axis: InkAxis) -> Self {
        let ink = InkMap::of_patch(pixels, axis);
        let weights = (weights(&COARSE_PLACES, axis), weights(&PLACES, axis));
        let mut turns = Vec::new();
        for turn in 0..TURNS {
            let from = turns.len();
            let frame = Frame::new(turned(turn), Vector2::zeros());
            ink.sample(&frame, &COARSE_PLACES, true, &mut turns);
            normalised(&mut turns[from..], &weights.0);
        }
        let turns = DMatrix::from_row_slice(TURNS, COARSE_PLACES.len(), &turns);
        let (picture, frame) = patch_picture(pixels);
        let colours = colours(&picture, &frame);
        Self {
            turns,
            soft: Slopes::new(&ink, &weights.1, true),
            fine: Slopes::new(&ink, &weights.1, false),
            colours,
        }
    }

    /// The best turns, shifts and sizes of a place, coarsely: the best near its middle, the best of all, and the next ones elsewhere
    /// or otherwise turned.
    pub(crate) fn nearest(&self, look: &Look) -> Vec<Likeness> {
        let products = &self.turns * &look.columns;
        // Of each column (its number beside it) the best turn and the best one far from it.
        let mut each: Vec<(usize, usize, f32)> = Vec::with_capacity(2 * look.frames.len());
        for (number, column) in products.as_slice().chunks_exact(TURNS).enumerate() {
            let (first, correlation) = best_of(column, 0..TURNS);
            each.push((number, first, correlation));
            let (second, correlation) = best_of(column, far_from(first));
            each.push((number, second, correlation));
        }
        each.sort_unstable_by(|a, b| b.2.total_cmp(&a.2).then(a.0.cmp(&b.0)));
        // One start is where the upper face is thought to be, even if another one looks more alike.
        let middle = |number: usize| look.frames[number].middle();
        let central = each.iter().find(|(number, ..)| middle(*number).norm() <= SHIFT_PX).copied();
        let mut kept: Vec<(usize, usize, f32)> = central.into_iter().collect();
        for one in each {
            let same = |other: &(usize, usize, f32)| {
                let by = one.1.abs_diff(other.1);
                (middle(one.0) - middle(other.0)).norm() < ELSEWHERE_PX && by.min(TURNS - by) < TURNS / 10
            };
            if !kept.iter().any(same) {
                kept.push(one);
                if kept.len() > STARTS {
                    break;
                }
            }
        }
        let likeness = |(number, turn, correlation): (usize, usize, f32)| Likeness {
            correlation,
            frame: look.frames[number].after(turned(turn).transpose(), Vector2::zeros()),
        };
        kept.into_iter().map(likeness).collect()
    }

    /// The correlation of plain colours in a frame.
    pub(crate) fn colour_correlation(&self, pyramid: &Pyramid, frame: &Frame) -> f32 {
        colours(pyramid, frame).iter().zip(&self.colours).map(|(a, b)| a * b).sum()
    }

    /// Puts a likeness right: the frame that fits best near it.
    pub(crate) fn aligned(&self, look: &Look, coarse: &Likeness) -> Likeness {
        let soft = self.soft.aligned(&look.ink, &coarse.frame, true, SOFT_STEPS);
        let fine = self.fine.aligned(&look.ink, &soft.frame, false, FINE_STEPS);
        Likeness { frame: look.ink.frame.after(fine.frame.turn(), fine.frame.middle()), ..fine }
    }
}

/// The best of some turns, and its value.
fn best_of(values: &[f32], turns: impl Iterator<Item = usize>) -> (usize, f32) {
    turns.fold((0, f32::MIN), |best, turn| if values[turn] > best.1 { (turn, values[turn]) } else { best })
}

/// The turns that differ from one by an eighth of a whole turn or more.
fn far_from(turn: usize) -> impl Iterator<Item = usize> {
    const FAR: usize = TURNS / 8;
    let above = turn + FAR..(TURNS + turn + 1 - FAR).min(TURNS);
    let below = (turn + FAR).saturating_sub(TURNS)..(turn + 1).saturating_sub(FAR);
    below.chain(above)
}

impl Slopes {
    fn new(map: &InkMap, weights: &[f32], soft: bool) -> Self {
        let at = |off: Vector2<f32>| {
            let mut values = Vec::new();
            map.sample(&Frame::new(Matrix2::identity(), off), &PLACES, soft, &mut values);
            values
        };
        let mut ink = at(Vector2::zeros());
        let scale = normalised(&mut ink, weights);
        let (right, left) = (at(Vector2::new(0.5, 0.0)), at(Vector2::new(-0.5, 0.0)));
        let (below, above) = (at(Vector2::new(0.0, 0.5)), at(Vector2::new(0.0, -0.5)));
        let slopes: Vec<Vector6<f32>> = (0..ink.len())
            .map(|at| {
                let place = PLACES[at];
                let scale = scale * weights[at];
                let (dx, dy) = (scale * (right[at] - left[at]), scale * (below[at] - above[at]));
                Vector6::new(dx * place.x, dy * place.x, dx * place.y, dy * place.y, dx, dy)
            })
            .collect();
        let mut normal = slopes.iter().fold(Matrix6::zeros(), |sum, slope| sum + slope * slope.transpose());
        for at in 0..6 {
            normal[(at, at)] *= 1.02;
            normal[(at, at)] += 1e-6;
        }
        // Growing, turning, and two shifts.
        let similar = Matrix6x4::from_columns(&[
            Vector6::new(1.0, 0.0, 0.0, 1.0, 0.0, 0.0),
            Vector6::new(0.0, 1.0, -1.0, 0.0, 0.0, 0.0),
            Vector6::new(0.0, 0.0, 0.0, 0.0, 1.0, 0.0),
            Vector6::new(0.0, 0.0, 0.0, 0.0, 0.0, 1.0),
        ]);
        let reduced = (similar.transpose() * normal * similar).try_inverse().unwrap_or_else(Matrix4::zeros);
        // Digits like a 1 say little about foreshortening: it changes slowly from what the place is thought to have.
        let slow = FORESHORTENING * normal.fixed_view::<4, 4>(0, 0).trace();
        for way in [Vector6::new(0.5, 0.0, 0.0, -0.5, 0.0, 0.0), Vector6::new(0.0, 0.5, 0.5, 0.0, 0.0, 0.0)] {
            normal += way * way.transpose() * slow;
        }
        let steps =
            [similar * reduced * similar.transpose(), normal.try_inverse().unwrap_or_else(Matrix6::zeros)];
        Self { ink, weights: weights.to_vec(), slopes, steps }
    }

    fn aligned(&self, map: &InkMap, begin: &Frame, soft: bool, steps: usize) -> Likeness {
        let mut best = Likeness { correlation: f32::MIN, frame: *begin };
        let mut frame = *begin;
        let mut values = Vec::with_capacity(self.ink.len());
        for _ in 0..steps {
            values.clear();
            map.sample(&frame, &PLACES, soft, &mut values);
            normalised(&mut values, &self.weights);
            let correlation: f32 = values.iter().zip(&self.ink).map(|(a, b)| a * b).sum();
            if correlation > best.correlation {
                best = Likeness { correlation, frame };
            } else if correlation < best.correlation - 0.05 {
                break;
            }
            let mut slope = Vector6::zeros();
            for ((value, wanted), slopes) in values.iter().zip(&self.ink).zip(&self.slopes) {
                slope += slopes * (value - wanted);
            }
            let by = self.steps[usize::from(!soft)] * slope;
            let turn = Matrix2::new(1.0 + by[0], by[2], by[1], 1.0 + by[3]);
            let off = Vector2::new(by[4], by[5]);
            let Some(back) = turn.try_inverse() else { break };
            frame = frame.after(back, -(back * off));
            let size = frame.step_px() / begin.step_px();
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
    /// Looks at a square of [`SEARCHED_PX`].
    pub(crate) fn new(contrasts: &Contrasts, axis: InkAxis) -> Self {
        let ink = InkMap::of(contrasts, axis);
        let weights = weights(&COARSE_PLACES, axis);
        let (mut columns, mut frames) = (Vec::new(), Vec::new());
        for size in SIZES {
            for (x, y) in (-SHIFTS..=SHIFTS).flat_map(|x| (-SHIFTS..=SHIFTS).map(move |y| (x, y))) {
                let off = Vector2::new(x as f32, y as f32) * SHIFT_PX;
                let frame = Frame::new(Matrix2::identity() * size, off);
                let from = columns.len();
                ink.sample(&frame, &COARSE_PLACES, true, &mut columns);
                normalised(&mut columns[from..], &weights);
                frames.push(frame);
            }
        }
        Self { ink, columns: DMatrix::from_vec(COARSE_PLACES.len(), frames.len(), columns), frames }
    }
}

/// Colours of a face: each channel's mean is zero, and the sum of all squares one.
fn colours(pyramid: &Pyramid, frame: &Frame) -> Vec<f32> {
    let mut values = Vec::with_capacity(3 * PLACES.len());
    sample(pyramid, frame, &PLACES, 1.0, &mut values);
    let (_, squares) = centre(&mut values);
    let scale = 1.0 / squares.sqrt().max(1e-4);
    values.iter_mut().for_each(|value| *value *= scale);
    values
}

/// Makes the mean of some values zero and the sum of their squares one, each weighted by how surely its place belongs to the
/// face; returns the factors.
fn normalised(values: &mut [f32], weights: &[f32]) -> f32 {
    let sum = |of: &dyn Fn(f32, f32) -> f32| {
        values.iter().zip(weights).map(|(value, weight)| of(*value, *weight)).sum::<f32>()
    };
    let mean = sum(&|value, weight| value * weight * weight) / sum(&|_, weight| weight * weight);
    let squares: f32 = sum(&|value, weight| ((value - mean) * weight).powi(2));
    let scale = 1.0 / squares.sqrt().max(1e-4);
    values.iter_mut().zip(weights).for_each(|(value, weight)| *value = (*value - mean) * weight * scale);
    scale
}

/// The roots of how much some places count.
fn weights(places: &[Vector2<f32>], axis: InkAxis) -> Vec<f32> {
    places.iter().map(|place| axis.weight(place)).collect()
}

fn turned(turn: usize) -> Matrix2<f32> {
    Rotation2::new(turn as f32 * TAU / TURNS as f32).into_inner()
}
