//! Films of ordinary evenings: a hand moves ships turn after turn, things are laid on the sea and taken away. Counted
//! are silent errors and questions.

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

use crate::watched::Watched;
use demo::{DemoTable, TableSetup, Thing};
use geometry::{Heading, Point, Pose, ShipId};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tracking::{LiveReading, Question};

/// Films, turns of each, and ships on the table.
const FILMS: u64 = if cfg!(feature = "long") { 20 } else { 2 };
const TURNS: usize = 12;
const SHIPS: usize = 6;
/// Ships further from the truth than this are read wrongly, inches and degrees.
const WRONG_IN: f64 = 0.3;
const WRONG_DEG: f64 = 45.0;

/// What happened in some films.
#[derive(Debug, Default, Clone, Copy)]
struct Count {
    moved: usize,
    silent: usize,
    questions: usize,
    in_vain: usize,
    waited: usize,
}

struct Film {
    watched: Watched,
    random: ChaCha8Rng,
    things: usize,
    count: Count,
}

impl Film {
    fn new(seed: u64) -> Self {
        let mut setup = TableSetup::random(seed).at_size(1280, 720);
        setup.fleet.truncate(SHIPS);
        let mut table = DemoTable::new(setup).unwrap();
        for (ship, at) in table.setup().fleet.clone().iter().zip(0_u8..) {
            let share = (0.2 + 0.3 * f64::from(at % 3), 0.3 + 0.4 * f64::from(at / 3));
            let sea_in = table.setup().sea_in;
            let stack = Point::new(share.0 * sea_in.0, share.1 * sea_in.1);
            table.place(&ship.id, Pose { stack, heading: Heading::from_deg(40.0 * f64::from(at)) }).unwrap();
        }
        let random = ChaCha8Rng::seed_from_u64(seed);
        Self { watched: Watched::mustered(table), random, things: 0, count: Count::default() }
    }

    fn far_from_others(&self, at: Point, but: &ShipId) -> bool {
        let others = self.watched.table.truth().into_iter().filter(|other| other.ship != *but);
        others.into_iter().all(|other| other.pose.stack.distance_in(at) > 4.0)
    }

    /// A hand carries a ship some inches ahead, as ships sail, and turns it.
    fn carry(&mut self, ship: &ShipId) {
        let from = self.watched.table.truth().into_iter().find(|truth| truth.ship == *ship).unwrap().pose;
        let sea_in = self.watched.table.setup().sea_in;
        let (turn_rad, ahead_in) =
            (self.random.random_range(-1.0_f64..1.0), self.random.random_range(1.5_f64..8.0));
        let to = from.stack.moved(from.heading.turned(turn_rad / 2.0), ahead_in);
        let inside = (3.0..sea_in.0 - 3.0).contains(&to.x_in) && (3.0..sea_in.1 - 3.0).contains(&to.y_in);
        if !inside
            || !self.far_from_others(to, ship)
            || self.watched.table.grab(from.stack).as_ref() != Some(ship)
        {
            self.watched.table.release();
            self.watched.look(4);
            return;
        }
        for step in 1..=5 {
            let share = f64::from(step) / 5.0;
            let (x, y) = (to.x_in - from.stack.x_in, to.y_in - from.stack.y_in);
            self.watched.table.drag_to(Point::new(from.stack.x_in + share * x, from.stack.y_in + share * y));
            self.watched.table.turn_by(turn_rad / 5.0);
            self.watched.look(1);
        }
        self.watched.table.release();
        self.watched.look(1);
        self.count.moved += 1;
    }

    fn lay_or_take(&mut self) {
        if self.things > 2 {
            self.watched.table.take_thing(0);
            self.things -= 1;
            return;
        }
        let sea_in = self.watched.table.setup().sea_in;
        let (thing, share) = [(Thing::Cup, 0.1), (Thing::Page, 0.9), (Thing::Tape, 0.2)][self.things];
        let at = Point::new(share * sea_in.0, self.random.random_range(0.15..0.85) * sea_in.1);
        if self.watched.table.truth().iter().all(|ship| ship.pose.stack.distance_in(at) > 8.0) {
            self.watched.table.put_thing(thing, at, Heading::from_deg(self.random.random_range(0.0..360.0)));
            self.things += 1;
        }
    }

    fn turn(&mut self) {
        let ships: Vec<ShipId> = self.watched.table.truth().into_iter().map(|truth| truth.ship).collect();
        for ship in &ships {
            if self.random.random_bool(0.5) {
                self.carry(ship);
            }
        }
        if self.random.random_bool(0.4) {
            self.lay_or_take();
        }
        let reading = self.watched.look(25);
        self.judge(&reading);
    }

    fn judge(&mut self, reading: &LiveReading) {
        if reading.moving || reading.covered {
            self.count.waited += 1;
            return;
        }
        for truth in self.watched.table.truth() {
            let seen = reading.observations.iter().find(|seen| seen.ship == truth.ship).unwrap();
            let off_in = seen.pose.stack.distance_in(truth.pose.stack);
            let off_deg = seen.pose.heading.angle_to(truth.pose.heading).to_degrees();
            let wrong = !seen.seen || off_in > WRONG_IN || off_deg > WRONG_DEG;
            if wrong && seen.seen && seen.sure {
                println!(
                    "silent: {} {off_in:.2} in {off_deg:.0} deg at frame {}",
                    seen.ship, self.watched.frame
                );
                self.count.silent += 1;
            }
        }
        for question in &reading.questions {
            self.count.questions += 1;
            let ships = match question {
                Question::Bow { ship, .. } => vec![ship.clone()],
                Question::Names { ships, .. } => ships.clone(),
            };
            let right = ships.iter().all(|ship| {
                let truth = self.watched.table.truth().into_iter().find(|truth| truth.ship == *ship).unwrap();
                let seen = reading.observations.iter().find(|seen| seen.ship == *ship).unwrap();
                seen.pose.stack.distance_in(truth.pose.stack) < WRONG_IN
                    && seen.pose.heading.angle_to(truth.pose.heading).to_degrees() < WRONG_DEG
            });
            self.count.in_vain += usize::from(right);
            for ship in ships {
                let truth = self.watched.table.truth().into_iter().find(|truth| truth.ship == ship).unwrap();
                self.watched.live.correct(&ship, truth.pose).unwrap();
            }
        }
        self.watched.look(3);
    }
}

#[test]
fn an_evening_of_twelve_turns_has_no_silent_error_and_few_questions() {
    let mut all = Count::default();
    for seed in 1..=FILMS {
        let mut film = Film::new(500 + seed);
        (0..TURNS).for_each(|_| film.turn());
        println!("film {seed}: {:?}", film.count);
        let Count { moved, silent, questions, in_vain, waited } = film.count;
        all.moved += moved;
        all.silent += silent;
        all.questions += questions;
        all.in_vain += in_vain;
        all.waited += waited;
    }
    println!(
        "{FILMS} films: {all:?}; {:.1} % questions per ship moved",
        100.0 * all.questions as f64 / all.moved as f64
    );
    assert_eq!(all.silent, 0);
    assert_eq!(all.waited, 0);
}
