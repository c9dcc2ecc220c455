//! A die seen as a whole: the faces beside the upper one are seen too, and are always the same ones in the same places.
//!
//! Only a D20 is: the neighbouring faces of other dice are steep, and say little. It is taken for a ball that is cut off at its upper
//! face, so that each view that was taught shows how the die looks from all directions near that one. All of them are compared coarsely, as products of matrices; a pose is put right by a pattern search
//! (Hooke and Jeeves, 1961).

use crate::faces::shrinking;
use crate::pyramid::Pyramid;
use crate::reading::DieKind;
use crate::taught::ink::{InkAxis, InkMap};
use crate::taught::patch::{FACE_PX, Frame, patch, square_picture};
use crate::taught::set::{as_text, from_text};
use crate::taught::upper_face::{UpperFace, height};
use nalgebra::{DMatrix, Matrix2, Rotation3, Unit, Vector2, Vector3};
use serde::{Deserialize, Serialize};
use std::f32::consts::TAU;

/// The kind of dice that are seen as a whole; the distance of a face from the die's middle, and the radius of a ball that is about as
/// large, in roots of a face's area.
pub(crate) const KIND: DieKind = DieKind::D20;
const HEIGHT: f32 = height(KIND);
const RADIUS: f32 = 1.28;

/// A whole die's view: width and height, pixels; and the root of a face's area in it.
const WHOLE_PX: usize = 48;
const WHOLE_FACE_PX: f32 = 16.0;

/// The first search: turns about the upper face's normal; the distance of neighbouring normals, and of the farthest one from the line
/// of sight (sines); and sizes.
const TURNS: usize = 48;
const NORMAL_STEP: f32 = 0.15;
const NORMAL_STEPS: i32 = 5;
const SIZES: [f32; 3] = [0.87, 1.0, 1.15];

/// The steps between places that are compared, pixels of a patch: in the first search, and after.
const COARSE_STEP: f32 = 3.0;
const FINE_STEP: f32 = 2.0;

/// How far from the upper face's middle places are compared, in the ball's radius.
const REACH: f32 = 0.8;

/// The square that is looked at, pixels of a patch.
const SEARCHED_PX: usize = 84;

/// What is seen more aslant than this (a cosine) isn't compared; nor a pose in which less than this share of the places is left.
const LEAST_COS: f32 = 0.3;
const LEAST_SEEN: f32 = 0.5;

/// Poses that differ by less than this are one.
const ANOTHER_POSE_RAD: f32 = 0.4;

/// The first steps of the pattern search, turns and growth; the least one, as a share; and the gain with which a step is tried again.
const TURN_RAD: f32 = 0.1;
const GROWTH: f32 = 0.07;
const LEAST_STEP: f32 = 0.2;
const LEAST_GAIN: f32 = 0.003;

/// A whole die, as it was taught.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WholeView {
    /// Its upper face's normal: the sine of the angle from the line of sight, right and down.
    pub normal: (f32, f32),
    /// Its pixels: 48 rows of 48, blue, green, red bytes; in a file as base64.
    #[serde(serialize_with = "as_text", deserialize_with = "from_text")]
    pub pixels: Vec<u8>,
}

impl WholeView {
    /// Of the die on which a face is seen.
    pub(crate) fn of(pyramid: &Pyramid, face: &UpperFace) -> Self {
        let frame = die_frame(face, WHOLE_FACE_PX);
        Self { normal: face.sine(), pixels: patch(pyramid, &frame, WHOLE_PX) }
    }

    pub(crate) fn is_sound(&self) -> bool {
        self.pixels.len() == 3 * WHOLE_PX * WHOLE_PX && self.normal.0.hypot(self.normal.1) < 1.0
    }

    fn ink(&self, axis: InkAxis) -> InkMap {
        let (picture, frame) = square_picture(&self.pixels, WHOLE_PX);
        let shrink = WHOLE_FACE_PX / FACE_PX;
        let size = (WHOLE_PX as f32 / shrink) as usize;
        InkMap::new(&picture, &frame.after(Matrix2::identity() * shrink, Vector2::zeros()), size, axis)
    }
}

/// The frame of a die on which a face is seen: upright, about the die's middle, where faces that aren't seen aslant have a side of so
/// many pixels.
fn die_frame(face: &UpperFace, face_px: f32) -> Frame {
    let sine = face.sine();
    let side_px = face.side_px / shrinking(sine);
    let off = Vector2::new(sine.0, sine.1) * (HEIGHT * side_px);
    let middle = Vector2::new(face.middle_px.0, face.middle_px.1) - off;
    Frame::new(Matrix2::identity() * (side_px / face_px), middle)
}

/// A place on a die's surface, pixels of a patch from the die's middle, and the normal there. The upper face looks along z.
struct Place {
    at: Vector3<f32>,
    normal: Vector3<f32>,
}

/// How a die that was taught is compared: its ink, the places of its surface, and the poses of the first search.
pub(crate) struct WholeDie {
    axis: InkAxis,
    coarse: Vec<Place>,
    fine: Vec<Place>,
    /// Poses but for turns about the normal.
    poses: Vec<Pose>,
    /// For each of them (columns) whether the coarse places are seen.
    visible: DMatrix<f32>,
}

impl WholeDie {
    pub(crate) fn new(axis: InkAxis) -> Self {
        let coarse = places(COARSE_STEP);
        let steps = -NORMAL_STEPS..=NORMAL_STEPS;
        let normals =
            steps.clone().flat_map(|x| steps.clone().map(move |y| Vector2::new(x as f32, y as f32)));
        let poses: Vec<Pose> = normals
            .filter(|normal| normal.norm() <= NORMAL_STEPS as f32)
            .map(|normal| leaning((normal.x * NORMAL_STEP, normal.y * NORMAL_STEP)))
            .flat_map(|turn| SIZES.map(|size| Pose { turn, size }))
            .collect();
        let visible = DMatrix::from_fn(coarse.len(), poses.len(), |place, pose| {
            f32::from(u8::from(poses[pose].shows(&coarse[place])))
        });
        Self { axis, coarse, fine: places(FINE_STEP), poses, visible }
    }
}

/// Places that are so far apart as seen from above the upper face.
fn places(step: f32) -> Vec<Place> {
    let (flat, radius) = (HEIGHT * FACE_PX, RADIUS * FACE_PX);
    let steps = (REACH * radius / step).floor() as i32;
    let all = (-steps..=steps).flat_map(|y| (-steps..=steps).map(move |x| Vector2::new(x as f32, y as f32)));
    all.map(|place| place * step)
        .filter(|place| place.norm() <= REACH * radius)
        .map(|place| {
            let ball = (radius * radius - place.norm_squared()).sqrt();
            let normal = if flat < ball { Vector3::z() } else { place.push(ball) / radius };
            Place { at: place.push(ball.min(flat)), normal }
        })
        .collect()
}

/// A taught view of a whole die, ready to be compared.
pub(crate) struct WholeTemplate {
    /// Its softened ink at the coarse places, a row for each turn.
    turns: DMatrix<f32>,
    /// For each turn (rows) and coarse pose (columns) the root of the sum of squares by which the visible ink differs from its mean.
    spreads: DMatrix<f32>,
    /// The same without a turn, and its ink at the fine places.
    soft: Vec<f32>,
    fine: Vec<f32>,
}

impl WholeTemplate {
    pub(crate) fn new(view: &WholeView, die: &WholeDie) -> Self {
        let ink = view.ink(die.axis);
        let lean = leaning(view.normal);
        let seen = |turn: Rotation3<f32>, places: &[Place], soft: bool| -> Vec<f32> {
            places.iter().map(|place| ink.at((turn * place.at).xy(), soft)).collect()
        };
        let turns: Vec<f32> =
            (0..TURNS).flat_map(|turn| seen(lean * turned(turn), &die.coarse, true)).collect();
        let soft = turns.iter().take(die.coarse.len()).copied().collect();
        let turns = DMatrix::from_row_slice(TURNS, die.coarse.len(), &turns);
        let sums = &turns * &die.visible;
        let mut spreads = turns.map(|value| value * value) * &die.visible;
        for (at, mask) in die.visible.column_iter().enumerate() {
            let count = mask.sum().max(1.0);
            for row in 0..TURNS {
                let spread = spreads[(row, at)] - sums[(row, at)].powi(2) / count;
                spreads[(row, at)] = spread.max(1e-6).sqrt();
            }
        }
        Self { turns, spreads, soft, fine: seen(lean, &die.fine, false) }
    }

    fn ink(&self, soft: bool) -> &[f32] {
        if soft { &self.soft } else { &self.fine }
    }
}

/// How a whole die lies: its turn, and its size against what is expected.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pose {
    turn: Rotation3<f32>,
    size: f32,
}

impl Pose {
    /// The upper face's normal: the sine of the angle from the line of sight, right and down.
    pub(crate) fn normal(&self) -> (f32, f32) {
        let normal = self.turn * Vector3::z();
        (normal.x, normal.y)
    }

    fn shows(&self, place: &Place) -> bool {
        (self.turn * place.normal).z > LEAST_COS
    }

    /// A place as seen, pixels of a patch from the die's middle.
    fn seen_at(&self, place: &Place) -> Vector2<f32> {
        (self.turn * place.at).xy() * self.size
    }
}

/// A pose, and the correlation with what was taught.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PoseLikeness {
    pub(crate) correlation: f32,
    pub(crate) pose: Pose,
}

/// A die in a picture, to be compared with one that was taught.
pub(crate) struct WholeLook<'a> {
    die: &'a WholeDie,
    ink: InkMap,
    /// For each coarse pose (columns) the normalised ink at the coarse places that are seen.
    seen: DMatrix<f32>,
}

impl<'a> WholeLook<'a> {
    /// At the die on which a face is seen.
    pub(crate) fn new(pyramid: &Pyramid, face: &UpperFace, die: &'a WholeDie) -> Self {
        let ink = InkMap::new(pyramid, &die_frame(face, FACE_PX), SEARCHED_PX, die.axis);
        let mut seen = DMatrix::from_fn(die.coarse.len(), die.poses.len(), |place, pose| {
            die.visible[(place, pose)] * ink.at(die.poses[pose].seen_at(&die.coarse[place]), true)
        });
        for (mut column, mask) in seen.column_iter_mut().zip(die.visible.column_iter()) {
            let mean = column.sum() / mask.sum().max(1.0);
            column -= mask * mean;
            let norm = column.norm().max(1e-4);
            column /= norm;
        }
        Self { die, ink, seen }
    }

    /// The correlation of each turn of a template (rows) in each pose (columns).
    pub(crate) fn compared(&self, template: &WholeTemplate) -> DMatrix<f32> {
        (&template.turns * &self.seen).component_div(&template.spreads)
    }

    /// The best of the poses that were compared and are asked for, so many that differ.
    pub(crate) fn starts(
        &self,
        compared: &DMatrix<f32>,
        is_asked_for: impl Fn(&Pose) -> bool,
        most: usize,
    ) -> Vec<PoseLikeness> {
        let columns =
            self.die.poses.iter().zip(compared.column_iter()).filter(|(pose, _)| is_asked_for(pose));
        let best_turn = columns.map(|(pose, column)| {
            let (row, correlation) = column.argmax();
            PoseLikeness { correlation, pose: Pose { turn: pose.turn * turned(row).inverse(), ..*pose } }
        });
        let mut each: Vec<PoseLikeness> = best_turn.collect();
        each.sort_by(|a, b| b.correlation.total_cmp(&a.correlation));
        let mut kept: Vec<PoseLikeness> = Vec::new();
        for one in each {
            if kept.len() == most {
                break;
            }
            if kept.iter().all(|other| other.pose.turn.angle_to(&one.pose.turn) > ANOTHER_POSE_RAD) {
                kept.push(one);
            }
        }
        kept
    }

    /// Puts a pose right, with softened ink or not.
    pub(crate) fn refined(&self, template: &WholeTemplate, pose: &Pose, soft: bool) -> PoseLikeness {
        let at = |pose: Pose| PoseLikeness { correlation: self.correlation(template, &pose, soft), pose };
        let mut best = at(*pose);
        let mut step = if soft { 1.0 } else { 0.5 };
        while step > LEAST_STEP {
            let before = best.correlation;
            for axis in [Vector3::x_axis(), Vector3::y_axis(), Vector3::z_axis()] {
                for by in [step, -step] {
                    let turn = Rotation3::from_axis_angle(&axis, by * TURN_RAD) * best.pose.turn;
                    best = better(best, at(Pose { turn, ..best.pose }));
                }
            }
            for by in [step, -step] {
                best = better(best, at(Pose { size: best.pose.size * (1.0 + by * GROWTH), ..best.pose }));
            }
            if best.correlation < before + LEAST_GAIN {
                step *= 0.5;
            }
        }
        best
    }

    fn correlation(&self, template: &WholeTemplate, pose: &Pose, soft: bool) -> f32 {
        let places = if soft { &self.die.coarse } else { &self.die.fine };
        let (mut count, mut sums, mut squares, mut product) = (0.0_f32, [0.0_f32; 2], [0.0_f32; 2], 0.0_f32);
        for (place, taught) in places.iter().zip(template.ink(soft)) {
            if !pose.shows(place) {
                continue;
            }
            let seen = self.ink.at(pose.seen_at(place), soft);
            count += 1.0;
            sums = [sums[0] + seen, sums[1] + taught];
            squares = [squares[0] + seen * seen, squares[1] + taught * taught];
            product += seen * taught;
        }
        if count < LEAST_SEEN * places.len() as f32 {
            return -1.0;
        }
        let spread = |at: usize| squares[at] - sums[at] * sums[at] / count;
        (product - sums[0] * sums[1] / count) / (spread(0) * spread(1)).max(1e-6).sqrt()
    }

    /// Where the upper face of a pose is, pixels of the picture.
    pub(crate) fn middle(&self, pose: &Pose) -> Vector2<f32> {
        let (x, y) = pose.normal();
        let at = Vector2::new(x, y) * (HEIGHT * FACE_PX * pose.size);
        self.ink.frame.middle() + self.ink.frame.turn() * at
    }
}

/// A turn about the upper face's normal.
fn turned(turn: usize) -> Rotation3<f32> {
    Rotation3::from_axis_angle(&Vector3::z_axis(), turn as f32 * TAU / TURNS as f32)
}

/// The shortest turn from the line of sight to a normal (the sine of its angle from it, right and down).
fn leaning((right, below): (f32, f32)) -> Rotation3<f32> {
    let sine = right.hypot(below).min(1.0);
    let axis = Unit::try_new(Vector3::new(-below, right, 0.0), 1e-6).unwrap_or_else(Vector3::z_axis);
    Rotation3::from_axis_angle(&axis, sine.asin())
}

fn better(a: PoseLikeness, b: PoseLikeness) -> PoseLikeness {
    if b.correlation > a.correlation { b } else { a }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::taught::patch::PATCH_PX;
    use opencv::core::{CV_8UC3, Mat, Scalar};
    use opencv::prelude::*;

    const SIDE_PX: f32 = 36.0;
    const SIZE_PX: i32 = 160;

    /// A picture of a ball that is cut off at its upper face, with strokes on it, and how its upper face is seen.
    fn picture(pose: &Rotation3<f32>, strokes: f32) -> (Pyramid, UpperFace) {
        let (flat, radius) = (HEIGHT, RADIUS);
        let mut picture =
            Mat::new_rows_cols_with_default(SIZE_PX, SIZE_PX, CV_8UC3, Scalar::all(90.0)).unwrap();
        let pixels = picture.data_bytes_mut().unwrap();
        let middle = 0.5 * (SIZE_PX as f32 - 1.0);
        for (at, pixel) in pixels.chunks_exact_mut(3).enumerate() {
            let (x, y) = (at as i32 % SIZE_PX, at as i32 / SIZE_PX);
            let seen = Vector2::new(x as f32 - middle, y as f32 - middle) / SIDE_PX;
            if seen.norm() >= radius {
                continue;
            }
            let ball = pose.inverse() * seen.push((radius * radius - seen.norm_squared()).sqrt());
            let up = pose * Vector3::z();
            let place = if ball.z < flat {
                ball
            } else {
                pose.inverse() * seen.push((flat - up.xy().dot(&seen)) / up.z)
            };
            let wave = (strokes * place.x + 2.0 * place.z).sin() * (0.8 * strokes * place.y - place.x).sin();
            let wave = wave + 0.7 * (5.0 * place.x * place.y + 3.0 * place.z).cos();
            pixel.fill(if wave > 0.3 { 40 } else { 200 });
        }
        let normal = pose * Vector3::z();
        let middle_px = (middle + normal.x * flat * SIDE_PX, middle + normal.y * flat * SIDE_PX);
        let face = UpperFace { classes: [0.0; 6], middle_px, side_px: SIDE_PX, up: (0.0, 0.0), clear: 1.0 };
        (Pyramid::new(&picture).unwrap(), face.neighbour(middle_px, (normal.x, normal.y)))
    }

    #[test]
    fn the_pose_of_a_die_is_found_by_all_that_is_seen_of_it() {
        let (taught, shown) = picture(&leaning((0.1, 0.05)), 6.0);
        let view = WholeView::of(&taught, &shown);
        assert!(view.is_sound());
        let face = patch(&taught, &Frame::of(&shown), PATCH_PX);
        let axis = InkAxis::of(KIND, std::iter::once(face.as_slice()));
        let die = WholeDie::new(axis);
        let template = WholeTemplate::new(&view, &die);
        let best = |pose: &Rotation3<f32>, strokes: f32| {
            let (thrown, place) = picture(pose, strokes);
            let look = WholeLook::new(&thrown, &place, &die);
            let starts = look.starts(&look.compared(&template), |_| true, 3);
            let refined = starts.iter().map(|start| {
                let soft = look.refined(&template, &start.pose, true);
                look.refined(&template, &soft.pose, false)
            });
            refined.max_by(|a, b| a.correlation.total_cmp(&b.correlation)).unwrap()
        };
        let turn = leaning((-0.25, 0.3)) * turned(11);
        let (found, other) = (best(&turn, 6.0), best(&turn, 9.0));
        let off_rad = found.pose.turn.angle_to(&turn);
        println!("off by {off_rad} rad, alike {}, another die {}", found.correlation, other.correlation);
        assert!(off_rad < 0.08 && found.correlation > 0.7);
        assert!(other.correlation < found.correlation - 0.2);
    }
}
