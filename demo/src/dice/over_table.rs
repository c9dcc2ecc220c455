//! Dice on the table: drawn over its film, each with its shadow, in rest or blurred by their motion.

use crate::dice::die::Die;
use crate::dice::setup::DieSetup;
use crate::render::film::{Film, Rect};
use crate::render::lighting::LAMP_POINTS;
use crate::render::scene::Scene;
use crate::setup::colour::{Light, added, filtered, scaled};
use crate::setup::sampler::split_mix;
use geometry::Point;
use nalgebra::Vector3;

type Vec3 = Vector3<f32>;

/// Samples of each pixel that a die or its shadow may change. Each sees the dice at its own moment of the exposure.
pub(crate) const SAMPLES: usize = 6;

/// Where in its pixel each sample looks: even over both sides (a lattice of rank one).
const SAMPLE_PLACES: [(f32, f32); SAMPLES] =
    [(-0.417, -0.083), (-0.25, 0.417), (-0.083, -0.25), (0.083, 0.25), (0.25, -0.417), (0.417, 0.083)];

/// A die on the table, ready to be drawn.
pub(crate) struct PlacedDie {
    /// Its poses over the exposure: one when it lies still.
    poses: Vec<Die>,
    setups: Vec<DieSetup>,
    /// Directions to the points of both lamps.
    lamps: [Vec3; LAMP_POINTS],
    second: Option<[Vec3; LAMP_POINTS]>,
    /// The part of the picture that it and its shadow may change.
    pub(crate) part: Rect,
    /// The part in which the die itself may be seen.
    body: Rect,
}

impl PlacedDie {
    /// A die in these poses over the exposure; none without a pose.
    pub(crate) fn new(scene: &Scene, setups: Vec<DieSetup>, seed: u64) -> Option<Self> {
        let poses: Vec<Die> = setups.iter().map(|setup| Die::new(setup, split_mix(seed) as u32)).collect();
        let middle = poses.first()?.middle();
        let lamps = scene.lighting.lamp.points(&middle);
        let second = scene.lighting.second().map(|lamp| lamp.points(&middle));
        let corners: Vec<Vec3> = poses.iter().flat_map(corners).collect();
        let seen = |places: &[Vec3]| {
            let pixels = places.iter().filter_map(|place| {
                let point = Point::new(f64::from(place.x), f64::from(place.y));
                scene.camera.pixel_from_table(point, f64::from(place.z))
            });
            Rect::around(pixels, scene.size())
        };
        let body = seen(&corners);
        let shadows: Vec<Vec3> = corners
            .iter()
            .flat_map(|corner| {
                lamps.iter().chain(second.iter().flatten()).map(move |lamp| {
                    let fall = corner.z.max(0.0) / lamp.z.max(0.1);
                    corner - lamp * fall
                })
            })
            .collect();
        let part = body.joined(&seen(&shadows));
        Some(Self { poses, setups, lamps, second, part, body })
    }

    /// Is it the same die in the same poses?
    pub(crate) fn is_at(&self, setups: &[DieSetup]) -> bool {
        self.setups == setups
    }

    /// Its pose at the end of the exposure.
    pub(crate) fn last_pose(&self) -> Option<DieSetup> {
        self.setups.first().copied()
    }

    fn pose(&self, sample: usize) -> Option<&Die> {
        self.poses.get(sample % self.poses.len())
    }
}

/// The corners of a box about a die.
fn corners(die: &Die) -> impl Iterator<Item = Vec3> + use<> {
    let (middle, reach) = (die.middle(), die.reach_in());
    (0..8).map(move |corner: u8| {
        let side = |bit: u8| if corner & bit == 0 { -reach } else { reach };
        middle + Vec3::new(side(1), side(2), side(4))
    })
}

/// Draws dice over a part of the film, in which everything else is drawn.
pub(crate) fn draw(scene: &Scene, film: &mut Film, part: Rect, dice: &[PlacedDie]) {
    let mut near: Vec<&PlacedDie> = Vec::with_capacity(dice.len());
    for y in part.y0..part.y1 {
        for (x, light) in (part.x0..).zip(film.row_mut(y, part.x0, part.x1)) {
            near.clear();
            near.extend(dice.iter().filter(|die| die.part.holds(x, y)));
            if near.is_empty() {
                continue;
            }
            let mut sum = [0.0; 3];
            for (sample, (dx, dy)) in SAMPLE_PLACES.iter().enumerate() {
                let at = (x as f32 + dx, y as f32 + dy);
                sum = added(sum, sample_light(scene, at, *light, &near, (x, y), sample));
            }
            *light = scaled(sum, 1.0 / SAMPLES as f32);
        }
    }
}

fn sample_light(
    scene: &Scene,
    at: (f32, f32),
    ground: Light,
    near: &[&PlacedDie],
    (x, y): (usize, usize),
    sample: usize,
) -> Light {
    let (camera, along) = (scene.lines.camera_in(), scene.lines.direction(at.0, at.1));
    let met = near
        .iter()
        .filter(|placed| placed.body.holds(x, y))
        .filter_map(|placed| {
            let die = placed.pose(sample)?;
            Some((die.meet(&camera, &along)?, die))
        })
        .min_by(|(a, _), (b, _)| a.total_cmp(b));
    if let Some((way, die)) = met {
        let place = camera + along * way;
        let surface = die.surface(&place, &along);
        let from = place + surface.normal * 0.01;
        let lit = scene.lighting.shade(surface.paint, &place, &surface.normal, seen(near, &from, sample));
        // Schlick's approximation for a material of refraction 1.5 that mirrors the room.
        let facing = -along.normalize().dot(&surface.normal);
        let fresnel = 0.04 + 0.96 * (1.0 - facing.clamp(0.0, 1.0)).powi(5);
        return added(lit, [0.3 * surface.gloss * fresnel; 3]);
    }
    let Some((x_in, y_in)) = scene.lines.table_point(&along) else { return ground };
    let place = Vec3::new(x_in, y_in, 0.0);
    let open: f32 = near
        .iter()
        .filter_map(|placed| placed.pose(sample))
        .filter(|die| (die.middle() - place).norm() < 2.0 * die.reach_in())
        .map(|die| 1.0 - 0.35 * (-1.6 * die.nearness(&place)).exp())
        .product();
    let shaded = scene.lighting.shaded_ground(ground, &place, seen(near, &place, sample));
    filtered(shaded, [open; 3])
}

/// Whether a place sees the point of each lamp that this sample asks for, as shares.
fn seen(near: &[&PlacedDie], from: &Vec3, sample: usize) -> (f32, f32) {
    let free = |lamp_of: &dyn Fn(&PlacedDie) -> Option<Vec3>| {
        let hides = |placed: &&PlacedDie| {
            let (Some(die), Some(lamp)) = (placed.pose(sample), lamp_of(placed)) else { return false };
            die.meet(from, &lamp).is_some()
        };
        f32::from(u8::from(!near.iter().any(hides)))
    };
    let point = sample % LAMP_POINTS;
    (
        free(&|placed| placed.lamps.get(point).copied()),
        free(&|placed| placed.second.as_ref().and_then(|points| points.get(point).copied())),
    )
}
