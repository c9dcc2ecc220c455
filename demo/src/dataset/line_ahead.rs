//! Five ships in line ahead on a closed course about the middle of the table, the others within it.

use crate::dataset::picture_set::{SetError, is_free};
use crate::setup::class_fleet::SISTERS;
use crate::setup::ship_records::DemoShip;
use crate::table::demo_table::DemoTable;
use geometry::{Heading, Point, Pose};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use std::f64::consts::{FRAC_PI_2, PI};

/// From stem to stem, in lengths of what a ship stands on.
const SPACED: f64 = 1.5;

/// How far ships are off their places in the line, inches, and off its course, degrees.
const OFF_IN: f64 = 0.15;
const OFF_DEG: f64 = 4.0;

/// A line ahead: where its van is along the course.
pub(crate) struct LineAhead {
    van_in: f64,
    spaced_in: f64,
    middle: Point,
    /// Half the length of the straights, and the radius of the turns between them, inches.
    straight_in: f64,
    radius_in: f64,
}

impl LineAhead {
    /// Forms the line somewhere on the course.
    pub(crate) fn formed(table: &mut DemoTable, random: &mut ChaCha8Rng) -> Result<Self, SetError> {
        let (width, depth) = table.setup().sea_in;
        let length_in = table
            .setup()
            .fleet
            .first()
            .map_or(2.0, |ship| ship.base.map_or(ship.length_in, |base| base.length_in));
        let radius_in = 0.27 * depth;
        let mut line = Self {
            van_in: random.random_range(0.0..100.0),
            spaced_in: SPACED * length_in,
            middle: Point::new(width / 2.0, depth / 2.0),
            straight_in: width / 2.0 - radius_in - 6.0,
            radius_in,
        };
        line.advance(table, random)?;
        Ok(line)
    }

    /// All ships of the line move on in succession, the others anywhere within the course.
    pub(crate) fn advance(&mut self, table: &mut DemoTable, random: &mut ChaCha8Rng) -> Result<(), SetError> {
        self.van_in += random.random_range(0.35..1.15) * self.spaced_in;
        let fleet = table.setup().fleet.clone();
        let (line, others) = fleet.split_at(SISTERS.min(fleet.len()));
        for ship in others {
            let placed = (0..200).any(|_| {
                let reach = (self.straight_in, 0.45 * self.radius_in);
                let stack = Point::new(
                    self.middle.x_in + random.random_range(-reach.0..reach.0),
                    self.middle.y_in + random.random_range(-reach.1..reach.1),
                );
                let pose = Pose { stack, heading: Heading::from_deg(random.random_range(0.0..360.0)) };
                is_free(table, ship, &pose) && table.place(&ship.id, pose).is_ok()
            });
            if !placed {
                return Err(SetError::Crowded(ship.id.clone()));
            }
        }
        for (ship, place) in line.iter().zip(0..) {
            let course = self.course(self.van_in - f64::from(place) * self.spaced_in);
            let pose = off_course(ship, course, random);
            table.place(&ship.id, pose).map_err(|_| SetError::Crowded(ship.id.clone()))?;
        }
        Ok(())
    }

    /// Place and heading of the course: two straights joined by half circles, clockwise.
    fn course(&self, along_in: f64) -> (Point, Heading) {
        let (straight, turn) = (2.0 * self.straight_in, PI * self.radius_in);
        let along = along_in.rem_euclid(2.0 * (straight + turn));
        let at = |x: f64, y: f64| Point::new(self.middle.x_in + x, self.middle.y_in + y);
        let half = along % (straight + turn);
        // The second half is the first one turned about the middle.
        let back = if along < straight + turn { 1.0 } else { -1.0 };
        let (x, y, heading_rad) = if half < straight {
            (half - self.straight_in, self.radius_in, FRAC_PI_2)
        } else {
            let turned = (half - straight) / self.radius_in;
            let (sin, cos) = turned.sin_cos();
            (self.straight_in + self.radius_in * sin, self.radius_in * cos, FRAC_PI_2 + turned)
        };
        let about = if back < 0.0 { PI } else { 0.0 };
        (at(back * x, back * y), Heading::from_rad(heading_rad + about))
    }
}

fn off_course(ship: &DemoShip, (middle, heading): (Point, Heading), random: &mut ChaCha8Rng) -> Pose {
    let heading = heading.turned(random.random_range(-OFF_DEG..OFF_DEG).to_radians());
    let aside = heading.turned(FRAC_PI_2);
    let middle = middle
        .moved(heading, random.random_range(-OFF_IN..OFF_IN))
        .moved(aside, random.random_range(-OFF_IN..OFF_IN));
    Pose { stack: middle.moved(heading, ship.stack_ahead_in), heading }
}
