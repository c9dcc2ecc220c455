//! What an upper face is: a network that looks at one place, turned and sized so that a face is always as large.

use crate::cores::in_parts;
use crate::network::{Inference, Maps};
use crate::pyramid::{Pyramid, View};

/// The view's width and height, pixels.
pub const VIEW_PX: usize = 32;

/// Outputs after the logits of the classes: where the middle is (in faces, right and down); the logarithm (base 2) of the true
/// side over the assumed one; the upper face's normal in the picture (right and down); whether it is level and all seen (logit).
pub const MEASURES: usize = 6;

/// The fewest views that are worth a thread.
const LEAST_PART: usize = 8;

/// No look makes a class less likely than this.
const LEAST: f32 = 1e-6;

/// How many times as wide a view is that shows a place's surroundings.
const WIDER: f32 = 2.0;

/// What faces a network tells apart. Class 0 is always "no upper face here".
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FaceKind<const CLASSES: usize> {
    /// The side of an upper face in the view, pixels.
    pub face_px: f32,
    /// Is a wider view seen as well?
    pub surroundings: bool,
}

/// Faces with pips: none, and the values one to six.
pub const PIPS: FaceKind<7> = FaceKind { face_px: 18.0, surroundings: false };

/// The same, for the network that reads them: the sides beside an upper face are seen too, as they say which of the faces it is.
pub const VALUES: FaceKind<7> = FaceKind { face_px: 16.0, surroundings: true };

/// Faces of numbered dice: none; those of a D6, a D8, a D10 or tens die, a D20, all with numbers; that of a die with pips. They
/// are small in the view, as the neighbours tell which face is the upper one; where a D20's outline is, only the wider one shows.
pub const NUMBERED: FaceKind<6> = FaceKind { face_px: 11.0, surroundings: true };

/// What one look at a place says.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Look<const CLASSES: usize> {
    /// The probability of each class.
    pub classes: [f32; CLASSES],
    /// The middle of the upper face, pixels of the picture.
    pub middle_px: (f32, f32),
    /// The root of its area, pixels of the picture.
    pub side_px: f32,
    /// Its normal as seen in the picture, in lengths of its side: right and down.
    pub up: (f32, f32),
    /// The probability that the die is level and its upper face all seen.
    pub clear: f32,
}

/// The view of an upper face that is to be `face_px` large in it.
pub fn view(face_px: f32, (middle_px, side_px): ((f32, f32), f32), turn_rad: f32, mirrored: bool) -> View {
    View { middle_px, step_px: side_px / face_px, turn_rad, mirrored, size: VIEW_PX }
}

/// Makes the mean of each channel (blue, green, red) zero. Returns the means, and the sum of all squares that are left.
pub fn centre(values: &mut [f32]) -> ([f32; 3], f32) {
    let count = (values.len() / 3).max(1) as f32;
    let mut mean = [0.0; 3];
    for pixel in values.chunks_exact(3) {
        for (sum, value) in mean.iter_mut().zip(pixel) {
            *sum += value / count;
        }
    }
    let mut squares = 0.0;
    for pixel in values.chunks_exact_mut(3) {
        for (value, mean) in pixel.iter_mut().zip(&mean) {
            *value -= mean;
            squares += *value * *value;
        }
    }
    (mean, squares)
}

/// Makes the colours of a view independent of light: each channel's mean is zero, the spread of all is one.
pub fn normalise(pixels: &mut [f32]) {
    let (_, squares) = centre(pixels);
    let count = (pixels.len() / 3).max(1) as f32;
    let scale = 1.0 / ((squares / (3.0 * count)).sqrt() + 0.01);
    for value in pixels {
        *value *= scale;
    }
}

/// How many numbers a network's input has for a pixel, with a wider view or without.
pub fn channels(surroundings: bool) -> usize {
    if surroundings { 6 } else { 3 }
}

/// Adds a network's input for a view: its colours, and with `surroundings` those of the wider view of the same place beside them, pixel
/// by pixel. `seen` says what is seen in a view.
pub fn add_input(
    view: &View,
    surroundings: bool,
    mut seen: impl FnMut(&View) -> Vec<f32>,
    values: &mut Vec<f32>,
) {
    let near = seen(view);
    if !surroundings {
        values.extend(near);
        return;
    }
    let wide = seen(&View { step_px: WIDER * view.step_px, ..*view });
    for (near, wide) in near.chunks_exact(3).zip(wide.chunks_exact(3)) {
        values.extend_from_slice(near);
        values.extend_from_slice(wide);
    }
}

impl<const CLASSES: usize> FaceKind<CLASSES> {
    /// The view of a place: its middle and side.
    pub fn view(self, place: ((f32, f32), f32), turn_rad: f32, mirrored: bool) -> View {
        view(self.face_px, place, turn_rad, mirrored)
    }

    /// Looks at some places, on all cores.
    pub fn look(self, network: &Inference, pyramid: &Pyramid, views: &[View]) -> Vec<Look<CLASSES>> {
        in_parts(views, LEAST_PART, |views| self.look_on_one_core(network, pyramid, views))
    }

    fn look_on_one_core(self, network: &Inference, pyramid: &Pyramid, views: &[View]) -> Vec<Look<CLASSES>> {
        if views.is_empty() {
            return Vec::new();
        }
        let channels = channels(self.surroundings);
        let mut values = Vec::with_capacity(views.len() * VIEW_PX * VIEW_PX * channels);
        for view in views {
            let seen = |view: &View| {
                let mut pixels = Vec::with_capacity(VIEW_PX * VIEW_PX * 3);
                pyramid.cut(view, &mut pixels);
                normalise(&mut pixels);
                pixels
            };
            add_input(view, self.surroundings, seen, &mut values);
        }
        let inputs = Maps { count: views.len(), height: VIEW_PX, width: VIEW_PX, channels, values };
        let outputs = network.run(inputs);
        let each = outputs.values.chunks_exact(CLASSES + MEASURES);
        views.iter().zip(each).map(|(view, out)| self.seen(view, out)).collect()
    }

    /// What the network's outputs mean for a view.
    fn seen(self, view: &View, out: &[f32]) -> Look<CLASSES> {
        let most = out[..CLASSES].iter().copied().fold(f32::MIN, f32::max);
        let mut classes: [f32; CLASSES] = std::array::from_fn(|class| (out[class] - most).exp());
        let sum: f32 = classes.iter().sum();
        classes.iter_mut().for_each(|class| *class /= sum);
        let rest = &out[CLASSES..];
        let up = View { middle_px: (0.0, 0.0), step_px: 1.0, ..*view }.to_picture((rest[3], rest[4]));
        Look {
            classes,
            middle_px: view.to_picture((rest[0] * self.face_px, rest[1] * self.face_px)),
            side_px: view.step_px * self.face_px * rest[2].clamp(-1.0, 1.0).exp2(),
            up,
            clear: 1.0 / (1.0 + (-rest[5]).exp()),
        }
    }
}

/// The cosine of the angle of view by the square of a normal: in lengths of a face's side as seen, the normal is its sine by the
/// root of its cosine.
pub(crate) fn cosine(square: f32) -> f32 {
    (0.5 * ((square * square + 4.0).sqrt() - square)).clamp(0.4, 1.0)
}

/// How much an angle of view shrinks the root of an area, by the angle's sine, right and down; as if no face were seen more
/// aslant than from 63 degrees.
pub(crate) fn shrinking(sine: (f32, f32)) -> f32 {
    (1.0 - sine.0.powi(2) - sine.1.powi(2)).max(0.2).sqrt().sqrt()
}

impl<const CLASSES: usize> Look<CLASSES> {
    /// The sine of the angle between an upper face's normal and the line of sight, right and down in the picture.
    pub(crate) fn sine(&self) -> (f32, f32) {
        let shrink = cosine(self.up.0.powi(2) + self.up.1.powi(2)).sqrt();
        (self.up.0 * shrink, self.up.1 * shrink)
    }

    /// The same face, if its normal leans so from the line of sight.
    pub(crate) fn leaning(self, sine: (f32, f32)) -> Self {
        let shrink = shrinking(sine);
        Self { up: (sine.0 / shrink, sine.1 / shrink), ..self }
    }

    /// The probability of each class by some looks at one place: their geometric mean, so that one look that disagrees makes more
    /// doubt.
    pub fn classes_together(looks: &[Self]) -> [f32; CLASSES] {
        let log_mean = |class: usize| {
            looks.iter().map(|look| look.classes[class].max(LEAST).ln()).sum::<f32>() / looks.len() as f32
        };
        let mut classes: [f32; CLASSES] = std::array::from_fn(|class| log_mean(class).exp());
        let sum: f32 = classes.iter().sum();
        classes.iter_mut().for_each(|class| *class /= sum);
        classes
    }

    /// The mean of some looks at one place.
    pub fn mean(looks: &[Self]) -> Self {
        let mean = |of: &dyn Fn(&Self) -> f32| looks.iter().map(of).sum::<f32>() / looks.len() as f32;
        Self {
            classes: std::array::from_fn(|class| mean(&|look| look.classes[class])),
            middle_px: (mean(&|look| look.middle_px.0), mean(&|look| look.middle_px.1)),
            side_px: mean(&|look| look.side_px),
            up: (mean(&|look| look.up.0), mean(&|look| look.up.1)),
            clear: mean(&|look| look.clear),
        }
    }
}
