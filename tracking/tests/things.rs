//! Things that people lay on the sea: cups, tape measures, pages. None of them stops the game.

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

use crate::watched::Watched;
use demo::{DemoTable, TableSetup, Thing};
use geometry::{Heading, Point, Pose, ShipId};
use tracking::{LiveReading, Presence};

impl Watched {
    /// Watches for the two seconds in which a thing must be learnt.
    fn two_seconds(&mut self) -> LiveReading {
        self.look(20)
    }

    fn put(&mut self, ship: &str, x_in: f64, y_in: f64, heading_deg: f64) {
        let pose = Pose { stack: Point::new(x_in, y_in), heading: Heading::from_deg(heading_deg) };
        self.table.place(&ShipId::new(ship), pose).unwrap();
    }

    fn true_pose(&self, ship: &str) -> Pose {
        self.table.truth().into_iter().find(|truth| truth.ship.as_str() == ship).unwrap().pose
    }

    /// Every ship is surely seen within `limit_in` and 3 degrees of its true pose, but for those that are named.
    fn assert_right(&self, reading: &LiveReading, limit_in: f64, but: &[&str]) {
        self.assert_placed(reading, limit_in, but);
        let sure = |seen: &geometry::Observation| seen.sure || but.contains(&seen.ship.as_str());
        assert!(reading.observations.iter().all(sure), "{:?}", reading.questions);
    }

    /// The same, though its bow may be in question.
    fn assert_placed(&self, reading: &LiveReading, limit_in: f64, but: &[&str]) {
        assert!(!reading.moving && !reading.covered, "the table rests");
        for ship in self.table.truth().iter().filter(|truth| !but.contains(&truth.ship.as_str())) {
            let seen = reading.observations.iter().find(|seen| seen.ship == ship.ship).unwrap();
            let off_in = seen.pose.stack.distance_in(ship.pose.stack);
            let off_deg = seen.pose.heading.angle_to(ship.pose.heading).to_degrees();
            assert!(seen.seen, "{} is not seen: {seen:?}", seen.ship);
            assert!(off_in < limit_in && off_deg < 3.0, "{}: {off_in:.3} in {off_deg:.1} deg", seen.ship);
        }
    }

    fn presence(&self, reading: &LiveReading, ship: &str) -> Presence {
        let at = reading.observations.iter().position(|seen| seen.ship.as_str() == ship).unwrap();
        reading.presence[at]
    }
}

fn standard(seed: u64) -> Watched {
    Watched::mustered(DemoTable::new(TableSetup::standard(seed)).unwrap())
}

fn north() -> Heading {
    Heading::from_deg(0.0)
}

#[test]
fn a_cup_a_tape_and_a_page_do_not_stop_the_game() {
    let mut watched = standard(61);
    for (thing, x_in, y_in) in [(Thing::Cup, 46.0, 26.0), (Thing::Tape, 8.0, 6.0), (Thing::Page, 50.0, 8.0)] {
        watched.table.put_thing(thing, Point::new(x_in, y_in), north());
    }
    let reading = watched.two_seconds();
    assert_eq!(reading.things.len(), 3, "{:?}", reading.things);
    watched.assert_right(&reading, 0.08, &[]);
    let Point { x_in, y_in } = watched.true_pose("patrick-henry").stack;
    watched.put("patrick-henry", x_in + 2.0, y_in + 1.0, 40.0);
    let reading = watched.look(3);
    assert!(reading.fresh || !reading.moving, "measured as soon as it rests");
    watched.assert_right(&reading, 0.08, &[]);
}

#[test]
fn an_arm_over_the_table_is_waited_for() {
    let mut watched = standard(62);
    watched.table.show_arm(Some(Point::new(40.0, 18.0)));
    let reading = watched.look(40);
    assert!(reading.moving || reading.covered);
    assert!(reading.things.is_empty(), "{:?}", reading.things);
    watched.table.show_arm(None);
    let reading = watched.look(4);
    watched.assert_right(&reading, 0.08, &[]);
}

#[test]
fn a_thing_is_forgotten_when_it_goes_and_leaves_no_ghost() {
    let mut watched = standard(63);
    let cup = watched.table.put_thing(Thing::Cup, Point::new(30.0, 20.0), north());
    assert_eq!(watched.two_seconds().things.len(), 1);
    watched.table.take_thing(cup);
    // A ship is set down at once where the cup stood.
    watched.put("patrick-henry", 30.0, 20.0, 330.0);
    let reading = watched.look(4);
    assert!(reading.things.is_empty(), "{:?}", reading.things);
    watched.assert_right(&reading, 0.08, &[]);
}

#[test]
fn a_thing_that_is_moved_is_one_thing_at_its_new_place() {
    let mut watched = standard(64);
    let page = watched.table.put_thing(Thing::Page, Point::new(30.0, 20.0), north());
    assert_eq!(watched.two_seconds().things.len(), 1);
    watched.table.take_thing(page);
    watched.table.put_thing(Thing::Page, Point::new(31.0, 20.5), Heading::from_deg(8.0));
    let reading = watched.two_seconds();
    watched.assert_right(&reading, 0.08, &[]);
    watched.table.clear_loose();
    let reading = watched.two_seconds();
    assert!(reading.things.is_empty(), "{:?}", reading.things);
    watched.assert_right(&reading, 0.08, &[]);
}

#[test]
fn a_ship_below_a_page_is_hidden_and_found_again() {
    let mut watched = standard(65);
    watched.put("patrick-henry", 50.0, 20.0, 330.0);
    watched.look(4);
    let page = watched.table.put_thing_at(Thing::Page, Point::new(50.0, 20.0), north(), 0.9);
    let reading = watched.two_seconds();
    assert_eq!(watched.presence(&reading, "patrick-henry"), Presence::Hidden);
    watched.assert_right(&reading, 0.08, &["patrick-henry"]);
    watched.table.take_thing(page);
    let reading = watched.look(4);
    assert!(reading.things.is_empty(), "{:?}", reading.things);
    watched.assert_right(&reading, 0.08, &[]);
}

#[test]
fn a_cup_pushed_against_a_side_moves_no_ship() {
    let mut watched = standard(66);
    // Against her starboard side; it leans away from the camera, and so from her.
    let beside = |pose: Pose| {
        let (east, north) = pose.heading.turned(std::f64::consts::FRAC_PI_2).unit();
        Point::new(pose.stack.x_in + 1.85 * east, pose.stack.y_in + 1.85 * north)
    };
    let pose = watched.true_pose("virginia");
    let cup = watched.table.put_thing(Thing::Cup, beside(pose), north());
    let reading = watched.two_seconds();
    watched.assert_right(&reading, 0.1, &[]);
    watched.table.take_thing(cup);
    watched.put("virginia", pose.stack.x_in - 0.5, pose.stack.y_in - 0.4, pose.heading.deg());
    let pose = watched.true_pose("virginia");
    watched.table.put_thing(Thing::Cup, beside(pose), north());
    let reading = watched.two_seconds();
    watched.assert_placed(&reading, 0.1, &[]);
}

#[test]
fn a_ship_partly_below_a_page_is_hidden_or_measured_honestly() {
    let mut watched = standard(67);
    watched.put("virginia", 48.0, 16.0, 300.0);
    watched.look(4);
    let pose = watched.true_pose("virginia");
    let ahead = pose.heading.unit();
    // The page lies over her bow: a third of her length.
    let over_in = 4.15 + 0.6;
    let at = Point::new(pose.stack.x_in + over_in * ahead.0, pose.stack.y_in + over_in * ahead.1);
    watched.table.put_thing_at(Thing::Page, at, pose.heading, 0.7);
    let reading = watched.two_seconds();
    let seen = reading.observations.iter().find(|seen| seen.ship.as_str() == "virginia").unwrap();
    let off_in = seen.pose.stack.distance_in(pose.stack);
    println!("a third of her hidden: {off_in:.3} in off, sigma {:.3} in, seen {}", seen.sigma_in, seen.seen);
    assert!(!seen.seen || off_in < 3.0 * seen.sigma_in, "{seen:?}");
    watched.assert_right(&reading, 0.08, &["virginia"]);
}

#[test]
fn rings_dice_and_smoke_on_decks_leave_a_ship_in_its_place() {
    let mut watched = standard(68);
    let deck = watched.true_pose("virginia").stack;
    watched.table.put_thing_at(Thing::Ring, Point::new(deck.x_in + 0.3, deck.y_in), north(), 0.5);
    let side = watched.true_pose("patrick-henry").stack;
    watched.table.put_smoke(Point::new(side.x_in, side.y_in + 0.8));
    watched.table.put_die(Point::new(side.x_in + 3.0, side.y_in));
    let reading = watched.two_seconds();
    watched.assert_right(&reading, 0.1, &[]);
}

#[test]
fn what_covers_half_the_table_is_no_thing() {
    let mut watched = standard(69);
    watched.table.put_thing_at(Thing::Cloth, Point::new(30.0, 18.0), north(), 1.0);
    let reading = watched.two_seconds();
    assert!(reading.mostly_covered && reading.covered, "a cloth is waited for");
    watched.table.clear_loose();
    let reading = watched.two_seconds();
    assert!(!reading.mostly_covered && reading.things.is_empty());
    watched.assert_right(&reading, 0.08, &[]);
}
