//! Polyhedra: the planes of a numbered die's faces, their outlines, and which value is on which.

use crate::dice::numbers::DieShape;
use nalgebra::Vector3;
use std::f32::consts::{PI, TAU};

type Vec3 = Vector3<f32>;

/// The polar angle of a D10's upper normals: about that of the dice in shops.
const KITE_POLAR_RAD: f32 = 0.80;

/// A convex solid whose faces touch the unit sphere; each face has an opposite one, so that it can lie level.
pub(super) struct Solid {
    /// The faces.
    pub(super) faces: Vec<Face>,
    /// The radius of the sphere about it.
    pub(super) reach: f32,
}

/// A face of a solid.
pub(super) struct Face {
    /// Its value.
    pub(super) value: u8,
    /// Its normal, of length one.
    pub(super) normal: Vec3,
    /// The middle of its area.
    pub(super) middle: Vec3,
    /// The direction of its digits' tops.
    pub(super) top: Vec3,
    /// The root of its area.
    pub(super) side: f32,
    /// The distance from its middle to its nearest edge.
    pub(super) inner: f32,
}

impl Solid {
    pub(super) fn new(shape: DieShape) -> Self {
        let normals = normals(shape);
        let mut reach: f32 = 0.0;
        let values = values(shape, &normals);
        let faces = normals.iter().zip(values).map(|(normal, value)| {
            let outline = outline(normal, &normals);
            reach = outline.iter().map(Vec3::norm).fold(reach, f32::max);
            Face::new(value, *normal, &outline, shape)
        });
        let faces = faces.collect();
        Self { faces, reach }
    }

    /// The face with a value; the first one if none has it.
    pub(super) fn face_of(&self, value: u8) -> Option<&Face> {
        self.faces.iter().find(|face| face.value == value).or(self.faces.first())
    }

    /// The face on whose side a point is.
    pub(super) fn face_at(&self, local: &Vec3) -> Option<&Face> {
        self.faces.iter().max_by(|a, b| a.normal.dot(local).total_cmp(&b.normal.dot(local)))
    }

    /// Distance from the surface and its normal, edges rounded by `radius`: a smooth largest of the planes' distances.
    pub(super) fn rounded(&self, local: &Vec3, radius: f32) -> (f32, Vec3) {
        let most = self.faces.iter().map(|face| face.normal.dot(local)).fold(f32::MIN, f32::max);
        let (mut sum, mut normal) = (0.0, Vec3::zeros());
        for face in &self.faces {
            let below = most - face.normal.dot(local);
            if below < 5.0 * radius {
                let weight = (-below / radius).exp();
                sum += weight;
                normal += face.normal * weight;
            }
        }
        (most - 1.0 + radius * sum.ln(), normal.normalize())
    }

    /// Where a ray from outside enters the solid with sharp edges.
    pub(super) fn entered(&self, from: &Vec3, along: &Vec3) -> Option<f32> {
        let (mut enter, mut leave) = (0.0_f32, f32::MAX);
        for face in &self.faces {
            let (speed, off) = (face.normal.dot(along), 1.0 - face.normal.dot(from));
            if speed.abs() < 1e-9 {
                if off < 0.0 {
                    return None;
                }
            } else if speed < 0.0 {
                enter = enter.max(off / speed);
            } else {
                leave = leave.min(off / speed);
            }
        }
        (enter < leave).then_some(enter)
    }
}

impl Face {
    fn new(value: u8, normal: Vec3, outline: &[Vec3], shape: DieShape) -> Self {
        let mut area = 0.0;
        let mut middle = Vec3::zeros();
        let first = outline.first().copied().unwrap_or(normal);
        for pair in outline.windows(2).skip(1) {
            let part = (pair[0] - first).cross(&(pair[1] - first)).dot(&normal) / 2.0;
            area += part;
            middle += (first + pair[0] + pair[1]) * (part / 3.0);
        }
        middle /= area;
        // A kite's digits point to its pole, the others' to a corner or, on a cube, to an edge.
        let to = match shape {
            DieShape::D6 => (first + outline.get(1).copied().unwrap_or(first)) / 2.0,
            DieShape::D10 | DieShape::Tens => Vec3::z() * normal.z.signum() * 2.0,
            DieShape::D8 | DieShape::D20 => first,
        };
        let top = to - middle;
        let top = (top - normal * normal.dot(&top)).normalize();
        let closed = outline.iter().zip(outline.iter().cycle().skip(1));
        let inner = closed
            .map(|(a, b)| {
                let edge = (b - a).normalize();
                let off = middle - a;
                (off - edge * off.dot(&edge)).norm()
            })
            .fold(f32::MAX, f32::min);
        Self { value, normal, middle, top, side: area.sqrt(), inner }
    }
}

/// The normals, each followed by the opposite one.
fn normals(shape: DieShape) -> Vec<Vec3> {
    let half: Vec<Vec3> = match shape {
        DieShape::D6 => vec![Vec3::x(), Vec3::y(), Vec3::z()],
        DieShape::D8 => [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)]
            .map(|(x, y)| Vec3::new(x, y, 1.0).normalize())
            .to_vec(),
        DieShape::D10 | DieShape::Tens => (0..5)
            .map(|number| {
                let (sin, cos) = (number as f32 * TAU / 5.0).sin_cos();
                let (out, up) = KITE_POLAR_RAD.sin_cos();
                Vec3::new(out * cos, out * sin, up)
            })
            .collect(),
        DieShape::D20 => {
            // The corners of a dodecahedron.
            let golden = (1.0 + 5_f32.sqrt()) / 2.0;
            let mut half: Vec<Vec3> = [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)]
                .map(|(x, y)| Vec3::new(x, y, 1.0))
                .to_vec();
            for sign in [1.0, -1.0] {
                half.push(Vec3::new(0.0, sign / golden, golden));
                half.push(Vec3::new(sign / golden, golden, 0.0));
                half.push(Vec3::new(sign * golden, 0.0, 1.0 / golden));
            }
            half.into_iter().map(|normal| normal.normalize()).collect()
        }
    };
    half.into_iter().flat_map(|normal| [normal, -normal]).collect()
}

/// The values of the faces: opposite ones have the same sum.
fn values(shape: DieShape, normals: &[Vec3]) -> Vec<u8> {
    let count = normals.len() as u8;
    let pair = |number: u8| {
        // Neighbours aren't in order.
        let low = number * 3 % (count / 2);
        if low.is_multiple_of(2) { [low, count - 1 - low] } else { [count - 1 - low, low] }
    };
    let from_zero = (0..count / 2).flat_map(pair);
    match shape {
        DieShape::D10 => from_zero.collect(),
        DieShape::Tens => from_zero.map(|value| 10 * value).collect(),
        // Three has no inverse modulo three: a cube counts on.
        DieShape::D6 => vec![1, 6, 2, 5, 3, 4],
        DieShape::D8 | DieShape::D20 => from_zero.map(|value| value + 1).collect(),
    }
}

/// The corners of a face in order: a large polygon in its plane, cut by all other planes.
fn outline(normal: &Vec3, normals: &[Vec3]) -> Vec<Vec3> {
    let side = if normal.x.abs() < 0.8 { Vec3::x() } else { Vec3::y() };
    let along = normal.cross(&side).normalize();
    let across = normal.cross(&along);
    let mut corners: Vec<Vec3> = (0..4)
        .map(|corner| {
            let (sin, cos) = ((corner as f32 + 0.5) * PI / 2.0).sin_cos();
            normal + (along * cos + across * sin) * 20.0
        })
        .collect();
    for plane in normals.iter().filter(|plane| plane.dot(normal) < 0.999) {
        let mut kept = Vec::new();
        for (a, b) in corners.iter().zip(corners.iter().cycle().skip(1)) {
            let (off_a, off_b) = (plane.dot(a) - 1.0, plane.dot(b) - 1.0);
            if off_a <= 0.0 {
                kept.push(*a);
            }
            if off_a * off_b < 0.0 {
                kept.push(a + (b - a) * (off_a / (off_a - off_b)));
            }
        }
        corners = kept;
    }
    // Corners where more than three faces meet are cut twice.
    corners.dedup_by(|a, b| (*a - *b).norm() < 1e-3);
    if corners.len() > 1 && (corners[0] - corners[corners.len() - 1]).norm() < 1e-3 {
        corners.pop();
    }
    corners
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_have_their_corners_and_opposite_faces_the_same_sum() {
        let shapes = [
            (DieShape::D6, 6, 4, 7),
            (DieShape::D8, 8, 3, 9),
            (DieShape::D10, 10, 4, 9),
            (DieShape::Tens, 10, 4, 90),
            (DieShape::D20, 20, 3, 21),
        ];
        for (shape, count, corners, sum) in shapes {
            let solid = Solid::new(shape);
            let normals: Vec<Vec3> = solid.faces.iter().map(|face| face.normal).collect();
            assert_eq!(solid.faces.len(), count);
            let mut values: Vec<u8> = solid.faces.iter().map(|face| face.value).collect();
            values.sort_unstable();
            values.dedup();
            assert_eq!(values.len(), count, "{shape:?}: {values:?}");
            for pair in solid.faces.chunks(2) {
                assert_eq!(pair[0].value + pair[1].value, sum);
                assert!((pair[0].normal + pair[1].normal).norm() < 1e-5);
            }
            for normal in &normals {
                assert_eq!(outline(normal, &normals).len(), corners, "{shape:?}");
            }
        }
    }
}
