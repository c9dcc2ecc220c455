//! Lamps over a tray: direct light with soft shadows, and their mirror images on glossy surfaces.

use crate::dice::die::Die;
use crate::dice::setup::{LampSetup, LampShape};
use crate::setup::colour::{Light, added, scaled};
use nalgebra::Vector3;

type Vec3 = Vector3<f32>;

/// Points of a lamp from which a place is lit: a golden spiral over a disc.
pub(super) const LAMP_POINTS: usize = 8;

/// The lamps of a tray.
pub(super) struct Lamps(Vec<Lamp>);

struct Lamp {
    at: Vec3,
    radius_in: f32,
    shape: LampShape,
    light: Light,
}

impl Lamps {
    pub(super) fn new(setups: &[LampSetup]) -> Self {
        let lamp = |setup: &LampSetup| {
            let (x, y, z) = setup.at_in;
            Lamp {
                at: Vec3::new(x as f32, y as f32, z as f32),
                radius_in: setup.radius_in as f32,
                shape: setup.shape,
                light: scaled(setup.tint.linear(), setup.brightness as f32),
            }
        };
        Self(setups.iter().map(lamp).collect())
    }

    /// The direct light at a place; `turn` chooses which points of the lamps are asked for shadows, 0 takes all.
    pub(super) fn direct(&self, place: &Vec3, normal: &Vec3, dice: &[&Die], turn: usize) -> Light {
        let mut sum = [0.0; 3];
        for lamp in &self.0 {
            let to = lamp.at - place;
            let facing = normal.dot(&to.normalize());
            if facing <= 0.0 {
                continue;
            }
            // Brightness is that in the middle of the tray.
            let nearness = lamp.at.norm_squared() / to.norm_squared();
            let from = place + normal * 0.01;
            let stride = if turn == 0 { 1 } else { 4 };
            let points = (turn % stride..LAMP_POINTS).step_by(stride);
            let (mut seen, mut asked) = (0.0, 0.0);
            for point in points {
                let to = lamp.point(point) - from;
                asked += 1.0;
                seen += f32::from(u8::from(!dice.iter().any(|die| die.meet(&from, &to).is_some())));
            }
            sum = added(sum, scaled(lamp.light, facing * nearness * seen / asked));
        }
        sum
    }

    /// The mirror image of the lamps, seen from a place along a mirrored direction.
    pub(super) fn mirrored(&self, place: &Vec3, along: &Vec3) -> Light {
        let mut sum = [0.0; 3];
        if along.z <= 0.0 {
            return sum;
        }
        for lamp in &self.0 {
            let way = (lamp.at.z - place.z) / along.z;
            let off = (place + along * way - lamp.at) / lamp.radius_in;
            let distance = match lamp.shape {
                LampShape::Disc => off.x.hypot(off.y),
                LampShape::Ring => 0.5 + 2.0 * (off.x.hypot(off.y) - 0.85).abs(),
                LampShape::Square => off.x.abs().max(off.y.abs()),
            };
            let share = ((1.25 - distance) / 0.5).clamp(0.0, 1.0);
            // Radiance against that of white paper in its light: a lamp's solid angle is all that counts.
            let intensity = (lamp.at.z / lamp.radius_in).powi(2).clamp(2.0, 60.0);
            sum = added(sum, scaled(lamp.light, share * intensity));
        }
        sum
    }
}

impl Lamp {
    fn point(&self, number: usize) -> Vec3 {
        let turn = number as f32 * 2.399_963;
        let off = self.radius_in * ((number as f32 + 0.5) / LAMP_POINTS as f32).sqrt();
        self.at + Vec3::new(off * turn.cos(), off * turn.sin(), 0.0)
    }
}
