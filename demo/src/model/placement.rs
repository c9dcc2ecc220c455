//! Placement of models: on the table, and not overlapping another.

use crate::setup::ship_records::DemoShip;
use geometry::{HullShape, Point, Pose, ShipId};
use thiserror::Error;

/// Why a ship can't be put somewhere.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PlaceError {
    /// No such ship on the demo table.
    #[error("There is no ship {0} on the demo table: choose one of those that stand there.")]
    UnknownShip(ShipId),
    /// Part of the hull would hang over the edge.
    #[error("{0} would lie off the table there: put it inside the four corner cards.")]
    OffTable(ShipId),
    /// It would stand in another ship.
    #[error("{ship} would stand inside {other} there: leave room between the hulls.")]
    Inside {
        /// The ship that is moved.
        ship: ShipId,
        /// The ship that stands there already.
        other: ShipId,
    },
}

/// Hulls may touch: they stand inside one another only when they overlap by more than this, inches.
const TOUCHING_IN: f64 = 0.004;

/// The outline on the table of what a ship stands on: its base if it has one, else its hull.
pub(crate) fn footprint(ship: &DemoShip, pose: Pose) -> Vec<Point> {
    let Some(base) = &ship.base else { return ship.hull().outline(pose) };
    let middle = ship.hull().middle(pose);
    let abeam = pose.heading.turned(std::f64::consts::FRAC_PI_2);
    let (along, across) = (base.length_in / 2.0, base.width_in / 2.0);
    [(along, across), (-along, across), (-along, -across), (along, -across)]
        .map(|(ahead, starboard)| middle.moved(pose.heading, ahead).moved(abeam, starboard))
        .to_vec()
}

/// How deep two convex outlines overlap: the least overlap over all directions of their sides (separating axes),
/// negative when they stand apart.
fn overlap_in(a: &[Point], b: &[Point]) -> f64 {
    let sides = |outline: &[Point]| -> Vec<(f64, f64)> {
        let next = outline.iter().cycle().skip(1);
        outline
            .iter()
            .zip(next)
            .map(|(from, to)| {
                let length = from.distance_in(*to).max(1e-12);
                ((to.y_in - from.y_in) / length, (from.x_in - to.x_in) / length)
            })
            .collect()
    };
    let span = |outline: &[Point], axis: (f64, f64)| {
        outline
            .iter()
            .map(|point| point.x_in * axis.0 + point.y_in * axis.1)
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), along| (low.min(along), high.max(along)))
    };
    sides(a)
        .into_iter()
        .chain(sides(b))
        .map(|axis| {
            let ((low_a, high_a), (low_b, high_b)) = (span(a, axis), span(b, axis));
            (high_a - low_b).min(high_b - low_a)
        })
        .fold(f64::INFINITY, f64::min)
}

/// A ship and where it stands.
#[derive(Debug, Clone)]
pub(crate) struct PlacedShip {
    pub(crate) ship: DemoShip,
    pub(crate) pose: Pose,
}

/// Can the ship be placed at `pose` among the others?
pub(crate) fn may_stand(
    ship: &DemoShip,
    pose: Pose,
    others: &[PlacedShip],
    sea_in: (f64, f64),
) -> Result<(), PlaceError> {
    let outline = footprint(ship, pose);
    let on_table =
        |point: &Point| (0.0..=sea_in.0).contains(&point.x_in) && (0.0..=sea_in.1).contains(&point.y_in);
    if !outline.iter().all(on_table) {
        return Err(PlaceError::OffTable(ship.id.clone()));
    }
    let inside = others
        .iter()
        .filter(|other| other.ship.id != ship.id)
        .find(|other| overlap_in(&outline, &footprint(&other.ship, other.pose)) > TOUCHING_IN);
    match inside {
        Some(other) => Err(PlaceError::Inside { ship: ship.id.clone(), other: other.ship.id.clone() }),
        None => Ok(()),
    }
}

/// The free place nearest to the requested one, with the same heading; `None` when the table is full.
pub(crate) fn nearest_free(
    ship: &DemoShip,
    wanted: Pose,
    others: &[PlacedShip],
    sea_in: (f64, f64),
) -> Option<Pose> {
    let free = |pose: &Pose| may_stand(ship, *pose, others, sea_in).is_ok();
    let wanted = onto_table(ship, wanted, sea_in);
    if free(&wanted) {
        return Some(wanted);
    }
    (1..800).find_map(|ring| {
        let radius_in = f64::from(ring) * 0.05;
        let around = (8 + ring).min(64);
        (0..around)
            .map(|step| {
                let (sin, cos) = (std::f64::consts::TAU * f64::from(step) / f64::from(around)).sin_cos();
                let stack =
                    Point::new(wanted.stack.x_in + radius_in * cos, wanted.stack.y_in + radius_in * sin);
                Pose { stack, heading: wanted.heading }
            })
            .find(free)
    })
}

/// Pushes a pose inward until the whole footprint is on the table.
pub(crate) fn onto_table(ship: &DemoShip, pose: Pose, sea_in: (f64, f64)) -> Pose {
    let push = |value: fn(&Point) -> f64, most: f64| {
        let outline = footprint(ship, pose);
        let low = outline.iter().map(value).fold(f64::INFINITY, f64::min);
        let high = outline.iter().map(value).fold(f64::NEG_INFINITY, f64::max);
        // A hair inside, so that rounding can't put a corner outside again.
        (1e-9 - low).max(0.0) - (high - most + 1e-9).max(0.0)
    };
    let stack = Point::new(
        pose.stack.x_in + push(|point| point.x_in, sea_in.0),
        pose.stack.y_in + push(|point| point.y_in, sea_in.1),
    );
    Pose { stack, heading: pose.heading }
}

/// The distance of a point from a ship's centre line, inches.
pub(crate) fn distance_to_ship_in(hull: &HullShape, pose: Pose, point: Point) -> f64 {
    let middle = hull.middle(pose);
    let (east, north) = pose.heading.unit();
    let along = (point.x_in - middle.x_in) * east + (point.y_in - middle.y_in) * north;
    let nearest = along.clamp(-hull.length_in / 2.0, hull.length_in / 2.0);
    point.distance_in(middle.moved(pose.heading, nearest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::Heading;

    const SEA: (f64, f64) = (60.0, 36.0);

    fn fleet() -> Vec<PlacedShip> {
        crate::setup::standard_fleet::hampton_roads()
            .into_iter()
            .map(|ship| PlacedShip { pose: ship.pose, ship })
            .collect()
    }

    #[test]
    fn the_standard_fleet_stands_freely() {
        let fleet = fleet();
        for standing in &fleet {
            assert_eq!(may_stand(&standing.ship, standing.pose, &fleet, SEA), Ok(()));
        }
    }

    #[test]
    fn a_ship_wanted_inside_another_or_off_the_table_lands_beside_it() {
        let fleet = fleet();
        let ship = &fleet[0].ship;
        let wanted = [
            fleet[1].pose,
            Pose { stack: Point::new(-5.0, 40.0), heading: Heading::from_deg(30.0) },
            Pose { stack: Point::new(59.9, 0.1), heading: Heading::from_deg(275.0) },
        ];
        for pose in wanted {
            assert!(may_stand(ship, pose, &fleet, SEA).is_err());
            let free = nearest_free(ship, pose, &fleet, SEA).unwrap();
            assert_eq!(may_stand(ship, free, &fleet, SEA), Ok(()));
            assert!(free.stack.distance_in(onto_table(ship, pose, SEA).stack) < 1.5);
        }
    }

    #[test]
    fn hulls_may_touch() {
        let square = |x: f64| {
            [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(|(dx, y)| Point::new(x + dx, y)).to_vec()
        };
        assert!((overlap_in(&square(0.0), &square(0.9)) - 0.1).abs() < 1e-12);
        assert!((overlap_in(&square(0.0), &square(1.5)) + 0.5).abs() < 1e-12);
        assert!(overlap_in(&square(0.0), &square(1.0)) <= TOUCHING_IN);
    }
}
