//! The ink of a place as one number a pixel, whatever light falls on it: colours along the line from body to ink, against what
//! is about them. A shadow, a lamp's tint and a soft glare change both alike, and go.

use crate::pyramid::Pyramid;
use crate::reading::DieKind;
use crate::taught::patch::{FACE_PX, Frame, PATCH_PX, patch_picture, sample, square, square_picture};
use nalgebra::{Matrix2, Matrix3, Vector2, Vector3};

/// How far "about a pixel" reaches (standard deviation), patch pixels: more than a stroke, less than a face.
const ABOUT_PX: f32 = 4.0;

/// How much the ink is softened for a first search (standard deviation), patch pixels.
const SOFT_PX: f32 = 1.3;

/// Added to colours before their logarithm, so that noise in the dark counts little.
const DARK: f32 = 0.1;

/// What is less than this share of the usual contrast is noise; what is more counts alike.
const FAINT: f32 = 1.0;
const MOST: f32 = 2.5;

/// Numbers are nearer to a face's middle than this, in sides; between these two distances is hardly anything but its body.
const NUMBER: f32 = 0.3;
const BODY: (f32, f32) = (0.33, 0.45);

/// Added to the body's spread, as a share of the numbers': where a body has one colour, its noise says nothing.
const NOISE: f32 = 0.01;

/// The direction in the space of logarithmic colours in which a die's ink differs from its body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct InkAxis {
    direction: Vector3<f32>,
    /// The usual contrast along it (root of the mean square).
    contrast: f32,
    /// Between these distances from a face's middle, in sides, other faces begin.
    rim: (f32, f32),
}

/// Where other faces begin: those beside a D8's are steep, and lie in another light.
fn rim(kind: DieKind) -> (f32, f32) {
    match kind {
        DieKind::D8 => (0.3, 0.45),
        DieKind::D6 | DieKind::D10 | DieKind::Tens | DieKind::D20 => (0.45, 0.55),
    }
}

/// Logarithmic colours of a square less those about them: the same for all dice.
pub(crate) struct Contrasts {
    size: usize,
    frame: Frame,
    each: Vec<Vector3<f32>>,
}

/// Ink in a square about a place.
pub(crate) struct InkMap {
    size: usize,
    /// From the square's pixels, counted from its middle, to the picture.
    pub(crate) frame: Frame,
    fine: Vec<f32>,
    soft: Vec<f32>,
}

impl InkAxis {
    /// The direction in which the middles of some patches vary most from pixel to pixel: what they are known again by. On a marbled body
    /// that is as much the clouds as the ink.
    pub(crate) fn of<'a>(kind: DieKind, patches: impl Iterator<Item = &'a [u8]>) -> Self {
        FaceColours::of(kind, patches).most_varying()
    }

    /// The root of how much a place of a face counts, pixels from its middle: less where other faces begin.
    pub(crate) fn weight(self, place: &Vector2<f32>) -> f32 {
        let (from, to) = self.rim;
        ((to - place.norm() / FACE_PX) / (to - from)).clamp(0.0, 1.0)
    }
}

/// The contrasts on the faces of a die.
pub(crate) struct FaceColours {
    kind: DieKind,
    each: Vec<Vector3<f32>>,
    all: Spread,
    number: Spread,
    body: Spread,
}

impl FaceColours {
    /// Of the faces on some patches.
    pub(crate) fn of<'a>(kind: DieKind, patches: impl Iterator<Item = &'a [u8]>) -> Self {
        let spread = Spread::default;
        let mut colours = Self { kind, each: Vec::new(), all: spread(), number: spread(), body: spread() };
        for pixels in patches {
            let (picture, frame) = patch_picture(pixels);
            let contrasts = Contrasts::new(&picture, &frame, PATCH_PX);
            for (place, contrast) in square(PATCH_PX).iter().zip(contrasts.each) {
                let away = place.norm() / FACE_PX;
                if away < NUMBER {
                    colours.number.add(&contrast);
                } else if (BODY.0..BODY.1).contains(&away) {
                    colours.body.add(&contrast);
                }
                if away < rim(kind).0 {
                    colours.all.add(&contrast);
                    colours.each.push(contrast);
                }
            }
        }
        colours
    }

    /// The direction in which the faces' middles vary most: see [`InkAxis::of`].
    pub(crate) fn most_varying(&self) -> InkAxis {
        self.axis(largest_ratio(&self.all.squares, &Matrix3::identity()))
    }

    /// The direction in which the numbers vary most compared with the bodies about them: that of the ink alone, whatever a marbled or
    /// speckled body's colours are.
    pub(crate) fn of_numbers(&self) -> InkAxis {
        let number = self.number.mean();
        let noise = Matrix3::identity() * (NOISE * number.trace() + 1e-6);
        self.axis(largest_ratio(&number, &(self.body.mean() + noise)))
    }

    /// The axis along a direction.
    fn axis(&self, direction: Vector3<f32>) -> InkAxis {
        let mean = |power: i32| {
            let along = self.each.iter().map(|contrast| contrast.dot(&direction).powi(power));
            along.sum::<f32>() / self.each.len().max(1) as f32
        };
        // Strokes are narrow: the end that is seldom and far is ink.
        let ink = if mean(3) < 0.0 { -direction } else { direction };
        InkAxis { direction: ink, contrast: mean(2).sqrt(), rim: rim(self.kind) }
    }
}

/// How some contrasts spread; strong ones count less than their squares.
#[derive(Default)]
struct Spread {
    squares: Matrix3<f32>,
    count: f32,
}

impl Spread {
    fn add(&mut self, contrast: &Vector3<f32>) {
        self.squares += contrast * contrast.transpose() / (0.1 + contrast.norm());
        self.count += 1.0;
    }

    fn mean(&self) -> Matrix3<f32> {
        self.squares / self.count.max(1.0)
    }
}

/// The direction in which one spread is largest compared with another one: a generalised eigenvector.
fn largest_ratio(of: &Matrix3<f32>, to: &Matrix3<f32>) -> Vector3<f32> {
    let back = to.cholesky().and_then(|root| root.l().try_inverse()).unwrap_or_else(Matrix3::identity);
    let axes = (back * of * back.transpose()).symmetric_eigen();
    let most: Vector3<f32> = axes.eigenvectors.column(axes.eigenvalues.imax()).into();
    (back.transpose() * most).normalize()
}

impl InkMap {
    /// The ink as a picture of dark strokes, whatever the die's colours and light; and the frame from places in the square to it.
    pub(crate) fn picture(&self) -> (Pyramid, Frame) {
        let code = |ink: &f32| (128.0 - 50.0 * ink).clamp(0.0, 255.0) as u8;
        let bytes: Vec<u8> = self.fine.iter().flat_map(|ink| [code(ink); 3]).collect();
        square_picture(&bytes, self.size)
    }

    /// The ink of a square of so many patch pixels about a frame's middle.
    pub(crate) fn new(pyramid: &Pyramid, frame: &Frame, size: usize, axis: InkAxis) -> Self {
        Self::of(&Contrasts::new(pyramid, frame, size), axis)
    }

    /// The ink in a square.
    pub(crate) fn of(&Contrasts { size, frame, ref each }: &Contrasts, axis: InkAxis) -> Self {
        let faint = FAINT * axis.contrast;
        let mut fine: Vec<f32> = each.iter().map(|contrast| contrast.dot(&axis.direction)).collect();
        let squares: Vec<f32> = fine.iter().map(|value| value * value).collect();
        let spread = blurred(&squares, size, ABOUT_PX);
        for (value, square) in fine.iter_mut().zip(&spread) {
            *value = (*value / (square + faint * faint).sqrt()).clamp(-MOST, MOST);
        }
        let soft = blurred(&fine, size, SOFT_PX);
        Self { size, frame, fine, soft }
    }

    /// The ink of a patch.
    pub(crate) fn of_patch(pixels: &[u8], axis: InkAxis) -> Self {
        let (picture, frame) = patch_picture(pixels);
        let mut map = Self::new(&picture, &frame, PATCH_PX, axis);
        map.frame = Frame::new(Matrix2::identity(), Vector2::zeros());
        map
    }

    /// Adds the ink at places of a frame of the square, softened or not.
    pub(crate) fn sample(&self, frame: &Frame, places: &[Vector2<f32>], soft: bool, to: &mut Vec<f32>) {
        let (turn, middle) = (frame.turn(), frame.middle());
        to.extend(places.iter().map(|place| self.at(turn * place + middle, soft)));
    }

    /// The ink at a place of the square, pixels from its middle, softened or not.
    pub(crate) fn at(&self, at: Vector2<f32>, soft: bool) -> f32 {
        let values = if soft { &self.soft } else { &self.fine };
        let half = 0.5 * (self.size as f32 - 1.0);
        let most = self.size as f32 - 1.001;
        let (x, y) = ((at.x + half).clamp(0.0, most), (at.y + half).clamp(0.0, most));
        let (column, row) = (x as usize, y as usize);
        let (right, down) = (x - column as f32, y - row as f32);
        let from = row * self.size + column;
        let above = values[from] * (1.0 - right) + values[from + 1] * right;
        let below = values[from + self.size] * (1.0 - right) + values[from + self.size + 1] * right;
        above * (1.0 - down) + below * down
    }
}

impl Contrasts {
    /// Of a square of so many patch pixels about a frame's middle.
    pub(crate) fn new(pyramid: &Pyramid, frame: &Frame, size: usize) -> Self {
        let places = square(size);
        let mut values = Vec::with_capacity(3 * places.len());
        sample(pyramid, frame, &places, 1.0, &mut values);
        let mut each = vec![Vector3::zeros(); places.len()];
        for channel in 0..3 {
            let logs: Vec<f32> =
                values.iter().skip(channel).step_by(3).map(|value| (value + DARK).ln()).collect();
            let about = blurred(&logs, size, ABOUT_PX);
            for (contrast, (log, about)) in each.iter_mut().zip(logs.iter().zip(&about)) {
                contrast[channel] = log - about;
            }
        }
        Self { size, frame: *frame, each }
    }
}

/// A square blurred by a Gaussian; its rim is repeated.
fn blurred(values: &[f32], size: usize, deviation_px: f32) -> Vec<f32> {
    let reach = (2.5 * deviation_px).ceil() as usize;
    let kernel: Vec<f32> = (0..=2 * reach)
        .map(|at| (-0.5 * ((at as f32 - reach as f32) / deviation_px).powi(2)).exp())
        .collect();
    let sum: f32 = kernel.iter().sum();
    let along = |values: &[f32]| {
        // Transposes, so that the second time goes down the columns.
        let mut blurred = vec![0.0; values.len()];
        let mut line = vec![0.0; size + 2 * reach];
        for row in 0..size {
            for (at, value) in line.iter_mut().enumerate() {
                *value = values[row * size + at.saturating_sub(reach).min(size - 1)];
            }
            for column in 0..size {
                let near = line[column..].iter().zip(&kernel);
                blurred[column * size + row] = near.map(|(value, weight)| value * weight).sum::<f32>() / sum;
            }
        }
        blurred
    };
    along(&along(values))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A patch with a dark stroke, in a light of this colour that comes from the left.
    fn patch([blue, green, red]: [f32; 3], slope: f32) -> Vec<u8> {
        let pixel = |at: usize| {
            let (column, row) = (at % PATCH_PX, at / PATCH_PX);
            let ink = (17..=19).contains(&column) || ((12..=14).contains(&row) && column > 12);
            let light = 1.0 - slope * column as f32 / PATCH_PX as f32;
            let paint: [f32; 3] = if ink { [60.0, 40.0, 40.0] } else { [180.0, 190.0, 200.0] };
            [paint[0] * blue * light, paint[1] * green * light, paint[2] * red * light].map(|code| code as u8)
        };
        (0..PATCH_PX * PATCH_PX).flat_map(pixel).collect()
    }

    /// A patch of a body with blotches of a second colour that are larger and more than the dark stroke across it.
    fn speckled() -> Vec<u8> {
        let pixel = |at: usize| {
            let (column, row) = (at % PATCH_PX, at / PATCH_PX);
            let blotch = (column / 4 * 7 + row / 4 * 5) % 3 == 0;
            let ink = (18..=20).contains(&column) && (14..=25).contains(&row);
            if ink {
                [40, 40, 40]
            } else if blotch {
                [200, 110, 60]
            } else {
                [210, 210, 210]
            }
        };
        (0..PATCH_PX * PATCH_PX).flat_map(pixel).collect()
    }

    #[test]
    fn ink_is_told_from_a_speckled_body() {
        let patch = speckled();
        let strokes = |axis: InkAxis| {
            let map = InkMap::of_patch(&patch, axis);
            let at = |x: f32, y: f32| map.at(Vector2::new(x, y), false);
            let stroke = (-5..=5).map(|y| at(-0.5, y as f32)).fold(f32::MAX, f32::min);
            let body = (-7..=7).flat_map(|x: i32| (-7..=7).map(move |y| (x, y)));
            let body = body.filter(|(x, _)| x.abs() > 3).map(|(x, y)| at(x as f32, y as f32));
            (stroke, body.fold(f32::MIN, f32::max))
        };
        let colours = FaceColours::of(DieKind::D10, std::iter::once(patch.as_slice()));
        let (stroke, body) = strokes(colours.of_numbers());
        assert!(stroke > 1.0 && body < 0.5 * stroke, "{stroke} {body}");
        // By what varies most the blotches are as strong.
        let (stroke, body) = strokes(colours.most_varying());
        assert!(body > 0.5 * stroke, "{stroke} {body}");
    }

    #[test]
    fn ink_is_the_same_in_every_light() {
        let (taught, seen) = (patch([1.0; 3], 0.0), patch([0.5, 0.7, 0.9], 0.4));
        let axis = InkAxis::of(DieKind::D10, std::iter::once(taught.as_slice()));
        let places: Vec<Vector2<f32>> =
            (-10..=10).flat_map(|x| (-10..=10).map(move |y| Vector2::new(x as f32, y as f32))).collect();
        let ink = |pixels: &[u8]| {
            let mut values = Vec::new();
            let frame = Frame::new(Matrix2::identity(), Vector2::zeros());
            InkMap::of_patch(pixels, axis).sample(&frame, &places, false, &mut values);
            let mean = values.iter().sum::<f32>() / values.len() as f32;
            values.iter().map(|value| value - mean).collect::<Vec<f32>>()
        };
        let (a, b) = (ink(&taught), ink(&seen));
        let product = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
        let correlation = product(&a, &b) / (product(&a, &a) * product(&b, &b)).sqrt();
        assert!(correlation > 0.97, "{correlation}");
    }
}
