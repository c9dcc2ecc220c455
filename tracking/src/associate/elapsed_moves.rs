//! Estimates whether the ships have moved at most once since their last known places, where the age of these
//! places is unknown.

use crate::associate::appearance::DetectedHull;
use crate::detect::detection::Detection;
use crate::hull::pose::HullPose;
use crate::identity::motion_prior::{self, Elapsed};
use crate::state::tracked_ship::TrackedShip;

/// A ship within this distance of its old place was not moved, inches; and the limit of the evidence from one
/// ship, nats.
const LEFT_IN: f64 = 1.0;
const MOST_SAID: f64 = 3.0;
/// Nats of a tag or a placement by hand, relative to an unknown object.
const CERTAIN: f64 = 12.0;

/// Updates the age of each ship's last place. Where it is unknown, the distances that all other ships have
/// gone show whether it was one move. A ship that still lies there gives no evidence, because some ships are
/// never moved.
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
    // A ship's own move is not used here; it counts in the likelihood of its name and bow.
    ships.iter().zip(says).map(|(ship, own)| ship.elapsed.and(all - own)).collect()
}

/// The evidence of one ship's move for "at most one move since it was last seen", nats. `may_be` holds the
/// places where the ship may stand, with the appearance likelihood there (nats relative to an unknown
/// object).
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
