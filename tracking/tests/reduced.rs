//! A camera that sends full pictures on request only, and reduced ones of the same view in between: it measures as one
//! that sends full pictures only.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test stops where something is missing")]

use crate::at;
use crate::watched::Watched;
use calibration::decode_picture;
use demo::{DemoTable, TableSetup};
use geometry::{Heading, Point, Pose, ShipId};
use opencv::core::{Mat, Size, Vector};
use opencv::imgcodecs::{IMWRITE_JPEG_QUALITY, imencode};
use opencv::imgproc;
use opencv::prelude::*;
use std::path::Path;
use tracking::LiveReading;

/// As a phone's page sends them.
const FULL_QUALITY: i32 = 95;
const REDUCED_QUALITY: i32 = 70;
/// How much worse ranges may be than with full pictures only, inches.
const BOUND_IN: f64 = 0.01;
/// Pictures after a move until it must have been measured.
const MEASURED_WITHIN: u32 = 12;

/// Moves of one ship after another: inches east and north, degrees.
const MOVES: [(&str, f64, f64, f64); 6] = [
    ("monitor", 2.4, 0.8, 20.0),
    ("virginia", -2.1, 1.2, -15.0),
    ("minnesota", 1.5, -1.4, 30.0),
    ("teaser", -1.2, -1.6, 10.0),
    ("congress", 1.8, 1.1, -25.0),
    ("monitor", -2.0, -1.0, 40.0),
];

fn sent(picture: &Mat, quality: i32) -> Mat {
    let mut bytes = Vector::<u8>::new();
    imencode(".jpg", picture, &mut bytes, &Vector::from_slice(&[IMWRITE_JPEG_QUALITY, quality])).unwrap();
    decode_picture(bytes.as_slice(), Path::new("sent")).unwrap()
}

/// A watched table whose camera sends reduced pictures of this width; `None`: full ones only.
struct Camera {
    watched: Watched,
    reduced_width_px: Option<i32>,
    wants_full: bool,
    fulls: u32,
}

impl Camera {
    fn of(seed: u64, reduced_width_px: Option<i32>) -> Self {
        let watched = Watched::mustered(DemoTable::new(TableSetup::standard(seed)).unwrap());
        Self { watched, reduced_width_px, wants_full: true, fulls: 0 }
    }

    fn look(&mut self) -> LiveReading {
        let picture = self.watched.table.frame().unwrap();
        let Some(width) = self.reduced_width_px.filter(|_| !self.wants_full) else {
            self.wants_full = false;
            self.fulls += 1;
            return self.watched.see(&sent(&picture, FULL_QUALITY));
        };
        let mut reduced = Mat::default();
        let size = Size::new(width, width * picture.rows() / picture.cols());
        imgproc::resize(&picture, &mut reduced, size, 0.0, 0.0, imgproc::INTER_LINEAR).unwrap();
        self.watched.frame += 1;
        let now = at(self.watched.frame);
        let reading = self.watched.live.on_reduced(&sent(&reduced, REDUCED_QUALITY), now).unwrap();
        self.wants_full = reading.wants_full;
        reading
    }

    fn truth(&self) -> Vec<(ShipId, Pose)> {
        self.watched.table.truth().into_iter().map(|truth| (truth.ship, truth.pose)).collect()
    }

    /// Carries a ship; returns how many pictures later it was measured, and the errors of all ranges, inches.
    fn carries(&mut self, (ship, east_in, north_in, turn_deg): (&str, f64, f64, f64)) -> (u32, Vec<f64>) {
        let ship = ShipId::new(ship);
        let from = self.truth().into_iter().find(|(id, _)| *id == ship).unwrap().1;
        let mut is_moving = false;
        for step in 1..=10 {
            let share = f64::from(step) / 10.0;
            let pose = Pose {
                stack: Point::new(from.stack.x_in + share * east_in, from.stack.y_in + share * north_in),
                heading: Heading::from_deg(from.heading.deg() + share * turn_deg),
            };
            self.watched.table.carry(&[(ship.clone(), pose)]);
            is_moving |= self.look().moving;
        }
        self.watched.table.carry(&[]);
        assert!(is_moving, "nobody sees {ship} move");
        for pictures in 1..=MEASURED_WITHIN {
            let reading = self.look();
            if !reading.fresh || reading.moving || reading.covered {
                continue;
            }
            let truth = self.truth();
            let seen = |ship: &ShipId| {
                reading.observations.iter().find(|seen| seen.ship == *ship).unwrap().pose.stack
            };
            let mut errors_in = Vec::new();
            for (at, (one, from)) in truth.iter().enumerate() {
                for (other, to) in &truth[..at] {
                    let range_in = seen(one).distance_in(seen(other));
                    errors_in.push((range_in - from.stack.distance_in(to.stack)).abs());
                }
            }
            return (pictures, errors_in);
        }
        panic!("{ship} is not measured within {MEASURED_WITHIN} pictures");
    }
}

fn p95(mut errors: Vec<f64>) -> f64 {
    errors.sort_by(f64::total_cmp);
    errors[((0.95 * errors.len() as f64).ceil() as usize).max(1) - 1]
}

#[test]
fn reduced_pictures_show_every_move_and_full_ones_measure_it_as_well_as_ever() {
    let mut p95s_in = Vec::new();
    for width in [None, Some(1280), Some(960)] {
        let mut camera = Camera::of(5, width);
        let (mut errors_in, mut waited) = (Vec::new(), Vec::new());
        for made in MOVES {
            let (pictures, errors) = camera.carries(made);
            errors_in.extend(errors);
            waited.push(pictures);
        }
        let p95_in = p95(errors_in);
        println!(
            "reduced to {width:?}: range p95 {p95_in:.4} in; measured {waited:?} pictures after each move, {} full ones of {}",
            camera.fulls, camera.watched.frame
        );
        p95s_in.push(p95_in);
    }
    assert!(p95s_in[1..].iter().all(|p95_in| *p95_in < p95s_in[0] + BOUND_IN), "{p95s_in:?}");
}

#[test]
fn a_table_at_rest_needs_no_full_pictures_and_one_in_between_is_no_motion() {
    for seed in [7, 8, 9] {
        let mut camera = Camera::of(seed, Some(960));
        (0..10).for_each(|_| drop(camera.look()));
        let before = camera.fulls;
        for picture in 0..60 {
            // Asked for by somebody else: a page of cards, or to look after the calibration.
            camera.wants_full |= picture % 15 == 0;
            let reading = camera.look();
            assert!(!reading.moving, "seed {seed}: picture {picture} moves");
        }
        println!("seed {seed}: {} full pictures of 60 at rest, 4 of them asked for", camera.fulls - before);
        assert_eq!(camera.fulls - before, 4);
    }
}
