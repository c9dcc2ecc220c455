//! Convex solids and the sight lines that meet them.
//!
//! A solid is the part of space below all its faces' planes. A sight line is clipped by each plane in turn (the
//! slab method of Kay and Kajiya, 1986, for any number of planes): exact to the arithmetic, whatever the lens does.
//!
//! Each model has a frame of its own: x ahead, y to port, z up, origin on the table below the hull's middle.

use crate::colour::{Light, mixed};
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
    /// Lines of writing on a white label whose middle lies `x_in` ahead.
    Label { ink: Light, paper: Light, pitch_in: f32 },
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
    middle: Vec3,
    radius_squared: f32,
}

/// A sight line in a model's frame.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ray {
    pub(crate) from: Vec3,
    pub(crate) along: Vec3,
}

/// Where a sight line meets a solid.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Meeting {
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
        let count = plan.len().max(1) as f32;
        let sum = plan.iter().fold((0.0, 0.0), |sum, &(x, y)| (sum.0 + x, sum.1 + y));
        let middle = Vec3::new(sum.0 / count, sum.1 / count, (bottom + top) / 2.0);
        let flare = (-slope).max(0.0) * (top - bottom);
        let reach =
            plan.iter().map(|&(x, y)| (x - middle.x).hypot(y - middle.y)).fold(0.0, f32::max) + 3.0 * flare;
        Self { faces, middle, radius_squared: reach.powi(2) + ((top - bottom) / 2.0).powi(2) }
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

    /// A roundish lump: planes in the given directions (unit vectors) at about `radius` from its middle.
    pub(crate) fn lump(middle: Vec3, radius: f32, directions: &[Vec3], paint: &Paint) -> Self {
        let faces = directions
            .iter()
            .map(|normal| Face {
                normal: *normal,
                offset: normal.dot(&middle) + radius,
                paint: paint.clone(),
            })
            .collect();
        Self { faces, middle, radius_squared: (1.6 * radius).powi(2) }
    }

    /// Where a sight line first meets the solid from outside.
    pub(crate) fn meet(&self, ray: &Ray) -> Option<Meeting> {
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
        (face != usize::MAX).then_some(Meeting { distance: enters, face })
    }

    /// Does the sphere about the solid touch the line?
    fn comes_near(&self, ray: &Ray) -> bool {
        let to_middle = self.middle - ray.from;
        let along = to_middle.dot(&ray.along) / ray.along.norm_squared();
        // The miss distance from the nearest point itself: squared lengths of 50 in would leave no digits for masts.
        (to_middle - ray.along * along).norm_squared() <= self.radius_squared
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

    /// How far it reaches from the model's upright axis, and how high, inches.
    pub(crate) fn extent(&self) -> (f32, f32) {
        let radius = self.radius_squared.sqrt();
        let top = self.faces.iter().find(|face| face.normal.z > 0.999).map(|face| face.offset);
        (self.middle.xy().norm() + radius, top.unwrap_or(self.middle.z + radius))
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
        let down = Ray { from: Vec3::new(0.3, 0.2, 50.0), along: Vec3::new(0.0, 0.0, -1.0) };
        let meeting = cube().meet(&down).unwrap();
        assert!((meeting.distance - 48.0).abs() < 1e-4);
        assert!((cube().normal(meeting.face) - Vec3::z()).norm() < 1e-6);
        let beside = Ray { from: Vec3::new(1.01, 0.0, 50.0), ..down };
        assert!(cube().meet(&beside).is_none());
        let level = Ray { from: Vec3::new(-9.0, 0.0, 1.0), along: Vec3::new(2.0, 0.0, 0.0) };
        assert!((cube().meet(&level).unwrap().distance - 4.0).abs() < 1e-5);
        let away = Ray { from: Vec3::new(-9.0, 0.0, 1.0), along: Vec3::new(-2.0, 0.0, 0.0) };
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
                    stack.meet(&Ray { from, along: -Vec3::z() }).is_some()
                })
                .count()
        };
        assert_eq!((hits(0.49), hits(0.51)), (64, 0));
    }
}
