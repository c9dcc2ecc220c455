//! The likelihood of a hull's appearance for each ship that it may be, in nats: its deck and its stack
//! colours.

use crate::background::frame_signal::FrameSignal;
use crate::hull::pose::HullPose;
use crate::state::tracked_ship::TrackedShip;
use crate::template::marks::Mark;
use crate::template::registration::{Registration, Template};
use crate::template::stack_colours::{self, Palette, StackColours};
use geometry::HullShape;
use std::collections::BTreeMap;

/// Nats per unit of dissimilarity (0: equal, 1: as different as empty sea). Parallax alone changes the
/// dissimilarity between sister ships by up to 0.1, which must not count more than two nats.
const NATS_A_DECK: f64 = 22.0;
/// At this dissimilarity an unknown object is as likely as the ship.
const STRANGER: f64 = 0.5;
/// Lengths of a small boat, inches. A boat of the first length covers only a few pixels, and so do print and
/// scraps: on random tables most objects that matched a boat with a dissimilarity over 0.25 were something
/// else. From the second length on a boat counts like any ship.
const BOAT_IN: (f64, f64) = (0.8, 1.2);
/// Extra nats against small boats, per unit of dissimilarity.
const OF_A_BOAT: f64 = 7.5;
/// Above this dissimilarity further nats count against a ship, per unit, up to a maximum, so that a half
/// hidden ship keeps its identity.
const BADLY: f64 = 0.3;
const NATS_BADLY: f64 = 100.0;
const MOST_BADLY: f64 = 2.5;
/// The most nats that decks count between identical ships. The next values are the differences of paint and
/// of length (logarithms) that add one nat; twice the difference adds four.
const OF_TWINS: f64 = 0.3;
const PAINT: f64 = 0.06;
const LONGER: f64 = 0.03;
/// Nats for one of [`Palette::unlikely`], against the ship whose colours fit best.
const NATS_A_STACK: f64 = 0.5;
/// A hull shows a mark plainly if it shows this much more of it than any other hull; from the second value on it counts
/// fully: so many nats a cell, because glare or foam may hide or feign a few, and at most so many in all: one mark alone
/// makes no name certain. (With twice as many, 2 of 400 sisters in line were wrong and certain.)
const LEAST_MARGIN: f64 = 0.1;
const FULL_MARGIN: f64 = 0.35;
const MARK_CELL_NATS: f64 = 0.6;
const MOST_OF_MARK: f64 = 2.4;
/// Ships whose length or beam differs by at most this (share, and inches) may be confused.
const ALIKE: (f64, f64) = (0.2, 0.1);
/// They are not confused if the registration moves by more than half the beam plus this, inches.
const STRAYED_IN: f64 = 0.1;
/// With less of the deck inside the picture its appearance is not used.
const LEAST_INSIDE: f64 = 0.6;

/// True if one ship may be confused with the other by its size.
pub fn alike(a: &HullShape, b: &HullShape) -> bool {
    let near = |a: f64, b: f64| (a - b).abs() <= ALIKE.0 * a.max(b) + ALIKE.1;
    near(a.length_in, b.length_in) && near(a.beam_in, b.beam_in)
}

/// A detected hull, and the ship it was detected as.
#[derive(Debug, Clone, Copy)]
pub struct DetectedHull {
    /// Its pose.
    pub pose: HullPose,
    /// Index of the ship in the fleet.
    pub found_as: usize,
}

/// The appearance likelihood of every detected hull for every ship of `wanted`, in nats relative to an
/// unknown object; minus infinity where the hull cannot be the ship.
///
/// # Errors
/// When OpenCV fails.
pub fn looks(
    signal: &FrameSignal<'_>,
    ships: &[TrackedShip],
    wanted: &[usize],
    bodies: &[DetectedHull],
) -> opencv::Result<Vec<Vec<f64>>> {
    let mut looks = vec![vec![f64::NEG_INFINITY; bodies.len()]; ships.len()];
    let palettes: BTreeMap<usize, Palette> =
        wanted.iter().map(|ship| (*ship, ships[*ship].stack.palette())).collect();
    let mut poses: Vec<Vec<Option<HullPose>>> = vec![vec![None; bodies.len()]; ships.len()];
    for (column, body) in bodies.iter().enumerate() {
        let found_as = &ships[body.found_as];
        let rivals: Vec<usize> = wanted
            .iter()
            .copied()
            .filter(|ship| *ship == body.found_as || alike(&ships[*ship].hull, &found_as.hull))
            .collect();
        let annotation = &found_as.annotation;
        let map = signal.fine(
            body.pose.middle,
            annotation.deck_height_in(),
            stack_colours::reach_in(&found_as.hull),
        )?;
        let mut seen: Vec<(usize, Registration, f64)> = Vec::new();
        for &ship in &rivals {
            let there = best_fit(signal, &ships[ship], body.pose).map(|(fit, _)| fit);
            // The ship that detection found here keeps its score even if the quick fit moves away.
            let as_found = || ships[ship].score_at(signal, body.pose).filter(|_| ship == body.found_as);
            let Some(fit) = there.or_else(as_found) else { continue };
            let stack = match &map {
                Some(map) if rivals.len() > 1 => {
                    let grid =
                        StackColours::grid(map, &signal.background.camera, &ships[ship].annotation, fit.pose);
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
            poses[ship][column] = Some(fit.pose);
        }
    }
    for (looks, marks) in looks.iter_mut().zip(by_marks(signal, ships, wanted, &poses)) {
        looks.iter_mut().zip(marks).for_each(|(looks, marks)| *looks += marks);
    }
    Ok(looks)
}

/// The nats by which marks count against each ship (row) at each hull (column). The hull that shows a ship's mark plainly
/// better than all others is that ship: it is nowhere else, and its sisters are not there. A mark that several hulls show
/// was glare or foam when the fleet was learnt. `poses`: where each ship was registered at each hull.
fn by_marks(
    signal: &FrameSignal<'_>,
    ships: &[TrackedShip],
    wanted: &[usize],
    poses: &[Vec<Option<HullPose>>],
) -> Vec<Vec<f64>> {
    let mut against: Vec<Vec<f64>> = poses.iter().map(|row| vec![0.0; row.len()]).collect();
    for &owner in wanted {
        let known = &ships[owner];
        let sisters: Vec<usize> = wanted
            .iter()
            .copied()
            .filter(|ship| *ship != owner && are_sisters(known, &ships[*ship]))
            .collect();
        let decks: Vec<&Template> = sisters.iter().map(|ship| ships[*ship].templates.coarse()).collect();
        let Some(mark) = Mark::of(known.templates.coarse(), &decks) else { continue };
        let plane = known.plane(&signal.background.camera);
        let shown = |pose| mark.shown(&signal.coarse, plane, pose);
        let shows: Vec<f64> = poses[owner]
            .iter()
            .map(|pose| pose.map_or(0.0, |pose| shown(pose).max(shown(pose.reversed()))))
            .collect();
        let Some(best) = (0..shows.len()).max_by(|a, b| shows[*a].total_cmp(&shows[*b])) else { continue };
        let others = (0..shows.len()).filter(|column| *column != best);
        let second = others.clone().map(|column| shows[column]).fold(0.0, f64::max);
        let plainly = ((shows[best] - second - LEAST_MARGIN) / (FULL_MARGIN - LEAST_MARGIN)).clamp(0.0, 1.0);
        let nats = plainly * (MARK_CELL_NATS * mark.size() as f64).min(MOST_OF_MARK);
        others.for_each(|column| against[owner][column] -= nats);
        for (sister, deck) in sisters.iter().zip(&decks) {
            against[*sister][best] -= nats * (1.0 - mark.on(deck));
        }
    }
    against
}

/// True if only marks can tell two ships apart.
fn are_sisters(one: &TrackedShip, other: &TrackedShip) -> bool {
    let untagged = |ship: &TrackedShip| ship.annotation.tag.is_none();
    untagged(one)
        && untagged(other)
        && one.annotation.kind == other.annotation.kind
        && alike(&one.hull, &other.hull)
}

/// The nats by which a deck with this dissimilarity supports the ship.
fn of_deck(ship: &TrackedShip, dissimilarity: f64) -> f64 {
    let small = ((BOAT_IN.1 - ship.hull.length_in) / (BOAT_IN.1 - BOAT_IN.0)).clamp(0.0, 1.0);
    let badly = (NATS_BADLY * (dissimilarity - BADLY)).clamp(0.0, MOST_BADLY);
    NATS_A_DECK * (STRANGER - dissimilarity) - small * OF_A_BOAT - badly
}

/// The most nats that decks may count between two ships. Sister ships with equal paint differ only by
/// parallax, which depends on the place.
fn most_between(one: &TrackedShip, other: &TrackedShip) -> f64 {
    if one.annotation.kind != other.annotation.kind {
        return f64::INFINITY;
    }
    let longer = (one.hull.length_in / other.hull.length_in).ln() / LONGER;
    let paint = one.paint_difference(other) / PAINT;
    OF_TWINS + paint * paint + longer * longer
}

/// The fit in the better bow direction and the fit in the other one; `None` if the ship cannot be there.
pub fn best_fit(
    signal: &FrameSignal<'_>,
    ship: &TrackedShip,
    pose: HullPose,
) -> Option<(Registration, Option<Registration>)> {
    let fit = |start| {
        ship.fit_coarse(signal, start).filter(|fit| {
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
