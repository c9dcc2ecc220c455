//! The area that a ship can reach before it is moved, and the furthest legal position after a move that went too far.

use crate::core::RuleId;
use crate::gunboat::movement::review::{
    allowance_in, astern_allowance_in, held, rung_speed, speed_limits, steering, tight_steering,
};
use crate::gunboat::state::battle::State;
use crate::gunboat::state::ship::ShipState;
use crate::gunboat::tables::table_set::Tables;
use geometry::{Pose, Reach, Standing, Steering, reach, way_through};
use serde::{Deserialize, Serialize};

/// The area that a ship can reach in its present move under one steering.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MoveReach {
    /// The steering.
    pub steering: Steering,
    /// The rule that permits it.
    pub rule: RuleId,
    /// The greatest length of the move, inches.
    pub allowance_in: f64,
    /// The positions that the stack can reach.
    pub reach: Reach,
}

/// Each permitted steering of a ship with its rule and its greatest length, inches.
fn steerings(tables: &Tables, state: &State, ship: &ShipState) -> Vec<(Steering, RuleId, f64)> {
    if ship.has_moved || held(state, ship).is_some() {
        return Vec::new();
    }
    let limits = speed_limits(tables, state, ship);
    let most_in = allowance_in(state, rung_speed(state, ship, limits));
    let (own, rule) = steering(tables, state, ship);
    let mut all = vec![(own, rule, most_in)];
    if let Some((tight, rule)) = tight_steering(tables, state, ship) {
        let limit_in = tables.tight_limit_in() * state.options.length_factor;
        all.push((tight, rule, most_in.min(limit_in)));
    }
    let astern_in = astern_allowance_in(state, ship);
    if astern_in > 0.0 {
        all.push((Steering::Astern, RuleId::of("GUN-AMB-21"), astern_in));
    }
    all
}

/// The area that the ship can reach from `start`; nothing while the ship is held, or if reaches are not shown
/// (`gun.measure`).
pub(in crate::gunboat) fn reaches(
    tables: &Tables,
    state: &State,
    ship: &ShipState,
    start: Pose,
) -> Vec<MoveReach> {
    if !state.options.measure.shows_own_reach() {
        return Vec::new();
    }
    let all = steerings(tables, state, ship).into_iter();
    all.map(|(steering, rule, allowance_in)| MoveReach {
        steering,
        rule,
        allowance_in,
        reach: reach(start, steering, allowance_in),
    })
    .collect()
}

/// The furthest legal position on the ship's way through the positions at which it was placed: the ghost to which an
/// illegal move is put back. None if the way is legal, or if there is no way.
pub(in crate::gunboat) fn furthest(
    tables: &Tables,
    state: &State,
    ship: &ShipState,
    places: &[Standing],
) -> Option<Pose> {
    let mut ghosts = Vec::new();
    for (steering, _, allowance_in) in steerings(tables, state, ship) {
        ghosts.push(way_through(places, steering)?.furthest_within(allowance_in)?);
    }
    let goal = places.last()?.pose.stack;
    ghosts.into_iter().min_by(|a, b| a.stack.distance_in(goal).total_cmp(&b.stack.distance_in(goal)))
}
