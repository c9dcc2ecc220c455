//! What an upper face shows: a network that looks at one place, turned and sized so that the face is always as large.

use crate::network::{Maps, Network};
use crate::pyramid::{Pyramid, View};

/// The view's width and height, pixels.
pub const VIEW_PX: usize = 32;

/// The side of the upper face in the view, pixels.
pub const FACE_PX: f32 = 18.0;

/// Classes: no upper face here, and the values one to six.
pub const CLASSES: usize = 7;

/// What the network says: logits of the classes; where the middle is (in faces, right and down); the logarithm (base 2) of the
/// true side over the assumed one; the upper face's normal in the picture (right and down); whether it is level and all seen
/// (logit).
pub const OUTPUTS: usize = CLASSES + 6;

/// What one look at a place says.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Look {
    /// The probability of each class.
    pub classes: [f32; CLASSES],
    /// The middle of the upper face, pixels of the picture.
    pub middle_px: (f32, f32),
    /// Its side, pixels of the picture.
    pub side_px: f32,
    /// Its normal as seen in the picture, in lengths of itself: right and down.
    pub up: (f32, f32),
    /// The probability that the die is level and its upper face all seen.
    pub clear: f32,
}

/// The view of an upper face.
pub fn view(middle_px: (f32, f32), side_px: f32, turn_rad: f32, mirrored: bool) -> View {
    View { middle_px, step_px: side_px / FACE_PX, turn_rad, mirrored, size: VIEW_PX }
}

/// Makes the colours of a view independent of light: each channel's mean is zero, the spread of all is one.
pub fn normalise(pixels: &mut [f32]) {
    let count = (pixels.len() / 3).max(1) as f32;
    let mut mean = [0.0; 3];
    for pixel in pixels.chunks_exact(3) {
        for (sum, value) in mean.iter_mut().zip(pixel) {
            *sum += value / count;
        }
    }
    let mut spread = 0.0;
    for pixel in pixels.chunks_exact_mut(3) {
        for (value, mean) in pixel.iter_mut().zip(&mean) {
            *value -= mean;
            spread += *value * *value;
        }
    }
    let scale = 1.0 / ((spread / (3.0 * count)).sqrt() + 0.01);
    for value in pixels {
        *value *= scale;
    }
}

/// Looks at some places.
pub fn look(network: &Network, pyramid: &Pyramid, views: &[View]) -> Vec<Look> {
    if views.is_empty() {
        return Vec::new();
    }
    let mut values = Vec::with_capacity(views.len() * VIEW_PX * VIEW_PX * 3);
    for view in views {
        let from = values.len();
        pyramid.cut(view, &mut values);
        normalise(&mut values[from..]);
    }
    let inputs = Maps { count: views.len(), height: VIEW_PX, width: VIEW_PX, channels: 3, values };
    let outputs = network.run(inputs);
    views.iter().zip(outputs.values.chunks_exact(OUTPUTS)).map(|(view, out)| Look::new(view, out)).collect()
}

impl Look {
    fn new(view: &View, out: &[f32]) -> Self {
        let most = out[..CLASSES].iter().copied().fold(f32::MIN, f32::max);
        let mut classes: [f32; CLASSES] = std::array::from_fn(|class| (out[class] - most).exp());
        let sum: f32 = classes.iter().sum();
        classes.iter_mut().for_each(|class| *class /= sum);
        let rest = &out[CLASSES..];
        let up = View { middle_px: (0.0, 0.0), step_px: 1.0, ..*view }.to_picture((rest[3], rest[4]));
        Self {
            classes,
            middle_px: view.to_picture((rest[0] * FACE_PX, rest[1] * FACE_PX)),
            side_px: view.step_px * FACE_PX * rest[2].clamp(-1.0, 1.0).exp2(),
            up,
            clear: 1.0 / (1.0 + (-rest[5]).exp()),
        }
    }
}
