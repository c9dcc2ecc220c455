//! An upper face as seen from straight above: cut out of a picture.

use crate::faces::{centre, cosine};
use crate::pyramid::{Level, Pyramid};
use crate::taught::upper_face::UpperFace;
use nalgebra::{Matrix2, Matrix2x3, Vector2};
use std::sync::LazyLock;

/// A patch's width and height, pixels.
pub const PATCH_PX: usize = 40;

/// The root of a face's area in a patch, pixels.
pub const FACE_PX: f32 = 24.0;

/// What is compared lies within this of the face's middle, in the root of its area: the digits and their mark.
const RADIUS: f32 = 0.5;

/// The places of a patch that are compared, pixels from its middle: right and down.
pub(crate) static PLACES: LazyLock<Vec<Vector2<f32>>> = LazyLock::new(|| disc(1.0));

/// The same with twice the step, for a first search.
pub(crate) static COARSE_PLACES: LazyLock<Vec<Vector2<f32>>> = LazyLock::new(|| disc(2.0));

fn disc(step: f32) -> Vec<Vector2<f32>> {
    let steps = (RADIUS * FACE_PX / step).ceil() as i32;
    let places = (-steps..=steps).flat_map(|row| (-steps..=steps).map(move |column| (column, row)));
    places
        .map(|(column, row)| Vector2::new(column as f32, row as f32) * step)
        .filter(|place| place.norm() <= RADIUS * FACE_PX)
        .collect()
}

/// From a patch to a picture: pixels from the patch's middle become pixels of the picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Frame(pub(crate) Matrix2x3<f32>);

impl Frame {
    /// The frame of an upper face: what its normal's lean foreshortens is stretched.
    pub fn of(face: &UpperFace) -> Self {
        let up = Vector2::new(face.up.0, face.up.1);
        let square = up.norm_squared();
        let cos = cosine(square);
        let step_px = face.side_px / cos.sqrt() / FACE_PX;
        let lean =
            if square > 1e-6 { up * up.transpose() * ((1.0 - cos) / square) } else { Matrix2::zeros() };
        let turn = (Matrix2::identity() - lean) * step_px;
        Self::new(turn, Vector2::new(face.middle_px.0, face.middle_px.1))
    }

    pub(crate) fn new(turn: Matrix2<f32>, middle: Vector2<f32>) -> Self {
        Self(Matrix2x3::from_columns(&[turn.column(0).into(), turn.column(1).into(), middle]))
    }

    pub(crate) fn turn(&self) -> Matrix2<f32> {
        self.0.fixed_columns::<2>(0).into()
    }

    pub(crate) fn middle(&self) -> Vector2<f32> {
        self.0.column(2).into()
    }

    /// The frame after an affine change of the patch's own places.
    pub(crate) fn after(&self, turn: Matrix2<f32>, off: Vector2<f32>) -> Self {
        Self::new(self.turn() * turn, self.middle() + self.turn() * off)
    }

    /// How the face in it leans from the line of sight, by what is foreshortened: the sine of the angle, right and down in the
    /// picture. The opposite way looks alike.
    pub(crate) fn lean(&self) -> (f32, f32) {
        let turn = self.turn();
        // The squares of an ellipse's half axes are the eigenvalues of this.
        let axes = (turn * turn.transpose()).symmetric_eigen();
        let short = axes.eigenvalues.imin();
        let square = axes.eigenvalues[short] / axes.eigenvalues[1 - short].max(1e-9);
        let way = axes.eigenvectors.column(short) * (1.0 - square).max(0.0).sqrt();
        (way.x, way.y)
    }

    /// Pixels of the picture for a pixel of the patch.
    pub(crate) fn step_px(&self) -> f32 {
        self.turn().determinant().abs().sqrt()
    }
}

/// Adds the colours at places of a frame, seen with a step of so many patch pixels.
pub(crate) fn sample(
    pyramid: &Pyramid,
    frame: &Frame,
    places: &[Vector2<f32>],
    step: f32,
    to: &mut Vec<f32>,
) {
    let (level, shrink) = pyramid.level_for(frame.step_px() * step);
    for place in places {
        let at = frame.0.fixed_columns::<2>(0) * place + frame.0.column(2);
        to.extend(level.at((at.x + 0.5) / shrink - 0.5, (at.y + 0.5) / shrink - 0.5));
    }
}

/// The pixels of a square, counted from its middle.
pub(crate) fn square(size: usize) -> Vec<Vector2<f32>> {
    let half = 0.5 * (size as f32 - 1.0);
    (0..size * size).map(|at| Vector2::new((at % size) as f32 - half, (at / size) as f32 - half)).collect()
}

/// A square of so many pixels about a frame's middle: blue, green, red bytes.
pub(crate) fn patch(pyramid: &Pyramid, frame: &Frame, size: usize) -> Vec<u8> {
    let places = square(size);
    let mut values = Vec::with_capacity(3 * places.len());
    sample(pyramid, frame, &places, 1.0, &mut values);
    values.iter().map(|value| (255.0 * value).round().clamp(0.0, 255.0) as u8).collect()
}

/// A patch as a picture of its own, with a frame that has its middle in the patch's.
pub(crate) fn patch_picture(pixels: &[u8]) -> (Pyramid, Frame) {
    square_picture(pixels, PATCH_PX)
}

/// The same with a square of so many pixels.
pub(crate) fn square_picture(pixels: &[u8], size: usize) -> (Pyramid, Frame) {
    let level = Level { width: size, height: size, bytes: pixels.to_vec() };
    let half = 0.5 * (size as f32 - 1.0);
    (Pyramid { levels: vec![level] }, Frame::new(Matrix2::identity(), Vector2::new(half, half)))
}

/// The mean colour of a face where it is seen: blue, green, red from 0 to 1.
pub(crate) fn face_colour(pyramid: &Pyramid, face: &UpperFace) -> [f32; 3] {
    mean_colour(pyramid, &Frame::of(face))
}

/// The mean colour of a face in a frame: blue, green, red from 0 to 1.
pub(crate) fn mean_colour(pyramid: &Pyramid, frame: &Frame) -> [f32; 3] {
    let mut values = Vec::new();
    sample(pyramid, frame, &COARSE_PLACES, 2.0, &mut values);
    centre(&mut values).0
}
