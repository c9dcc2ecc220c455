//! Random moves: towards a goal, within what the steering allows, as far as the water is free.

use crate::core::play_out::models::{half_length_in, is_free};
use crate::core::table::facts::Edge;
use crate::core::table::placed::{PlacedShip, PlacedTable};
use geometry::{
    Leg, Path, Point, Pose, ShipId, Standing, Steering, shortest_to_point, signed_outline_gap_in,
};

/// The distance between samples of a way, inches.
const STEP_IN: f64 = 0.25;
/// The gap left between a bow and a hull that it must touch, inches; small enough to count as touching.
const TOUCH_IN: f64 = 0.02;

/// The goal of a move.
#[derive(Debug, Clone, PartialEq)]
pub enum Goal {
    /// Towards a point of the table.
    Point(Point),
    /// Up to the hull of this ship, until both touch.
    Alongside(ShipId),
}

/// The limits of a ship's move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Means {
    /// The permitted steering.
    pub steering: Steering,
    /// The greatest distance, inches.
    pub length_in: f64,
}

/// The thing that stopped a ship.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Met {
    /// Nothing: the ship went its full distance.
    Nothing,
    /// A ship or dry terrain.
    Obstacle,
    /// The edge of the table.
    Edge(Edge),
}

/// The way towards a goal, cut at the first obstacle; none for a ship that can't move.
pub fn sail(table: &PlacedTable, ship: &PlacedShip, goal: &Goal, means: Means) -> Option<(Pose, Met)> {
    let start = ship.observation.pose;
    let aim = match goal {
        Goal::Point(point) => *point,
        Goal::Alongside(id) => {
            let other = table.placed(id)?;
            other.hull.middle(other.observation.pose)
        }
    };
    let mut path = match means.steering {
        Steering::Circle { radius_in } => shortest_to_point(start, aim, radius_in),
        Steering::Pivot => {
            let mut path = Path::at(start);
            let clockwise_rad = start.heading.relative(start.stack.heading_to(aim)).rad();
            path.push(Leg::Pivot { clockwise_rad });
            path
        }
        Steering::HardOver { helm, radius_in } => {
            let mut path = Path::at(start);
            path.push(Leg::Turn { helm, radius_in, angle_rad: means.length_in / radius_in });
            path
        }
        _ => Path::at(start),
    };
    let left_in = means.length_in - path.length_in();
    path.push(Leg::Straight { ahead_in: left_in.max(0.0) });
    let path = path.cut_at(means.length_in);
    let (run_in, met) = clear_run_in(table, ship, &path);
    let touches = matches!((goal, met), (Goal::Alongside(_), Met::Obstacle));
    let run_in = if touches { up_to_touching(table, ship, &path, run_in) } else { run_in };
    (run_in > STEP_IN).then(|| (path.pose_at(run_in), met))
}

/// The free length of the way, inches, and what blocks it.
fn clear_run_in(table: &PlacedTable, ship: &PlacedShip, path: &Path) -> (f64, Met) {
    let mut clear_in = 0.0;
    for (run_in, pose) in path.sampled(STEP_IN, 1.0) {
        // The starting place is always allowed, whatever the ship touches there.
        if run_in > 0.0 && !is_free(table, ship, pose) {
            return (clear_in, over_edge(table, pose).map_or(Met::Obstacle, Met::Edge));
        }
        clear_in = run_in;
    }
    (clear_in, Met::Nothing)
}

fn over_edge(table: &PlacedTable, pose: Pose) -> Option<Edge> {
    let (east_in, north_in) = table.size_in()?;
    let Point { x_in, y_in } = pose.stack;
    if y_in > north_in {
        Some(Edge::North)
    } else if x_in > east_in {
        Some(Edge::East)
    } else if y_in < 0.0 {
        Some(Edge::South)
    } else {
        (x_in < 0.0).then_some(Edge::West)
    }
}

/// Bisection from the last free position towards the hull in the way.
fn up_to_touching(table: &PlacedTable, ship: &PlacedShip, path: &Path, clear_in: f64) -> f64 {
    let (mut clear_in, mut beyond_in) = (clear_in, clear_in + STEP_IN);
    while beyond_in - clear_in > TOUCH_IN {
        let tried_in = (clear_in + beyond_in) / 2.0;
        if is_free(table, ship, path.pose_at(tried_in)) { clear_in = tried_in } else { beyond_in = tried_in }
    }
    clear_in
}

/// The ships that this one touches, or nearly touches.
pub fn touched(table: &PlacedTable, ship: &PlacedShip) -> Vec<ShipId> {
    let own = Standing::exact(ship.observation.pose, &ship.hull);
    let near = |other: &&PlacedShip| {
        if !ship.may_be_within(own.pose, other, 2.0 * TOUCH_IN) {
            return false;
        }
        let middle = other.hull.middle(other.observation.pose);
        other.observation.ship != ship.observation.ship
            && own.middle.distance_in(middle) < half_length_in(ship) + half_length_in(other) + TOUCH_IN
            && signed_outline_gap_in(&own.outline, &other.standing().outline) <= 2.0 * TOUCH_IN
    };
    table.ships().iter().filter(near).map(|other| other.observation.ship.clone()).collect()
}
