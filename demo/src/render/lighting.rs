//! The light over the table: a lamp with soft shadows, light from all round, and perhaps a second lamp.

use crate::model::solids::Vec3;
use crate::setup::colour::{Light, added, filtered, scaled};
use crate::setup::records::LightSetup;

/// How many points of a lamp throw shadows.
pub(crate) const LAMP_POINTS: usize = 8;

/// A lamp.
pub(crate) struct Lamp {
    lamp_in: Vec3,
    radius_in: f32,
    middle_in: Vec3,
}

impl Lamp {
    fn new((x, y, z): (f64, f64, f64), radius_in: f64, sea_in: (f64, f64)) -> Self {
        Self {
            lamp_in: Vec3::new(x as f32, y as f32, z as f32),
            radius_in: radius_in as f32,
            middle_in: Vec3::new(sea_in.0 as f32 / 2.0, sea_in.1 as f32 / 2.0, 0.0),
        }
    }

    /// The lamp's direct light at a place, for a face looking along `normal`: 1 on level paper in the middle of
    /// the table.
    pub(crate) fn direct(&self, place: &Vec3, normal: &Vec3) -> f32 {
        let (here, middle) = (self.lamp_in - place, self.lamp_in - self.middle_in);
        let fall = |to_lamp: &Vec3| to_lamp.norm_squared() * to_lamp.norm();
        (here.dot(normal) / fall(&here)).max(0.0) * fall(&middle) / middle.z
    }

    /// The way from a place to the lamp's middle, and the lamp's radius, inches.
    pub(crate) fn from(&self, place: &Vec3) -> (Vec3, f32) {
        (self.lamp_in - place, self.radius_in)
    }

    /// The lamp mirrored in a glossy sea (Blinn's half-way direction).
    fn glare(&self, place: &Vec3, camera_in: &Vec3, gloss: f32) -> f32 {
        let half = (self.lamp_in - place).normalize() + (camera_in - place).normalize();
        let upright = half.z / half.norm();
        // Below this a 260th power is nothing.
        if upright < 0.96 { 0.0 } else { 0.9 * gloss * upright.powf(260.0) }
    }

    /// Directions from a place to points of the lamp.
    pub(crate) fn points(&self, place: &Vec3) -> [Vec3; LAMP_POINTS] {
        let axis = (self.lamp_in - place).normalize();
        let across = axis.cross(&Vec3::x()).normalize();
        let along = axis.cross(&across);
        let mut at = 0.0_f32;
        [0; LAMP_POINTS].map(|_| {
            // Vogel's sunflower: even over the disc.
            at += 1.0;
            let radius = self.radius_in * ((at - 0.5) / LAMP_POINTS as f32).sqrt();
            let (sin, cos) = (at * 2.399_963).sin_cos();
            (self.lamp_in + (across * cos + along * sin) * radius - place).normalize()
        })
    }
}

/// The lamps and the surrounding light.
pub(crate) struct Lighting {
    pub(crate) lamp: Lamp,
    ambient: f32,
    /// The light that white paper in the middle of the table reflects, without the second lamp.
    white: Light,
    /// The second lamp, and what it adds to that light.
    second: Option<(Lamp, Light)>,
}

impl Lighting {
    pub(crate) fn new(setup: &LightSetup, sea_in: (f64, f64)) -> Self {
        Self {
            lamp: Lamp::new(setup.lamp_in, setup.lamp_radius_in, sea_in),
            ambient: setup.ambient as f32,
            white: scaled(setup.tint.linear(), 0.75 * setup.brightness as f32),
            second: setup.second.map(|second| {
                let white = scaled(second.tint.linear(), 0.75 * second.brightness as f32);
                (Lamp::new(second.lamp_in, second.lamp_radius_in, sea_in), white)
            }),
        }
    }

    /// The second lamp.
    pub(crate) fn second(&self) -> Option<&Lamp> {
        self.second.as_ref().map(|(lamp, _)| lamp)
    }

    /// The light that a face at a place reflects; `seen` are the shares of both lamps that it sees.
    pub(crate) fn shade(&self, paint: Light, place: &Vec3, normal: &Vec3, seen: (f32, f32)) -> Light {
        // Ambient light comes from above rather than from the table.
        let around = self.ambient * (0.62 + 0.38 * normal.z);
        let direct = self.lamp.direct(place, normal) * seen.0;
        let light = scaled(filtered(paint, self.white), around + (1.0 - self.ambient) * direct);
        match &self.second {
            Some((lamp, white)) => {
                added(light, scaled(filtered(paint, *white), lamp.direct(place, normal) * seen.1))
            }
            None => light,
        }
    }

    /// The light that level ground mirrors.
    pub(crate) fn glare(&self, place: &Vec3, camera_in: &Vec3, gloss: f32) -> Light {
        let glare = scaled(self.white, self.lamp.glare(place, camera_in, gloss));
        match &self.second {
            Some((lamp, white)) => added(glare, scaled(*white, lamp.glare(place, camera_in, gloss))),
            None => glare,
        }
    }

    /// Some light from level ground, as it is left when these shares of both lamps are seen.
    pub(crate) fn shaded_ground(&self, light: Light, place: &Vec3, seen: (f32, f32)) -> Light {
        if self.second.is_none() {
            let lamp = (1.0 - self.ambient) * self.lamp.direct(place, &Vec3::z());
            return scaled(light, (self.ambient + lamp * seen.0) / (self.ambient + lamp));
        }
        let paper = |seen| self.shade([1.0; 3], place, &Vec3::z(), seen);
        let (left, whole) = (paper(seen), paper((1.0, 1.0)));
        [0, 1, 2].map(|channel| light[channel] * left[channel] / whole[channel].max(1e-6))
    }

    /// How much of the light at the middle of the table is left when this share of the first lamp is seen.
    pub(crate) fn share_of_lamp_light(&self, seen: f32) -> f32 {
        let lamp = 1.0 - self.ambient;
        (self.ambient + lamp * seen) / (self.ambient + lamp)
    }
}
