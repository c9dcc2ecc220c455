//! Trays with given dice, and random dice with numbers.

use crate::dice::numbers::{DieShape, NumberLook, NumberMark, Typeface};
use crate::dice::setup::{
    DieLook, DieSetup, DieStance, GroundLook, PipLook, TraySensor, TraySetup, random_camera, random_ground,
    random_lamps,
};
use crate::dice::throw::{against, anywhere, random_look};
use crate::setup::colour::Colour;
use crate::setup::records::CameraSetup;
use crate::setup::sampler::Sampler;
use std::f64::consts::TAU;

/// The most that the camera of a tray with given dice is tilted: which face of a D10 is the upper one can't be told along its
/// poles, at about 45 degrees.
const MOST_TILT_RAD: f64 = 0.45;

/// A die that is to be thrown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ThrownDie {
    /// What it shows.
    pub value: u8,
    /// The length of a cube's edge; with numbers, the distance of opposite faces. Inches.
    pub edge_in: f64,
    /// Its material and shape.
    pub look: DieLook,
}

impl ThrownDie {
    /// A cube with pips: matt, with rounded edges.
    pub fn with_pips(value: u8, edge_in: f64, body: Colour, pips: Colour) -> Self {
        let pips = PipLook { colour: pips, radius: 0.2, spread: 0.5, one_larger: 1.0, dent: 0.3 };
        let look = DieLook {
            body,
            second: body,
            marble: 0.0,
            speckle: 0.0,
            translucent: 0.0,
            gloss: 0.2,
            edge_radius: 0.25,
            corner_sphere: 1.6,
            bulge: 0.0,
            pips,
            numbers: None,
        };
        Self { value, edge_in, look }
    }

    /// A die with numbers: matt, with bold digits.
    pub fn with_numbers(value: u8, shape: DieShape, edge_in: f64, body: Colour, digits: Colour) -> Self {
        let numbers = NumberLook {
            shape,
            typeface: Typeface::Bold,
            height: 0.62,
            weight: 0.5,
            width: 1.0,
            mark: NumberMark::Bar,
            flipped: false,
        };
        let pips = Self::with_pips(value, edge_in, body, digits);
        Self { look: DieLook { numbers: Some(numbers), edge_radius: 0.1, ..pips.look }, ..pips }
    }

    /// A random die with numbers: the same seed is the same die, whatever it shows.
    pub fn numbered(seed: u64, shape: DieShape, value: u8) -> Self {
        let mut chances = Sampler::new(seed ^ 0x6e75_6d62);
        let look = numbered_look(&mut chances, shape);
        Self { value, edge_in: chances.between(13.0, 19.0) / 25.4, look }
    }
}

impl TraySetup {
    /// A random tray in which given dice lie level: camera (within 26 degrees of the vertical), light, ground and places by seed. A
    /// die for which no place is found is left out.
    pub fn with_dice(seed: u64, dice: &[ThrownDie]) -> Self {
        let mut chances = Sampler::new(seed ^ 0x7472_6179);
        let mut tray = empty(seed, &mut chances, MOST_TILT_RAD);
        tray.lay(dice, &mut chances);
        tray
    }

    /// The same tray under the same camera and lamps, in which other dice lie level: their places by seed.
    pub fn with_next_dice(&self, seed: u64, dice: &[ThrownDie]) -> Self {
        let mut tray = Self { seed, dice: Vec::new(), ..self.clone() };
        tray.lay(dice, &mut Sampler::new(seed ^ 0x6e65_7874));
        tray
    }

    fn lay(&mut self, dice: &[ThrownDie], chances: &mut Sampler) {
        for die in dice {
            let chance = if chances.happens(0.25) { 1.0 } else { 0.0 };
            self.dice.extend(placed(chances, die, chance, &self.ground, &self.dice));
        }
    }

    /// A random tray with numbered dice of all shapes, and some with pips; some of them are cocked: for training.
    pub fn numbered(seed: u64) -> Self {
        let mut chances = Sampler::new(seed ^ 0x6e6f_7321);
        let mut tray = empty(seed, &mut chances, f64::MAX);
        let kinds = chances.count(1, 4);
        let shapes = [DieShape::D8, DieShape::D10, DieShape::Tens, DieShape::D20];
        let kinds: Vec<ThrownDie> = (0..kinds)
            .map(|kind| {
                if chances.happens(0.15) {
                    let edge_in = chances.between(12.0, 18.0) / 25.4;
                    return ThrownDie { value: 1, edge_in, look: random_look(&mut chances) };
                }
                let shape = chances.one_of(DieShape::D6, &shapes);
                ThrownDie::numbered(seed.wrapping_mul(8) + u64::from(kind), shape, 1)
            })
            .collect();
        for _ in 0..chances.count(3, 12) {
            let kind = chances.count(0, kinds.len() as u32 - 1) as usize;
            let Some(die) = kinds.get(kind) else { continue };
            let shape = die.look.numbers.map_or(DieShape::D6, |numbers| numbers.shape);
            let value = shape.random_value(&mut chances);
            let chance = chances.between(0.0, 1.0);
            let die = ThrownDie { value, ..*die };
            tray.dice.extend(placed(&mut chances, &die, chance, &tray.ground, &tray.dice));
        }
        tray
    }
}

impl DieShape {
    fn random_value(self, chances: &mut Sampler) -> u8 {
        let (low, high, by) = match self {
            Self::D6 => (1, 6, 1),
            Self::D8 => (1, 8, 1),
            Self::D10 => (0, 9, 1),
            Self::Tens => (0, 9, 10),
            Self::D20 => (1, 20, 1),
        };
        chances.count(low, high) as u8 * by
    }
}

/// How far a camera's line of sight is from the vertical.
fn tilt_rad(camera: &CameraSetup) -> f64 {
    let (x, y, z) = camera.position_in;
    (x - camera.looks_at.x_in).hypot(y - camera.looks_at.y_in).atan2(z)
}

/// A random tray without dice.
fn empty(seed: u64, chances: &mut Sampler, most_tilt_rad: f64) -> TraySetup {
    let edge_in = 16.0 / 25.4;
    let edge_px = chances.between(46_f64.ln(), 110_f64.ln()).exp();
    let size_px = chances.count(420, 640);
    let half_in = 0.5 * f64::from(size_px) * edge_in / edge_px;
    let mut camera = random_camera(chances, size_px, half_in);
    while tilt_rad(&camera) > most_tilt_rad {
        camera = random_camera(chances, size_px, half_in);
    }
    let lamps = random_lamps(chances, &camera, half_in);
    let ground = random_ground(chances, edge_in, half_in);
    let sensor = TraySensor::random(chances, 70);
    let ambient = chances.between(0.25, 0.75);
    TraySetup { seed, camera, lamps, ambient, ground, dice: Vec::new(), sensor }
}

/// A die in its place: cocked, against another one, or by itself, as `chance` says (0 to 1).
fn placed(
    chances: &mut Sampler,
    die: &ThrownDie,
    chance: f64,
    ground: &GroundLook,
    dice: &[DieSetup],
) -> Option<DieSetup> {
    let level = DieSetup {
        value: die.value,
        edge_in: die.edge_in,
        at_in: (0.0, 0.0, 0.5 * die.edge_in),
        turned_rad: chances.between(0.0, TAU),
        lean_rad: 0.0,
        lean_to_rad: chances.between(0.0, TAU),
        stance: DieStance::Flat,
        look: die.look,
    };
    let neighbour = chances.count(0, (dice.len() as u32).max(1) - 1) as usize;
    let inside = |die: &DieSetup| {
        let half = (ground.half_in.0.min(0.75 * ground.half_in.0 + die.edge_in), ground.half_in.1);
        die.at_in.0.abs() < 0.9 * half.0 && die.at_in.1.abs() < 0.9 * half.1
    };
    let put = match dice.get(neighbour).copied() {
        Some(beside) if (0.0..0.1).contains(&chance) && chance > 0.0 => {
            let lean_rad = chances.between(0.2, 0.7);
            let height_in = 0.5 * die.edge_in * (lean_rad.cos() + lean_rad.sin());
            let at_in = (0.0, 0.0, height_in);
            let cocked = DieSetup { lean_rad, at_in, stance: DieStance::Cocked, ..level };
            against(chances, cocked, &beside, dice)
        }
        Some(beside) if chance > 0.7 => against(chances, level, &beside, dice),
        _ => anywhere(chances, level, ground, dice),
    };
    put.filter(inside)
}

/// A random look with numbers.
fn numbered_look(chances: &mut Sampler, shape: DieShape) -> DieLook {
    let look = random_look(chances);
    let others: Vec<Typeface> = Typeface::ALL.to_vec();
    let numbers = NumberLook {
        shape,
        typeface: chances.one_of(Typeface::Bold, &others),
        height: chances.between(0.5, 0.78),
        weight: chances.between(0.1, 0.8),
        width: chances.between(0.8, 1.2),
        mark: chances.one_of(NumberMark::Bar, &[NumberMark::Dot]),
        flipped: chances.happens(0.5),
    };
    DieLook { numbers: Some(numbers), bulge: 0.5 * look.bulge, ..look }
}
