//! Marks: small parts of a deck by which a ship differs from its sisters, such as a dot or a band of paint. The mean
//! dissimilarity of whole decks hardly notices them.

use crate::background::signal::{Signal, SignalMap, length_squared};
use crate::hull::pose::HullPose;
use crate::template::local_projection::LocalProjection;
use crate::template::plane::Plane;
use crate::template::registration::{Sample, Template};

/// The cells of a deck whose colour sisters do not have near that place.
#[derive(Debug, Clone, PartialEq)]
pub struct Mark {
    cells: Vec<MarkCell>,
    reach_in: (f32, f32),
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct MarkCell {
    ahead_in: f32,
    starboard_in: f32,
    signal: Signal,
    /// How near a colour must be to be this one, squared.
    near: f32,
}

/// Sisters lack a colour if none of theirs within the first distance, inches, is nearer than the second, in units of
/// signal. Light and parallax change decks less than that.
const BESIDE_IN: f32 = 0.25;
const DISTINCT: f32 = 0.25;
/// A colour is seen if one within this distance of its place is nearer than this share of the sisters' nearest.
const SEEN_WITHIN_IN: f32 = 0.1;
const SEEN_SHARE: f32 = 0.5;
/// Cells of deck: fully hull, not at its edge, not raised above the deck, inches.
const DECK: f32 = 0.9;
const RAISED_IN: f32 = 0.03;
const INSIDE: f32 = 0.85;
/// Fewer cells are noise.
const LEAST_CELLS: usize = 3;

fn is_deck(sample: &Sample, half_length_in: f32) -> bool {
    sample.hull >= DECK && sample.rise_in < RAISED_IN && sample.ahead_in.abs() < INSIDE * half_length_in
}

/// The squared distance of a colour from the nearest one of a template within `within_in` of a place.
fn nearest(template: &Template, cell: (f32, f32), signal: &Signal, within_in: f32) -> f32 {
    let beside = |sample: &&Sample| {
        (sample.ahead_in - cell.0).abs() < within_in && (sample.starboard_in - cell.1).abs() < within_in
    };
    template
        .samples
        .iter()
        .filter(beside)
        .map(|sample| length_squared(&std::array::from_fn(|i| sample.signal[i] - signal[i])))
        .fold(f32::INFINITY, f32::min)
}

impl Mark {
    /// The mark of a ship among its sisters: what one of them at least does not have; `None` if there is none.
    pub fn of(template: &Template, sisters: &[&Template]) -> Option<Self> {
        let half_length_in = (template.length_in / 2.0) as f32;
        let deck = template.samples.iter().filter(|sample| is_deck(sample, half_length_in));
        let cells: Vec<MarkCell> = deck
            .filter_map(|sample| {
                let cell = (sample.ahead_in, sample.starboard_in);
                let apart = |sister: &&Template| nearest(sister, cell, &sample.signal, BESIDE_IN);
                let furthest =
                    sisters.iter().map(apart).filter(|apart| apart.is_finite()).fold(0.0, f32::max);
                (furthest > DISTINCT * DISTINCT).then_some(MarkCell {
                    ahead_in: sample.ahead_in,
                    starboard_in: sample.starboard_in,
                    signal: sample.signal,
                    near: SEEN_SHARE * SEEN_SHARE * furthest,
                })
            })
            .collect();
        (cells.len() >= LEAST_CELLS).then_some(Self { cells, reach_in: template.reach_in })
    }

    /// The number of its cells.
    pub fn size(&self) -> usize {
        self.cells.len()
    }

    /// The share of the mark that a template has, 0 to 1.
    pub fn on(&self, template: &Template) -> f64 {
        self.share(|cell| {
            let place = (cell.ahead_in, cell.starboard_in);
            nearest(template, place, &cell.signal, SEEN_WITHIN_IN) < cell.near
        })
    }

    /// The share of the mark that a picture shows of a hull at `pose`, 0 to 1.
    pub fn shown(&self, map: &SignalMap, plane: Plane<'_>, pose: HullPose) -> f64 {
        const OFFSETS_IN: [f32; 3] = [-SEEN_WITHIN_IN, 0.0, SEEN_WITHIN_IN];
        let Some(near) = LocalProjection::new(map, plane, pose, self.reach_in) else { return 0.0 };
        self.share(|cell| {
            let places = OFFSETS_IN
                .iter()
                .flat_map(|u| OFFSETS_IN.map(|v| (cell.ahead_in + u, cell.starboard_in + v)));
            places
                .into_iter()
                .filter_map(|(u, v)| near.sample(map, u, v))
                .any(|seen| length_squared(&std::array::from_fn(|i| seen[i] - cell.signal[i])) < cell.near)
        })
    }

    fn share(&self, has: impl Fn(&MarkCell) -> bool) -> f64 {
        self.cells.iter().filter(|cell| has(cell)).count() as f64 / self.cells.len() as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hull::grid::SampleGrid;
    use crate::template::appearance::Appearance;

    const LENGTH_IN: f64 = 2.0;

    /// A brown deck with a dot of another colour at a place ahead of its middle.
    fn deck(dot: Option<(f64, Signal)>) -> Template {
        let layout = SampleGrid::around(LENGTH_IN, 0.5, 0.12, 0.05);
        let cells = || {
            (0..layout.len())
                .map(|at| (layout.ahead_in(at % layout.along), layout.starboard_in(at / layout.along)))
        };
        let on_deck =
            |(ahead_in, starboard_in): (f64, f64)| ahead_in.abs() < 1.0 && starboard_in.abs() < 0.25;
        let signal = |cell: (f64, f64)| match dot {
            _ if !on_deck(cell) => [0.0; 4],
            Some((ahead_in, colour)) if (cell.0 - ahead_in).hypot(cell.1) < 0.11 => colour,
            _ => [-0.2, 0.1, 0.4, 0.3],
        };
        let patch = Appearance {
            layout,
            signal: cells().map(signal).collect(),
            hull: cells().map(|cell| if on_deck(cell) { 1.0 } else { 0.0 }).collect(),
        };
        Template::new(&patch, LENGTH_IN, false)
    }

    const RED: Signal = [-0.5, -0.4, 1.2, 0.2];

    #[test]
    fn a_dot_is_the_mark_of_the_ship_that_has_it() {
        let (plain, marked) = (deck(None), deck(Some((0.4, RED))));
        let mark = Mark::of(&marked, &[&plain]).unwrap();
        assert!((3..40).contains(&mark.size()), "{}", mark.size());
        assert_eq!((mark.on(&marked), mark.on(&plain)), (1.0, 0.0));
        assert_eq!(Mark::of(&plain, &[&marked]), None, "bare deck is beside the dot, too");
        assert_eq!(Mark::of(&plain, &[&deck(None)]), None);
    }

    #[test]
    fn equal_dots_in_different_places_are_marks_and_in_one_place_none() {
        let (fore, aft) = (deck(Some((0.6, RED))), deck(Some((-0.5, RED))));
        let mark = Mark::of(&fore, &[&aft]).unwrap();
        assert_eq!(mark.on(&aft), 0.0);
        assert_eq!(Mark::of(&fore, &[&deck(Some((0.62, RED)))]), None);
    }
}
