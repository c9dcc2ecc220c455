//! Half a move straight ahead or astern, up to what is in her way.

use crate::core::play_out::is_free;
use crate::core::{Edge, PlacedShip, PlacedTable};
use crate::noddy::decision::Short;
use geometry::{Point, Pose};

/// A way is looked at every so many inches: so close that nobody passes through the corner of a hull.
const STEP_IN: f64 = 0.05;
/// How near a hull is brought to what is in its way, inches: within what counts as touching.
const NEAR_IN: f64 = 0.02;

/// Where she comes to stand, and what stopped her.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Run {
    pub(crate) pose: Pose,
    pub(crate) short: Option<Short>,
    /// The edge of the table that she has come to.
    pub(crate) edge: Option<Edge>,
}

/// Straight ahead or astern, and what stops her.
pub(crate) fn run(table: &PlacedTable, ship: &PlacedShip, (length_in, astern): (f64, bool)) -> Run {
    let start = ship.observation.pose;
    let at = |run_in: f64| {
        let signed_in = if astern { -run_in } else { run_in };
        Pose { stack: start.stack.moved(start.heading, signed_in), heading: start.heading }
    };
    let steps = (length_in / STEP_IN).ceil() as u32;
    let reach = |step: u32| (f64::from(step) * STEP_IN).min(length_in);
    let blocked = (1..=steps).find(|step| !is_free(table, ship, at(reach(*step))));
    let Some(step) = blocked else { return Run { pose: at(length_in), short: None, edge: None } };
    // From the last clear place on, halving: nearer and nearer to what is in the way.
    let (mut clear_in, mut beyond_in) = (reach(step - 1), reach(step));
    while beyond_in - clear_in > NEAR_IN {
        let tried_in = (clear_in + beyond_in) / 2.0;
        if is_free(table, ship, at(tried_in)) { clear_in = tried_in } else { beyond_in = tried_in }
    }
    let (clear, pose) = (at(clear_in), at(beyond_in));
    if let Some(edge) = over_edge(table, pose) {
        return Run { pose: clear, short: Some(Short::Edge), edge: Some(edge) };
    }
    let afloat = PlacedTable::new(table.ships().to_vec());
    if is_free(&afloat, ship, pose) {
        Run { pose, short: Some(Short::Ground), edge: None }
    } else {
        Run { pose: clear, short: Some(Short::Contact), edge: None }
    }
}

/// Which edge a place lies beyond.
fn over_edge(table: &PlacedTable, pose: Pose) -> Option<Edge> {
    let (east_in, north_in) = table.size_in()?;
    let Point { x_in, y_in } = pose.stack;
    match () {
        () if y_in > north_in => Some(Edge::North),
        () if x_in > east_in => Some(Edge::East),
        () if y_in < 0.0 => Some(Edge::South),
        () if x_in < 0.0 => Some(Edge::West),
        () => None,
    }
}
