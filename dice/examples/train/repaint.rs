//! Views in another light, in other colours, from another sensor.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use std::f32::consts::TAU;

/// A number between two.
pub fn between(random: &mut ChaCha8Rng, low: f32, high: f32) -> f32 {
    low + (high - low) * random.random::<f32>()
}

/// Near enough to a normal distribution.
pub fn bell(random: &mut ChaCha8Rng) -> f32 {
    (0..3).map(|_| random.random::<f32>() * 2.0 - 1.0).sum::<f32>()
}

/// Whether something of this probability happens.
pub fn happens(random: &mut ChaCha8Rng, probability: f32) -> bool {
    random.random::<f32>() < probability
}

/// One of a list that is not empty.
pub fn one_of<'a, T>(random: &mut ChaCha8Rng, list: &'a [T]) -> &'a T {
    &list[random.random_range(0..list.len())]
}

/// Steps of brightness from black to white.
const CODES: usize = 255;

/// Another light, other colours, other sensor.
pub fn repaint(random: &mut ChaCha8Rng, pixels: &mut [f32], size: usize, face_px: f32) {
    let order: [usize; 3] = if happens(random, 0.4) {
        *one_of(random, &[[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
    } else {
        [0, 1, 2]
    };
    let inverted = happens(random, 0.15);
    let gamma = (0.25 * bell(random)).exp();
    let gain = (0.15 * bell(random)).exp();
    let gains: [f32; 3] = std::array::from_fn(|_| gain * (0.06 * bell(random)).exp());
    let bias = 0.05 * bell(random);
    let colourful = if happens(random, 0.4) { between(random, 0.0, 1.5) } else { 1.0 };
    let ramp = if happens(random, 0.4) {
        let strength = 0.4 / size as f32;
        (strength * bell(random), strength * bell(random))
    } else {
        (0.0, 0.0)
    };
    let noise = if happens(random, 0.5) { between(random, 0.0, 0.04) } else { 0.0 };
    let glare = happens(random, 0.45).then(|| Glare::new(random, size, face_px));
    let half = size as f32 / 2.0;
    // Powers are slow: one for each code, not for each value.
    let powers: Vec<f32> = (0..=CODES).map(|code| (code as f32 / CODES as f32).powf(gamma)).collect();
    for (at, pixel) in pixels.chunks_exact_mut(3).enumerate() {
        let (column, row) = ((at % size) as f32, (at / size) as f32);
        let mut colour = [pixel[order[0]], pixel[order[1]], pixel[order[2]]];
        let grey = 0.114 * colour[0] + 0.587 * colour[1] + 0.299 * colour[2];
        let light = 1.0 + ramp.0 * (column - half) + ramp.1 * (row - half);
        let shine = glare.as_ref().map_or(0.0, |glare| glare.at(column, row));
        for (channel, value) in colour.iter_mut().enumerate() {
            *value = (grey + colourful * (*value - grey)).clamp(0.0, 1.0);
            if inverted {
                *value = 1.0 - *value;
            }
            *value = powers[(*value * CODES as f32 + 0.5) as usize] * gains[channel] * light + bias;
            let grain = if noise > 0.0 { noise * bell(random) } else { 0.0 };
            *value = (*value + shine * (1.0 - *value) + grain).clamp(0.0, 1.0);
        }
        pixel.copy_from_slice(&colour);
    }
}

/// The mirror image of a lamp: a spot, a ring, a bar or a square.
struct Glare {
    middle: (f32, f32),
    radius: f32,
    turn: (f32, f32),
    shape: u32,
    strength: f32,
}

impl Glare {
    fn new(random: &mut ChaCha8Rng, size: usize, face_px: f32) -> Self {
        let half = size as f32 / 2.0;
        // In the middle of an even face a small one is easily taken for one more pip.
        let (off, radius, least) =
            if happens(random, 0.35) { (0.12, (0.06, 0.16), 0.6) } else { (0.5, (0.06, 0.45), 0.2) };
        let off = off * face_px;
        let to = between(random, 0.0, TAU);
        Self {
            middle: (half + between(random, -off, off), half + between(random, -off, off)),
            radius: face_px * between(random, radius.0, radius.1),
            turn: to.sin_cos(),
            shape: random.random_range(0..4),
            strength: between(random, least, 1.0),
        }
    }

    fn at(&self, column: f32, row: f32) -> f32 {
        let (dx, dy) = ((column - self.middle.0) / self.radius, (row - self.middle.1) / self.radius);
        let distance = match self.shape {
            0 => dx.hypot(dy),
            1 => 0.5 + 4.0 * (dx.hypot(dy) - 1.0).abs(),
            shape => {
                let (along, across) =
                    (dx * self.turn.1 + dy * self.turn.0, dy * self.turn.1 - dx * self.turn.0);
                along.abs().max(if shape == 2 { 4.0 } else { 1.0 } * across.abs())
            }
        };
        self.strength * ((1.3 - distance) / 0.6).clamp(0.0, 1.0)
    }
}
