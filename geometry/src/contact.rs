//! Contact between hulls: the gap between them, and the geometry of a ram.

use crate::plane::heading::{Flank, Heading, RelativeBearing};
use crate::plane::measure::{Measured, Verdict};
use crate::plane::outline::{
    Closest, SAME_PLACE_IN, between, closest, closest_to_segment, crossings, edges, nearest_on_outline,
    outline_contains, signed_gap_in,
};
use crate::plane::place::Point;
use crate::ships::standing::Standing;
use serde::{Deserialize, Serialize};
use std::f64::consts::{FRAC_PI_2, PI};

/// Outlines closer than this touch, inches: hull outlines are approximate, and models are placed by hand.
pub const CONTACT_TOLERANCE_IN: f64 = 0.05;

/// The gap between two ships.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Gap {
    /// Inches between the outlines; negative where they overlap.
    pub gap_in: Measured,
    /// The nearest point of the first ship.
    pub on_one: Point,
    /// The nearest point of the other.
    pub on_other: Point,
}

impl Gap {
    /// Tells whether they touch, where a gap up to `tolerance_in` counts as none (see
    /// [`CONTACT_TOLERANCE_IN`]).
    pub fn touching(&self, tolerance_in: f64) -> Verdict {
        self.gap_in.at_most(tolerance_in)
    }
}

/// The gap between two outlines.
///
/// Sigma: that of the vector between the two nearest points, along the line between them
/// ([`Standing::between_sigma_in`]).
pub fn gap(one: &Standing, other: &Standing) -> Gap {
    let found = closest(&one.outline, &other.outline);
    with_sigma(one, other, found)
}

fn with_sigma(one: &Standing, other: &Standing, found: Closest) -> Gap {
    let Closest { on_one, on_other, gap_in } = found;
    let along = if on_one.distance_in(on_other) > SAME_PLACE_IN {
        on_one.heading_to(on_other)
    } else {
        one.middle.heading_to(other.middle)
    };
    let sigma_in = one.between_sigma_in(on_one, other, on_other, along);
    Gap { gap_in: Measured::new(gap_in, sigma_in), on_one, on_other }
}

/// The borders between a hull's ends and its sides: shares of the outline's length, measured from stem and
/// stern.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct HullEnds {
    /// The share of the length, from the stem, that is bow.
    pub bow_share: f64,
    /// The share, from the stern, that is stern.
    pub stern_share: f64,
}

impl Default for HullEnds {
    /// A sixth at either end: no book defines where a side begins.
    fn default() -> Self {
        Self { bow_share: 1.0 / 6.0, stern_share: 1.0 / 6.0 }
    }
}

/// A part of a hull.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HullPart {
    /// The forward end.
    Bow,
    /// The long side between the ends.
    Side,
    /// The after end.
    Stern,
}

/// The way a ship's bow meets another's hull.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Strike {
    /// From the rammer's bow to the target's outline, inches; negative where it is inside.
    pub gap_in: Measured,
    /// The point of the target's outline that is struck.
    pub struck: Point,
    /// The acute angle between the two keels, radians in `[0, pi/2]`: `pi/2` is square on the side (GUN-47).
    pub angle_rad: Measured,
    /// The rammer's course relative to the target's: 0 the same, `pi` head on, positive where it points to
    /// the target's starboard.
    pub course: RelativeBearing,
    /// The part that is struck.
    pub part: HullPart,
    /// The side of the target's keel that is struck.
    pub flank: Flank,
    /// From the struck point to the end of that part, inches along the keel, never negative.
    pub part_margin_in: Measured,
}

impl Strike {
    /// Tells whether the bow touches, where a gap up to `tolerance_in` counts as none.
    pub fn touching(&self, tolerance_in: f64) -> Verdict {
        self.gap_in.at_most(tolerance_in)
    }

    /// Tells whether this part is struck; too close to call near the border of two parts.
    pub fn strikes(&self, part: HullPart) -> Verdict {
        match self.part_margin_in.at_most(0.0) {
            Verdict::TooClose => Verdict::TooClose,
            _ if part == self.part => Verdict::Yes,
            _ => Verdict::No,
        }
    }
}

/// The geometry with which the bow of `rammer` meets, or would meet, the hull of `target`.
///
/// The bow is the forward `ends.bow_share` of the rammer's outline. Where its stem is inside the target
/// (models can't be, measures can) the struck point is where the rammer's keel enters the target's outline.
/// Sigmas: the gap's as in [`gap`]; the angle's `sqrt(sigma_h1^2 + sigma_h2^2)`; the margin's along the
/// target's keel, of both ships.
pub fn strike(rammer: &Standing, target: &Standing, ends: HullEnds) -> Strike {
    let found = bow_to_hull(rammer, target, ends);
    let struck = found.on_other;
    let gap_in = with_sigma(rammer, target, found).gap_in;
    let course = target.pose.heading.relative(rammer.pose.heading);
    let off_rad = course.rad().abs();
    let angle_rad = Measured::new(
        if off_rad > FRAC_PI_2 { PI - off_rad } else { off_rad },
        rammer.heading_sigma_rad.hypot(target.heading_sigma_rad),
    );
    let (aft_in, fore_in) = keel_extent_in(target);
    let length_in = fore_in - aft_in;
    let at_in = target.along_keel_in(struck);
    let (bow_from_in, stern_to_in) =
        (fore_in - ends.bow_share * length_in, aft_in + ends.stern_share * length_in);
    let part = if at_in >= bow_from_in {
        HullPart::Bow
    } else if at_in <= stern_to_in {
        HullPart::Stern
    } else {
        HullPart::Side
    };
    let margin_in = (at_in - bow_from_in).abs().min((at_in - stern_to_in).abs());
    let keel: Heading = target.pose.heading;
    let margin_sigma_in = rammer.between_sigma_in(found.on_one, target, struck, keel);
    Strike {
        gap_in,
        struck,
        angle_rad,
        course,
        part,
        flank: if target.starboard_in(struck) < 0.0 { Flank::Port } else { Flank::Starboard },
        part_margin_in: Measured::new(margin_in, margin_sigma_in),
    }
}

fn keel_extent_in(ship: &Standing) -> (f64, f64) {
    let along = ship.outline.iter().map(|&point| ship.along_keel_in(point));
    along.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), at| (low.min(at), high.max(at)))
}

/// The rammer's stem: the midpoint between the foremost corners, because a bow may be blunt.
fn stem(ship: &Standing, fore_in: f64) -> Point {
    let foremost: Vec<Point> = ship
        .outline
        .iter()
        .copied()
        .filter(|&point| ship.along_keel_in(point) > fore_in - SAME_PLACE_IN)
        .collect();
    crate::plane::outline::middle(&foremost)
}

fn bow_to_hull(rammer: &Standing, target: &Standing, ends: HullEnds) -> Closest {
    let (aft_in, fore_in) = keel_extent_in(rammer);
    let stem = stem(rammer, fore_in);
    if outline_contains(&target.outline, stem) {
        let heel = stem.moved(rammer.pose.heading, aft_in - fore_in);
        let entered = crossings(stem, heel, &target.outline).first().map(|&t| between(stem, heel, t));
        let struck = entered.or_else(|| nearest_on_outline(&target.outline, stem)).unwrap_or(stem);
        return Closest { on_one: stem, on_other: struck, gap_in: signed_gap_in(&target.outline, stem) };
    }
    let bow_from_in = fore_in - ends.bow_share * (fore_in - aft_in);
    let forward = edges(&rammer.outline).filter_map(|(a, b)| {
        let (at_a, at_b) = (rammer.along_keel_in(a) - bow_from_in, rammer.along_keel_in(b) - bow_from_in);
        match (at_a >= 0.0, at_b >= 0.0) {
            (true, true) => Some((a, b)),
            (true, false) => Some((a, between(a, b, at_a / (at_a - at_b)))),
            (false, true) => Some((between(a, b, at_a / (at_a - at_b)), b)),
            (false, false) => None,
        }
    });
    let none = Closest { on_one: stem, on_other: target.middle, gap_in: f64::INFINITY };
    forward
        .map(|(a, b)| {
            let (on_one, on_other) = closest_to_segment(a, b, &target.outline);
            let inside = [a, b].into_iter().find(|&end| outline_contains(&target.outline, end));
            match inside.and_then(|end| nearest_on_outline(&target.outline, end).map(|near| (end, near))) {
                Some((end, near)) => Closest { on_one: end, on_other: near, gap_in: -end.distance_in(near) },
                None => Closest { on_one, on_other, gap_in: on_one.distance_in(on_other) },
            }
        })
        .fold(none, |best, one| if one.gap_in < best.gap_in { one } else { best })
}
