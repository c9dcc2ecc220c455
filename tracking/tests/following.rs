//! Ships carried by a hand that leaves part of them in sight: name and bow are carried along.

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

use crate::watched::Watched;
use demo::{DemoTable, TableSetup};
use geometry::{Heading, Point, Pose, ShipId};
use opencv::core::{Mat, Point as Pixel, Scalar};
use opencv::imgproc;
use tracking::LiveReading;

/// How a hand holds a ship.
#[derive(Clone, Copy, PartialEq)]
enum Grip {
    /// Two fingers over its middle.
    Fingers,
    /// The whole palm.
    Palm,
}

/// Draws a hand that reaches in from the south to a point of the table.
fn draw_hand(table: &DemoTable, picture: &mut Mat, at: Point, grip: Grip) {
    let camera = table.camera();
    let px_per_in = camera.px_per_in(at).unwrap();
    let pixel = |north_in: f64, east_in: f64| {
        let point = Point::new(at.x_in + east_in, at.y_in + north_in);
        let pixel = camera.pixel_from_table(point, 0.3).unwrap();
        Pixel::new(pixel.x_px as i32, pixel.y_px as i32)
    };
    let skin = Scalar::new(140.0, 170.0, 218.0, 0.0);
    let mut limb = |from, to, width_in: f64| {
        let width = (width_in * px_per_in).max(1.0) as i32;
        imgproc::line(picture, from, to, skin, width, imgproc::LINE_AA, 0).unwrap();
    };
    limb(pixel(0.0, -0.25), pixel(-2.0, -0.5), 0.4);
    limb(pixel(0.0, 0.25), pixel(-2.0, 0.5), 0.4);
    limb(pixel(-2.6, 0.0), pixel(-2.6, 0.0), 2.2);
    limb(pixel(-3.0, 0.0), pixel(-30.0, 1.0), 1.9);
    if grip == Grip::Palm {
        limb(pixel(0.0, 0.0), pixel(-2.0, 0.0), 3.2);
    }
}

/// A watched table over which a hand carries ships.
struct Evening {
    watched: Watched,
}

impl Evening {
    fn new(setup: TableSetup) -> Self {
        Self { watched: Watched::mustered(DemoTable::new(setup).unwrap()) }
    }

    fn pose(&self, ship: &ShipId) -> Pose {
        self.watched.table.truth().into_iter().find(|truth| truth.ship == *ship).unwrap().pose
    }

    fn look_with_hand(&mut self, at: Point, grip: Grip) {
        let mut picture = self.watched.table.frame().unwrap();
        draw_hand(&self.watched.table, &mut picture, at, grip);
        self.watched.see(&picture);
    }

    /// Carries a ship to a pose in so many frames; the stack never comes to rest before.
    fn carry(&mut self, ship: &ShipId, to: Pose, frames: u32, grip: Grip) {
        let from = self.pose(ship);
        let hull = self.watched.table.setup().fleet.iter().find(|other| other.id == *ship).unwrap().hull();
        for lower in [3.0, 1.5] {
            let middle = hull.middle(from);
            self.look_with_hand(Point::new(middle.x_in, middle.y_in - lower), grip);
        }
        let turn_rad = from.heading.relative(to.heading).rad();
        for frame in 0..=frames {
            let share = f64::from(frame) / f64::from(frames);
            let pose = Pose {
                stack: Point::new(
                    from.stack.x_in + share * (to.stack.x_in - from.stack.x_in),
                    from.stack.y_in + share * (to.stack.y_in - from.stack.y_in),
                ),
                heading: from.heading.turned(share * turn_rad),
            };
            self.watched.table.place(ship, pose).unwrap();
            self.look_with_hand(hull.middle(pose), grip);
        }
        let middle = hull.middle(to);
        for lower in [1.5, 4.0] {
            self.look_with_hand(Point::new(middle.x_in, middle.y_in - lower), grip);
        }
    }

    /// The reading once the table is still.
    fn still(&mut self) -> LiveReading {
        self.watched.look(4)
    }
}

fn id(name: &str) -> ShipId {
    ShipId::new(name)
}

fn pose(x_in: f64, y_in: f64, heading_deg: f64) -> Pose {
    Pose { stack: Point::new(x_in, y_in), heading: Heading::from_deg(heading_deg) }
}

/// Two equal ships side by side.
fn sisters(seed: u64) -> Evening {
    let mut setup = TableSetup::standard(seed).at_size(1280, 720);
    let model = setup.fleet.iter().find(|ship| ship.id == id("congress")).unwrap().clone();
    setup.fleet = [("essex", pose(20.0, 18.0, 0.0)), ("cairo", pose(24.0, 18.0, 0.0))]
        .map(|(name, pose)| {
            let mut ship = model.clone();
            (ship.id, ship.pose) = (id(name), pose);
            ship
        })
        .to_vec();
    Evening::new(setup)
}

/// The ships that are read wrongly, of those that are sure.
fn silent_errors(evening: &Evening, reading: &LiveReading) -> Vec<ShipId> {
    let wrong = reading.observations.iter().filter(|seen| {
        let truth = evening.pose(&seen.ship);
        seen.seen
            && seen.sure
            && (truth.stack.distance_in(seen.pose.stack) > 0.3
                || truth.heading.angle_to(seen.pose.heading) > 0.8)
    });
    wrong.map(|seen| seen.ship.clone()).collect()
}

#[test]
fn sisters_that_cross_in_sight_keep_their_names() {
    let mut evening = sisters(41);
    evening.carry(&id("essex"), pose(23.9, 22.0, 20.0), 12, Grip::Fingers);
    evening.carry(&id("cairo"), pose(20.1, 22.0, 340.0), 12, Grip::Fingers);
    let reading = evening.still();
    assert_eq!(silent_errors(&evening, &reading), []);
    assert!(reading.observations.iter().all(|seen| seen.sure), "{:?}", reading.observations);
    assert_eq!(reading.questions, []);
}

#[test]
fn sisters_that_cross_below_a_palm_are_asked_about() {
    let mut evening = sisters(42);
    evening.carry(&id("essex"), pose(23.9, 22.0, 20.0), 12, Grip::Palm);
    evening.carry(&id("cairo"), pose(20.1, 22.0, 340.0), 12, Grip::Palm);
    let reading = evening.still();
    assert_eq!(silent_errors(&evening, &reading), []);
}

#[test]
fn a_ship_turned_about_in_sight_keeps_its_bow() {
    // The fingers hide more of the last one, a small boat, than they leave in sight.
    for (name, small) in [("congress", false), ("monitor", false), ("virginia", false), ("teaser", true)] {
        let mut evening = Evening::new(TableSetup::standard(43).at_size(1280, 720));
        let ship = id(name);
        let from = evening.pose(&ship);
        let to = pose(from.stack.x_in + 0.5, from.stack.y_in + 1.0, from.heading.deg() + 178.0);
        evening.carry(&ship, to, 10, Grip::Fingers);
        let reading = evening.still();
        assert_eq!(silent_errors(&evening, &reading), []);
        let seen = reading.observations.iter().find(|seen| seen.ship == ship).unwrap();
        println!("{name}: {:?} {:?}", seen.confidence, reading.questions.len());
        assert!(small || seen.sure && reading.questions.is_empty(), "{seen:?}");
    }
}
