//! How many moves ago the ships were where they were last seen, where nobody knows.

use crate::associate::appearance::DetectedHull;
use crate::detect::detection::Detection;
use crate::hull::pose::HullPose;
use crate::identity::motion_prior::{self, Elapsed};
use crate::state::tracked_ship::TrackedShip;

/// A ship within this of its old place was not moved, inches; and the most nats that one ship's move says about the
/// elapsed moves.
const LEFT_IN: f64 = 1.0;
const MOST_SAID: f64 = 3.0;
/// Nats of a tag or a placement by hand against a stranger.
const CERTAIN: f64 = 12.0;

/// What each ship's last place is worth. If its age is unknown, how far all other ships have gone says whether it was
/// one move. A ship that still lies there says nothing: some are never moved.
pub fn elapsed_moves(
    ships: &[TrackedShip],
    hulls: &[Option<Detection>],
    bodies: &[DetectedHull],
    looks: &[Vec<f64>],
) -> Vec<Elapsed> {
    if ships.iter().all(|ship| ship.elapsed.is_one_move()) {
        return ships.iter().map(|ship| ship.elapsed).collect();
    }
    let says: Vec<f64> = ships
        .iter()
        .zip(hulls)
        .zip(looks)
        .map(|((ship, hull), looks)| match hull {
            _ if ship.elapsed.is_one_move() => 0.0,
            Some(hull) if hull.is_certain() => says_one_move(ship, &[(hull.pose, CERTAIN)]),
            _ => {
                let may_be = bodies.iter().zip(looks).map(|(body, looks)| (body.pose, *looks));
                says_one_move(ship, &may_be.collect::<Vec<_>>())
            }
        })
        .collect();
    let all: f64 = says.iter().sum();
    // Its own way is weighed where its name and bow are.
    ships.iter().zip(says).map(|(ship, own)| ship.elapsed.and(all - own)).collect()
}

/// What a ship's way says for one move since it was last seen, nats, where it may stand at some places by their looks
/// (nats against a stranger), or at none of them.
fn says_one_move(ship: &TrackedShip, may_be: &[(HullPose, f64)]) -> f64 {
    let most = may_be.iter().map(|(_, looks)| *looks).fold(0.0, f64::max);
    let (mut sum, mut all) = (0.0, (-most).exp());
    for (pose, looks) in may_be.iter().filter(|(_, looks)| looks.is_finite()) {
        let chance = (looks - most).exp();
        let stayed = pose.middle.distance_in(ship.last.middle) < LEFT_IN;
        let says =
            if stayed { 0.0 } else { motion_prior::says_one_move(ship.last, ship.bow.confidence(), *pose) };
        sum += chance * says.clamp(-MOST_SAID, MOST_SAID);
        all += chance;
    }
    sum / all
}
