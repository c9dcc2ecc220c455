//! Half moves straight ahead or astern, up to the first obstacle.

use crate::core::play_out::{half_length_in, is_dry};
use crate::core::{Edge, PlacedShip, PlacedTable};
use crate::noddy::events::decision::Short;
use geometry::{Point, Pose, Standing, first_meeting_in, outlines_meet};

/// The gap left to another hull, and the overlap with the ground, inches; small enough to count as touching.
const NEAR_IN: f64 = 0.01;

/// The end of a half move, and what stopped it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Run {
    pub(crate) pose: Pose,
    pub(crate) short: Option<Short>,
    /// The edge of the table that the ship has reached.
    pub(crate) edge: Option<Edge>,
}

/// Runs straight ahead or astern, up to the first obstacle.
pub(crate) fn run(table: &PlacedTable, ship: &PlacedShip, (length_in, astern): (f64, bool)) -> Run {
    let start = ship.observation.pose;
    let sign = if astern { -1.0 } else { 1.0 };
    let at = |run_in: f64| Pose { stack: start.stack.moved(start.heading, sign * run_in), ..start };
    let from = Standing::exact(start, &ship.hull);
    let meets_in = |outline: &[Point]| {
        // An obstacle that the ship already touches stops it only if the ship moves further into it.
        if outlines_meet(&from.outline, outline) {
            let pressed = Standing::exact(at(NEAR_IN), &ship.hull);
            return outlines_meet(&pressed.outline, outline).then_some(0.0);
        }
        first_meeting_in(&from.outline, start.heading, sign * length_in, outline).map(f64::abs)
    };

    let others = table.ships().iter().filter(|other| other.observation.ship != ship.observation.ship);
    let near = others.filter(|other| ship.may_be_within(start, other, length_in)).filter(|other| {
        let apart_in = from.middle.distance_in(other.hull.middle(other.observation.pose));
        apart_in < length_in + half_length_in(ship) + half_length_in(other)
    });
    let contact_in = near.filter_map(|other| meets_in(&other.standing().outline)).min_by(f64::total_cmp);
    let dry = table.terrain_near(start.stack, length_in.abs() + ship.reach_in() + NEAR_IN);
    let dry = dry.filter(|piece| is_dry(piece));
    let ground_in = dry.filter_map(|piece| meets_in(&piece.outline)).min_by(f64::total_cmp);
    let edge = over_edge(table, start.stack, at(length_in).stack);
    let met = [
        contact_in.map(|run_in| (run_in, Short::Contact, None)),
        ground_in.map(|run_in| (run_in, Short::Ground, None)),
        edge.map(|(run_in, edge)| (run_in, Short::Edge, Some(edge))),
    ];
    let Some((run_in, short, edge)) = met.into_iter().flatten().min_by(|a, b| a.0.total_cmp(&b.0)) else {
        return Run { pose: at(length_in), short: None, edge: None };
    };
    let end_in = if short == Short::Ground { run_in + NEAR_IN } else { run_in - NEAR_IN };
    Run { pose: at(end_in.clamp(0.0, length_in)), short: Some(short), edge }
}

/// The distance from `from` towards `to` at which the edge of the table is passed, inches, and the edge.
fn over_edge(table: &PlacedTable, from: Point, to: Point) -> Option<(f64, Edge)> {
    let (east_in, north_in) = table.size_in()?;
    let inside_in = [
        (Edge::North, north_in - from.y_in, north_in - to.y_in),
        (Edge::East, east_in - from.x_in, east_in - to.x_in),
        (Edge::South, from.y_in, to.y_in),
        (Edge::West, from.x_in, to.x_in),
    ];
    let passed = inside_in.into_iter().filter(|(_, _, to_in)| *to_in < 0.0);
    let passed = passed.map(|(edge, from_in, to_in)| {
        let share = from_in.max(0.0) / (from_in.max(0.0) - to_in);
        (share * from.distance_in(to), edge)
    });
    passed.min_by(|a, b| a.0.total_cmp(&b.0))
}
