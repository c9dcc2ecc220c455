//! Dice in motion: they leave a hand, tumble and hop over the ground ever slower, bounce off the rims, and come to rest.

use crate::dice::numbered_tray::ThrownDie;
use crate::dice::setup::{DieSetup, DieStance};
use crate::setup::sampler::Sampler;
use serde::{Deserialize, Serialize};
use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// A rectangle of the table in which dice come to rest: west, south, east, north, inches.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct DiceBounds(pub [f64; 4]);

/// A throw from the moment in which the dice leave the hand.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Roll {
    /// The rims from which dice bounce.
    walls: DiceBounds,
    ways: Vec<Way>,
}

/// The way of one die.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Way {
    rest: DieSetup,
    /// The direction in which it rolls at the end.
    ahead: (f64, f64),
    length_in: f64,
    lasts_s: f64,
    hop_in: f64,
    /// Hops in all; it starts on the height of one.
    hops: f64,
}

/// How far from its middle dice leave a hand, inches.
const HAND_IN: f64 = 0.6;

/// Dice come to rest with at least this between their middles, edges.
const APART: f64 = 1.6;

impl DiceBounds {
    fn middle(&self) -> (f64, f64) {
        let [west, south, east, north] = self.0;
        (0.5 * (west + east), 0.5 * (south + north))
    }

    /// The same bounds, so large that they hold a place as well.
    fn with(&self, (x, y): (f64, f64)) -> Self {
        let [west, south, east, north] = self.0;
        Self([west.min(x - HAND_IN), south.min(y - HAND_IN), east.max(x + HAND_IN), north.max(y + HAND_IN)])
    }

    /// A place that is folded back into the bounds at their rims, and whether it was mirrored east to west and north to
    /// south.
    fn folded(&self, (x, y): (f64, f64)) -> ((f64, f64), (bool, bool)) {
        let [west, south, east, north] = self.0;
        let fold = |at: f64, low: f64, high: f64| {
            let size = (high - low).max(1e-6);
            let along = (at - low).rem_euclid(2.0 * size);
            if along > size { (low + 2.0 * size - along, true) } else { (low + along, false) }
        };
        let ((x, flipped_x), (y, flipped_y)) = (fold(x, west, east), fold(y, south, north));
        ((x, y), (flipped_x, flipped_y))
    }
}

impl Roll {
    /// Dice that leave a hand at `from` and come to rest within `bounds`, beside the dice that lie there.
    pub(crate) fn new(
        dice: &[ThrownDie],
        from: (f64, f64),
        bounds: DiceBounds,
        lying: &[DieSetup],
        chances: &mut Sampler,
    ) -> Self {
        let mut taken: Vec<((f64, f64), f64)> =
            lying.iter().map(|die| ((die.at_in.0, die.at_in.1), die.edge_in)).collect();
        let walls = bounds.with(from);
        let lasts_s = chances.between(0.55, 1.1);
        let mut ways = Vec::new();
        for die in dice {
            let place = free_place(bounds, die.edge_in, &taken, chances);
            taken.push((place, die.edge_in));
            // Some come back from a rim.
            let [west, _, east, _] = walls.0;
            let mirror = if place.0 > bounds.middle().0 { 2.0 * east } else { 2.0 * west };
            let start =
                (from.0 + chances.between(-HAND_IN, HAND_IN), from.1 + chances.between(-HAND_IN, HAND_IN));
            let start = if chances.happens(0.3) { (mirror - start.0, start.1) } else { start };
            let (dx, dy) = (place.0 - start.0, place.1 - start.1);
            let length_in = dx.hypot(dy).max(1e-6);
            ways.push(Way {
                rest: DieSetup {
                    value: die.value,
                    edge_in: die.edge_in,
                    at_in: (place.0, place.1, 0.5 * die.edge_in),
                    turned_rad: chances.between(0.0, TAU),
                    lean_rad: 0.0,
                    lean_to_rad: dy.atan2(dx),
                    stance: DieStance::Flat,
                    look: die.look,
                },
                ahead: (dx / length_in, dy / length_in),
                length_in,
                lasts_s: lasts_s + chances.between(-0.2, 0.2),
                hop_in: chances.between(0.3, 1.2) * die.edge_in.max(0.6),
                hops: f64::from(chances.count(1, 3)) + 0.5,
            });
        }
        Self { walls, ways }
    }

    /// How long after leaving the hand the last die lies still, seconds.
    pub(crate) fn lasts_s(&self) -> f64 {
        self.ways.iter().map(|way| way.lasts_s).fold(0.0, f64::max)
    }

    /// The dice so long after they left the hand.
    pub(crate) fn at(&self, since_s: f64) -> Vec<DieSetup> {
        self.ways.iter().map(|way| way.at(since_s, &self.walls)).collect()
    }
}

impl Way {
    fn at(&self, since_s: f64, walls: &DiceBounds) -> DieSetup {
        let left = ((self.lasts_s - since_s) / self.lasts_s).clamp(0.0, 1.0);
        if left <= 0.0 {
            return self.rest;
        }
        // An even loss of speed.
        let to_go_in = self.length_in * left * left;
        let (x, y, _) = self.rest.at_in;
        let unfolded = (x - self.ahead.0 * to_go_in, y - self.ahead.1 * to_go_in);
        let ((x, y), flipped) = walls.folded(unfolded);
        let turned = |along: f64, flipped: bool| if flipped { -along } else { along };
        let ahead = (turned(self.ahead.0, flipped.0), turned(self.ahead.1, flipped.1));
        // A cube rolls a quarter turn for each edge of its way; its middle is highest over a corner.
        let lean_rad = -FRAC_PI_2 * to_go_in / self.rest.edge_in;
        let over_corner = lean_rad.cos().abs() + lean_rad.sin().abs();
        let hop_in = self.hop_in * left * left * (PI * self.hops * left).sin().abs();
        DieSetup {
            at_in: (x, y, 0.5 * self.rest.edge_in * over_corner + hop_in),
            lean_rad,
            lean_to_rad: ahead.1.atan2(ahead.0),
            ..self.rest
        }
    }
}

/// A place for a die that touches none of those that are taken, or the emptiest of many.
fn free_place(
    bounds: DiceBounds,
    edge_in: f64,
    taken: &[((f64, f64), f64)],
    chances: &mut Sampler,
) -> (f64, f64) {
    let [west, south, east, north] = bounds.0;
    let free_in = |place: &(f64, f64)| {
        let way = |((x, y), other_in): &((f64, f64), f64)| {
            (x - place.0).hypot(y - place.1) - APART * 0.5 * (edge_in + other_in)
        };
        taken.iter().map(way).fold(f64::INFINITY, f64::min)
    };
    let places: Vec<(f64, f64)> =
        (0..60).map(|_| (chances.between(west, east), chances.between(south, north))).collect();
    let emptiest = places.iter().max_by(|a, b| free_in(a).total_cmp(&free_in(b)));
    places.iter().find(|place| free_in(place) > 0.0).or(emptiest).copied().unwrap_or(bounds.middle())
}
