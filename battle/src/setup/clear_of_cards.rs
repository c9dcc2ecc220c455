//! Start places that keep clear of the printed cards on the table.
//!
//! Models that start on a card can't stand there, or hide it from the camera. They are moved the least distance, together
//! with the ships they are in formation with, so that all keep their stations and headings.

use crate::seats::players::join_names;
use geometry::{HullShape, Point, Pose, ShipId, Terrain, outline_gap_in, outlines_meet};
use std::collections::{BTreeMap, BTreeSet};

/// The least gap between a hull and a card, inches: a hand's inaccuracy and the thickness of a base.
const CARD_GAP_IN: f64 = 0.3;
/// Ships of about one heading are in formation if their hulls are no farther apart than this, inches.
const FORMATION_GAP_IN: f64 = 4.0;
/// The same for ships that lie alongside each other, which are moved together if their formation can't be.
const ALONGSIDE_GAP_IN: f64 = 0.3;
/// The headings of ships in formation differ by no more than this, degrees.
const FORMATION_DEG: f64 = 20.0;
/// The step between tried places, inches.
const STEP_IN: f64 = 0.05;
/// The longest shift that is tried along each axis, in steps.
const MOST_STEPS: i32 = 120;

/// A model with its start place.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct StartPlace {
    /// Which ship.
    pub ship: ShipId,
    /// The hull outline of its model.
    pub hull: HullShape,
    /// Its place and heading.
    pub pose: Pose,
}

impl StartPlace {
    fn outline_at(&self, shift_in: (f64, f64)) -> Vec<Point> {
        self.hull.outline(moved(self.pose, shift_in))
    }
}

/// A table on which ships are set up.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Surroundings<'a> {
    /// The outlines of the cards, table inches.
    pub cards: &'a [Vec<Point>],
    /// The terrain.
    pub terrain: &'a [Terrain],
    /// The table's size, inches east and north.
    pub table_in: (f64, f64),
}

/// A pose moved by inches east and north.
fn moved(pose: Pose, (east_in, north_in): (f64, f64)) -> Pose {
    Pose { stack: Point::new(pose.stack.x_in + east_in, pose.stack.y_in + north_in), ..pose }
}

/// Whether a hull outline keeps clear of all cards.
pub(crate) fn is_clear(outline: &[Point], cards: &[Vec<Point>]) -> bool {
    cards.iter().all(|card| !outlines_meet(outline, card) && outline_gap_in(outline, card) >= CARD_GAP_IN)
}

/// Moves start places clear of the cards; returns how far, inches east and north, of those that moved. A ship for which
/// there is no room stays.
pub(crate) fn clear_of_cards(
    places: &mut [StartPlace],
    around: Surroundings<'_>,
) -> BTreeMap<ShipId, (f64, f64)> {
    let mut shifts_in: BTreeMap<ShipId, (f64, f64)> = BTreeMap::new();
    while let Some(first) = (0..places.len()).find(|at| {
        let place = &places[*at];
        !shifts_in.contains_key(&place.ship) && !is_clear(&place.outline_at((0.0, 0.0)), around.cards)
    }) {
        let formations = [FORMATION_GAP_IN, ALONGSIDE_GAP_IN].map(|gap_in| formation(places, first, gap_in));
        let found = formations
            .into_iter()
            .find_map(|formation| Some((least_shift(places, &formation, around)?, formation)));
        // A ship without room is not tried again.
        let (shift_in, formation) = found.unwrap_or(((0.0, 0.0), BTreeSet::from([first])));
        for at in formation {
            let place = &mut places[at];
            place.pose = moved(place.pose, shift_in);
            let total_in = shifts_in.entry(place.ship.clone()).or_default();
            *total_in = (total_in.0 + shift_in.0, total_in.1 + shift_in.1);
        }
    }
    shifts_in.retain(|_, shift_in| *shift_in != (0.0, 0.0));
    shifts_in
}

/// The ships in formation with one, itself included, by their places in the list.
fn formation(places: &[StartPlace], first: usize, gap_in: f64) -> BTreeSet<usize> {
    let (mut members, mut open) = (BTreeSet::from([first]), vec![first]);
    while let Some(at) = open.pop() {
        let outline = places[at].outline_at((0.0, 0.0));
        for (other, place) in places.iter().enumerate() {
            let parallel = place.pose.heading.angle_to(places[at].pose.heading).to_degrees() <= FORMATION_DEG;
            if parallel
                && !members.contains(&other)
                && outline_gap_in(&outline, &place.outline_at((0.0, 0.0))) <= gap_in
            {
                members.insert(other);
                open.push(other);
            }
        }
    }
    members
}

/// The shortest shift that takes a whole formation clear of the cards, inches east and north. It stays on the table, in
/// the same water, and apart from other ships.
fn least_shift(
    places: &[StartPlace],
    formation: &BTreeSet<usize>,
    around: Surroundings<'_>,
) -> Option<(f64, f64)> {
    let mut steps: Vec<(i32, i32)> = (-MOST_STEPS..=MOST_STEPS)
        .flat_map(|east| (-MOST_STEPS..=MOST_STEPS).map(move |north| (east, north)))
        .collect();
    steps.sort_by_key(|(east, north)| east * east + north * north);
    let others: Vec<Vec<Point>> = (0..places.len())
        .filter(|at| !formation.contains(at))
        .map(|at| places[at].outline_at((0.0, 0.0)))
        .collect();
    let members: Vec<(&StartPlace, Vec<Point>)> =
        formation.iter().map(|at| (&places[*at], places[*at].outline_at((0.0, 0.0)))).collect();
    steps.into_iter().map(|(east, north)| (f64::from(east) * STEP_IN, f64::from(north) * STEP_IN)).find(
        |shift_in| {
            members.iter().all(|(place, before)| {
                let after = place.outline_at(*shift_in);
                let in_the_same_water = |piece: &Terrain| {
                    outlines_meet(&piece.outline, &after) == outlines_meet(&piece.outline, before)
                };
                is_clear(&after, around.cards)
                    && overhang_in(&after, around.table_in) <= overhang_in(before, around.table_in)
                    && others.iter().all(|other| !outlines_meet(&after, other))
                    && around.terrain.iter().all(in_the_same_water)
            })
        },
    )
}

/// How far an outline reaches beyond the table, inches.
fn overhang_in(outline: &[Point], (east_in, north_in): (f64, f64)) -> f64 {
    let beyond = |point: &Point| {
        (-point.x_in).max(point.x_in - east_in).max(-point.y_in).max(point.y_in - north_in).max(0.0)
    };
    outline.iter().map(beyond).fold(0.0, f64::max)
}

/// What players are told of shifted start places: one sentence for each formation.
pub(crate) fn shift_notes(
    shifts: &BTreeMap<ShipId, (f64, f64)>,
    name: impl Fn(&ShipId) -> String,
) -> Vec<String> {
    let mut formations: Vec<((f64, f64), Vec<String>)> = Vec::new();
    for (ship, shift_in) in shifts {
        match formations.iter_mut().find(|(other_in, _)| other_in == shift_in) {
            Some((_, names)) => names.push(name(ship)),
            None => formations.push((*shift_in, vec![name(ship)])),
        }
    }
    let note = |((east_in, north_in), names): ((f64, f64), Vec<String>)| {
        let starts = if names.len() == 1 { "starts" } else { "start" };
        let off_in = east_in.hypot(north_in);
        let names = join_names(&names.iter().map(String::as_str).collect::<Vec<_>>());
        format!("{names} {starts} {off_in:.1} in from the printed place, clear of the corner cards.")
    };
    formations.into_iter().map(note).collect()
}
