//! Checks whether something stands at the annotated place.
//!
//! The difference from the background shows this for most ships. A hull of nearly the sea's colour, a launch
//! of a few pixels, a dark model that could be a shadow, or one on inpainted print hardly differs. Because
//! the player says that a ship is there, it is enough that the place differs in plain colour from the sea
//! around it.

use crate::background::signal::{SignalMap, length};
use crate::hull::annotation::ShipAnnotation;
use crate::hull::grid::SampleGrid;
use crate::hull::pose::HullPose;
use crate::imaging::robust::{median, median_colour};
use crate::learn::enrol::LearnError;
use crate::segment::foreground::Foreground;
use crate::template::plane::Plane;
use geometry::Point;

/// At least this share of the annotated hull must be foreground.
const LEAST_COVERED: f64 = 0.4;
/// Length of a foreground signal, at least.
const LEAST_SIGNAL: f32 = 0.08;
/// Distance from the click within which a ship is searched, inches (or half its length, if larger).
const CLICK_REACH_IN: f64 = 0.3;
/// A faint ship is accepted if its hull has this much more foreground than the same hull placed on the sea
/// around it.
const LEAST_FAINT: f64 = 0.12;
/// Number of such places around it, and their distance as a share of the length.
const AROUND: u32 = 8;
const AROUND_SHARE: f64 = 0.9;
/// By plain colour, at least this share of the hull must be distinct, and at least this much more than of the
/// frame around it.
const LEAST_OUT: f64 = 0.4;
const MORE_THAN_AROUND: f64 = 0.28;
/// A colour is distinct if its distance from the sea's colour is this many times the sea's usual spread, and
/// at least the second value, in units of the sea's brightness.
const STANDS_OUT_TIMES: f32 = 2.2;
const STANDS_OUT: f32 = 0.03;
/// The share of the plan that is used, along and across, because its edge is half sea.
const INNER: (f64, f64) = (0.9, 0.8);
/// Distance of the frame from the plan, and its width, inches.
const FRAME_IN: (f64, f64) = (0.05, 0.15);
/// Distance between places that are tried, as a share of the beam.
const STEP_SHARE: f64 = 0.25;
/// Width of the sea region around all places of the ship, inches.
const SEA_IN: f64 = 0.5;

/// Checks that something stands at the player's click, and moves a click that is slightly off onto it.
///
/// # Errors
/// When nothing stands there, or OpenCV fails.
pub fn check_occupied(
    foreground: &Foreground<'_>,
    annotation: &ShipAnnotation,
    guess: HullPose,
) -> Result<HullPose, LearnError> {
    if covered(foreground, annotation, guess) >= LEAST_COVERED {
        return Ok(guess);
    }
    let hull = annotation.hull();
    let reach_in = CLICK_REACH_IN.max(hull.length_in / 2.0);
    let distance_in = |point: Point| guess.middle.distance_in(point);
    let drawn_to = foreground
        .blobs
        .iter()
        .filter(|blob| blob.length_in < 1.5 * hull.length_in + 0.3)
        .map(|blob| HullPose { middle: blob.axis.middle, heading: guess.heading })
        .filter(|pose| {
            distance_in(pose.middle) < reach_in && covered(foreground, annotation, *pose) >= LEAST_COVERED
        })
        .min_by(|a, b| distance_in(a.middle).total_cmp(&distance_in(b.middle)));
    let there = match drawn_to {
        Some(pose) => Some(pose),
        None => most_distinct_place(foreground, annotation, guess)?,
    };
    there.or_else(|| is_faint(foreground, annotation, guess).then_some(guess)).ok_or_else(|| {
        LearnError::NotThere {
            ship: annotation.id.clone(),
            x_in: annotation.near[0],
            y_in: annotation.near[1],
        }
    })
}

/// True if the hull is clearly more foreground than the same hull placed on the sea around it.
fn is_faint(foreground: &Foreground<'_>, annotation: &ShipAnnotation, guess: HullPose) -> bool {
    let out_in = AROUND_SHARE * annotation.hull().length_in;
    let around = (0..AROUND).map(|at| {
        let (sin, cos) = (f64::from(at) / f64::from(AROUND) * std::f64::consts::TAU).sin_cos();
        covered(foreground, annotation, guess.stepped(out_in * cos, out_in * sin, 0.0)) / f64::from(AROUND)
    });
    covered(foreground, annotation, guess) > around.sum::<f64>() + LEAST_FAINT
}

/// The share of a hull's plan that is foreground.
fn covered(foreground: &Foreground<'_>, annotation: &ShipAnnotation, pose: HullPose) -> f64 {
    let hull = annotation.hull();
    let plane =
        Plane { camera: &foreground.signal.background.camera, height_in: annotation.deck_height_in() };
    let (length_in, beam_in) = (INNER.0 * hull.length_in, INNER.1 * hull.beam_in);
    let layout = SampleGrid::around(length_in, beam_in, 0.0, foreground.signal.background.coarse_step_in());
    let there = points(layout, pose).filter(|point| {
        plane.sample(&foreground.signal.coarse, *point).is_some_and(|signal| length(&signal) > LEAST_SIGNAL)
    });
    there.count() as f64 / layout.len() as f64
}

fn points(layout: SampleGrid, pose: HullPose) -> impl Iterator<Item = Point> {
    (0..layout.across).flat_map(move |row| {
        (0..layout.along).map(move |column| pose.point(layout.ahead_in(column), layout.starboard_in(row)))
    })
}

/// The place near the click that is most distinct from the sea by plain colour, if any is.
fn most_distinct_place(
    foreground: &Foreground<'_>,
    annotation: &ShipAnnotation,
    guess: HullPose,
) -> opencv::Result<Option<HullPose>> {
    let hull = annotation.hull();
    let plane =
        Plane { camera: &foreground.signal.background.camera, height_in: annotation.deck_height_in() };
    let around_in = CLICK_REACH_IN + SEA_IN;
    let map =
        foreground.signal.fine_colours(guess.middle, plane.height_in, hull.length_in / 2.0 + around_in)?;
    let Some(map) = map else { return Ok(None) };
    let step_in = foreground.signal.background.fine_step_in();
    let Some(sea) = LocalSea::around(&map, plane, guess, (hull.length_in, hull.beam_in), step_in) else {
        return Ok(None);
    };
    let apart_in = (STEP_SHARE * hull.beam_in).max(step_in);
    let steps = (CLICK_REACH_IN / apart_in).ceil() as i32;
    let stride = |step: i32| f64::from(step) * apart_in;
    let tried = (-steps..=steps).flat_map(|ahead| (-steps..=steps).map(move |abeam| (ahead, abeam)));
    let best = tried
        .map(|(ahead, abeam)| guess.stepped(stride(ahead), stride(abeam), 0.0))
        .filter(|pose| guess.middle.distance_in(pose.middle) <= CLICK_REACH_IN)
        .filter_map(|pose| {
            let (inside, frame) = sea.left_by(&map, plane, pose, (hull.length_in, hull.beam_in), step_in);
            (inside >= LEAST_OUT && inside - frame >= MORE_THAN_AROUND).then_some((inside - frame, pose))
        })
        .max_by(|a, b| a.0.total_cmp(&b.0));
    Ok(best.map(|(_, pose)| pose))
}

/// The sea around a place: its median colour, and the distance in colour from which a sample is distinct.
struct LocalSea {
    colour: [f32; 3],
    stands_out: f32,
}

impl LocalSea {
    /// Measures the sea where a ship of this size near `guess` cannot hide it.
    fn around(
        map: &SignalMap,
        plane: Plane<'_>,
        guess: HullPose,
        (length_in, beam_in): (f64, f64),
        step_in: f64,
    ) -> Option<Self> {
        let (inner, outer) = (2.0 * CLICK_REACH_IN, 2.0 * (CLICK_REACH_IN + SEA_IN));
        let layout = SampleGrid::around(length_in + outer, beam_in + outer, 0.0, 2.0 * step_in);
        let seen: Vec<[f32; 3]> = points(layout, guess)
            .filter(|point| {
                let (ahead, abeam) = guess.ship_frame(*point);
                ahead.abs() > (length_in + inner) / 2.0 || abeam.abs() > (beam_in + inner) / 2.0
            })
            .filter_map(|point| plane.sample(map, point))
            .map(|[blue, green, red, _]| [blue, green, red])
            .collect();
        if seen.len() < 32 {
            return None;
        }
        let colour = median_colour(seen.iter().copied());
        let mut far: Vec<f32> = seen.iter().map(|seen| distance(*seen, colour)).collect();
        Some(Self { colour, stands_out: (STANDS_OUT_TIMES * median(&mut far)).max(STANDS_OUT) })
    }

    /// The share of a hull's plan that is distinct from the sea, and the same share of the frame around it.
    fn left_by(
        &self,
        map: &SignalMap,
        plane: Plane<'_>,
        pose: HullPose,
        (length_in, beam_in): (f64, f64),
        step_in: f64,
    ) -> (f64, f64) {
        let (from_in, wide_in) = (2.0 * FRAME_IN.0, 2.0 * (FRAME_IN.0 + FRAME_IN.1));
        let layout = SampleGrid::around(length_in + wide_in, beam_in + wide_in, 0.0, step_in);
        let (mut inside, mut frame) = ((0, 0), (0, 0));
        for point in points(layout, pose) {
            let Some([blue, green, red, _]) = plane.sample(map, point) else { continue };
            let (ahead, abeam) = pose.ship_frame(point);
            let (ahead, abeam) = (2.0 * ahead.abs(), 2.0 * abeam.abs());
            let tally = if ahead < INNER.0 * length_in && abeam < INNER.1 * beam_in {
                &mut inside
            } else if ahead > length_in + from_in || abeam > beam_in + from_in {
                &mut frame
            } else {
                continue;
            };
            tally.0 += 1;
            tally.1 += usize::from(distance([blue, green, red], self.colour) > self.stands_out);
        }
        let share = |(all, out): (usize, usize)| out as f64 / all.max(1) as f64;
        (share(inside), share(frame))
    }
}

fn distance(one: [f32; 3], other: [f32; 3]) -> f32 {
    (0..3).map(|channel| (one[channel] - other[channel]).powi(2)).sum::<f32>().sqrt()
}
