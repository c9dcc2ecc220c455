//! The arm over the table while a ship is moved: tapered round limbs, drawn into the finished picture.

use crate::model::solids::Vec3;
use crate::render::film::Development;
use crate::render::scene::Scene;
use crate::setup::colour::{Colour, Light, scaled};
use crate::setup::sampler::split_mix;
use calibration::TableCamera;
use geometry::Point;

/// One limb: a tapered cylinder with round ends.
#[derive(Debug, Clone, Copy)]
struct Limb {
    from: Vec3,
    to: Vec3,
    from_radius: f32,
    to_radius: f32,
    skin: Light,
}

/// An arm from a table edge to a hand, back to front.
pub(crate) struct Arm {
    limbs: Vec<Limb>,
}

/// How far beyond the table's edge the drawn part of the arm begins, inches.
const ELBOW_BEYOND_IN: f64 = 16.0;

/// Pixels between the places at which the soft shadow is found.
const COARSE: usize = 4;

/// The amplitude of the hand's tremor, inches.
const TREMOR_IN: f32 = 0.05;

impl Arm {
    /// An arm from the nearest edge of the table that hides the place `over` from the camera.
    pub(crate) fn reaching(over: Point, sea_in: (f64, f64), camera: &TableCamera, tremble: u64) -> Self {
        let jitter = |salt: u64| {
            let unit = (split_mix(tremble ^ (salt << 32)) >> 40) as f32 / (1 << 24) as f32;
            TREMOR_IN * (2.0 * unit - 1.0)
        };
        let to_edges = [over.y_in, sea_in.1 - over.y_in, over.x_in, sea_in.0 - over.x_in];
        let nearest = to_edges.iter().enumerate().min_by(|a, b| a.1.total_cmp(b.1)).map_or(0, |(at, _)| at);
        // A player sits near the middle of a table edge.
        let toward = |at: f64, side: f64| at + 0.3 * (side / 2.0 - at) + 2.0;
        let elbow = match nearest {
            0 => (toward(over.x_in, sea_in.0), -ELBOW_BEYOND_IN),
            1 => (toward(over.x_in, sea_in.0), sea_in.1 + ELBOW_BEYOND_IN),
            2 => (-ELBOW_BEYOND_IN, toward(over.y_in, sea_in.1)),
            _ => (sea_in.0 + ELBOW_BEYOND_IN, toward(over.y_in, sea_in.1)),
        };
        let ship = Vec3::new(over.x_in as f32, over.y_in as f32, 0.3);
        let eye: Vec3 = camera.position_in.cast();
        // The palm is on the sight line to the ship, so that it hides the ship from the camera.
        let palm = ship + (eye - ship) * (1.7 / eye.z) + Vec3::new(jitter(1), jitter(2), 0.0);
        let elbow = Vec3::new(elbow.0 as f32, elbow.1 as f32, 5.0);
        let ahead = (palm - elbow).xy().normalize();
        let across = Vec3::new(-ahead.y, ahead.x, 0.0);
        let ahead = Vec3::new(ahead.x, ahead.y, 0.0);
        let wrist = palm - ahead * 2.6 + Vec3::new(0.0, 0.0, 1.7);
        let cuff = wrist + (elbow - wrist) * 0.22;
        let (skin, sleeve) = (Colour(218, 170, 140).linear(), Colour(150, 48, 52).linear());
        let limb = |from, from_radius, to, to_radius, skin| Limb { from, to, from_radius, to_radius, skin };
        let mut limbs = Vec::new();
        for finger in [-1.5_f32, -0.5, 0.5, 1.5] {
            let reach = 1.75 - 0.22 * finger.abs();
            let knuckle = palm + across * (finger * 0.62) + ahead * 0.7;
            let tip = palm + across * (finger * 0.5) + ahead * reach - Vec3::new(0.0, 0.0, 1.1);
            limbs.push(limb(knuckle, 0.36, tip, 0.28, skin));
        }
        limbs.push(limb(
            palm - ahead * 0.2 + across * 1.0,
            0.42,
            palm + ahead * 0.9 + across * 1.25 - Vec3::new(0.0, 0.0, 1.0),
            0.32,
            skin,
        ));
        limbs.push(limb(palm + ahead * 0.15, 1.35, palm - ahead * 0.45, 1.25, skin));
        limbs.push(limb(wrist, 0.95, palm - ahead * 0.45, 1.2, scaled(skin, 0.97)));
        limbs.push(limb(cuff, 1.2, wrist, 0.95, skin));
        limbs.push(limb(elbow, 1.95, cuff, 1.5, sleeve));
        Self { limbs }
    }

    /// Lays the arm and its shadow over the codes of a picture.
    pub(crate) fn draw(&self, codes: &mut [u16], scene: &Scene, development: &Development) {
        self.draw_shadow(codes, scene, development);
        for limb in &self.limbs {
            limb.draw(codes, scene, development);
        }
    }

    /// The shadow is soft: it is found at every fourth place and drawn out between them.
    fn draw_shadow(&self, codes: &mut [u16], scene: &Scene, development: &Development) {
        let (width, height) = scene.size();
        let outlines: Vec<_> = self.limbs.iter().map(|limb| limb.shadow_outline(scene)).collect();
        let columns = width.div_ceil(COARSE) + 1;
        let coarse_row = |row: usize| {
            let y = row * COARSE;
            let mut seen = vec![1.0_f32; columns];
            let mut touched = (width, 0);
            for (limb, outline) in self.limbs.iter().zip(&outlines) {
                let Some((x0, x1)) = outline.as_ref().and_then(|hull| hull.span(y, width)) else { continue };
                touched = (x0.min(touched.0), x1.max(touched.1));
                let first = x0 / COARSE;
                let places = seen.iter_mut().enumerate().skip(first).take(x1 / COARSE + 1 - first);
                for (column, seen) in places {
                    let direction = scene.lines.direction((column * COARSE) as f32, y as f32);
                    if let Some((x_in, y_in)) = scene.lines.table_point(&direction) {
                        let place = Vec3::new(x_in, y_in, 0.0);
                        *seen = seen.min(limb.seen_of_lamp(&place, scene));
                    }
                }
            }
            (seen, touched)
        };
        let mut above = coarse_row(0);
        for row in 0..height.div_ceil(COARSE) {
            let below = coarse_row(row + 1);
            let x0 = above.1.0.min(below.1.0).saturating_sub(COARSE);
            let x1 = (above.1.1.max(below.1.1) + COARSE).min(width);
            for y in row * COARSE..((row + 1) * COARSE).min(height) {
                let down = (y - row * COARSE) as f32 / COARSE as f32;
                for x in x0..x1 {
                    let (column, right) = (x / COARSE, (x % COARSE) as f32 / COARSE as f32);
                    let across = |seen: &[f32]| seen[column] + (seen[column + 1] - seen[column]) * right;
                    let seen = across(&above.0) * (1.0 - down) + across(&below.0) * down;
                    if seen < 0.999 {
                        let share = scene.lighting.share_of_lamp_light(seen);
                        for code in &mut codes[(y * width + x) * 3..(y * width + x) * 3 + 3] {
                            *code = development.gamma.code(development.gamma.light(*code) * share);
                        }
                    }
                }
            }
            above = below;
        }
    }
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

    fn draw(&self, codes: &mut [u16], scene: &Scene, development: &Development) {
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
                let direct = scene.lighting.direct(&on_axis, &normal);
                let light = scaled(scene.lighting.shade(self.skin, &normal, direct), share);
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
    fn seen_of_lamp(&self, place: &Vec3, scene: &Scene) -> f32 {
        let (to_lamp, lamp_radius) = scene.lighting.lamp_from(place);
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

    fn shadow_outline(&self, scene: &Scene) -> Option<Hull> {
        let ends = [(self.from, self.from_radius), (self.to, self.to_radius)];
        let shadows = ends.map(|(middle, radius)| {
            let (to_lamp, lamp_radius) = scene.lighting.lamp_from(&middle);
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
struct Hull {
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
    fn span(&self, y: usize, width: usize) -> Option<(usize, usize)> {
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
