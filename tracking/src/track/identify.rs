//! Identity of the detected hulls: likelihoods of appearance and motion for every ship and hull, given to the
//! hypothesis tree ([`crate::identity::hypotheses`]).
//!
//! All likelihoods are in nats: appearance of the deck, colours of the stack, the move a ship would have made, and
//! what was seen between the pictures.

use crate::detect::candidates::Candidate;
use crate::detect::detection::{DetectedBy, Detection, refine_candidate};
use crate::detect::target::TrackedShip;
use crate::hull::pose::HullPose;
use crate::identity::bow_belief::BowBelief;
use crate::identity::hypotheses::{HypothesisTree, StillView, Transition};
use crate::identity::motion_prior::{self, Elapsed};
use crate::motion::evidence::MotionEvidence;
use crate::segment::scene::Scene;
use crate::template::registration::Registration;
use crate::template::stack_colours::{self, Palette, StackColours};
use geometry::{Confidence, HullShape};
use std::collections::BTreeMap;
use std::f64::consts::FRAC_PI_2;

/// Nats per unit of dissimilarity (0 the same, 1 as different as empty sea). Between sisters it differs by up to 0.1
/// through parallax alone, which must not say more than two nats.
const NATS_A_DECK: f64 = 22.0;
/// A deck with this dissimilarity is as likely a stranger.
const STRANGER: f64 = 0.5;
/// A boat of the first length, inches, is a handful of pixels, and so are print and scraps: of what was taken for one
/// on random tables with a dissimilarity over 0.25, most was something else. A boat of the second length is like any
/// ship.
const BOAT_IN: (f64, f64) = (0.8, 1.2);
/// Nats against any boat, per unit of dissimilarity.
const OF_A_BOAT: f64 = 7.5;
/// Beyond this dissimilarity further nats count against a ship, per unit, up to a maximum: a ship half hidden stays
/// itself.
const BADLY: f64 = 0.3;
const NATS_BADLY: f64 = 100.0;
const MOST_BADLY: f64 = 2.5;
/// The most nats that decks say between identical twins; paint or length (logarithms) different by the next values
/// add one nat, by twice as much four.
const OF_TWINS: f64 = 0.3;
const PAINT: f64 = 0.06;
const LONGER: f64 = 0.03;
/// Nats for one of [`Palette::unlikely`], against the ship whose colours fit best.
const NATS_A_STACK: f64 = 0.5;
/// Ships whose length or beam differs by at most this (share and inches) may be taken for each other.
const ALIKE: (f64, f64) = (0.2, 0.1);
/// But not if the registration slides away by more than half the beam and this, inches.
const STRAYED_IN: f64 = 0.1;
/// With this confidence of name and bow, a ship at a new place updates its stack colours.
const LEARNS: f64 = 0.99;
/// With less of the deck inside the picture its appearance is not used.
const LEAST_INSIDE: f64 = 0.6;

/// A ship within this of its old place was not moved, inches; and the most nats that one ship's move says about the
/// elapsed moves.
const LEFT_IN: f64 = 1.0;
const MOST_SAID: f64 = 3.0;
/// Nats of a tag or a placement by hand against a stranger.
const CERTAIN: f64 = 12.0;

/// That a ship moved in a turn, or stayed, is an even chance.
const EVEN: f64 = -0.7;
/// Nats of what cannot have happened as far as was seen; not minus infinity, as observation errs.
const IMPOSSIBLE: f64 = -13.0;
/// Nats of landing exactly where another ship stood, unless a line moves up.
const TOOK_OVER: f64 = -9.0;
/// Moving up in a line: when one ship does, the others most likely do too (see [`crate::identity::hypotheses`]).
const MOVED_UP: f64 = -0.3;
/// The next ship of a line is within this many lengths, and ahead within this angle.
const LINE_LENGTHS: f64 = 3.5;
const LINE_RAD: f64 = 0.6;

/// May one ship be taken for the other?
pub fn alike(a: &HullShape, b: &HullShape) -> bool {
    let near = |a: f64, b: f64| (a - b).abs() <= ALIKE.0 * a.max(b) + ALIKE.1;
    near(a.length_in, b.length_in) && near(a.beam_in, b.beam_in)
}

/// A detected hull, and the ship it was detected as.
#[derive(Debug, Clone, Copy)]
pub struct DetectedHull {
    /// Where it lies.
    pub pose: HullPose,
    /// Index of the ship in the fleet.
    pub found_as: usize,
}

/// Decides which ship each detected hull is, and the confidence of name and bow; `found` is reordered, and the ships'
/// tracks are updated.
///
/// # Errors
/// OpenCV's own.
pub fn identify(
    scene: &Scene<'_>,
    ships: &mut [TrackedShip],
    hypotheses: &mut HypothesisTree,
    found: &mut [Option<Detection>],
    motion: &dyn MotionEvidence,
) -> opencv::Result<Vec<Confidence>> {
    for (ship, found) in found.iter().enumerate().filter_map(|(ship, f)| Some((ship, f.as_ref()?))) {
        if found.is_certain() {
            hypotheses.set_certain_at(ship, found.pose, &ships[ship].tag_also_at);
        }
    }
    let certain = |ship: &usize| found[*ship].is_some_and(|found| found.is_certain());
    let wanted: Vec<usize> = (0..ships.len()).filter(|ship| !certain(ship)).collect();
    let bodies: Vec<DetectedHull> = wanted
        .iter()
        .filter_map(|&found_as| Some(DetectedHull { pose: found[found_as]?.pose, found_as }))
        .collect();
    let looks = looks(scene, ships, &wanted, &bodies)?;
    weigh_elapsed(ships, found, &bodies, &looks);
    believe(hypotheses, ships, &wanted, &bodies, &looks, motion);
    name(scene, ships, hypotheses, found, &bodies)?;
    let mut confidence = Vec::with_capacity(ships.len());
    for (index, (ship, found)) in ships.iter_mut().zip(found).enumerate() {
        let moved = found.is_some_and(|found| !found.pose.is_at(ship.last));
        match found {
            None => {}
            Some(Detection { by: DetectedBy::Looks(ways), pose }) => {
                let (bow, settled) = ship.bow.next(ship.last, ways, ship.reach_in, ship.elapsed);
                // A hull measured among its neighbours keeps that place.
                let same_way = settled.heading.angle_to(pose.heading) < FRAC_PI_2;
                *pose = if same_way { *pose } else { settled };
                ship.bow = bow;
                ship.last = *pose;
            }
            Some(Detection { pose, by: DetectedBy::Hand }) => {
                ship.bow = BowBelief::confirmed();
                ship.last = *pose;
            }
            Some(Detection { pose, by: DetectedBy::Tag }) => {
                ship.bow = BowBelief::from_annotation();
                ship.last = *pose;
            }
        }
        if found.is_some() {
            ship.elapsed = Elapsed::ONE_MOVE;
        }
        hypotheses.refine(index, ship.last);
        let sure = Confidence { name: hypotheses.confidence(index), bow: ship.bow.confidence() };
        if moved && sure.name > LEARNS && sure.bow > LEARNS {
            let seen = StackColours::read(scene, &ship.annotation, ship.last)?;
            ship.stack.learn(&seen);
        }
        confidence.push(sure);
    }
    Ok(confidence)
}

/// Gives the detected hulls to the ships by the best hypothesis.
fn name(
    scene: &Scene<'_>,
    ships: &[TrackedShip],
    hypotheses: &HypothesisTree,
    found: &mut [Option<Detection>],
    bodies: &[DetectedHull],
) -> opencv::Result<()> {
    let before: Vec<Option<Detection>> = found.to_vec();
    for (ship, found) in found.iter_mut().enumerate() {
        if found.is_some_and(|found| found.is_certain()) {
            continue;
        }
        let body = bodies.iter().find(|body| hypotheses.pose(ship) == Some(body.pose));
        *found = match body {
            None => None,
            Some(body) if body.found_as == ship => before[ship],
            Some(body) => match best_fit(scene, &ships[ship], body.pose) {
                Some((fit, other)) => Some(refine_candidate(
                    scene,
                    &ships[ship],
                    &Candidate { fit, other, cost: fit.dissimilarity },
                )?),
                None => None,
            },
        };
    }
    Ok(())
}

/// Appearance likelihood of every detected hull for every ship of `wanted`, nats against a stranger; minus infinity
/// where it cannot be.
///
/// # Errors
/// OpenCV's own.
pub fn looks(
    scene: &Scene<'_>,
    ships: &[TrackedShip],
    wanted: &[usize],
    bodies: &[DetectedHull],
) -> opencv::Result<Vec<Vec<f64>>> {
    let mut looks = vec![vec![f64::NEG_INFINITY; bodies.len()]; ships.len()];
    let palettes: BTreeMap<usize, Palette> =
        wanted.iter().map(|ship| (*ship, ships[*ship].stack.palette())).collect();
    for (column, body) in bodies.iter().enumerate() {
        let found_as = &ships[body.found_as];
        let rivals: Vec<usize> = wanted
            .iter()
            .copied()
            .filter(|ship| *ship == body.found_as || alike(&ships[*ship].hull, &found_as.hull))
            .collect();
        let annotation = &found_as.annotation;
        let map = scene.fine(
            body.pose.middle,
            annotation.deck_height_in(),
            stack_colours::reach_in(&found_as.hull),
        )?;
        let mut seen: Vec<(usize, Registration, f64)> = Vec::new();
        for &ship in &rivals {
            let there = best_fit(scene, &ships[ship], body.pose).map(|(fit, _)| fit);
            // The ship it was found as lies there, whatever a quick look would rather have.
            let as_found = || ships[ship].score_at(scene, body.pose).filter(|_| ship == body.found_as);
            let Some(fit) = there.or_else(as_found) else { continue };
            let stack = match &map {
                Some(map) if rivals.len() > 1 => {
                    let grid = StackColours::grid(map, scene, &ships[ship].annotation, fit.pose);
                    palettes[&ship].unlikely(&grid)
                }
                _ => 0.0,
            };
            seen.push((ship, fit, stack));
        }
        let least = seen.iter().map(|(_, _, stack)| *stack).fold(f64::INFINITY, f64::min);
        let best =
            seen.iter().map(|(ship, fit, _)| (*ship, fit.dissimilarity)).min_by(|a, b| a.1.total_cmp(&b.1));
        for (ship, fit, stack) in seen {
            let against = (NATS_A_STACK * (stack - least)).min(ships[ship].stack.trust());
            let known = &ships[ship];
            let own = of_deck(known, fit.dissimilarity);
            let deck = best.map_or(own, |(other, least)| {
                own.max(of_deck(&ships[other], least) - most_between(known, &ships[other]))
            });
            looks[ship][column] = deck - against;
        }
    }
    Ok(looks)
}

/// Nats of a deck with this dissimilarity for being the ship.
fn of_deck(ship: &TrackedShip, dissimilarity: f64) -> f64 {
    let small = ((BOAT_IN.1 - ship.hull.length_in) / (BOAT_IN.1 - BOAT_IN.0)).clamp(0.0, 1.0);
    let badly = (NATS_BADLY * (dissimilarity - BADLY)).clamp(0.0, MOST_BADLY);
    NATS_A_DECK * (STRANGER - dissimilarity) - small * OF_A_BOAT - badly
}

/// The most that decks may say between two ships, nats: sisters of one paint differ only by parallax, which depends
/// on the place.
fn most_between(one: &TrackedShip, other: &TrackedShip) -> f64 {
    if one.annotation.kind != other.annotation.kind {
        return f64::INFINITY;
    }
    let longer = (one.hull.length_in / other.hull.length_in).ln() / LONGER;
    let paint = one.paint_difference(other) / PAINT;
    OF_TWINS + paint * paint + longer * longer
}

/// The better direction, and the other, if the ship can lie there at all.
fn best_fit(
    scene: &Scene<'_>,
    ship: &TrackedShip,
    pose: HullPose,
) -> Option<(Registration, Option<Registration>)> {
    let fit = |start| {
        ship.fit_coarse(scene, start).filter(|fit| {
            let strayed_in = fit.pose.middle.distance_in(pose.middle);
            fit.inside > LEAST_INSIDE && strayed_in < 0.5 * ship.hull.beam_in + STRAYED_IN
        })
    };
    match (fit(pose), fit(pose.reversed())) {
        (Some(one), Some(other)) if other.dissimilarity < one.dissimilarity => Some((other, Some(one))),
        (Some(one), other) => Some((one, other)),
        (None, Some(other)) => Some((other, None)),
        (None, None) => None,
    }
}

/// Updates the hypothesis tree with the detections.
fn believe(
    hypotheses: &mut HypothesisTree,
    ships: &[TrackedShip],
    wanted: &[usize],
    bodies: &[DetectedHull],
    looks: &[Vec<f64>],
    motion: &dyn MotionEvidence,
) {
    let poses: Vec<HullPose> = bodies.iter().map(|body| body.pose).collect();
    // The site of the moment before at which each detected hull stands, if it stands at one.
    let stood: Vec<Option<HullPose>> =
        poses.iter().map(|pose| hypotheses.sites().find(|site| site.is_at(*pose))).collect();
    let moves = |ship: usize, from: HullPose, body: usize| {
        let to = poses[body];
        let plain = |nats| Transition { nats, up: false };
        if to.is_at(from) {
            return plain(if motion.vacated(from) { IMPOSSIBLE } else { EVEN });
        }
        if motion.untouched(from) {
            return plain(IMPOSSIBLE);
        }
        let known = &ships[ship];
        let way = motion_prior::nats(from, known.bow.confidence(), to, known.reach_in, known.elapsed);
        let order = if motion.may_have_gone(from, to) { 0.0 } else { IMPOSSIBLE };
        let Some(site) = stood[body] else { return plain(EVEN + way + order) };
        if motion.untouched(site) {
            return plain(IMPOSSIBLE);
        }
        if motion.vacated(site) {
            // Its ship is known to have left: the place was as free as any.
            return plain(EVEN + way + order);
        }
        if moves_up(&ships[ship], from, to) {
            return Transition { nats: EVEN + way + order + MOVED_UP, up: true };
        }
        plain(TOOK_OVER + way + order)
    };
    let bare: Vec<bool> = poses.iter().map(|pose| motion.vacated(*pose)).collect();
    hypotheses.update(wanted, StillView { bodies: &poses, looks, bare: &bare }, &moves);
}

/// If the age of the last places is unknown, how far all other ships have gone says whether it was one move. A ship
/// that still lies there says nothing: some are never moved.
fn weigh_elapsed(
    ships: &mut [TrackedShip],
    found: &[Option<Detection>],
    bodies: &[DetectedHull],
    looks: &[Vec<f64>],
) {
    if ships.iter().all(|ship| ship.elapsed.is_one_move()) {
        return;
    }
    let says: Vec<f64> = ships
        .iter()
        .zip(found)
        .zip(looks)
        .map(|((ship, found), looks)| match found {
            _ if ship.elapsed.is_one_move() => 0.0,
            Some(found) if found.is_certain() => says_one_move(ship, &[(found.pose, CERTAIN)]),
            _ => {
                let may_be = bodies.iter().zip(looks).map(|(body, looks)| (body.pose, *looks));
                says_one_move(ship, &may_be.collect::<Vec<_>>())
            }
        })
        .collect();
    let all: f64 = says.iter().sum();
    for (ship, own) in ships.iter_mut().zip(says) {
        // Its own way is weighed where its name and bow are.
        ship.elapsed = ship.elapsed.and(all - own);
    }
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

/// Is `to` the place of the next ship ahead in a line?
fn moves_up(ship: &TrackedShip, from: HullPose, to: HullPose) -> bool {
    let (ahead_in, abeam_in) = from.ship_frame(to.middle);
    let on_course = abeam_in.atan2(ahead_in).abs() < LINE_RAD;
    on_course && ahead_in.hypot(abeam_in) < LINE_LENGTHS * ship.hull.length_in
}
