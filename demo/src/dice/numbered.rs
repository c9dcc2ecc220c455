//! A numbered die in its own frame: the solid, and the ink on its faces.

use crate::dice::numbers::{Mask, NumberLook};
use crate::dice::setup::DieLook;
use crate::dice::solid::{Face, Solid};
use nalgebra::Vector3;

type Vec3 = Vector3<f32>;

/// A polyhedron with numbers; its faces touch the unit sphere.
pub(super) struct Numbered {
    solid: Solid,
    /// By face; `None` where OpenCV couldn't draw one.
    masks: Vec<Option<Mask>>,
}

impl Numbered {
    pub(super) fn new(look: &NumberLook) -> Self {
        let solid = Solid::new(look.shape);
        let masks = solid.faces.iter().map(|face| Mask::new(look, face.value, face.inner).ok()).collect();
        Self { solid, masks }
    }

    /// The radius of the sphere about it.
    pub(super) fn reach(&self) -> f32 {
        self.solid.reach
    }

    /// The normal of the face with a value.
    pub(super) fn normal_of(&self, value: u8) -> Vec3 {
        self.solid.face_of(value).map_or_else(Vec3::z, |face| face.normal)
    }

    /// The values of its faces.
    pub(super) fn values(&self) -> Vec<u8> {
        self.solid.faces.iter().map(|face| face.value).collect()
    }

    /// The root of the area of the face with a value.
    pub(super) fn side_of(&self, value: u8) -> f32 {
        self.solid.face_of(value).map_or(1.0, |face| face.side)
    }

    /// A place of the square that is as large as a face and has its middle: from -1 to 1.
    pub(super) fn place_on(&self, value: u8, (u, v): (f32, f32)) -> Vec3 {
        self.solid.face_of(value).map_or_else(Vec3::zeros, |face| {
            face.middle + (face.top.cross(&face.normal) * u + face.top * v) * (0.5 * face.side)
        })
    }

    pub(super) fn entered(&self, from: &Vec3, along: &Vec3) -> Option<f32> {
        self.solid.entered(from, along)
    }

    /// Distance from the surface; the look's corner sphere is that of a cube, whose corners are at 1.73.
    pub(super) fn distance(&self, local: &Vec3, look: &DieLook) -> f32 {
        let (distance, _) = self.solid.rounded(local, radius(look));
        distance.max(local.norm() - self.corner_sphere(look))
    }

    fn corner_sphere(&self, look: &DieLook) -> f32 {
        1.0 + (look.corner_sphere as f32 - 1.0) / 0.73 * (self.solid.reach - 1.0)
    }

    /// The normal at a place of the surface, where numbers are dented so strongly, and the share of ink.
    pub(super) fn surface(&self, local: &Vec3, look: &DieLook, dent: f32) -> (Vec3, f32) {
        let (_, mut normal) = self.solid.rounded(local, radius(look));
        if local.norm() > self.corner_sphere(look) - 0.004 {
            normal = local.normalize();
        }
        let Some(face) = self.solid.face_at(local) else { return (normal, 0.0) };
        let off = local - face.middle;
        normal += (off - face.normal * off.dot(&face.normal)) * look.bulge as f32;
        let (ink, along, up) = self.ink(face, local);
        normal += (face.top.cross(&face.normal) * along + face.top * up) * (0.8 * dent);
        (normal, ink)
    }

    /// The ink of the opposite face that a line of sight meets behind a place: bent towards the normal by about 1.5.
    pub(super) fn ink_behind(&self, local: &Vec3, along: &Vec3) -> f32 {
        let Some(face) = self.solid.face_at(local) else { return 0.0 };
        let bent = along / 1.5;
        let behind = local + (bent - face.normal * (bent.dot(&face.normal) + 1.0)) * 2.0;
        self.solid.face_at(&behind).map_or(0.0, |face| self.ink(face, &behind).0)
    }

    fn ink(&self, face: &Face, local: &Vec3) -> (f32, f32, f32) {
        let mask = self.solid.faces.iter().position(|other| std::ptr::eq(other, face));
        let mask = mask.and_then(|at| self.masks.get(at)).and_then(Option::as_ref);
        let off = local - face.middle;
        mask.map_or((0.0, 0.0, 0.0), |mask| {
            mask.at(off.dot(&face.top.cross(&face.normal)), off.dot(&face.top))
        })
    }
}

/// How softly planes meet: numbered dice have sharper edges than those with pips.
fn radius(look: &DieLook) -> f32 {
    0.01 + 0.08 * look.edge_radius as f32
}
