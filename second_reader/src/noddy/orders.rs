//! Orders: allowed speeds and turns (NOD-3 to NOD-6, NOD-9), and ships without orders.

use crate::noddy::battle::Battle;
use crate::noddy::kept::{Course, Step};
use crate::noddy::sheet::{self, HalfKnots};
use crate::noddy::ship::Ship;
use crate::plane;
use crate::record::{Event, ReadError};
use crate::report::Report;
use serde::Deserialize;

/// The slowest speed ahead (or fastest astern), and the fastest ahead.
pub type Limits = (HalfKnots, HalfKnots);

/// Orders as written.
#[derive(Debug, Deserialize)]
struct ShipOrder {
    ship: String,
    order: Order,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "written", rename_all = "snake_case")]
enum Order {
    Here { course: Course },
    OnPaper,
}

/// A course as revealed.
#[derive(Debug, Deserialize)]
struct ShipCourse {
    ship: String,
    course: Option<Course>,
    of_itself: bool,
}

/// The speeds allowed now, with the current or against it. A ship too fast for its reduced top speed slows
/// down at its highest rate (NOD-AMB-15).
pub fn limits(ship: &Ship, turn: i64, against: bool, bonus_knots: f64) -> Limits {
    let driven = ship.has_power() && ship.jammed_until < turn;
    let top = if driven { ship.top_speed.max(0) } else { 0 };
    let bonus = (1..=6).filter(|half| f64::from(*half) <= 2.0 * bonus_knots).count();
    let ahead = match (against, top) {
        (true, _) => sheet::against_current(top),
        (false, 0) => 0,
        (false, _) => top + HalfKnots::try_from(bonus).unwrap_or(0),
    };
    let astern = -sheet::in_reverse(top);
    let most = sheet::change_of_speed(ship.pipes);
    let (slowest, fastest) = (ship.speed - most, ship.speed + most);
    match () {
        () if slowest > ahead => (slowest, slowest),
        () if fastest < astern => (fastest, fastest),
        () => (slowest.max(astern), fastest.min(ahead)),
    }
}

/// The limits on the ship's heading; none where it is so nearly across the current that players had to settle
/// it (NOD-AMB-8).
fn limits_of(battle: &Battle, ship: &Ship) -> Option<Limits> {
    let place = battle.place(&ship.card.id)?;
    let off_deg = plane::apart_deg(place.heading_deg, battle.options.current_toward_deg);
    let near = off_deg != 90.0 && (off_deg - 90.0).abs() < 0.006;
    let limits = |against| limits(ship, battle.turn, against, battle.options.downstream_bonus);
    let (with, against) = (limits(false), limits(true));
    match near {
        true => (with == against).then_some(with),
        false => Some(if off_deg > 90.0 { against } else { with }),
    }
}

/// Checks a course that was written or read out.
fn check(battle: &Battle, event: &Event, report: &mut Report, ship: &Ship, course: Course) {
    let (id, seq) = (&ship.card.id, event.seq);
    let takes = ship.takes_orders(battle.turn);
    report.hold("NOD-9", seq, takes, "nobody can give her orders now", &format!("orders for {id}"));
    if let Some((low, high)) = limits_of(battle, ship) {
        let holds = (low..=high).contains(&course.speed);
        let rule = if course.speed < 0 { "NOD-4" } else { "NOD-5" };
        let reads = format!("{id} makes {low} to {high} half knots");
        report.hold(rule, seq, holds, &reads, &format!("{}", course.speed));
        let heads = battle.place(id).map(|place| place.heading_deg);
        let off_deg = heads.map_or(0.0, |deg| plane::apart_deg(deg, battle.options.current_toward_deg));
        if off_deg > 90.0 {
            let most = sheet::against_current(ship.top_speed);
            let slows = course.speed <= ship.speed - sheet::change_of_speed(ship.pipes);
            let holds = course.speed <= most || slows;
            report.hold("NOD-3", seq, holds, &format!("{most} against the current"), &format!("{course:?}"));
        }
    }
    let most = sheet::turn_limit_deg(ship.card.build);
    let holds = course.turn_deg.abs() <= most;
    report.hold("NOD-6", seq, holds, &format!("{id} turns {most} at most"), &format!("{}", course.turn_deg));
    let holds = course.turn_deg == 0.0 || ship.steers(battle.turn);
    report.hold("NOD-19", seq, holds, &format!("{id} keeps her course"), &format!("{}", course.turn_deg));
}

/// Checks the orders written by a side.
pub fn written(battle: &mut Battle, event: &Event, report: &mut Report) -> Result<(), ReadError> {
    let orders: Vec<ShipOrder> = event.read("/event/orders")?;
    let side: String = event.read("/event/side")?;
    report.compare("NOD-7", event.seq, Step::Orders, battle.step);
    for ShipOrder { ship, order } in orders {
        let own_side = battle.side(&ship).unwrap_or_default();
        report.compare("NOD-9", event.seq, own_side, side.as_str());
        let Some(own) = battle.ships.get(&ship) else { continue };
        let course = match order {
            Order::Here { course } => Some(course),
            Order::OnPaper => None,
        };
        if let Some(course) = course {
            check(battle, event, report, own, course);
        }
        if let Some(own) = battle.ships.get_mut(&ship) {
            own.written = Some(course);
        }
    }
    Ok(())
}

/// Checks revealed orders: as written, limited by damage since then (NOD-AMB-28); a ship without orders keeps
/// its speed and course.
pub fn revealed(battle: &mut Battle, event: &Event, report: &mut Report) -> Result<(), ReadError> {
    let courses: Vec<ShipCourse> = event.read("/event/courses")?;
    let all: Vec<String> =
        battle.ships.iter().filter(|(_, ship)| ship.present()).map(|(id, _)| id.clone()).collect();
    let recorded: Vec<String> = courses.iter().map(|it| it.ship.clone()).collect();
    report.compare("NOD-7", event.seq, all, recorded);
    for ShipCourse { ship: id, course, of_itself } in courses {
        let Some(ship) = battle.ships.get(&id) else { continue };
        let takes = ship.takes_orders(battle.turn);
        match ship.written.filter(|_| takes) {
            Some(Some(ordered)) => {
                let speed =
                    Ship { speed_before: ship.speed, ..ship.clone() }.rest_of_move(battle.turn, ordered);
                let turn_deg = if ship.steers(battle.turn) { ordered.turn_deg } else { 0.0 };
                let reads = (Some(Course { speed, turn_deg }), false);
                report.compare("NOD-9", event.seq, (&id, reads), (&id, (course, of_itself)));
            }
            Some(None) => report.compare("NOD-9", event.seq, (None, false), (course, of_itself)),
            None => {
                report.hold("NOD-9", event.seq, !takes, &format!("{id} needs orders"), "she has none");
                if let Some((low, high)) = limits_of(battle, ship) {
                    let reads = Course { speed: ship.speed.clamp(low, high), turn_deg: 0.0 };
                    let rule = "NOD-AMB-15";
                    report.compare(rule, event.seq, (&id, Some(reads), true), (&id, course, of_itself));
                }
            }
        }
        if let Some(course) = course {
            take(battle, &id, course);
        }
    }
    Ok(())
}

/// Checks orders kept on paper and read out.
pub fn read_out(battle: &mut Battle, event: &Event, report: &mut Report) -> Result<(), ReadError> {
    let id: String = event.read("/event/ship")?;
    let course: Course = event.read("/event/course")?;
    if let Some(ship) = battle.ships.get(&id) {
        check(battle, event, report, ship, course);
    }
    take(battle, &id, course);
    Ok(())
}

fn take(battle: &mut Battle, id: &str, course: Course) {
    if let Some(ship) = battle.ships.get_mut(id) {
        ship.speed_before = ship.speed;
        (ship.speed, ship.course, ship.written) = (course.speed, Some(course), None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::noddy::ship::tests::ship;

    // NOD-V18: two knots a move, one with damaged pipes.
    #[test]
    fn speeds_change_by_two_knots() {
        let mut cairo = ship(8, &[]);
        cairo.speed = 10;
        assert_eq!(limits(&cairo, 1, false, 0.0), (6, 14));
        cairo.pipes = true;
        assert_eq!(limits(&cairo, 1, false, 0.0), (8, 12));
    }

    #[test]
    fn the_current_and_reverse_cap_them() {
        let mut cairo = ship(8, &[]);
        cairo.speed = 8;
        assert_eq!(limits(&cairo, 1, true, 0.0), (4, 10), "two thirds of 8 is 5");
        cairo.speed = 0;
        assert_eq!(limits(&cairo, 1, false, 0.0), (-4, 4), "a quarter of 8 is 2");
    }

    #[test]
    fn a_jammed_ship_slows_to_a_halt() {
        let mut cairo = ship(8, &[]);
        (cairo.speed, cairo.jammed_until) = (11, 4);
        assert_eq!(limits(&cairo, 4, false, 0.0), (7, 7));
        cairo.speed = 3;
        assert_eq!(limits(&cairo, 4, false, 0.0), (0, 0));
        assert_eq!(limits(&cairo, 5, false, 0.0), (-1, 7), "cleared");
    }
}
