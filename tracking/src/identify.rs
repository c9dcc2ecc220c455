//! Puts names to the hulls that were found: how each looks for each ship, and how each may have come there.
//!
//! Bodies are found first (see `places`, `register`); a name is then a matter of likelihoods, in nats: looks of the deck,
//! looks around the stack, how far a ship would have had to go, what was seen meanwhile. [`crate::belief`] weighs them.

use crate::belief::{Belief, Move, Sight};
use crate::known::Known;
use crate::meanwhile::Meanwhile;
use crate::patch::HullPose;
use crate::register::Fit;
use crate::scene::Scene;
use crate::stack::StackLooks;
use geometry::HullShape;

/// Nats for a whole unit of unlikeness (0 the same, 1 as different as empty sea). Between sisters it differs by up to
/// 0.1 for no reason but the lean of what stands on the deck, and that must not say more than two nats.
const NATS_A_DECK: f64 = 22.0;
/// A deck this unlike is as likely a stranger.
const STRANGER: f64 = 0.5;
/// Nats for one of [`StackLooks::unlikely`], against the ship whose colours fit best.
const NATS_A_STACK: f64 = 0.6;
/// Ships whose lengths or beams differ by no more than this may be taken for one another: share and inches.
const ALIKE: (f64, f64) = (0.15, 0.1);
/// A deck of which less is inside the picture says nothing.
const LEAST_INSIDE: f64 = 0.6;

/// That a ship moved in a turn, or stayed, is an even chance.
const EVEN: f64 = -0.7;
/// Nats for each inch of a move by a ship of which nobody told how far it may go, and at most.
const NATS_AN_INCH: f64 = 0.12;
const MOST_WAY: f64 = 4.0;
/// A ship told to reach so far seldom goes further: the slack is so many inches and this share; and never costs more.
const SLACK: (f64, f64) = (0.4, 0.1);
const MOST_BEYOND: f64 = 9.0;
/// What cannot have been, as far as was seen: not minus infinity, for eyes err.
const IMPOSSIBLE: f64 = -13.0;
/// To land exactly where another ship stood, unless the line moves up.
const TOOK_OVER: f64 = -9.0;
/// Moving up in a line: each ship after the first that does is as likely as not (see [`crate::belief`]).
const MOVED_UP: f64 = -1.2;
/// The next ship of a line is no further than so many lengths, and ahead within this angle.
const LINE_LENGTHS: f64 = 3.5;
const LINE_RAD: f64 = 0.6;

/// May one ship be taken for the other?
pub fn alike(a: &HullShape, b: &HullShape) -> bool {
    let near = |a: f64, b: f64| (a - b).abs() <= ALIKE.0 * a.max(b) + ALIKE.1;
    near(a.length_in, b.length_in) && near(a.beam_in, b.beam_in)
}

/// A hull that was found, and the ship it was found as.
#[derive(Debug, Clone, Copy)]
pub struct Body {
    /// Where it lies.
    pub pose: HullPose,
    /// The ship, as a number of the muster list.
    pub found_as: usize,
}

/// How every body looks for every ship of `wanted`, nats against a stranger; minus infinity where it cannot be.
///
/// # Errors
/// OpenCV's own.
pub fn looks(
    scene: &Scene<'_>,
    ships: &[Known],
    wanted: &[usize],
    bodies: &[Body],
) -> opencv::Result<Vec<Vec<f64>>> {
    let mut looks = vec![vec![f64::NEG_INFINITY; bodies.len()]; ships.len()];
    for (column, body) in bodies.iter().enumerate() {
        let found_as = &ships[body.found_as];
        let rivals: Vec<usize> = wanted
            .iter()
            .copied()
            .filter(|ship| *ship == body.found_as || alike(&ships[*ship].hull, &found_as.hull))
            .collect();
        let mut seen: Vec<(usize, Fit, f64)> = Vec::new();
        for &ship in &rivals {
            let Some(fit) = best_fit(scene, &ships[ship], body.pose) else { continue };
            let stack = match rivals.len() {
                1 => 0.0,
                _ => ships[ship].stack.unlikely(&StackLooks::read(scene, &ships[ship].words, fit.pose)?),
            };
            seen.push((ship, fit, stack));
        }
        let least = seen.iter().map(|(_, _, stack)| *stack).fold(f64::INFINITY, f64::min);
        for (ship, fit, stack) in seen {
            let against = (NATS_A_STACK * (stack - least)).min(ships[ship].stack.trust());
            looks[ship][column] = NATS_A_DECK * (STRANGER - fit.unlike) - against;
        }
    }
    Ok(looks)
}

/// The better of both bow directions, if the ship can lie there at all.
fn best_fit(scene: &Scene<'_>, ship: &Known, pose: HullPose) -> Option<Fit> {
    let fits = [pose, pose.reversed()].into_iter().filter_map(|start| ship.fit_coarse(scene, start));
    fits.filter(|fit| fit.inside > LEAST_INSIDE)
        .filter(|fit| fit.pose.middle.distance_in(pose.middle) < 0.5 * ship.hull.beam_in + 0.1)
        .min_by(|a, b| a.unlike.total_cmp(&b.unlike))
}

/// Takes what is seen into the belief.
pub fn believe(
    belief: &mut Belief,
    ships: &[Known],
    bodies: &[Body],
    looks: &[Vec<f64>],
    meanwhile: &dyn Meanwhile,
) {
    let poses: Vec<HullPose> = bodies.iter().map(|body| body.pose).collect();
    // The spot of the moment before at which each body stands, if it stands at one.
    let stood: Vec<Option<HullPose>> =
        poses.iter().map(|pose| belief.spots().find(|spot| spot.is_at(*pose))).collect();
    let moves = |ship: usize, from: HullPose, body: usize| {
        let to = poses[body];
        let plain = |nats| Move { nats, up: false };
        if to.is_at(from) {
            return plain(if meanwhile.left_bare(from) { IMPOSSIBLE } else { EVEN });
        }
        if meanwhile.untouched(from) {
            return plain(IMPOSSIBLE);
        }
        let way = way(&ships[ship], from, to);
        let Some(spot) = stood[body] else {
            let order = if meanwhile.may_have_gone(from, to) { 0.0 } else { IMPOSSIBLE };
            return plain(EVEN + way + order);
        };
        if meanwhile.untouched(spot) {
            return plain(IMPOSSIBLE);
        }
        if meanwhile.left_bare(spot) {
            // Its ship is known to have left: the place was as free as any.
            return plain(EVEN + way);
        }
        if moves_up(&ships[ship], from, to) {
            return Move { nats: EVEN + way + MOVED_UP, up: true };
        }
        plain(TOOK_OVER + way)
    };
    belief.update(Sight { bodies: &poses, looks }, &moves);
}

/// How likely it is that a ship goes so far.
fn way(ship: &Known, from: HullPose, to: HullPose) -> f64 {
    let way_in = from.middle.distance_in(to.middle);
    match ship.reach_in {
        Some(reach_in) => {
            let beyond = (way_in - reach_in).max(0.0) / (SLACK.0 + SLACK.1 * reach_in);
            -(beyond * beyond).min(MOST_BEYOND)
        }
        None => -(NATS_AN_INCH * way_in).min(MOST_WAY),
    }
}

/// Is `to` the place of the next ship ahead in a line?
fn moves_up(ship: &Known, from: HullPose, to: HullPose) -> bool {
    let (ahead_in, abeam_in) = from.ship_frame(to.middle);
    let on_course = abeam_in.atan2(ahead_in).abs() < LINE_RAD;
    on_course && ahead_in.hypot(abeam_in) < LINE_LENGTHS * ship.hull.length_in
}
