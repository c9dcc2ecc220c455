//! Round limbs, of which arms and fingers are made, drawn into the finished picture.

use crate::model::solids::Vec3;
use crate::render::film::Development;
use crate::render::scene::Scene;
use crate::setup::colour::{Light, scaled};
use geometry::Point;

/// One limb: a tapered cylinder with round ends, inches in the table frame.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limb {
    pub(crate) from: Vec3,
    pub(crate) to: Vec3,
    pub(crate) from_radius: f32,
    pub(crate) to_radius: f32,
    pub(crate) skin: Light,
}

impl Limb {
    /// The place on the limb's axis nearest to a line from `start` along `along`, and the line's place there.
    fn nearest(&self, start: &Vec3, along: &Vec3) -> (Vec3, Vec3, f32) {
        let axis = self.to - self.from;
        let off = start - self.from;
        let (aa, al, ll) = (axis.norm_squared(), axis.dot(along), along.norm_squared());
        let determinant = aa * ll - al * al;
        let share = if determinant > 1e-9 {
            ((axis.dot(&off) * ll - along.dot(&off) * al) / determinant).clamp(0.0, 1.0)
        } else {
            0.0
        };
        let on_axis = self.from + axis * share;
        let on_line = start + along * ((on_axis - start).dot(along) / ll);
        (on_axis, on_line, self.from_radius + (self.to_radius - self.from_radius) * share)
    }

    /// Lays the limb over the codes of a picture.
    pub(crate) fn draw(&self, codes: &mut [u16], scene: &Scene, development: &Development) {
        let (width, height) = scene.size();
        let eye = scene.lines.camera_in();
        let focal_px = scene.camera.lens.fx as f32;
        let Some(hull) = self.outline(scene) else { return };
        for y in hull.rows(height) {
            let Some((x0, x1)) = hull.span(y, width) else { continue };
            for x in x0..x1 {
                let along = scene.lines.direction(x as f32, y as f32);
                let (on_axis, on_line, radius) = self.nearest(&eye, &along);
                let miss = (on_line - on_axis).norm();
                let px_per_in = focal_px / (eye.z - on_axis.z).max(1.0);
                let cover = ((radius - miss) * px_per_in * 0.7 + 0.5).clamp(0.0, 1.0);
                if cover <= 0.0 {
                    continue;
                }
                let out = (miss / radius).min(1.0);
                let normal =
                    ((on_line - on_axis) / radius - along.normalize() * (1.0 - out * out).sqrt()).normalize();
                let share = development.transmission((x, y), (width, height));
                let light = scaled(scene.lighting.shade(self.skin, &on_axis, &normal, (1.0, 1.0)), share);
                let at = (y * width + x) * 3;
                for (channel, code) in codes[at..at + 3].iter_mut().rev().enumerate() {
                    // Most of the arm hides what is behind it.
                    let behind = if cover < 1.0 { development.gamma.light(*code) } else { 0.0 };
                    *code = development.gamma.code(behind + (light[channel] - behind) * cover);
                }
            }
        }
    }

    /// How much of the lamp is seen past the limb from a place on the table.
    pub(crate) fn seen_of_lamp(&self, place: &Vec3, scene: &Scene) -> f32 {
        let (to_lamp, lamp_radius) = scene.lighting.lamp.from(place);
        let (on_axis, on_line, radius) = self.nearest(place, &to_lamp);
        let reach = (on_line - place).norm();
        let soft = (lamp_radius * reach / to_lamp.norm()).max(0.02);
        let into = ((radius + soft - (on_line - on_axis).norm()) / (2.0 * soft)).clamp(0.0, 1.0);
        1.0 - into * into * (3.0 - 2.0 * into)
    }

    fn outline(&self, scene: &Scene) -> Option<Hull> {
        let ends = [(self.from, self.from_radius), (self.to, self.to_radius)];
        Hull::around(ends.iter().flat_map(|(middle, radius)| circle(middle, radius * 1.1)), scene)
    }

    /// The part of the picture in which its shadow may lie.
    pub(crate) fn shadow_outline(&self, scene: &Scene) -> Option<Hull> {
        let ends = [(self.from, self.from_radius), (self.to, self.to_radius)];
        let shadows = ends.map(|(middle, radius)| {
            let (to_lamp, lamp_radius) = scene.lighting.lamp.from(&middle);
            let fall = middle.z / to_lamp.z.max(1.0);
            let place = middle - to_lamp * fall;
            (Vec3::new(place.x, place.y, 0.0), (radius * (1.0 + fall) + lamp_radius * fall) * 1.35)
        });
        Hull::around(shadows.iter().flat_map(|(middle, radius)| circle(middle, *radius)), scene)
    }
}

fn circle(middle: &Vec3, radius: f32) -> impl Iterator<Item = Vec3> + use<> {
    let middle = *middle;
    (0..12).map(move |turn| {
        let (sin, cos) = (turn as f32 * std::f32::consts::TAU / 12.0).sin_cos();
        middle + Vec3::new(cos, sin, 0.0) * radius
    })
}

/// A convex outline in the picture.
pub(crate) struct Hull {
    points: Vec<(f64, f64)>,
}

impl Hull {
    /// The convex hull of some places over the table (Andrew's monotone chain), a pixel larger.
    fn around(places: impl Iterator<Item = Vec3>, scene: &Scene) -> Option<Self> {
        let mut points: Vec<(f64, f64)> = places
            .filter_map(|place| {
                let point = Point::new(f64::from(place.x), f64::from(place.y));
                let pixel = scene.camera.pixel_from_table(point, f64::from(place.z))?;
                Some((pixel.x_px, pixel.y_px))
            })
            .collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let chain = |points: &mut dyn Iterator<Item = &(f64, f64)>| {
            let mut kept: Vec<(f64, f64)> = Vec::new();
            for &point in points {
                while let [.., a, b] = kept[..]
                    && (b.0 - a.0) * (point.1 - a.1) <= (b.1 - a.1) * (point.0 - a.0)
                {
                    kept.pop();
                }
                kept.push(point);
            }
            kept
        };
        let mut hull = chain(&mut points.iter());
        let back = chain(&mut points.iter().rev());
        hull.extend(back.into_iter().skip(1));
        (hull.len() > 3).then_some(Self { points: hull })
    }

    fn rows(&self, height: usize) -> std::ops::Range<usize> {
        let low = self.points.iter().map(|point| point.1).fold(f64::INFINITY, f64::min);
        let high = self.points.iter().map(|point| point.1).fold(f64::NEG_INFINITY, f64::max);
        let within = |y: f64| y.clamp(0.0, height as f64) as usize;
        within(low - 1.0)..within(high + 2.0)
    }

    /// The columns of one row that are inside.
    pub(crate) fn span(&self, y: usize, width: usize) -> Option<(usize, usize)> {
        let y = y as f64;
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for pair in self.points.windows(2) {
            let [a, b] = pair else { continue };
            let (top, bottom) = if a.1 < b.1 { (a, b) } else { (b, a) };
            if top.1 > y + 1.0 || bottom.1 < y - 1.0 {
                continue;
            }
            let at = |y: f64| {
                let share = ((y - top.1) / (bottom.1 - top.1).max(1e-9)).clamp(0.0, 1.0);
                top.0 + (bottom.0 - top.0) * share
            };
            for x in [at(y - 1.0), at(y + 1.0)] {
                (low, high) = (low.min(x), high.max(x));
            }
        }
        let within = |x: f64| x.clamp(0.0, width as f64) as usize;
        let (x0, x1) = (within(low - 1.0), within(high + 2.0));
        (low <= high && x0 < x1).then_some((x0, x1))
    }
}
