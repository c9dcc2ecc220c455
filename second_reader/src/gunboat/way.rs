//! The shortest way ahead between two places, with no turn tighter than a circle (GUN-13, GUN-14, GUN-18).

use crate::record::Place;
use std::f64::consts::TAU;

/// A part of a way: `turn` is -1 to port, 0 straight ahead, 1 to starboard.
#[derive(Debug, Clone, Copy)]
struct Stretch {
    turn: f64,
    /// Its length in radii.
    length: f64,
}

/// A way from a place.
#[derive(Debug, Clone)]
pub struct Way {
    from: Place,
    radius_in: f64,
    stretches: Vec<Stretch>,
}

impl Way {
    /// The shortest way of straights and arcs of this radius to a place, within its rounding: a small error
    /// to the wrong side would cost a whole circle.
    pub fn shortest(from: Place, to: Place, radius_in: f64) -> Self {
        const HAIR_IN: f64 = 0.003;
        const HAIR_DEG: f64 = 0.05;
        let sides = [0.0, -1.0, 1.0, -3.0, 3.0, -6.0, 6.0];
        let ends = sides.iter().flat_map(|x| sides.iter().flat_map(move |y| sides.map(|turn| (x, y, turn))));
        let ends = ends.map(|(x, y, turn)| Place {
            x_in: to.x_in + x * HAIR_IN,
            y_in: to.y_in + y * HAIR_IN,
            heading_deg: to.heading_deg + turn * HAIR_DEG,
        });
        let ways = ends.map(|to| Self::exactly(from, to, radius_in));
        ways.fold(Self::exactly(from, to, radius_in), |best, way| {
            if way.length_in() + 0.3 < best.length_in() { way } else { best }
        })
    }

    /// The shortest way that ends exactly there.
    fn exactly(from: Place, to: Place, radius_in: f64) -> Self {
        let (dx, dy) = ((to.x_in - from.x_in) / radius_in, (to.y_in - from.y_in) / radius_in);
        // Headings relative to the line between the two, counter-clockwise.
        let line = dy.atan2(dx);
        let counter = |heading_deg: f64| (90.0 - heading_deg).to_radians() - line;
        let (a, b, d) = (counter(from.heading_deg), counter(to.heading_deg), dx.hypot(dy));
        // "Left" is counter-clockwise: to port.
        let (port, ahead, starboard) = (-1.0, 0.0, 1.0);
        let mut ways = [
            (same_side(a, b, d), [port, ahead, port]),
            (same_side(-a, -b, d), [starboard, ahead, starboard]),
            (other_side(a, b, d), [port, ahead, starboard]),
            (other_side(-a, -b, d), [starboard, ahead, port]),
            (three_arcs(a, b, d), [port, starboard, port]),
            (three_arcs(-a, -b, d), [starboard, port, starboard]),
        ];
        ways.sort_by(|one, other| total(one.0).total_cmp(&total(other.0)));
        let (lengths, turns) = ways[0];
        let stretches =
            turns.into_iter().zip(lengths.unwrap_or_default()).map(|(turn, length)| Stretch { turn, length });
        Self { from, radius_in, stretches: stretches.collect() }
    }

    /// A straight line to another place.
    pub fn straight(from: Place, to: Place) -> Self {
        let length = (to.x_in - from.x_in).hypot(to.y_in - from.y_in);
        Self { from, radius_in: 1.0, stretches: vec![Stretch { turn: 0.0, length }] }
    }

    /// Its length, inches.
    pub fn length_in(&self) -> f64 {
        self.stretches.iter().map(|stretch| stretch.length * self.radius_in).sum()
    }

    /// The places along it at this spacing, both ends included.
    pub fn places(&self, every_in: f64) -> Vec<Place> {
        let mut places = vec![self.from];
        let mut here = self.from;
        for stretch in &self.stretches {
            let steps = (stretch.length * self.radius_in / every_in).ceil().max(1.0);
            for _ in 0..steps as u32 {
                here = run(here, stretch.turn, stretch.length / steps, self.radius_in);
                places.push(here);
            }
        }
        places
    }
}

/// The place after a short part of a way, along its chord.
fn run(from: Place, turn: f64, length: f64, radius_in: f64) -> Place {
    let turned = turn * length;
    let chord_in = radius_in * if turn == 0.0 { length } else { 2.0 * (length / 2.0).sin() };
    let (sin, cos) = (from.heading_deg.to_radians() + turned / 2.0).sin_cos();
    Place {
        x_in: from.x_in + chord_in * sin,
        y_in: from.y_in + chord_in * cos,
        heading_deg: from.heading_deg + turned.to_degrees(),
    }
}

fn total(way: Option<[f64; 3]>) -> f64 {
    way.map_or(f64::INFINITY, |way| way.iter().sum())
}

/// An angle from 0 up to a whole turn; a whole turn within rounding counts as zero.
fn turn(angle: f64) -> f64 {
    let angle = angle.rem_euclid(TAU);
    if TAU - angle < 1e-7 { 0.0 } else { angle }
}

/// Port, ahead, port.
fn same_side(a: f64, b: f64, d: f64) -> Option<[f64; 3]> {
    let (x, y) = (d + a.sin() - b.sin(), b.cos() - a.cos());
    // The two circles coincide: one arc is enough.
    if x.hypot(y) < 1e-9 {
        return Some([turn(b - a), 0.0, 0.0]);
    }
    let along = y.atan2(x);
    Some([turn(along - a), x.hypot(y), turn(b - along)])
}

/// Port, ahead, starboard.
fn other_side(a: f64, b: f64, d: f64) -> Option<[f64; 3]> {
    let (x, y) = (d + a.sin() + b.sin(), -a.cos() - b.cos());
    let squared = x * x + y * y - 4.0;
    let ahead = (squared >= 0.0).then(|| squared.sqrt())?;
    let along = y.atan2(x) - (-2.0_f64).atan2(ahead);
    Some([turn(along - a), ahead, turn(along - b)])
}

/// Port, starboard, port.
fn three_arcs(a: f64, b: f64, d: f64) -> Option<[f64; 3]> {
    let cosine = (6.0 - d * d + 2.0 * (a - b).cos() + 2.0 * d * (b.sin() - a.sin())) / 8.0;
    let middle = (cosine.abs() <= 1.0).then(|| TAU - cosine.acos())?;
    let first = turn(-a + (-(a.cos() - b.cos())).atan2(d + a.sin() - b.sin()) + middle / 2.0);
    Some([first, middle, turn(b - a - first + middle)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ship_in_its_old_place_has_no_way() {
        for step in 0..200 {
            let place = Place { x_in: 21.3, y_in: 8.7, heading_deg: f64::from(step) * 1.79 };
            let length_in = Way::exactly(place, place, 2.25).length_in();
            assert!(length_in < 1e-6, "{place:?}: {length_in} in");
        }
    }

    #[test]
    fn every_way_ends_where_it_must() {
        let from = Place { x_in: 3.0, y_in: -1.0, heading_deg: 40.0 };
        for step in 0..60 {
            let step = f64::from(step);
            let to = Place {
                x_in: 3.0 + 3.0 * (step * 1.7).sin(),
                y_in: -1.0 + 4.0 * (step * 0.9).cos(),
                heading_deg: step * 37.0,
            };
            let way = Way::exactly(from, to, 1.25);
            let end = way.places(0.05).last().copied().unwrap();
            let off_in = (end.x_in - to.x_in).hypot(end.y_in - to.y_in);
            let off_deg = crate::plane::apart_deg(end.heading_deg, to.heading_deg);
            assert!(off_in < 1e-6 && off_deg < 1e-6, "{step}: {off_in} in, {off_deg} degrees: {way:?}");
        }
    }
}
