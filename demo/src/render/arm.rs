//! The arm over the table while a ship is moved: tapered round limbs, drawn into the finished picture.

use crate::model::solids::Vec3;
use crate::render::film::Development;
use crate::render::limb::Limb;
use crate::render::scene::Scene;
use crate::setup::colour::{Colour, scaled};
use crate::setup::sampler::split_mix;
use calibration::TableCamera;
use geometry::Point;

/// An arm from a table edge to a hand, back to front.
pub(crate) struct Arm {
    pub(crate) limbs: Vec<Limb>,
}

/// How far beyond the table's edge the drawn part of the arm begins, inches.
const ELBOW_BEYOND_IN: f64 = 16.0;

/// How far beyond the table's edge a palm is out of sight, inches.
const OUT_OF_SIGHT_IN: f64 = 7.0;

/// The edge of the table at which a player sits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TableEdge {
    South,
    North,
    West,
    East,
}

impl TableEdge {
    /// The edge nearest to a place on the table.
    pub(crate) fn nearest(place: Point, sea_in: (f64, f64)) -> Self {
        let to_edges = [
            (place.y_in, Self::South),
            (sea_in.1 - place.y_in, Self::North),
            (place.x_in, Self::West),
            (sea_in.0 - place.x_in, Self::East),
        ];
        to_edges.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).map_or(Self::South, |(_, edge)| edge)
    }

    /// The place beyond this edge, across from a place on the table, from which a hand is out of sight.
    pub(crate) fn beyond(self, place: Point, sea_in: (f64, f64)) -> Point {
        match self {
            Self::South => Point::new(place.x_in, -OUT_OF_SIGHT_IN),
            Self::North => Point::new(place.x_in, sea_in.1 + OUT_OF_SIGHT_IN),
            Self::West => Point::new(-OUT_OF_SIGHT_IN, place.y_in),
            Self::East => Point::new(sea_in.0 + OUT_OF_SIGHT_IN, place.y_in),
        }
    }

    /// Where the drawn part of an arm begins that reaches over the edge to a place, inches.
    pub(crate) fn elbow(self, place: Point, sea_in: (f64, f64)) -> Vec3 {
        // A player sits near the middle of a table edge.
        let toward = |at: f64, side: f64| at + 0.3 * (side / 2.0 - at) + 2.0;
        let (x, y) = match self {
            Self::South => (toward(place.x_in, sea_in.0), -ELBOW_BEYOND_IN),
            Self::North => (toward(place.x_in, sea_in.0), sea_in.1 + ELBOW_BEYOND_IN),
            Self::West => (-ELBOW_BEYOND_IN, toward(place.y_in, sea_in.1)),
            Self::East => (sea_in.0 + ELBOW_BEYOND_IN, toward(place.y_in, sea_in.1)),
        };
        Vec3::new(x as f32, y as f32, 5.0)
    }
}

/// What a hand and its sleeve look like, and what they hold.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct HandLook {
    pub(crate) skin: Colour,
    pub(crate) sleeve: Colour,
    /// The colour of a dice cup.
    pub(crate) cup: Option<Colour>,
}

impl Default for HandLook {
    fn default() -> Self {
        Self { skin: Colour(218, 170, 140), sleeve: Colour(150, 48, 52), cup: None }
    }
}

/// Pixels between the places at which the soft shadow is found.
const COARSE: usize = 4;

/// The amplitude of the hand's tremor, inches.
const TREMOR_IN: f32 = 0.05;

impl Arm {
    /// An arm from the nearest edge of the table that hides the place `over` from the camera.
    pub(crate) fn reaching(
        over: Point,
        sea_in: (f64, f64),
        camera: &TableCamera,
        (look, tremble): (HandLook, u64),
    ) -> Self {
        let jitter = |salt: u64| {
            let unit = (split_mix(tremble ^ (salt << 32)) >> 40) as f32 / (1 << 24) as f32;
            TREMOR_IN * (2.0 * unit - 1.0)
        };
        let elbow = TableEdge::nearest(over, sea_in).elbow(over, sea_in);
        let ship = Vec3::new(over.x_in as f32, over.y_in as f32, 0.3);
        let eye: Vec3 = camera.position_in.cast();
        // The palm is on the sight line to the ship, so that it hides the ship from the camera.
        let palm = ship + (eye - ship) * (1.7 / eye.z) + Vec3::new(jitter(1), jitter(2), 0.0);
        let ahead = (palm - elbow).xy().normalize();
        let across = Vec3::new(-ahead.y, ahead.x, 0.0);
        let ahead = Vec3::new(ahead.x, ahead.y, 0.0);
        let wrist = palm - ahead * 2.6 + Vec3::new(0.0, 0.0, 1.7);
        let cuff = wrist + (elbow - wrist) * 0.22;
        let (skin, sleeve) = (look.skin.linear(), look.sleeve.linear());
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
        if let Some(cup) = look.cup {
            limbs.push(limb(palm + ahead * 2.2, 1.25, palm + ahead * 0.3, 1.1, cup.linear()));
        }
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
