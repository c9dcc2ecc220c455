//! The picture of a tray, and the truth about it.

use crate::dice::die::{Die, Surface};
use crate::dice::ground::ground_paint;
use crate::dice::light::Lamps;
use crate::dice::setup::{DieSetup, DieStance, TraySetup};
use crate::render::noise::unit_hash;
use crate::render::rays::SightLines;
use crate::setup::colour::{CODE_SCALE, Colour, Gamma, Light, added, filtered, scaled};
use crate::setup::sampler::split_mix;
use calibration::TableCamera;
use geometry::Point;
use nalgebra::{Vector2, Vector3};
use opencv::core::{CV_8UC3, Mat, Scalar, Size, Vector};
use opencv::prelude::*;
use opencv::{imgcodecs, imgproc};

type Vec3 = Vector3<f32>;

/// Samples across a pixel that shows a die, each way.
const SAMPLES: usize = 3;

/// What shows less of its upper face than this can't be read, and what shows less than [`SEEN`] isn't there at all.
const READABLE: f64 = 0.92;
const SEEN: f64 = 0.4;

/// What shows less of its pips or its number can't be read either: they are as dark as their die, or a lamp's glare lies on them.
const READABLE_INK: f64 = 0.75;

/// Smaller upper faces aren't promised to be read: a die of 20 pixels, seen from 45 degrees.
const READABLE_PX: f64 = 17.0;

/// What is seen more aslant than from 45 degrees isn't promised to be read either: a side is seen better than the upper face then.
/// At a wide lens's rim dice are seen so, though its middle looks down steeply.
const LEAST_COS: f32 = std::f32::consts::FRAC_1_SQRT_2;

/// A side that is seen more aslant than this isn't seen (a cosine).
const SIDE_SEEN_COS: f32 = 0.25;

/// A tray, ready to be drawn.
pub struct DiceTray {
    pub(super) setup: TraySetup,
    pub(super) camera: TableCamera,
    pub(super) dice: Vec<Die>,
}

/// A die in the picture, as it truly is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TrayDie {
    /// Its place in the record.
    pub die: usize,
    /// The value of its upper face.
    pub value: u8,
    /// The middle of its upper face, pixels.
    pub middle_px: (f64, f64),
    /// The root of the upper face's area in the picture, pixels.
    pub side_px: f64,
    /// The upper face's normal as seen in the picture: to the right and down, in lengths of itself.
    pub up: (f64, f64),
    /// The visible share of its upper face.
    pub visible: f64,
    /// Whether a player would read it: level, on the ground, its upper face seen, and from no more than 45 degrees aslant.
    pub readable: bool,
}

/// A face of a die that is seen and is not its upper one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TraySide {
    /// Its middle, pixels.
    pub middle_px: (f64, f64),
    /// The root of its area in the picture, pixels.
    pub side_px: f64,
}

impl DiceTray {
    /// A tray from its record.
    pub fn new(setup: TraySetup) -> Self {
        let camera = setup.camera.table_camera();
        let seed = |number: usize, die: &DieSetup| match die.look.numbers {
            // A numbered die's clouds and grains are the same in every throw.
            Some(_) => {
                let (Colour(red, green, blue), Colour(_, _, second)) = (die.look.body, die.look.second);
                split_mix(u64::from(u32::from_le_bytes([red, green, blue, second]))) as u32
            }
            None => split_mix(setup.seed.wrapping_mul(64) + number as u64) as u32,
        };
        let dice =
            setup.dice.iter().enumerate().map(|(number, die)| Die::new(die, seed(number, die))).collect();
        Self { setup, camera, dice }
    }

    /// The dice that are seen, in the order of the record.
    pub fn truth(&self) -> Vec<TrayDie> {
        self.dice
            .iter()
            .zip(&self.setup.dice)
            .enumerate()
            .filter_map(|(number, (die, setup))| {
                let (middle, side_px) = self.face_px(die, setup.value)?;
                let tip = die.place_on(setup.value, (0.0, 0.0)) + die.normal_of(setup.value) * 0.2;
                let half_in = f64::from(die.half_side_in(setup.value));
                let up = (self.pixel(&tip)? - middle) * (half_in / 0.2) / (0.5 * side_px);
                let visible = self.visible_share(number, setup.value);
                let supports = self.setup.dice.iter().any(|other| {
                    other.stance == DieStance::Stacked
                        && (other.at_in.0 - setup.at_in.0).hypot(other.at_in.1 - setup.at_in.1)
                            < 0.7 * setup.edge_in
                });
                let inside = |at: f64, size: u32| at > 0.5 * side_px && at < f64::from(size) - 0.5 * side_px;
                let whole =
                    inside(middle.x, self.setup.camera.width) && inside(middle.y, self.setup.camera.height);
                let to_camera = self.camera.position_in.cast::<f32>() - die.place_on(setup.value, (0.0, 0.0));
                let steep = to_camera.normalize().z >= LEAST_COS;
                (visible > SEEN).then_some(TrayDie {
                    die: number,
                    value: setup.value,
                    middle_px: (middle.x, middle.y),
                    side_px,
                    up: (up.x, up.y),
                    visible,
                    readable: setup.stance == DieStance::Flat
                        && visible > READABLE
                        && side_px >= READABLE_PX
                        && whole
                        && steep
                        && !supports
                        && self.shown_share(die, setup.value) > READABLE_INK,
                })
            })
            .collect()
    }

    /// The faces that are turned to the camera and are no upper ones; dice before them may hide them.
    pub fn sides(&self) -> Vec<TraySide> {
        let camera: Vec3 = self.camera.position_in.cast();
        let of_die = |(die, setup): (&Die, &DieSetup)| {
            let others = die.values().into_iter().filter(|value| *value != setup.value);
            let seen = others.filter_map(|value| {
                let to_camera = (camera - die.place_on(value, (0.0, 0.0))).normalize();
                let (middle, side_px) = self.face_px(die, value)?;
                let side = TraySide { middle_px: (middle.x, middle.y), side_px };
                (die.normal_of(value).dot(&to_camera) > SIDE_SEEN_COS).then_some(side)
            });
            seen.collect::<Vec<TraySide>>()
        };
        self.dice.iter().zip(&self.setup.dice).flat_map(of_die).collect()
    }

    /// The middle of the face with a value, pixels, and the root of its area in the picture.
    fn face_px(&self, die: &Die, value: u8) -> Option<(Vector2<f64>, f64)> {
        let corner = |u: f32, v: f32| self.pixel(&die.place_on(value, (u, v)));
        let (right, down) = (corner(1.0, 0.0)? - corner(-1.0, 0.0)?, corner(0.0, 1.0)? - corner(0.0, -1.0)?);
        Some((corner(0.0, 0.0)?, right.perp(&down).abs().sqrt()))
    }

    fn pixel(&self, place: &Vec3) -> Option<Vector2<f64>> {
        let point = Point::new(f64::from(place.x), f64::from(place.y));
        let pixel = self.camera.pixel_from_table(point, f64::from(place.z))?;
        Some(Vector2::new(pixel.x_px, pixel.y_px))
    }

    /// The share of an upper face that is in the picture and not hidden by other dice.
    fn visible_share(&self, number: usize, value: u8) -> f64 {
        let Some(die) = self.dice.get(number) else { return 0.0 };
        let camera: Vec3 = self.camera.position_in.cast();
        let places = (0..49).map(|place| (place % 7, place / 7));
        let seen = places.filter(|&(column, row)| {
            let face = die.place_on(value, ((column as f32 - 3.0) * 0.3, (row as f32 - 3.0) * 0.3));
            let holds = self.pixel(&face).is_some_and(|pixel| {
                pixel.x >= 0.0
                    && pixel.y >= 0.0
                    && pixel.x < f64::from(self.setup.camera.width)
                    && pixel.y < f64::from(self.setup.camera.height)
            });
            let to = face - camera;
            let hidden = |(other, die): (usize, &Die)| {
                other != number && die.meet(&camera, &to).is_some_and(|way| way < 0.999)
            };
            holds && !self.dice.iter().enumerate().any(hidden)
        });
        seen.count() as f64 / 49.0
    }

    /// The picture.
    ///
    /// # Errors
    /// OpenCV's, when it can't make the picture.
    pub fn picture(&self) -> opencv::Result<Mat> {
        let (width, height) = (self.setup.camera.width as usize, self.setup.camera.height as usize);
        let lines = SightLines::new(&self.camera);
        let lamps = Lamps::new(&self.setup.lamps);
        let gamma = Gamma::new();
        let mut codes = Vec::with_capacity(width * height * 3);
        for y in 0..height {
            for x in 0..width {
                let light = self.pixel_light(&lines, &lamps, x as f32, y as f32);
                codes.extend(
                    light
                        .iter()
                        .rev()
                        .map(|light| (f32::from(gamma.code(*light)) / CODE_SCALE).round() as u8),
                );
            }
        }
        let mut picture =
            Mat::new_rows_cols_with_default(height as i32, width as i32, CV_8UC3, Scalar::all(0.0))?;
        picture.data_bytes_mut()?.copy_from_slice(&codes);
        self.exposed(&picture)
    }

    fn pixel_light(&self, lines: &SightLines, lamps: &Lamps, x: f32, y: f32) -> Light {
        let camera = lines.camera_in();
        let along = lines.direction(x, y);
        // Only dice near the line of sight, or whose shadow may fall where it ends, matter.
        let ground = camera + along * (-camera.z / along.z);
        let near: Vec<&Die> = self
            .dice
            .iter()
            .filter(|die| (die.middle() - ground).xy().norm() < 6.0 * die.reach_in())
            .collect();
        let seen = near.iter().any(|die| {
            let to = die.middle() - camera;
            (to - along * (to.dot(&along) / along.norm_squared())).norm() < 1.05 * die.reach_in()
        });
        if !seen {
            return self.light_along(lamps, &near, &camera, &along, 0);
        }
        let mut sum = [0.0; 3];
        for sample in 0..SAMPLES * SAMPLES {
            let place = |step: usize| (step as f32 + 0.5) / SAMPLES as f32 - 0.5;
            let along = lines.direction(x + place(sample % SAMPLES), y + place(sample / SAMPLES));
            sum = added(sum, self.light_along(lamps, &near, &camera, &along, sample + 1));
        }
        scaled(sum, 1.0 / (SAMPLES * SAMPLES) as f32)
    }

    fn light_along(&self, lamps: &Lamps, near: &[&Die], camera: &Vec3, along: &Vec3, turn: usize) -> Light {
        let met = near
            .iter()
            .filter_map(|die| die.meet(camera, along).map(|way| (way, *die)))
            .min_by(|(a, _), (b, _)| a.total_cmp(b));
        let (place, surface) = match met {
            Some((way, die)) => {
                let place = camera + along * way;
                (place, die.surface(&place, along))
            }
            None => {
                let place = camera + along * (-camera.z / along.z);
                let paint = ground_paint(&self.setup.ground, self.setup.seed as u32, place.x, place.y);
                let gloss = 0.25 * self.setup.ground.gloss as f32;
                (place, Surface { paint, normal: Vec3::z(), gloss, ink: 0.0 })
            }
        };
        self.light_of(lamps, (near, met.map(|(_, die)| die)), (&place, &surface), along, turn)
    }

    /// The light that a surface sends to the camera, `along` towards the surface: that of one of some dice, or of the ground.
    pub(super) fn light_of(
        &self,
        lamps: &Lamps,
        (near, met): (&[&Die], Option<&Die>),
        (place, surface): (&Vec3, &Surface),
        along: &Vec3,
        turn: usize,
    ) -> Light {
        let ambient = self.setup.ambient as f32;
        let open: f32 = near
            .iter()
            .filter(|die| met.is_none_or(|own| !std::ptr::eq(**die, own)))
            .map(|die| 1.0 - 0.55 * (-1.6 * die.nearness(place)).exp())
            .product();
        // A die's sides get less of the light from everywhere near the ground.
        let sky = if met.is_some() { 0.5 + 0.5 * surface.normal.z.clamp(-1.0, 1.0) } else { 1.0 };
        let from_everywhere = [ambient * 0.75 * open * (0.35 + 0.65 * sky); 3];
        let direct = scaled(lamps.direct(place, &surface.normal, near, turn), 1.0 - ambient);
        let matt = filtered(surface.paint, added(direct, from_everywhere));
        if surface.gloss <= 0.0 {
            return matt;
        }
        let view = along.normalize();
        let facing = -view.dot(&surface.normal);
        let mirrored = view + surface.normal * (2.0 * facing);
        // Schlick's approximation for a material of refraction 1.5.
        let fresnel = 0.04 + 0.96 * (1.0 - facing.clamp(0.0, 1.0)).powi(5);
        let glare = lamps.mirrored(&(place + surface.normal * 0.01), &mirrored);
        added(matt, scaled(added(glare, [0.4 * ambient * fresnel; 3]), surface.gloss * fresnel))
    }

    /// Blur, sharpening, noise and JPEG.
    fn exposed(&self, picture: &Mat) -> opencv::Result<Mat> {
        let sensor = &self.setup.sensor;
        let mut soft = Mat::default();
        imgproc::gaussian_blur_def(picture, &mut soft, Size::new(0, 0), sensor.blur_px)?;
        if sensor.sharpening > 0.0 {
            let (source, mut wide) = (soft, Mat::default());
            imgproc::gaussian_blur_def(&source, &mut wide, Size::new(0, 0), 1.5)?;
            soft = Mat::default();
            let by = sensor.sharpening;
            opencv::core::add_weighted_def(&source, 1.0 + by, &wide, -by, 0.0, &mut soft)?;
        }
        let seed = split_mix(self.setup.seed) as u32;
        for (at, code) in soft.data_bytes_mut()?.iter_mut().enumerate() {
            let noise: f32 = (0..3).map(|part| unit_hash(seed, at as i32, part) - 0.5).sum::<f32>() * 2.0;
            *code = (f32::from(*code) + noise * sensor.noise_codes as f32).round().clamp(0.0, 255.0) as u8;
        }
        let mut bytes = Vector::new();
        let quality = Vector::from_slice(&[imgcodecs::IMWRITE_JPEG_QUALITY, i32::from(sensor.jpeg_quality)]);
        imgcodecs::imencode(".jpg", &soft, &mut bytes, &quality)?;
        imgcodecs::imdecode(&bytes, imgcodecs::IMREAD_COLOR)
    }
}
