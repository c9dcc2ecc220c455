//! Samples: views of pictures in changed light and colour, with what the networks ought to say about them.

use crate::pictures::{KnownDie, Labelled};
use dice::detector::{CELL_PX, MIDDLE_SIDE_PX, SIDE_PX};
use dice::faces::{FACE_PX, VIEW_PX, normalise, view};
use dice::pyramid::View;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use std::f32::consts::TAU;

/// The view's width for training the detector, pixels.
pub const SCENE_PX: usize = 96;
/// Cells along it.
pub const SCENE_CELLS: usize = SCENE_PX / CELL_PX;

fn between(random: &mut ChaCha8Rng, low: f32, high: f32) -> f32 {
    low + (high - low) * random.random::<f32>()
}

fn bell(random: &mut ChaCha8Rng) -> f32 {
    (0..3).map(|_| random.random::<f32>() * 2.0 - 1.0).sum::<f32>()
}

fn happens(random: &mut ChaCha8Rng, probability: f32) -> bool {
    random.random::<f32>() < probability
}

fn one_of<'a, T>(random: &mut ChaCha8Rng, list: &'a [T]) -> &'a T {
    &list[random.random_range(0..list.len())]
}

/// A picture: photographs are drawn as often as trays, though they are fewer.
fn picture<'a>(random: &mut ChaCha8Rng, trays: &'a [Labelled], photographs: &'a [Labelled]) -> &'a Labelled {
    let from = if !photographs.is_empty() && happens(random, 0.4) { photographs } else { trays };
    one_of(random, from)
}

/// What the detector ought to say about a cell.
#[derive(Clone, Copy)]
pub enum CellTruth {
    Nothing,
    Either,
    Face { off: (f32, f32), size: f32 },
}

/// A view for the detector, and its truth by cell.
pub fn scene(
    random: &mut ChaCha8Rng,
    trays: &[Labelled],
    photographs: &[Labelled],
    pixels: &mut Vec<f32>,
) -> Vec<CellTruth> {
    let labelled = picture(random, trays, photographs);
    let (width, height) = (labelled.pyramid.levels[0].width as f32, labelled.pyramid.levels[0].height as f32);
    let die = (!labelled.dice.is_empty()).then(|| *one_of(random, &labelled.dice));
    let wanted_px = between(random, 5.5_f32.ln(), 24_f32.ln()).exp();
    let step_px = die.map_or(3.0, |die| die.side_px / wanted_px);
    let middle_px = match die {
        Some(die) if happens(random, 0.75) => {
            let off = 0.4 * SCENE_PX as f32 * step_px;
            (die.middle_px.0 + between(random, -off, off), die.middle_px.1 + between(random, -off, off))
        }
        _ => (between(random, 0.0, width), between(random, 0.0, height)),
    };
    let turn_rad = between(random, 0.0, TAU);
    let view = View { middle_px, step_px, turn_rad, mirrored: happens(random, 0.5), size: SCENE_PX };
    let from = pixels.len();
    labelled.pyramid.cut(&view, pixels);
    repaint(random, &mut pixels[from..], SCENE_PX, wanted_px);
    pixels[from..].iter_mut().for_each(|value| *value -= 0.5);
    let mut cells = vec![CellTruth::Nothing; SCENE_CELLS * SCENE_CELLS];
    for die in &labelled.dice {
        mark(die, &view, &mut cells);
    }
    cells
}

/// Marks the cells of one die.
fn mark(die: &KnownDie, view: &View, cells: &mut [CellTruth]) {
    let (right, down) = view.from_picture(die.middle_px);
    let half = (SCENE_PX as f32 - 1.0) / 2.0;
    let (x, y) = (right + half, down + half);
    let side = die.side_px / view.step_px;
    let found = side >= SIDE_PX.0 && side <= SIDE_PX.1 && die.visible > 0.75;
    if side > 1.3 * SIDE_PX.1 || side < SIDE_PX.0 / 1.3 {
        return;
    }
    for (number, cell) in cells.iter_mut().enumerate() {
        let (column, row) = (number % SCENE_CELLS, number / SCENE_CELLS);
        let (dx, dy) = (x - (column * CELL_PX) as f32, y - (row * CELL_PX) as f32);
        let off = dx.hypot(dy);
        if found && off < (0.22 * side).max(2.9) {
            let cell_px = CELL_PX as f32;
            *cell =
                CellTruth::Face { off: (dx / cell_px, dy / cell_px), size: (side / MIDDLE_SIDE_PX).log2() };
        } else if off < 0.45 * side + 2.0 && matches!(cell, CellTruth::Nothing) {
            *cell = CellTruth::Either;
        }
    }
}

/// What the face network ought to say about a view.
#[derive(Clone, Copy)]
pub struct FaceTruth {
    /// 0: no upper face here.
    pub class: usize,
    /// Middle and size, where there is one.
    pub place: Option<(f32, f32, f32)>,
    /// The normal, where it is known.
    pub up: Option<(f32, f32)>,
    /// Level and all seen?
    pub clear: Option<bool>,
    /// How much it counts.
    pub weight: f32,
}

impl FaceTruth {
    const NOTHING: Self = Self { class: 0, place: None, up: None, clear: None, weight: 1.0 };
}

/// Places that the detector took for upper faces, and that are none: picture, middle and side.
pub type Mistakes = Vec<((f32, f32), f32)>;

/// Pictures in which the detector has looked.
pub type Searched<'a> = &'a [(Labelled, Mistakes)];

/// A view for the face network, and its truth.
pub fn face(
    random: &mut ChaCha8Rng,
    (trays, photographs): (Searched<'_>, Searched<'_>),
    pixels: &mut Vec<f32>,
) -> FaceTruth {
    let from = if !photographs.is_empty() && happens(random, 0.6) { photographs } else { trays };
    let (labelled, mistakes) = one_of(random, from);
    let (turn_rad, mirrored) = (between(random, 0.0, TAU), happens(random, 0.5));
    let chance = random.random::<f32>();
    let die = (!labelled.dice.is_empty()).then(|| *one_of(random, &labelled.dice));
    let (view, truth) = match die {
        Some(die) if chance < 0.72 && die.visible > 0.5 => {
            // Most looks are taken where an earlier one said that the face is; the first one's place is the detector's.
            let (share, grown) =
                *one_of(random, &[(0.05, 0.1), (0.05, 0.1), (0.05, 0.1), (0.13, 0.22), (0.18, 0.35)]);
            let off = share * die.side_px;
            let middle = (die.middle_px.0 + off * bell(random), die.middle_px.1 + off * bell(random));
            let grown = grown * bell(random);
            let view = view(middle, die.side_px * grown.exp2(), turn_rad, mirrored);
            let (right, down) = view.from_picture(die.middle_px);
            let upright = View { middle_px: (0.0, 0.0), step_px: 1.0, ..view };
            let truth = FaceTruth {
                class: usize::from(die.value),
                place: die.exact.then_some((right / FACE_PX, down / FACE_PX, -grown)),
                up: die.up.map(|up| upright.from_picture(up)),
                clear: Some(die.readable),
                // What even a player can't read teaches little.
                weight: if die.readable { 1.0 } else { 0.3 },
            };
            (view, truth)
        }
        _ if chance < 0.86 && !mistakes.is_empty() => {
            let &(middle, side) = one_of(random, mistakes);
            let off = 0.07 * side;
            let middle = (middle.0 + off * bell(random), middle.1 + off * bell(random));
            (view(middle, side * (0.2 * bell(random)).exp2(), turn_rad, mirrored), FaceTruth::NOTHING)
        }
        _ => {
            let (width, height) =
                (labelled.pyramid.levels[0].width as f32, labelled.pyramid.levels[0].height as f32);
            let side = die.map_or(30.0, |die| die.side_px) * (0.5 * bell(random)).exp2();
            let middle = match die {
                Some(die) if happens(random, 0.7) => {
                    let (off, to) = (die.side_px * between(random, 0.7, 1.4), between(random, 0.0, TAU));
                    (die.middle_px.0 + off * to.cos(), die.middle_px.1 + off * to.sin())
                }
                _ => (between(random, 0.0, width), between(random, 0.0, height)),
            };
            (view(middle, side, turn_rad, mirrored), FaceTruth::NOTHING)
        }
    };
    // Boxes about dice in photographs are less exact.
    let apart = if labelled.photograph { 0.75 } else { 0.55 };
    let near = |die: &KnownDie| {
        let off = (die.middle_px.0 - view.middle_px.0).hypot(die.middle_px.1 - view.middle_px.1);
        off < apart * die.side_px
    };
    let hopeless = truth.class == 0 && labelled.dice.iter().any(near);
    let from = pixels.len();
    labelled.pyramid.cut(&view, pixels);
    if happens(random, 0.7) {
        repaint(random, &mut pixels[from..], VIEW_PX, FACE_PX);
    }
    normalise(&mut pixels[from..]);
    if hopeless { FaceTruth { weight: 0.0, ..truth } } else { truth }
}

/// Steps of brightness from black to white.
const CODES: usize = 255;

/// Another light, other colours, other sensor.
fn repaint(random: &mut ChaCha8Rng, pixels: &mut [f32], size: usize, face_px: f32) {
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
    let glare = happens(random, 0.35).then(|| Glare::new(random, size, face_px));
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

/// The mirror image of a lamp: a spot, a ring or a bar.
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
        let off = 0.5 * face_px;
        let to = between(random, 0.0, TAU);
        Self {
            middle: (half + between(random, -off, off), half + between(random, -off, off)),
            radius: face_px * between(random, 0.06, 0.45),
            turn: to.sin_cos(),
            shape: random.random_range(0..3),
            strength: between(random, 0.2, 1.0),
        }
    }

    fn at(&self, column: f32, row: f32) -> f32 {
        let (dx, dy) = ((column - self.middle.0) / self.radius, (row - self.middle.1) / self.radius);
        let distance = match self.shape {
            0 => dx.hypot(dy),
            1 => 0.5 + 4.0 * (dx.hypot(dy) - 1.0).abs(),
            _ => (dx * self.turn.1 + dy * self.turn.0)
                .abs()
                .max(4.0 * (dy * self.turn.1 - dx * self.turn.0).abs()),
        };
        self.strength * ((1.3 - distance) / 0.6).clamp(0.0, 1.0)
    }
}
