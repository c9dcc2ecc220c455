//! A tray as a record: camera, lamps, ground, dice. The same record draws the same picture bit for bit.

use crate::dice::numbers::{DieShape, NumberLook};
use crate::dice::throw::thrown;
use crate::setup::colour::Colour;
use crate::setup::records::CameraSetup;
use crate::setup::sampler::Sampler;
use geometry::Point;
use serde::{Deserialize, Serialize};

/// A tray with dice, as seen by one camera. Inches; the tray's middle is the origin, z is up.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TraySetup {
    /// Drives textures and noise.
    pub seed: u64,
    /// The camera and its lens.
    pub camera: CameraSetup,
    /// The lamps: the first is the main one.
    pub lamps: Vec<LampSetup>,
    /// The share of light that comes from everywhere (0 to 1).
    pub ambient: f64,
    /// What the dice lie on.
    pub ground: GroundLook,
    /// The dice.
    pub dice: Vec<DieSetup>,
    /// The camera's sensor.
    pub sensor: TraySensor,
}

/// A lamp, mirrored by glossy dice in its true shape.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct LampSetup {
    /// Its middle, inches.
    pub at_in: (f64, f64, f64),
    /// Half its width, inches.
    pub radius_in: f64,
    /// Its shape.
    pub shape: LampShape,
    /// The light that it gives to the middle of the tray; 1 makes white paper white.
    pub brightness: f64,
    /// The colour of white paper in its light.
    pub tint: Colour,
}

/// The shape of a lamp.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum LampShape {
    /// A round lamp.
    Disc,
    /// A ring, as about a camera.
    Ring,
    /// A window or panel.
    Square,
}

/// What the dice lie on.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct GroundLook {
    /// Its colour.
    pub colour: Colour,
    /// A second colour, for the print.
    pub second: Colour,
    /// What is on it.
    pub print: GroundPrint,
    /// How strongly its brightness varies (0 to 1).
    pub mottle: f64,
    /// The size of a feature of the print, inches.
    pub feature_in: f64,
    /// How strongly it mirrors the lamps (0 to 1).
    pub gloss: f64,
    /// Half the tray's inner width and depth, inches; beyond it is a rim of the second colour.
    pub half_in: (f64, f64),
}

/// What is on the ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum GroundPrint {
    /// Paper: nothing.
    Plain,
    /// Felt: short fibres.
    Felt,
    /// Wood: grain along one direction.
    Wood,
    /// Printed round spots, as large as pips.
    Spots,
    /// A grid of lines.
    Grid,
}

/// A die.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct DieSetup {
    /// The value of the face that points up most.
    pub value: u8,
    /// Length of an edge, inches.
    pub edge_in: f64,
    /// Its middle, inches.
    pub at_in: (f64, f64, f64),
    /// Its turn about the vertical, radians.
    pub turned_rad: f64,
    /// How far its upper face leans from level, radians, and the direction to which it leans.
    pub lean_rad: f64,
    /// The direction of the lean, radians.
    pub lean_to_rad: f64,
    /// How it came to rest.
    pub stance: DieStance,
    /// Its material and shape.
    pub look: DieLook,
}

/// How a die came to rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum DieStance {
    /// Level on the ground.
    Flat,
    /// Leaning against something.
    Cocked,
    /// On top of another die.
    Stacked,
}

/// Material and shape of a die.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct DieLook {
    /// The body's colour.
    pub body: Colour,
    /// The second colour of a marbled or speckled body.
    pub second: Colour,
    /// The share of the second colour as soft clouds (0 to 1).
    pub marble: f64,
    /// The share of the second colour as small grains (0 to 1).
    pub speckle: f64,
    /// How much light goes through (0 to 1).
    pub translucent: f64,
    /// How strongly it mirrors (0 to 1).
    pub gloss: f64,
    /// The radius of its rounded edges, half edges.
    pub edge_radius: f64,
    /// The sphere that cuts its corners, half edges: 1.73 and more cut nothing.
    pub corner_sphere: f64,
    /// How much its faces bulge: the normal's lean at a face's edge.
    pub bulge: f64,
    /// Its pips.
    pub pips: PipLook,
    /// Numbers in place of pips: the shape is then theirs, and the length of an edge that from a face to the opposite one.
    #[serde(default)]
    pub numbers: Option<NumberLook>,
}

/// The pips of a die.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct PipLook {
    /// Their colour.
    pub colour: Colour,
    /// Their radius, half edges.
    pub radius: f64,
    /// The distance of outer pips from the middle lines, half edges.
    pub spread: f64,
    /// How much larger the single pip of the one is.
    pub one_larger: f64,
    /// How strongly they are dented.
    pub dent: f64,
}

/// The camera's sensor.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct TraySensor {
    /// Blur, standard deviation in pixels.
    pub blur_px: f64,
    /// How much is sharpened afterwards (0: not).
    pub sharpening: f64,
    /// Noise, codes.
    pub noise_codes: f64,
    /// JPEG quality.
    pub jpeg_quality: u8,
}

impl DieLook {
    /// Half the width of its outline from above in half of its edge.
    pub(super) fn spread(&self) -> f64 {
        match self.numbers.map(|numbers| numbers.shape) {
            Some(DieShape::D8) => 1.2,
            Some(DieShape::D10 | DieShape::Tens) => 1.15,
            Some(DieShape::D20) => 1.05,
            Some(DieShape::D6) | None => 1.0,
        }
    }
}

impl TraySensor {
    /// A random one, whose pictures have at least this JPEG quality.
    pub(super) fn random(chances: &mut Sampler, least_quality: u32) -> Self {
        Self {
            blur_px: chances.between(0.2, 0.9),
            sharpening: if chances.happens(0.4) { chances.between(0.2, 1.2) } else { 0.0 },
            noise_codes: chances.between(0.3, 5.0),
            jpeg_quality: chances.count(least_quality, 97) as u8,
        }
    }
}

impl TraySetup {
    /// A random tray: the same seed is the same tray.
    pub fn random(seed: u64) -> Self {
        let mut chances = Sampler::new(seed ^ 0x6469_6365);
        let edge_in = chances.between(12.0, 20.0) / 25.4;
        let edge_px = chances.between(22_f64.ln(), 64_f64.ln()).exp();
        let size_px = chances.count(360, 560);
        // The tray as wide as the picture, in inches.
        let half_in = 0.5 * f64::from(size_px) * edge_in / edge_px;
        let camera = random_camera(&mut chances, size_px, half_in);
        let lamps = random_lamps(&mut chances, &camera, half_in);
        let ground = random_ground(&mut chances, edge_in, half_in);
        let count = chances.count(2, 12);
        let dice = thrown(&mut chances, count, edge_in, &ground);
        let sensor = TraySensor::random(&mut chances, 60);
        let ambient = chances.between(0.25, 0.75);
        Self { seed, camera, lamps, ambient, ground, dice, sensor }
    }
}

/// A camera from straight above to 45 degrees, that sees about the whole tray.
pub(super) fn random_camera(chances: &mut Sampler, size_px: u32, half_in: f64) -> CameraSetup {
    let focal = chances.between(0.75, 1.8);
    let tilt = if chances.happens(0.4) { chances.between(0.0, 0.2) } else { chances.between(0.0, 0.785) };
    let from = chances.between(0.0, std::f64::consts::TAU);
    let distance_in = 2.0 * half_in * focal;
    let aside_in = distance_in * tilt.sin();
    let looks_at = Point::new(chances.between(-0.1, 0.1) * half_in, chances.between(-0.1, 0.1) * half_in);
    CameraSetup {
        width: size_px,
        height: size_px,
        focal_px: focal * f64::from(size_px),
        centre_off_px: (0.0, 0.0),
        dist: [chances.between(-0.12, 0.04), 0.01, 0.0, 0.0, 0.0],
        position_in: (
            looks_at.x_in + aside_in * from.sin(),
            looks_at.y_in + aside_in * from.cos(),
            distance_in * tilt.cos(),
        ),
        looks_at,
        roll_rad: chances.between(-0.3, 0.3),
    }
}

pub(super) fn random_lamps(chances: &mut Sampler, camera: &CameraSetup, half_in: f64) -> Vec<LampSetup> {
    let count = if chances.happens(0.5) { 1 } else { 2 };
    let mut lamps = Vec::new();
    for lamp in 0..count {
        let at_camera = chances.happens(0.3);
        let reach = chances.between(1.5, 6.0) * half_in;
        let aside = chances.between(0.0, 1.5) * reach;
        let to = chances.between(0.0, std::f64::consts::TAU);
        let (x, y, z) = camera.position_in;
        let at_in = if at_camera {
            let off = 0.3 * half_in;
            (x + chances.between(-off, off), y + chances.between(-off, off), z * chances.between(0.9, 1.3))
        } else {
            (aside * to.sin(), aside * to.cos(), reach)
        };
        let shape = chances.one_of(LampShape::Disc, &[LampShape::Disc, LampShape::Ring, LampShape::Square]);
        let radius_in = at_in.2 * chances.between(0.03_f64.ln(), 0.5_f64.ln()).exp();
        let warmth = chances.between(-0.5, 1.0);
        let tint = if warmth > 0.0 {
            Colour(255, (252.0 - 42.0 * warmth) as u8, (248.0 - 96.0 * warmth) as u8)
        } else {
            Colour((255.0 + 60.0 * warmth) as u8, (255.0 + 20.0 * warmth) as u8, 255)
        };
        let share = if lamp == 0 { 1.0 } else { chances.between(0.1, 0.8) };
        lamps.push(LampSetup {
            at_in,
            radius_in,
            shape,
            brightness: share * chances.between(0.55, 1.1) / f64::from(count).sqrt(),
            tint,
        });
    }
    lamps
}

pub(super) fn random_ground(chances: &mut Sampler, edge_in: f64, half_in: f64) -> GroundLook {
    let paper = Colour(200, 198, 192);
    let colours = [
        paper,
        Colour(150, 148, 142),
        Colour(32, 90, 54),
        Colour(38, 60, 120),
        Colour(120, 24, 30),
        Colour(130, 92, 58),
        Colour(82, 54, 36),
        Colour(178, 140, 96),
        Colour(40, 40, 44),
        Colour(128, 160, 176),
        Colour(90, 40, 110),
        Colour(236, 236, 232),
    ];
    let colour = chances.one_of(paper, &colours);
    let colour = chances.near(colour, 20.0);
    let second = chances.one_of(paper, &colours);
    let print = match chances.between(0.0, 1.0) {
        x if x < 0.3 => GroundPrint::Plain,
        x if x < 0.6 => GroundPrint::Felt,
        x if x < 0.8 => GroundPrint::Wood,
        x if x < 0.9 => GroundPrint::Spots,
        _ => GroundPrint::Grid,
    };
    let half_in = if chances.happens(0.5) {
        (half_in * chances.between(0.75, 1.0), half_in * chances.between(0.65, 1.0))
    } else {
        (half_in * 1.5, half_in * 1.5)
    };
    GroundLook {
        colour,
        second: chances.near(second, 20.0),
        print,
        mottle: chances.between(0.0, 0.35),
        feature_in: edge_in
            * if print == GroundPrint::Spots { chances.between(0.6, 2.0) } else { chances.between(0.3, 3.0) },
        gloss: if chances.happens(0.3) { chances.between(0.1, 0.6) } else { 0.0 },
        half_in,
    }
}
