//! Pose refinement by the silhouette of a hull or base: the given outline, in the shape of its kind, is
//! fitted to all differences from the background.
//!
//! The ends alone are unreliable: one has the sea's hue, print continues another, a bow is lost to blur. But
//! the whole outline is known, with length and beam to a hundredth of an inch. Exactly this part of the
//! picture must differ, plus the superstructure displaced by parallax and the shadow, which are predicted
//! from camera and shadow field ([`crate::hull::shadow`]). On 2241 measurements of demo models it left 0.022
//! in along the keel (root mean square) and 0.015 in across.

use crate::background::signal::{Signal, SignalMap};
use crate::hull::grid::SampleGrid;
use crate::hull::pose::HullPose;
use crate::hull::pose::lean_of;
use crate::hull::raster::Raster;
use crate::hull::shadow::LocalShadow;
use crate::hull::shape_model::{CastShadow, ShapeModel, SizedShape, TagPlate};
use crate::imaging::robust::median;
use crate::template::appearance::Appearance;
use crate::template::plane::Plane;
use geometry::HullShape;
use serde::{Deserialize, Serialize};

/// Uncertainty of a keel line (standard deviations).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct AxisSigma {
    /// Of the middle to starboard, inches.
    pub across_in: f64,
    /// Of the heading, radians.
    pub turn_rad: f64,
}

/// An outline to be fitted.
#[derive(Debug, Clone, Copy)]
pub struct Outline<'a> {
    /// Its length and greatest width.
    pub plan: HullShape,
    /// Its shape.
    pub form: ShapeModel,
    /// The plane of its top; its walls go down to the table.
    pub plane: Plane<'a>,
    /// Height of its stacks over that plane, inches.
    pub stack_rise_in: f64,
    /// The tag it carries.
    pub plate: Option<TagPlate>,
    /// Its shadow vector; none if not known.
    pub shade: Option<LocalShadow>,
}

/// A fitted silhouette, with its uncertainty.
#[derive(Debug, Clone, Copy)]
pub struct Silhouette {
    /// The middle and heading of the outline.
    pub pose: HullPose,
    /// Standard deviation of the middle along the keel, inches.
    pub ahead_sigma_in: f64,
    /// Standard deviation of the keel line.
    pub axis: AxisSigma,
}

/// Margin read around an outline, inches; and limit for the number of samples along it.
const MARGIN_IN: f64 = 0.35;
const MOST_ALONG: f64 = 100.0;
/// Samples outside by more than this are used to measure the noise, inches.
const CLEAR_IN: f64 = 0.2;
/// Least noise of a picture, as a share of the empty table's brightness.
const LEAST_NOISE: f32 = 0.02;
/// Factors from a median to a standard deviation: of the noise's length in the two-dimensional hue plane, and
/// of the absolute noise in one channel.
const OF_PLANE: f32 = 0.85;
const OF_LINE: f32 = 1.48;
/// Weight of a difference that is darker than the empty table, because it may be a shadow.
const DARKER: f32 = 0.7;
/// A difference of this many standard deviations is certain.
const CERTAIN: f32 = 6.0;
/// A strong contrast makes the blurred edge certain further out, so the deck appears larger. This limits the
/// contrast, in units of a certain difference.
const MOST_TIMES: f32 = 8.0;
/// The region measured as deck: shares of half the length and of half the beam.
const DECK: (f64, f64) = (0.8, 0.6);
/// The region measured as a blunt end: its depth inboard in inches, and the limit of the depth as a share of
/// half the length; the share left out at the edge; and its width as a share of half the beam.
const END_IN: f64 = 0.25;
const END_SHARE: f64 = 0.3;
const END_RIM: f64 = 0.2;
const END_WIDTH: f64 = 0.4;
/// Visible share of a wall, from its top down: its foot is lost in its own shadow.
const WALL_SHOWS: f64 = 0.6;
/// Step size for drawing parts that lean, inches, and the limit for the number of steps.
const LEAN_STEP_IN: f32 = 0.12;
const MOST_LEANING: usize = 8;
/// Margin beyond the patch for which the expected picture is computed, inches: the range of the search.
const BEYOND_IN: f64 = 0.5;
/// Width of a blurred step, in samples: 3.8 standard deviations of 1.3 each.
const RISE_STEPS: f64 = 4.94;
/// Standard deviation of the silhouette, inches at an end (measured on 272 readings of demo models): along
/// the keel, across it.
const ALONG_IN: f64 = 0.022;
const ACROSS_IN: f64 = 0.018;

/// One step of the coordinate search: the coordinate, its range either way (inches or radians), the number of steps,
/// and the spacing of the samples used.
#[derive(Debug, Clone, Copy)]
struct SearchStep {
    way: usize,
    reach: f32,
    steps: i32,
    every: usize,
}

const AHEAD: usize = 0;
const ABEAM: usize = 1;
const CLOCKWISE: usize = 2;

/// The search, from wide to narrow.
const SEARCH: [SearchStep; 8] = [
    SearchStep { way: ABEAM, reach: 0.24, steps: 6, every: 2 },
    SearchStep { way: AHEAD, reach: 0.36, steps: 9, every: 2 },
    SearchStep { way: CLOCKWISE, reach: 0.2, steps: 5, every: 2 },
    SearchStep { way: ABEAM, reach: 0.06, steps: 3, every: 1 },
    SearchStep { way: AHEAD, reach: 0.1, steps: 5, every: 1 },
    SearchStep { way: CLOCKWISE, reach: 0.06, steps: 3, every: 1 },
    SearchStep { way: ABEAM, reach: 0.03, steps: 3, every: 1 },
    SearchStep { way: AHEAD, reach: 0.04, steps: 2, every: 1 },
];

/// Fits an outline near `guess`. `None` if part of it lies outside the picture.
pub fn find_silhouette(
    differences: &SignalMap,
    outline: &Outline<'_>,
    guess: HullPose,
    step_in: f64,
) -> Option<Silhouette> {
    let plan = outline.plan;
    let step_in = step_in.max(plan.length_in / MOST_ALONG);
    let layout = SampleGrid::around(plan.length_in, plan.beam_in + 2.0 * MARGIN_IN, MARGIN_IN, step_in);
    let patch = Appearance::read(differences, outline.plane, guess, layout)?;
    let search = SilhouetteSearch::new(&patch, outline, guess);
    let mut at = [0.0; 3];
    for leg in SEARCH {
        at[leg.way] = search.best_along(at, leg);
    }
    let at = at.map(f64::from);
    let half_in = plan.length_in / 2.0;
    Some(Silhouette {
        pose: guess.stepped(at[AHEAD], at[ABEAM], at[CLOCKWISE]),
        ahead_sigma_in: ALONG_IN,
        axis: AxisSigma { across_in: ACROSS_IN, turn_rad: ACROSS_IN / half_in },
    })
}

/// Contrast of an outline at its deck and both ends, in units of a certain difference: strong contrast makes
/// it appear larger. A white label at one end of a base of nearly the sea's colour shifted the base towards
/// it by 0.05 in.
#[derive(Debug, Clone, Copy)]
struct ContrastProfile {
    stern: f32,
    deck: f32,
    bow: f32,
    /// How far the ends reach inboard, inches.
    end_in: f32,
}

impl ContrastProfile {
    fn at(&self, ahead_in: f32, half_length_in: f32) -> f32 {
        match half_length_in - ahead_in.abs() < self.end_in {
            true if ahead_in > 0.0 => self.bow,
            true => self.stern,
            false => self.deck,
        }
    }
}

/// The search of one outline over one appearance.
struct SilhouetteSearch {
    layout: SampleGrid,
    /// The certainty that each sample differs from the empty table, 0 to 1.
    differs: Vec<f32>,
    /// The expected certainty, for an outline that lies at the middle.
    expected: Raster,
}

impl SilhouetteSearch {
    fn new(patch: &Appearance, outline: &Outline<'_>, guess: HullPose) -> Self {
        let (plan, layout) = (outline.plan, patch.layout);
        let half_length_in = plan.length_in / 2.0;
        let beyond_in = |row: usize, column: usize| {
            (layout.ahead_in(column).abs() - half_length_in)
                .max(layout.starboard_in(row).abs() - plan.beam_in / 2.0)
        };
        let end_in = END_IN.min(END_SHARE * half_length_in);
        let at_end = |row: usize, from_end_in: f64| {
            (END_RIM * end_in..end_in).contains(&from_end_in)
                && layout.starboard_in(row).abs() < END_WIDTH * plan.beam_in / 2.0
        };
        let at_bow = |row: usize, column: usize| at_end(row, half_length_in - layout.ahead_in(column));
        let at_stern = |row: usize, column: usize| at_end(row, half_length_in + layout.ahead_in(column));
        let on_deck = |row: usize, column: usize| {
            layout.ahead_in(column).abs() < DECK.0 * half_length_in
                && layout.starboard_in(row).abs() < DECK.1 * plan.beam_in / 2.0
        };
        let sigmas = noise(patch, |row, column| beyond_in(row, column) > CLEAR_IN);
        let times: Vec<f32> =
            patch.signal.iter().map(|signal| stands_out(signal, sigmas) / CERTAIN).collect();
        let times_of = |there: &dyn Fn(usize, usize) -> bool| {
            let within = (0..layout.len()).filter(|at| there(at / layout.along, at % layout.along));
            median(&mut within.map(|at| times[at]).collect::<Vec<f32>>()).clamp(1.0, MOST_TIMES)
        };
        let deck = times_of(&on_deck);
        let strength = match outline.form.is_blunt() {
            true => ContrastProfile {
                stern: times_of(&at_stern),
                deck,
                bow: times_of(&at_bow),
                end_in: end_in as f32,
            },
            false => ContrastProfile { stern: deck, deck, bow: deck, end_in: 0.0 },
        };
        let shaded =
            |shade: &LocalShadow| (stands_out(&[0.0, 0.0, 0.0, -shade.dark], sigmas) / CERTAIN).min(1.0);
        let shadow = outline.shade.as_ref().map(|shade| (shaded(shade), shade.falls(guess.heading)));
        Self {
            layout,
            differs: times.iter().map(|times| times.min(1.0)).collect(),
            expected: expected(layout, outline, guess, strength, shadow),
        }
    }

    /// The best coordinate along one direction of the search, with the other two fixed.
    fn best_along(&self, at: [f32; 3], leg: SearchStep) -> f32 {
        let stride = leg.reach / leg.steps as f32;
        let place = |step: i32| at[leg.way] + step as f32 * stride;
        let misses: Vec<f32> = (-leg.steps..=leg.steps)
            .map(|step| {
                let mut tried = at;
                tried[leg.way] = place(step);
                self.miss(tried, leg.every)
            })
            .collect();
        let least = (0..misses.len()).min_by(|a, b| misses[*a].total_cmp(&misses[*b])).unwrap_or(0);
        let best = place(least as i32 - leg.steps);
        // The minimum of a parabola through it and its neighbours.
        match (least.checked_sub(1).map(|before| misses[before]), misses.get(least + 1)) {
            (Some(before), Some(after)) => {
                let bend = before - 2.0 * misses[least] + after;
                if bend > 0.0 { best + 0.5 * stride * (before - after) / bend } else { best }
            }
            _ => best,
        }
    }

    /// The mismatch of an outline moved by this step: the sum of squared residuals, with one sample in
    /// `every` along and across.
    fn miss(&self, [ahead_in, starboard_in, clockwise_rad]: [f32; 3], every: usize) -> f32 {
        let (sin, cos) = clockwise_rad.sin_cos();
        let mut sum = 0.0;
        for (row, differs) in self.differs.chunks_exact(self.layout.along).enumerate().step_by(every) {
            let v = self.layout.starboard_in(row) as f32 - starboard_in;
            for (column, differs) in differs.iter().enumerate().step_by(every) {
                let u = self.layout.ahead_in(column) as f32 - ahead_in;
                sum += (differs - self.expected.at(u * cos + v * sin, v * cos - u * sin)).powi(2);
            }
        }
        sum
    }
}

/// The expected certainty that each place around an outline at `pose` differs from the empty table: hull and
/// walls, leaning superstructure, and the shadow of both.
///
/// `shadow`: the certainty in a shadow, and the shadow vector, inches ahead and to starboard per inch of
/// height.
fn expected(
    patch: SampleGrid,
    outline: &Outline<'_>,
    pose: HullPose,
    strength: ContrastProfile,
    shadow: Option<(f32, (f32, f32))>,
) -> Raster {
    let reach = |count: usize| (count as f64 - 1.0) * patch.step_in;
    let layout = SampleGrid::around(reach(patch.along), reach(patch.across), BEYOND_IN, patch.step_in);
    let shape =
        SizedShape::new(outline.form, outline.plan, outline.stack_rise_in, RISE_STEPS * layout.step_in)
            .carrying(outline.plate);
    let height_in = outline.plane.height_in as f32;
    let (ahead, starboard) = lean_of(outline.plane.camera, pose);
    let lean = (ahead as f32, starboard as f32);
    // The displacement, on the plane of the deck, of a point `over_in` above it.
    let leant = |over_in: f32| (over_in * lean.0, over_in * lean.1);
    let mut drawing = Raster::new(layout);
    let half_length_in = outline.plan.length_in as f32 / 2.0;
    let of_station = |ahead_in: f32| strength.at(ahead_in, half_length_in);
    drawing.hull(&shape, (0.0, 0.0), of_station);
    drawing.hull(&shape, leant(-WALL_SHOWS as f32 * height_in), of_station);
    for on_deck in shape.standing() {
        let steps = (on_deck.rise_in * lean.0.hypot(lean.1) / LEAN_STEP_IN).ceil() as usize;
        let steps = steps.clamp(1, MOST_LEANING);
        for step in 1..=steps {
            let off_in = leant(on_deck.rise_in * step as f32 / steps as f32);
            drawing.superstructure(&shape, on_deck, off_in, strength.deck);
        }
    }
    drawing.at_most(1.0);
    if let Some((dark, falls)) = shadow {
        CastShadow::new(&shape, height_in, leant(-height_in), falls).draw(&shape, &mut drawing, dark);
    }
    drawing
}

/// The noise of a patch of differences (standard deviations) where `clear` holds: in hue, and in brightness.
pub fn noise(patch: &Appearance, clear: impl Fn(usize, usize) -> bool) -> (f32, f32) {
    let (mut hue, mut brightness) = (Vec::new(), Vec::new());
    for row in 0..patch.layout.across {
        for column in (0..patch.layout.along).filter(|column| clear(row, *column)) {
            let [blue, green, red, along] = patch.signal[row * patch.layout.along + column];
            hue.push((blue * blue + green * green + red * red).sqrt());
            brightness.push(along.abs());
        }
    }
    ((OF_PLANE * median(&mut hue)).max(LEAST_NOISE), (OF_LINE * median(&mut brightness)).max(LEAST_NOISE))
}

/// How many standard deviations a sample is from the empty table.
fn stands_out([blue, green, red, along]: &Signal, (hue_sigma, brightness_sigma): (f32, f32)) -> f32 {
    let hue = (blue * blue + green * green + red * red) / (hue_sigma * hue_sigma);
    let brightness = if *along > 0.0 { *along } else { DARKER * along } / brightness_sigma;
    (hue + brightness * brightness).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hull::shadow::ShadowField;
    use crate::imaging::test_camera::camera_above;
    use calibration::{Lens, TableCamera};
    use geometry::{Heading, Point};

    /// A camera straight above the table at 25 pixels an inch, and the ship's plan.
    fn camera() -> TableCamera {
        let lens =
            Lens { fx: 1250.0, fy: 1250.0, cx: 100.0, cy: 75.0, dist: [0.0; 5], width: 200, height: 150 };
        camera_above(lens, Point::new(4.0, 3.0), 50.0)
    }

    const PLAN: HullShape = HullShape { length_in: 2.2, beam_in: 0.5, stack_ahead_in: 0.0 };

    /// Errors of a click's guess, and of a detected deck: inches ahead and to starboard, radians.
    const ROUGH: (f64, f64, f64) = (0.17, -0.12, 0.06);
    const NEAR: (f64, f64, f64) = (0.03, -0.02, 0.01);

    /// Differences of a city-class ship at `pose`. `strength` gives the difference at each place of the ship,
    /// `beside` the difference beyond it.
    fn seen(
        outline: &Outline<'_>,
        pose: HullPose,
        strength: impl Fn(f64) -> f32,
        beside: impl Fn(f64, f64) -> f32,
    ) -> SignalMap {
        let drawn = SizedShape::new(outline.form, outline.plan, 0.0, RISE_STEPS * 0.04);
        let mut map = SignalMap {
            left: 0,
            top: 0,
            width: 200,
            height: 150,
            factor: 1,
            cells: Vec::new(),
            hidden: None,
        };
        for at in 0..200 * 150 {
            let (x, y) = (at % 200, at / 200);
            let point = outline
                .plane
                .camera
                .table_from_pixel(calibration::Pixel::new(x as f64, y as f64), outline.plane.height_in)
                .unwrap();
            let (u, v) = pose.ship_frame(point);
            // A coarse texture as noise, far below a certain difference.
            let noise = 0.02 * ((x * 7 + y * 13) % 5) as f32 / 4.0;
            let there = strength(u) * drawn.hull(u as f32, v as f32);
            map.cells.push([there.max(beside(u, v)), 0.0, 0.0, noise - 0.01]);
        }
        map
    }

    fn off_in(strength: impl Fn(f64) -> f32, beside: impl Fn(f64, f64) -> f32) -> (f64, f64, f64) {
        off_of((ShapeModel::of_kind("city"), ROUGH), strength, beside)
    }

    fn off_of(
        (form, guess): (ShapeModel, (f64, f64, f64)),
        strength: impl Fn(f64) -> f32,
        beside: impl Fn(f64, f64) -> f32,
    ) -> (f64, f64, f64) {
        let camera = camera();
        let plane = Plane { camera: &camera, height_in: 0.0 };
        let outline = Outline { plan: PLAN, form, plane, stack_rise_in: 0.0, plate: None, shade: None };
        let pose = HullPose { middle: Point::new(4.03, 2.96), heading: Heading::from_deg(64.0) };
        let map = seen(&outline, pose, strength, beside);
        let found = find_silhouette(&map, &outline, pose.stepped(guess.0, guess.1, guess.2), 0.04).unwrap();
        let (ahead_in, starboard_in) = pose.ship_frame(found.pose.middle);
        (ahead_in, starboard_in, found.pose.heading.angle_to(pose.heading))
    }

    #[test]
    fn a_hull_is_found_where_its_outline_lies_however_rough_the_click() {
        let (ahead_in, starboard_in, turn_rad) = off_in(|_| 0.8, |_, _| 0.0);
        assert!(ahead_in.abs() < 0.01 && starboard_in.abs() < 0.01, "{ahead_in} {starboard_in}");
        assert!(turn_rad < 0.02, "{turn_rad}");
    }

    #[test]
    fn a_label_at_one_end_of_a_base_of_nearly_the_seas_colour_does_not_draw_it_aft() {
        // The label's blurred end is stronger than the base's own. If the ends were assumed as strong as the
        // rest, the base would be shifted 0.04 in aft.
        let ramp = |inside_in: f64| (inside_in / (RISE_STEPS * 0.04) + 0.5).clamp(0.0, 1.0);
        let label = |u: f64, v: f64| (1.5 * ramp(u + 1.07) * ramp(-0.9 - u) * ramp(0.25 - v.abs())) as f32;
        let (ahead_in, _, _) = off_of((ShapeModel::RECTANGLE, NEAR), |_| 0.13, label);
        assert!(ahead_in.abs() < 0.02, "{ahead_in}");
    }

    #[test]
    fn an_end_of_nearly_the_seas_colour_and_print_beyond_the_other_are_not_believed() {
        // A sixth of the hull hardly shows, and a printed line continues from the stern: the visible ends
        // would put the middle 0.4 in aft.
        let bow_faint = |ahead_in: f64| if ahead_in > 0.7 { 0.08 } else { 0.8 };
        let print = |u: f64, v: f64| if (-1.5..-1.05).contains(&u) && v.abs() < 0.05 { 0.8 } else { 0.0 };
        let (ahead_in, ..) = off_in(bow_faint, print);
        assert!(ahead_in.abs() < 0.1, "{ahead_in}");
    }

    #[test]
    fn a_shadow_whose_side_is_known_does_not_draw_a_hull_aside() {
        // A strip beyond the starboard rail, 1.5 times as dark as a certain difference.
        const SHADOW_IN: f64 = 0.12;
        let camera = camera();
        let plane = Plane { camera: &camera, height_in: 0.12 };
        let pose = HullPose { middle: Point::new(4.03, 2.96), heading: Heading::from_deg(0.0) };
        // A lamp over the west rim throws shadows east, to starboard of a ship that heads north.
        let lamp = ShadowField { at_in: [0.0; 2], falls: [1.0, 0.0], spread: 0.0, dark: 0.3 };
        let mut outline = Outline {
            plan: PLAN,
            form: ShapeModel::of_kind("launch"),
            plane,
            stack_rise_in: 0.0,
            plate: None,
            shade: None,
        };
        let mut map = seen(&outline, pose, |_| 0.8, |_, _| 0.0);
        let drawn = SizedShape::new(outline.form, outline.plan, 0.0, RISE_STEPS * 0.04);
        for (at, cell) in map.cells.iter_mut().enumerate() {
            let pixel = calibration::Pixel::new((at % 200) as f64, (at / 200) as f64);
            let (u, v) = pose.ship_frame(camera.table_from_pixel(pixel, 0.12).unwrap());
            let shadow =
                (0..=4).map(|step| drawn.hull(u as f32, (v - SHADOW_IN * f64::from(step) / 4.0) as f32));
            cell[3] -= 0.3 * shadow.fold(0.0, f32::max) * (1.0 - drawn.hull(u as f32, v as f32));
        }
        let mut aside_in = |shade| {
            outline.shade = shade;
            let found = find_silhouette(&map, &outline, pose.stepped(0.1, -0.05, 0.03), 0.04).unwrap();
            pose.ship_frame(found.pose.middle).1
        };
        let (unknown_in, known_in) = (aside_in(None), aside_in(Some(lamp.shade(pose.middle))));
        assert!(known_in.abs() < 0.015, "{known_in}");
        assert!(unknown_in > 0.03, "{unknown_in}");
    }
}
