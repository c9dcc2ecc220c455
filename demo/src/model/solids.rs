//! Convex solids and the lines of sight that meet them.
//!
//! A solid is the part of space below all its faces' planes. A line of sight is clipped by each plane in turn (the
//! slab method of Kay and Kajiya, 1986, for any number of planes): exact up to rounding, for any lens.
//!
//! Each model has a frame of its own: x ahead, y to port, z up, origin on the table below the hull's middle.

use crate::setup::colour::{Light, mixed, scaled};
use crate::setup::sampler::split_mix;
use nalgebra::Vector3;

pub(crate) type Vec3 = Vector3<f32>;

/// How a face is painted.
#[derive(Debug, Clone)]
pub(crate) enum Paint {
    /// One colour.
    Plain(Light),
    /// Planks along the ship.
    Planks { light: Light, dark: Light, pitch_in: f32 },
    /// A printed marker: rows from the top (toward the bow), `true` for black; margin included.
    Marker { bits: Vec<Vec<bool>>, side_in: f32, black: Light, white: Light },
    /// Lines of text on a white label whose middle is `x_in` ahead.
    Label { ink: Light, paper: Light, pitch_in: f32 },
    /// Letters in a row on a label, too small to read: `letters` picks their shapes.
    Text { ink: Light, paper: Light, letter_in: f32, along_keel: bool, letters: u64 },
    /// Another paint beyond `from_in` fore and aft of amidships.
    Ended { amidships: Box<Paint>, ends: Light, from_in: f32 },
    /// Grains of lighter and darker, as of sand or brush strokes.
    Stippled { colour: Light, strength: f32, grain_in: f32 },
}

impl Paint {
    fn at(&self, place: &Vec3) -> Light {
        match self {
            Paint::Plain(colour) => *colour,
            Paint::Planks { light, dark, pitch_in } => {
                let across = (place.y / pitch_in).rem_euclid(1.0);
                mixed(*light, *dark, if across < 0.22 { 1.0 } else { 0.0 })
            }
            Paint::Marker { bits, side_in, black, white } => {
                let modules = bits.len() as f32;
                let row = ((side_in / 2.0 - place.x) / side_in * modules).floor();
                let column = ((side_in / 2.0 - place.y) / side_in * modules).floor();
                let is_black = row >= 0.0
                    && column >= 0.0
                    && bits.get(row as usize).and_then(|line| line.get(column as usize)).copied()
                        == Some(true);
                if is_black { *black } else { *white }
            }
            Paint::Label { ink, paper, pitch_in } => {
                let line = (place.x / pitch_in).rem_euclid(1.0);
                let letter = (place.y / pitch_in * 1.7).rem_euclid(1.0);
                if line < 0.5 && letter < 0.7 { *ink } else { *paper }
            }
            Paint::Text { ink, paper, letter_in, along_keel, letters } => {
                let (along, across) = if *along_keel { (place.x, place.y) } else { (place.y, -place.x) };
                // A letter is three strokes wide and five high, and a space follows it.
                let stroke = letter_in / 5.0;
                let cell = |length: f32| (length / stroke + 4096.0) as u64;
                let (column, row) = (cell(along), cell(across) % 8);
                let inked = column % 4 < 3
                    && row < 5
                    && split_mix(letters ^ (column / 4) << 20 ^ (column % 4) << 8 ^ row) % 100 < 58;
                if inked { *ink } else { *paper }
            }
            Paint::Ended { amidships, ends, from_in } => {
                if place.x.abs() > *from_in {
                    *ends
                } else {
                    amidships.at(place)
                }
            }
            Paint::Stippled { colour, strength, grain_in } => {
                let grain = |length: f32| (length / grain_in + 4096.0) as u64;
                let mixed = split_mix(grain(place.x) << 32 | grain(place.y) << 16 | grain(place.z));
                let unit = (mixed >> 40) as f32 / (1 << 24) as f32;
                scaled(*colour, 1.0 + strength * (2.0 * unit - 1.0))
            }
        }
    }
}

impl Paint {
    /// The same pattern `by` times as large.
    fn grown(&mut self, by: f32) {
        match self {
            Paint::Plain(_) => {}
            Paint::Planks { pitch_in, .. } | Paint::Label { pitch_in, .. } => *pitch_in *= by,
            Paint::Marker { side_in, .. } => *side_in *= by,
            Paint::Ended { amidships, from_in, .. } => {
                *from_in *= by;
                amidships.grown(by);
            }
            Paint::Stippled { grain_in, .. } => *grain_in *= by,
            Paint::Text { letter_in, .. } => *letter_in *= by,
        }
    }
}

/// One face: the plane `normal . place = offset`, the solid below it.
#[derive(Debug, Clone)]
struct Face {
    normal: Vec3,
    offset: f32,
    paint: Paint,
}

/// Part of a model.
#[derive(Debug, Clone)]
pub(crate) struct Solid {
    faces: Vec<Face>,
    /// The corners of the box about it.
    low: Vec3,
    high: Vec3,
}

/// A line of sight in a model's frame.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ray {
    from: Vec3,
    along: Vec3,
    /// One over each part of `along`.
    inverse: Vec3,
}

impl Ray {
    pub(crate) fn new(from: Vec3, along: Vec3) -> Self {
        Self { from, along, inverse: along.map(|part| 1.0 / part) }
    }
}

/// Where a line of sight meets a solid.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RayHit {
    /// In lengths of the sight line's direction.
    pub(crate) distance: f32,
    pub(crate) face: usize,
}

impl Solid {
    /// An upright prism over a convex plan (counter-clockwise seen from above), from `bottom` to `top`; its sides
    /// lean inward by `slope` inches for each inch of height.
    pub(crate) fn prism(
        plan: &[(f32, f32)],
        (bottom, top): (f32, f32),
        slope: f32,
        side: Paint,
        roof: Paint,
    ) -> Self {
        let mut faces = Vec::with_capacity(plan.len() + 2);
        for (at, &(x, y)) in plan.iter().enumerate() {
            let (next_x, next_y) = plan[(at + 1) % plan.len()];
            let outward = Vec3::new(next_y - y, x - next_x, 0.0);
            let normal = (outward.normalize() + Vec3::new(0.0, 0.0, slope)).normalize();
            faces.push(Face { normal, offset: normal.dot(&Vec3::new(x, y, bottom)), paint: side.clone() });
        }
        faces.push(Face { normal: Vec3::z(), offset: top, paint: roof });
        faces.push(Face { normal: -Vec3::z(), offset: -bottom, paint: side });
        // A wall that leans outward is widest at its top, and sharp corners run out further than the walls.
        let flare = 3.0 * (-slope).max(0.0) * (top - bottom);
        let start = (Vec3::repeat(f32::INFINITY), Vec3::repeat(f32::NEG_INFINITY));
        let (low, high) = plan.iter().fold(start, |(low, high), &(x, y)| {
            let (least, most) =
                (Vec3::new(x - flare, y - flare, bottom), Vec3::new(x + flare, y + flare, top));
            (low.inf(&least), high.sup(&most))
        });
        Self { faces, low, high }
    }

    /// A box with its sides along the model's axes.
    pub(crate) fn block(
        (x0, x1): (f32, f32),
        (y0, y1): (f32, f32),
        heights: (f32, f32),
        side: Paint,
        roof: Paint,
    ) -> Self {
        Self::prism(&[(x0, y0), (x1, y0), (x1, y1), (x0, y1)], heights, 0.0, side, roof)
    }

    /// An upright cylinder of sixteen flats whose mean radius is `radius`.
    pub(crate) fn cylinder(
        (x, y): (f32, f32),
        radius: f32,
        heights: (f32, f32),
        side: Paint,
        roof: Paint,
    ) -> Self {
        const FLATS: u8 = 16;
        let turn = std::f32::consts::TAU / f32::from(FLATS);
        // The corners stand out as far as the flats' middles fall short.
        let corner = 2.0 * radius / (1.0 + (turn / 2.0).cos());
        let plan: Vec<_> = (0..FLATS)
            .map(|at| {
                let (sin, cos) = (turn * f32::from(at)).sin_cos();
                (x + corner * cos, y + corner * sin)
            })
            .collect();
        Self::prism(&plan, heights, 0.0, side, roof)
    }

    /// A box with sides along any three directions at right angles (unit vectors), from its middle to `half` either way.
    pub(crate) fn tilted_box(middle: Vec3, axes: [Vec3; 3], half: [f32; 3], paint: &Paint) -> Self {
        let faces = axes.iter().zip(half).flat_map(|(axis, half)| {
            [*axis, -*axis].map(|normal| Face {
                normal,
                offset: normal.dot(&middle) + half,
                paint: paint.clone(),
            })
        });
        let reach = axes.iter().zip(half).map(|(axis, half)| axis.abs() * half).sum::<Vec3>();
        Self { faces: faces.collect(), low: middle - reach, high: middle + reach }
    }

    /// A straight spar or rope of square section.
    pub(crate) fn bar(from: Vec3, to: Vec3, radius: f32, paint: &Paint) -> Self {
        let length = (to - from).norm().max(1e-6);
        let axis = (to - from) / length;
        let beside = if axis.z.abs() < 0.9 { Vec3::z() } else { Vec3::x() };
        let across = axis.cross(&beside).normalize();
        let axes = [axis, across, axis.cross(&across)];
        Self::tilted_box((from + to) / 2.0, axes, [length / 2.0, radius, radius], paint)
    }

    /// The corners of the box about the solid.
    pub(crate) fn corners(&self) -> [Vec3; 8] {
        let corner = |number: usize, bit: usize| if number >> bit & 1 == 0 { self.low } else { self.high };
        std::array::from_fn(|number| Vec3::new(corner(number, 0).x, corner(number, 1).y, corner(number, 2).z))
    }

    /// A rounded lump: planes in the given directions (unit vectors) at about `radius` from its middle.
    pub(crate) fn lump(middle: Vec3, radius: f32, directions: &[Vec3], paint: &Paint) -> Self {
        let faces = directions
            .iter()
            .map(|normal| Face {
                normal: *normal,
                offset: normal.dot(&middle) + radius,
                paint: paint.clone(),
            })
            .collect();
        // Planes in 26 directions keep everything within 1.2 radii along each axis.
        let reach = Vec3::repeat(1.2 * radius);
        Self { faces, low: middle - reach, high: middle + reach }
    }

    /// Where a line of sight first meets the solid from outside.
    pub(crate) fn meet(&self, ray: &Ray) -> Option<RayHit> {
        if !self.comes_near(ray) {
            return None;
        }
        let (mut enters, mut leaves, mut face) = (0.0_f32, f32::INFINITY, usize::MAX);
        for (at, plane) in self.faces.iter().enumerate() {
            let slant = plane.normal.dot(&ray.along);
            let above = plane.offset - plane.normal.dot(&ray.from);
            if slant < 0.0 {
                let distance = above / slant;
                if distance > enters {
                    (enters, face) = (distance, at);
                }
            } else if slant > 0.0 {
                leaves = leaves.min(above / slant);
            } else if above < 0.0 {
                return None;
            }
            if enters > leaves {
                return None;
            }
        }
        (face != usize::MAX).then_some(RayHit { distance: enters, face })
    }

    /// Does the line meet the box about the solid?
    fn comes_near(&self, ray: &Ray) -> bool {
        let to_low = (self.low - ray.from).component_mul(&ray.inverse);
        let to_high = (self.high - ray.from).component_mul(&ray.inverse);
        let (first, last) = (to_low.inf(&to_high), to_low.sup(&to_high));
        let enters = first.x.max(first.y).max(first.z);
        let leaves = last.x.min(last.y).min(last.z);
        // Written so that a line within a side's plane (not a number) is looked at more closely.
        !(enters > leaves * 1.000_01 || leaves < 0.0)
    }

    /// The outward direction of a face.
    pub(crate) fn normal(&self, face: usize) -> Vec3 {
        self.faces.get(face).map_or_else(Vec3::z, |plane| plane.normal)
    }

    /// Does a face carry a pattern?
    pub(crate) fn is_patterned(&self, face: usize) -> bool {
        self.faces.get(face).is_some_and(|plane| !matches!(plane.paint, Paint::Plain(_)))
    }

    /// The colour of a face at a place on it.
    pub(crate) fn colour(&self, face: usize, place: &Vec3) -> Light {
        self.faces.get(face).map_or([0.0; 3], |plane| plane.paint.at(place))
    }

    /// The same solid `by` times as large in every direction, about the model's origin.
    pub(crate) fn grown(mut self, by: f32) -> Self {
        for face in &mut self.faces {
            face.offset *= by;
            face.paint.grown(by);
        }
        self.low *= by;
        self.high *= by;
        self
    }

    /// The same solid higher up.
    pub(crate) fn raised(mut self, by_in: f32) -> Self {
        for face in &mut self.faces {
            face.offset += face.normal.z * by_in;
        }
        self.low.z += by_in;
        self.high.z += by_in;
        self
    }

    /// How far it reaches from the model's upright axis, and how high, inches.
    pub(crate) fn extent(&self) -> (f32, f32) {
        let far = self.low.abs().sup(&self.high.abs());
        (far.x.hypot(far.y), self.high.z)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cube() -> Solid {
        let paint = Paint::Plain([0.5; 3]);
        Solid::block((-1.0, 1.0), (-1.0, 1.0), (0.0, 2.0), paint.clone(), paint)
    }

    #[test]
    fn a_sight_line_meets_the_nearest_face() {
        let down = Ray::new(Vec3::new(0.3, 0.2, 50.0), -Vec3::z());
        let meeting = cube().meet(&down).unwrap();
        assert!((meeting.distance - 48.0).abs() < 1e-4);
        assert!((cube().normal(meeting.face) - Vec3::z()).norm() < 1e-6);
        let beside = Ray::new(Vec3::new(1.01, 0.0, 50.0), -Vec3::z());
        assert!(cube().meet(&beside).is_none());
        let level = Ray::new(Vec3::new(-9.0, 0.0, 1.0), 2.0 * Vec3::x());
        assert!((cube().meet(&level).unwrap().distance - 4.0).abs() < 1e-5);
        let away = Ray::new(Vec3::new(-9.0, 0.0, 1.0), -2.0 * Vec3::x());
        assert!(cube().meet(&away).is_none());
    }

    #[test]
    fn a_cylinder_is_as_wide_as_it_is_told() {
        let paint = Paint::Plain([0.5; 3]);
        let stack = Solid::cylinder((0.0, 0.0), 0.5, (0.0, 1.0), paint.clone(), paint);
        let hits = |radius: f32| {
            (0..64)
                .filter(|&turn| {
                    let (sin, cos) = (turn as f32 * 0.098).sin_cos();
                    let from = Vec3::new(radius * cos, radius * sin, 9.0);
                    stack.meet(&Ray::new(from, -Vec3::z())).is_some()
                })
                .count()
        };
        assert_eq!((hits(0.49), hits(0.51)), (64, 0));
    }
}
