//! Moves by lot: towards an enemy for the most part, along what the steering allows, as far as there is water.

use crate::core::play_out::models::{half_length_in, is_free};
use crate::core::table::facts::Edge;
use crate::core::table::placed::{PlacedShip, PlacedTable};
use geometry::{
    Leg, Path, Point, Pose, ShipId, Standing, Steering, shortest_to_point, signed_outline_gap_in,
};

/// A way is sampled at this distance, inches.
const STEP_IN: f64 = 0.25;
/// How near a bow is brought to a hull that it must touch, inches: within what counts as touching.
const TOUCH_IN: f64 = 0.02;

/// Where a ship shall go.
#[derive(Debug, Clone, PartialEq)]
pub enum Goal {
    /// Towards a point of the table.
    Point(Point),
    /// Up to the hull of that ship, until both touch.
    Alongside(ShipId),
}

/// How far a ship may go, and how she may be steered.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Means {
    /// How she may be steered.
    pub steering: Steering,
    /// How far she may go, inches.
    pub length_in: f64,
}

/// What stopped a ship.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Met {
    /// Nothing: she went her full distance.
    Nothing,
    /// A ship or something dry.
    Obstacle,
    /// The edge of the table.
    Edge(Edge),
}

/// The way towards a goal, cut where something is in the way; none for a ship that can't go anywhere.
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

/// How far the way is free, and what blocks it.
fn clear_run_in(table: &PlacedTable, ship: &PlacedShip, path: &Path) -> (f64, Met) {
    let mut clear_in = 0.0;
    for (run_in, pose) in path.sampled(STEP_IN, 1.0) {
        // Where she begins she stands, whatever she touches.
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
        let middle = other.hull.middle(other.observation.pose);
        other.observation.ship != ship.observation.ship
            && own.middle.distance_in(middle) < half_length_in(ship) + half_length_in(other) + TOUCH_IN
            && signed_outline_gap_in(&own.outline, &other.standing().outline) <= 2.0 * TOUCH_IN
    };
    table.ships().iter().filter(near).map(|other| other.observation.ship.clone()).collect()
}
