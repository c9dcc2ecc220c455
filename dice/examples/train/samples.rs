//! Samples: views of pictures in changed light and colour, with what the networks ought to say about them.

use crate::dice_kind::DiceKind;
use crate::pictures::{KnownDie, Labelled};
use crate::repaint::{bell, between, happens, one_of, repaint};
use dice::detector::{CELL_PX, MIDDLE_SIDE_PX, SIDE_PX};
use dice::faces::{VIEW_PX, add_input, normalise, view};
use dice::pyramid::View;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use std::f32::consts::TAU;

/// How often the face network learns from a photograph, though they are few: with 0.3 trays were read better by one per cent, and
/// photographs worse by as much.
const PHOTOGRAPHS: f32 = 0.6;

/// The view's width for training the detector, pixels.
pub const SCENE_PX: usize = 96;
/// Cells along it.
pub const SCENE_CELLS: usize = SCENE_PX / CELL_PX;

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

/// A view for the face network of a kind, and its truth.
pub fn face(
    random: &mut ChaCha8Rng,
    kind: DiceKind,
    (trays, photographs): (Searched<'_>, Searched<'_>),
    pixels: &mut Vec<f32>,
) -> FaceTruth {
    let from = if !photographs.is_empty() && happens(random, PHOTOGRAPHS) { photographs } else { trays };
    let (labelled, mistakes) = one_of(random, from);
    let (turn_rad, mirrored) = (between(random, 0.0, TAU), happens(random, 0.5) && kind.mirrors);
    let mut drawn = drawn_place(random, kind, labelled, mistakes);
    let mut telling = is_telling(kind, labelled, &drawn);
    for _ in 1..MOST_DRAWN {
        if telling {
            break;
        }
        drawn = drawn_place(random, kind, labelled, mistakes);
        telling = is_telling(kind, labelled, &drawn);
    }
    let view = view(kind.face_px, (drawn.middle_px, drawn.side_px), turn_rad, mirrored);
    let truth = drawn.die.map_or(FaceTruth::NOTHING, |die| FaceTruth::of(die, kind.face_px, &view));
    let repainted = happens(random, 0.7);
    let before = random.clone();
    let seen = |seen: &View| {
        let mut pixels = Vec::with_capacity(VIEW_PX * VIEW_PX * 3);
        labelled.pyramid.cut(seen, &mut pixels);
        if repainted {
            // A wider view lies in the same other light, so that it takes the same random numbers.
            *random = before.clone();
            repaint(random, &mut pixels, VIEW_PX, kind.face_px * view.step_px / seen.step_px);
        }
        normalise(&mut pixels);
        pixels
    };
    add_input(&view, kind.surroundings, seen, pixels);
    if telling { truth } else { FaceTruth { weight: 0.0, ..truth } }
}

/// So often a place is drawn, until what the network ought to say there is beyond doubt.
const MOST_DRAWN: usize = 6;

/// A place to look at.
struct Drawn {
    /// The die whose upper face is at it or near it, if there is one.
    die: Option<KnownDie>,
    middle_px: (f32, f32),
    side_px: f32,
}

fn drawn_place(random: &mut ChaCha8Rng, kind: DiceKind, labelled: &Labelled, mistakes: &Mistakes) -> Drawn {
    let nothing = |middle_px, side_px| Drawn { die: None, middle_px, side_px };
    let die = (!labelled.dice.is_empty()).then(|| *one_of(random, &labelled.dice));
    let chance = random.random::<f32>();
    match die {
        Some(die) if chance < 0.66 && die.visible > 0.5 => drawn_near(random, kind, die),
        Some(die) if chance > 0.96 => {
            let octaves = between(random, OTHER_SIZE, OTHER_SIZE + 1.2);
            let off = 0.5 * die.side_px;
            let middle = (die.middle_px.0 + off * bell(random), die.middle_px.1 + off * bell(random));
            nothing(middle, die.side_px * (if happens(random, 0.8) { -octaves } else { octaves }).exp2())
        }
        _ if chance < 0.86 && !(mistakes.is_empty() && labelled.sides.is_empty()) => {
            // A die's side looks most like an upper face.
            let more_sides = if die.is_some() { chance < 0.78 } else { happens(random, 0.5) };
            let from_sides = mistakes.is_empty() || (!labelled.sides.is_empty() && more_sides);
            let &(middle, side) = one_of(random, if from_sides { &labelled.sides } else { mistakes });
            let off = 0.07 * side;
            let middle = (middle.0 + off * bell(random), middle.1 + off * bell(random));
            nothing(middle, side * (0.2 * bell(random)).exp2())
        }
        _ => {
            let (width, height) =
                (labelled.pyramid.levels[0].width as f32, labelled.pyramid.levels[0].height as f32);
            let side = die.map_or(30.0, |die| die.side_px) * (0.5 * bell(random)).exp2();
            let middle = match die {
                Some(die) if happens(random, 0.7) => {
                    let far = kind.reach.map_or((0.7, 1.4), |reach| (reach.beyond, reach.beyond + 0.9));
                    let (off, to) = (die.side_px * between(random, far.0, far.1), between(random, 0.0, TAU));
                    (die.middle_px.0 + off * to.cos(), die.middle_px.1 + off * to.sin())
                }
                _ => (between(random, 0.0, width), between(random, 0.0, height)),
            };
            nothing(middle, side)
        }
    }
}

/// A place at a die's upper face, or near it.
fn drawn_near(random: &mut ChaCha8Rng, kind: DiceKind, die: KnownDie) -> Drawn {
    let at = |middle_px, side_px| Drawn { die: Some(die), middle_px, side_px };
    if let Some(reach) = kind.reach.filter(|reach| happens(random, reach.share)) {
        let off = reach.within * die.side_px * random.random::<f32>().sqrt();
        let to = between(random, 0.0, TAU);
        let middle = (die.middle_px.0 + off * to.cos(), die.middle_px.1 + off * to.sin());
        return at(middle, die.side_px * (0.45 * bell(random)).exp2());
    }
    // Most looks are taken where an earlier one said that the face is; the first one's place is the detector's.
    let (share, grown) =
        *one_of(random, &[(0.05, 0.1), (0.05, 0.1), (0.05, 0.1), (0.13, 0.22), (0.18, 0.3), (0.25, 0.3)]);
    let off = share * die.side_px;
    let middle = (die.middle_px.0 + off * bell(random), die.middle_px.1 + off * bell(random));
    at(middle, die.side_px * (grown * bell(random)).exp2())
}

/// Is a side so much larger or smaller than that of a die's upper face that no such face is seen there? A digit, or a pip, may look
/// like a face, and so may a whole die.
pub fn is_other_size(side: f32, of_die: f32) -> bool {
    (side / of_die).log2().abs() > OTHER_SIZE
}

/// Octaves to another size.
const OTHER_SIZE: f32 = 1.3;

/// Is it beyond doubt what the network ought to say at a place? Near an upper face it isn't said that there is none, and between
/// two dice not which one is meant.
fn is_telling(kind: DiceKind, labelled: &Labelled, &Drawn { die, middle_px, side_px }: &Drawn) -> bool {
    let off =
        |die: &KnownDie| (die.middle_px.0 - middle_px.0).hypot(die.middle_px.1 - middle_px.1) / die.side_px;
    // Boxes about dice in photographs are less exact.
    let apart = if labelled.photograph { 0.75 } else { 0.55 };
    let apart = kind.reach.map_or(apart, |reach| reach.beyond.max(apart));
    match die {
        Some(die) => kind.reach.is_none() || labelled.dice.iter().all(|other| off(other) >= off(&die)),
        None => labelled.dice.iter().all(|die| off(die) >= apart || is_other_size(side_px, die.side_px)),
    }
}

impl FaceTruth {
    /// What a view of a die ought to say.
    fn of(die: KnownDie, face_px: f32, view: &View) -> Self {
        let (right, down) = view.from_picture(die.middle_px);
        let upright = View { middle_px: (0.0, 0.0), step_px: 1.0, ..*view };
        let grown = (die.side_px / (view.step_px * face_px)).log2();
        Self {
            class: die.class,
            place: die.exact.then_some((right / face_px, down / face_px, grown)),
            up: die.up.map(|up| upright.from_picture(up)),
            clear: Some(die.readable),
            // What even a player can't read teaches little.
            weight: if die.readable { 1.0 } else { 0.3 },
        }
    }
}
