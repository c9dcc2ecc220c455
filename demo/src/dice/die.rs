//! A die as a solid: a cube with rounded edges, its corners cut by a sphere, with pips on its faces; or a polyhedron with
//! numbers.

use crate::dice::numbered::Numbered;
use crate::dice::setup::{DieLook, DieSetup};
use crate::render::noise::{layered_noise, unit_hash};
use crate::setup::colour::{Light, mixed, scaled};
use nalgebra::{Matrix3, Rotation3, Vector3};

type Vec3 = Vector3<f32>;

/// The value of each face, by axis: x, y, z, positive side first. Opposite faces sum to seven.
const FACES: [[u8; 2]; 3] = [[2, 5], [3, 4], [1, 6]];

/// A surface is met when it is this near, half edges.
const NEAR: f32 = 2e-3;

/// A die in its place.
pub(super) struct Die {
    middle: Vec3,
    half_in: f32,
    die_from_table: Matrix3<f32>,
    look: DieLook,
    body: [Light; 2],
    pip: Light,
    seed: u32,
    /// A polyhedron with numbers in place of the cube with pips.
    numbered: Option<Numbered>,
}

/// What a point of the surface is like.
pub(super) struct Surface {
    /// The paint, linear light.
    pub(super) paint: Light,
    /// The normal, in the table frame.
    pub(super) normal: Vec3,
    /// How strongly it mirrors.
    pub(super) gloss: f32,
    /// The share of ink, or of a pip's paint.
    pub(super) ink: f32,
}

impl Die {
    pub(super) fn new(setup: &DieSetup, seed: u32) -> Self {
        let numbered = setup.look.numbers.map(|numbers| Numbered::new(&numbers));
        let up = numbered.as_ref().map_or_else(|| face_axis(setup.value), |die| die.normal_of(setup.value));
        let to_top = Rotation3::rotation_between(&up, &Vector3::z())
            .unwrap_or_else(|| Rotation3::from_axis_angle(&Vector3::x_axis(), std::f32::consts::PI));
        let turn = Rotation3::from_axis_angle(&Vector3::z_axis(), setup.turned_rad as f32);
        let (sin, cos) = (setup.lean_to_rad as f32).sin_cos();
        let lean = Rotation3::new(Vector3::new(-sin, cos, 0.0) * setup.lean_rad as f32);
        let table_from_die = lean * turn * to_top;
        let (x, y, z) = setup.at_in;
        Self {
            middle: Vector3::new(x as f32, y as f32, z as f32),
            half_in: 0.5 * setup.edge_in as f32,
            die_from_table: table_from_die.inverse().into_inner(),
            look: setup.look,
            body: [setup.look.body.linear(), setup.look.second.linear()],
            pip: setup.look.pips.colour.linear(),
            seed,
            numbered,
        }
    }

    /// The middle, inches.
    pub(super) fn middle(&self) -> Vec3 {
        self.middle
    }

    /// The radius of a sphere about it, inches.
    pub(super) fn reach_in(&self) -> f32 {
        self.numbered.as_ref().map_or(1.74, Numbered::reach) * self.half_in
    }

    /// The values of its faces.
    pub(super) fn values(&self) -> Vec<u8> {
        self.numbered.as_ref().map_or_else(|| (1..=6).collect(), Numbered::values)
    }

    /// A point of the face with a value, inches: places from -1 to 1 along its edges.
    pub(super) fn place_on(&self, value: u8, (u, v): (f32, f32)) -> Vec3 {
        if let Some(numbered) = &self.numbered {
            let local = numbered.place_on(value, (u, v));
            return self.middle + self.die_from_table.transpose() * local * self.half_in;
        }
        let normal = face_axis(value);
        let (along, across) = (normal.yzx(), normal.zxy());
        self.middle + self.die_from_table.transpose() * (normal + along * u + across * v) * self.half_in
    }

    /// Half of the root of a face's area, inches.
    pub(super) fn half_side_in(&self, value: u8) -> f32 {
        self.half_in * self.numbered.as_ref().map_or(1.0, |die| 0.5 * die.side_of(value))
    }

    /// The direction of a face's normal in the table frame.
    pub(super) fn normal_of(&self, value: u8) -> Vec3 {
        let numbered = self.numbered.as_ref().map(|die| die.normal_of(value));
        self.die_from_table.transpose() * numbered.unwrap_or_else(|| face_axis(value))
    }

    fn local(&self, place: &Vec3) -> Vec3 {
        self.die_from_table * (place - self.middle) / self.half_in
    }

    /// Distance from the surface, in half edges; negative inside.
    fn distance(&self, local: &Vec3) -> f32 {
        if let Some(numbered) = &self.numbered {
            return numbered.distance(local, &self.look);
        }
        let radius = self.look.edge_radius as f32;
        let beyond = local.abs() - Vec3::repeat(1.0 - radius);
        let outside = beyond.sup(&Vec3::zeros()).norm() + beyond.max().min(0.0) - radius;
        outside.max(local.norm() - self.look.corner_sphere as f32)
    }

    /// How near a point of the table is to the die, in half edges.
    pub(super) fn nearness(&self, place: &Vec3) -> f32 {
        self.distance(&self.local(place)).max(0.0)
    }

    /// How far along a ray the die is met, in lengths of `along`.
    pub(super) fn meet(&self, from: &Vec3, along: &Vec3) -> Option<f32> {
        let to_middle = self.middle - from;
        let length = along.norm();
        let nearest = to_middle.dot(along) / length;
        let off = to_middle.norm_squared() - nearest * nearest;
        let reach = self.reach_in();
        if off > reach * reach || nearest < -reach {
            return None;
        }
        let half_chord = (reach * reach - off).sqrt();
        let from = self.local(from);
        let along = self.die_from_table * along / length;
        let (mut way, end) =
            ((nearest - half_chord).max(0.0) / self.half_in, (nearest + half_chord) / self.half_in);
        if let Some(numbered) = &self.numbered {
            way = way.max(numbered.entered(&from, &along)?);
        }
        for _ in 0..48 {
            let distance = self.distance(&(from + along * way));
            if distance < NEAR {
                return Some(way * self.half_in / length);
            }
            way += distance;
            if way > end {
                return None;
            }
        }
        None
    }

    /// The surface at a point that was met, seen along a direction.
    pub(super) fn surface(&self, place: &Vec3, along: &Vec3) -> Surface {
        self.painted(place, along, 1.0)
    }

    /// The same if its pips and numbers had neither paint nor dents; the share of ink is that which would be there.
    pub(super) fn bare_surface(&self, place: &Vec3, along: &Vec3) -> Surface {
        self.painted(place, along, 0.0)
    }

    /// The surface with so much of its pips' and numbers' paint and dents.
    fn painted(&self, place: &Vec3, along: &Vec3, share: f32) -> Surface {
        let local = self.local(place);
        if let Some(numbered) = &self.numbered {
            return self.numbered_surface(numbered, &local, along, share);
        }
        let axis = local.iamax();
        let sign = local[axis].signum();
        let radius = self.look.edge_radius as f32;
        let beyond = local.abs() - Vec3::repeat(1.0 - radius);
        let mut normal = if local.norm() > self.look.corner_sphere as f32 - 2.0 * NEAR {
            local.normalize()
        } else {
            beyond.sup(&Vec3::repeat(1e-4)).normalize().component_mul(&local.map(f32::signum))
        };
        let (along_axis, across_axis) = ((axis + 1) % 3, (axis + 2) % 3);
        let (u, v) = (local[along_axis], local[across_axis]);
        let bulge = self.look.bulge as f32;
        normal[along_axis] += bulge * u;
        normal[across_axis] += bulge * v;
        let mut paint = self.body_paint(&local, along);
        let mut gloss = self.look.gloss as f32;
        let value = FACES[axis][usize::from(sign < 0.0)];
        let pip = self.pip_at(value, u, v);
        if let Some((du, dv, inside)) = pip {
            paint = mixed(paint, self.pip, share * (1.0 - self.look.translucent as f32 * 0.15));
            let dent = share * self.look.pips.dent as f32;
            normal[along_axis] -= dent * du;
            normal[across_axis] -= dent * dv;
            paint = scaled(paint, 1.0 - 0.3 * dent * inside);
            gloss *= 1.0 - 0.5 * dent;
        }
        let ink = f32::from(u8::from(pip.is_some()));
        Surface { paint, normal: (self.die_from_table.transpose() * normal).normalize(), gloss, ink }
    }

    fn numbered_surface(&self, numbered: &Numbered, local: &Vec3, along: &Vec3, share: f32) -> Surface {
        let paint = self.mixed_body(local);
        let dent = share * self.look.pips.dent as f32;
        let (normal, inked) = numbered.surface(local, &self.look, dent);
        let ink = share * inked;
        let translucent = self.look.translucent as f32;
        let behind = numbered.ink_behind(local, &(self.die_from_table * along.normalize()));
        let lit = scaled(paint, 1.0 + 0.7 * translucent * (0.5 - 0.5 * local.z));
        let body = mixed(lit, self.pip, 0.25 * translucent * behind);
        Surface {
            paint: scaled(mixed(body, self.pip, ink * (1.0 - 0.15 * translucent)), 1.0 - 0.2 * dent * ink),
            normal: (self.die_from_table.transpose() * normal).normalize(),
            gloss: self.look.gloss as f32 * (1.0 - 0.5 * dent * ink),
            ink: inked,
        }
    }

    /// The body's own colour, with clouds and grains.
    fn mixed_body(&self, local: &Vec3) -> Light {
        let mut share = 0.0;
        if self.look.marble > 0.0 {
            let cloud =
                layered_noise(self.seed, 1.3 * local.x + 7.0 + local.z, 1.3 * local.y + 9.0 - local.z);
            share += ((cloud - 0.5) * 4.0 + self.look.marble as f32).clamp(0.0, 1.0);
        }
        if self.look.speckle > 0.0 {
            let cell = local.map(|at| (at * 9.0 + 100.0) as i32);
            let grain = unit_hash(self.seed ^ 0x77, cell.x + 31 * cell.z, cell.y);
            share += f32::from(u8::from(f64::from(grain) < self.look.speckle));
        }
        mixed(self.body[0], self.body[1], share.min(1.0))
    }

    /// The same and, in a translucent one, the pips of the face behind.
    fn body_paint(&self, local: &Vec3, along: &Vec3) -> Light {
        let paint = self.mixed_body(local);
        let translucent = self.look.translucent as f32;
        if translucent == 0.0 {
            return paint;
        }
        // Bent towards the normal by the material's refraction, about 1.5, the line of sight leaves by the far face.
        let axis = local.iamax();
        let mut inside = self.die_from_table * along.normalize() / 1.5;
        inside[axis] = -local[axis].signum();
        let behind = local + inside * (2.0 / inside[axis].abs());
        let value = FACES[axis][usize::from(local[axis] > 0.0)];
        let pip = self.pip_at(value, behind[(axis + 1) % 3], behind[(axis + 2) % 3]);
        let ghost = if pip.is_some() { 0.25 * translucent } else { 0.0 };
        let lit = scaled(paint, 1.0 + 0.7 * translucent * (0.5 - 0.5 * local.z));
        mixed(lit, self.pip, ghost)
    }

    /// The pip at a place of a face: the place from its middle in its radius, and how deep in it (0 rim, 1 middle).
    fn pip_at(&self, value: u8, u: f32, v: f32) -> Option<(f32, f32, f32)> {
        let look = &self.look.pips;
        let radius = (look.radius * if value == 1 { look.one_larger } else { 1.0 }) as f32;
        let spread = look.spread as f32;
        pips_of(value).find_map(|(column, row)| {
            let (du, dv) = ((u - column * spread) / radius, (v - row * spread) / radius);
            let off = du.hypot(dv);
            (off < 1.0).then_some((du, dv, 1.0 - off))
        })
    }
}

/// The axis of the face with a value.
fn face_axis(value: u8) -> Vec3 {
    let (axis, sign) = match value {
        1 => (2, 1.0),
        6 => (2, -1.0),
        2 => (0, 1.0),
        5 => (0, -1.0),
        3 => (1, 1.0),
        _ => (1, -1.0),
    };
    let mut normal = Vec3::zeros();
    normal[axis] = sign;
    normal
}

/// The places of a value's pips on the lattice of three by three.
fn pips_of(value: u8) -> impl Iterator<Item = (f32, f32)> {
    const MIDDLE: (f32, f32) = (0.0, 0.0);
    const FALLING: [(f32, f32); 2] = [(-1.0, -1.0), (1.0, 1.0)];
    const RISING: [(f32, f32); 2] = [(-1.0, 1.0), (1.0, -1.0)];
    const SIDES: [(f32, f32); 2] = [(-1.0, 0.0), (1.0, 0.0)];
    let when = |shown: bool, pips: &'static [(f32, f32)]| pips.iter().filter(move |_| shown).copied();
    (value % 2 == 1)
        .then_some(MIDDLE)
        .into_iter()
        .chain(when(value > 1, &FALLING))
        .chain(when(value > 3, &RISING))
        .chain(when(value == 6, &SIDES))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_face_has_as_many_pips_as_its_value_and_opposite_faces_sum_to_seven() {
        for value in 1..=6 {
            assert_eq!(pips_of(value).count(), usize::from(value));
            assert_eq!(face_axis(value), -face_axis(7 - value));
            let axis = face_axis(value).iamax();
            let sign = face_axis(value)[axis];
            assert_eq!(FACES[axis][usize::from(sign < 0.0)], value);
        }
    }
}
