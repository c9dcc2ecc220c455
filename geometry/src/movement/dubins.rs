//! The shortest way between two poses for a ship with a minimum turning radius.
//!
//! L. E. Dubins, "On curves of minimal length with a constraint on average curvature, and with prescribed initial and
//! terminal positions and tangents", American Journal of Mathematics 79 (1957): the shortest way is one of six words
//! of turns hard over to port (L) or starboard (R) and straights (S): LSL, RSR, LSR, RSL, RLR, LRL. Wider circles
//! (GUN-14) never make it shorter. The legs follow from the turning circles' centres and common tangents; `h` is the
//! heading, `C` the centre on the turn's side, `s` is 1 for starboard and -1 for port.

use crate::movement::path::{Leg, NO_WAY_IN, Path, turning_centre};
use crate::plane::heading::{Flank, Heading, wrap_tau};
use crate::plane::place::Pose;
use crate::ships::standing::{clockwise, dot};
use std::f64::consts::{FRAC_PI_2, TAU};

/// An angle within this of a whole turn counts as zero, radians, so that rounding can't add a full circle.
const WHOLE_TURN_SLACK_RAD: f64 = 1e-9;

/// The six words as kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Word {
    /// A turn, a straight, a turn.
    TurnStraightTurn(Flank, Flank),
    /// A turn, a turn to the other side, and back.
    ThreeTurns(Flank),
}

const WORDS: [Word; 6] = [
    Word::TurnStraightTurn(Flank::Port, Flank::Port),
    Word::TurnStraightTurn(Flank::Starboard, Flank::Starboard),
    Word::TurnStraightTurn(Flank::Port, Flank::Starboard),
    Word::TurnStraightTurn(Flank::Starboard, Flank::Port),
    Word::ThreeTurns(Flank::Starboard),
    Word::ThreeTurns(Flank::Port),
];

/// The derivatives of a way's length by the poses at its ends.
///
/// For a shortest way the costate of Pontryagin's maximum principle: a constant vector `lambda` for the places, and
/// for the headings `s r (1 - lambda . u(h))` (Boissonnat, Cerezo & Leblond, "Shortest paths of bounded curvature in
/// the plane", Journal of Intelligent and Robotic Systems 11, 1994).
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Slope {
    /// Inches per inch of the goal's shift (east, north); the start's is the opposite.
    pub goal: (f64, f64),
    /// Inches per radian of the start heading's clockwise turn.
    pub start_heading: f64,
    /// Inches per radian of the goal heading's clockwise turn.
    pub goal_heading: f64,
}

/// A shortest way with its slopes.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Shortest {
    pub path: Path,
    pub length_in: f64,
    pub slope: Slope,
}

/// The shortest way from one pose to another on circles of at least `radius_in`.
///
/// There always is one. With a radius of 0 the ship turns in place: a pivot, a straight, a pivot.
pub fn shortest_path(start: Pose, goal: Pose, radius_in: f64) -> Path {
    shortest(start, goal, radius_in).path
}

/// The three legs of one word.
#[derive(Debug, Clone, Copy)]
struct Spelt {
    legs: [Leg; 3],
    length_in: f64,
    slope: Slope,
}

pub(crate) fn shortest(start: Pose, goal: Pose, radius_in: f64) -> Shortest {
    if radius_in < NO_WAY_IN {
        return pivoting(start, goal);
    }
    let ways = WORDS.iter().filter_map(|&word| way_of(word, start, goal, radius_in));
    // LSL joins any two poses, so the fallback with pivots is never used here.
    ways.min_by(|one, other| one.length_in.total_cmp(&other.length_in)).map_or_else(
        || pivoting(start, goal),
        |Spelt { legs, length_in, slope }| {
            let mut path = Path::at(start);
            legs.into_iter().for_each(|leg| path.push(leg));
            Shortest { path, length_in, slope }
        },
    )
}

/// A turn in place towards the goal, a straight, and a turn in place.
pub(crate) fn pivoting(start: Pose, goal: Pose) -> Shortest {
    let length_in = start.stack.distance_in(goal.stack);
    let mut path = Path::at(start);
    let course = if length_in > NO_WAY_IN { start.stack.heading_to(goal.stack) } else { goal.heading };
    path.push(Leg::Pivot { clockwise_rad: start.heading.relative(course).rad() });
    path.push(Leg::Straight { ahead_in: length_in });
    path.push(Leg::Pivot { clockwise_rad: course.relative(goal.heading).rad() });
    Shortest { path, length_in, slope: Slope { goal: course.unit(), start_heading: 0.0, goal_heading: 0.0 } }
}

/// The shortest way of one word; none where the circles are too close to each other, or too far apart, for
/// it.
fn way_of(word: Word, start: Pose, goal: Pose, radius_in: f64) -> Option<Spelt> {
    match word {
        Word::TurnStraightTurn(first, last) => turn_straight_turn(start, goal, radius_in, first, last),
        Word::ThreeTurns(outer) => three_turns(start, goal, radius_in, outer),
    }
}

/// `C2 - C1 = l u(h) - (s1 - s2) r right(h)`, where `h` is the straight's heading and `l` its length.
fn turn_straight_turn(start: Pose, goal: Pose, radius_in: f64, first: Flank, last: Flank) -> Option<Spelt> {
    let from = turning_centre(start, first, radius_in);
    let to = turning_centre(goal, last, radius_in);
    let apart_in = from.distance_in(to);
    let (straight_in, heading) = if first == last {
        // If both circles coincide, the straight has no length and any heading.
        let heading = if apart_in > NO_WAY_IN { from.heading_to(to) } else { start.heading };
        (apart_in, heading)
    } else {
        let squared = apart_in.powi(2) - 4.0 * radius_in.powi(2);
        // Circles that just touch may overlap by rounding.
        if squared < -NO_WAY_IN {
            return None;
        }
        let straight_in = squared.max(0.0).sqrt();
        let skew_rad = (2.0 * radius_in).atan2(straight_in);
        (straight_in, from.heading_to(to).turned(first.clockwise() * skew_rad))
    };
    let first_rad = turn_rad(first, start.heading, heading);
    let last_rad = turn_rad(last, heading, goal.heading);
    let legs = [
        Leg::Turn { helm: first, radius_in, angle_rad: first_rad },
        Leg::Straight { ahead_in: straight_in },
        Leg::Turn { helm: last, radius_in, angle_rad: last_rad },
    ];
    let length_in = straight_in + radius_in * (first_rad + last_rad);
    let slope = slope(start, goal, radius_in, (first, last), heading.unit());
    Some(Spelt { legs, length_in, slope })
}

/// The middle circle touches both outer ones, so its centre is `2 r` from each of theirs, on either side of
/// the line between them.
fn three_turns(start: Pose, goal: Pose, radius_in: f64, outer: Flank) -> Option<Spelt> {
    let from = turning_centre(start, outer, radius_in);
    let to = turning_centre(goal, outer, radius_in);
    let apart_in = from.distance_in(to);
    if apart_in > 4.0 * radius_in || apart_in < NO_WAY_IN {
        return None;
    }
    let line = from.heading_to(to);
    let aside_rad = (apart_in / (4.0 * radius_in)).acos();
    let ways = [aside_rad, -aside_rad].map(|aside_rad| {
        let to_middle = line.turned(aside_rad);
        let middle = from.moved(to_middle, 2.0 * radius_in);
        // From one centre to the next, the ship that passes between them has the other centre abeam.
        let quarter = outer.clockwise() * FRAC_PI_2;
        let enters = to_middle.turned(quarter);
        let leaves = to.heading_to(middle).turned(quarter);
        let angles = [
            turn_rad(outer, start.heading, enters),
            turn_rad(outer.other(), enters, leaves),
            turn_rad(outer, leaves, goal.heading),
        ];
        let turn = |helm: Flank, angle_rad: f64| Leg::Turn { helm, radius_in, angle_rad };
        let legs = [turn(outer, angles[0]), turn(outer.other(), angles[1]), turn(outer, angles[2])];
        // Lambda is along the line through both points where the helm changes sides, and lambda . u(h) = 1
        // there.
        let chord = from.moved(to_middle, radius_in).heading_to(to.moved(to.heading_to(middle), radius_in));
        let along = dot(chord.unit(), enters.unit());
        let lambda = (chord.unit().0 / along, chord.unit().1 / along);
        let slope = slope(start, goal, radius_in, (outer, outer), lambda);
        Spelt { legs, length_in: radius_in * angles.iter().sum::<f64>(), slope }
    });
    ways.into_iter().min_by(|one, other| one.length_in.total_cmp(&other.length_in))
}

fn slope(start: Pose, goal: Pose, radius_in: f64, helms: (Flank, Flank), lambda: (f64, f64)) -> Slope {
    let by_heading =
        |helm: Flank, heading: Heading| helm.clockwise() * radius_in * (1.0 - dot(lambda, heading.unit()));
    Slope {
        goal: lambda,
        start_heading: -by_heading(helms.0, start.heading),
        goal_heading: by_heading(helms.1, goal.heading),
    }
}

/// The turn to one side from one heading to another, radians in `[0, 2 pi)`.
pub(crate) fn turn_rad(helm: Flank, from: Heading, to: Heading) -> f64 {
    let angle_rad = wrap_tau(helm.clockwise() * (to.rad() - from.rad()));
    if angle_rad > TAU - WHOLE_TURN_SLACK_RAD { 0.0 } else { angle_rad }
}

impl Slope {
    /// One standard deviation of the length, from those of both ends, whose centres and headings err
    /// independently (`s_12` is that of one centre relative to the other).
    ///
    /// `sigma_L^2 = |lambda|^2 s_12^2 + (g_1 - a_1 lambda . right(h_1))^2 sigma_h1^2 +
    /// (g_2 + a_2 lambda . right(h_2))^2 sigma_h2^2`: a heading's error turns the bow, and swings the stack,
    /// `a` ahead of the centre, across the keel (first-order propagation, as in [`crate::Standing`]).
    pub(crate) fn sigma_in(&self, start: &crate::Standing, goal: &crate::Standing) -> f64 {
        let steepness = dot(self.goal, self.goal).sqrt();
        let swung = |ship: &crate::Standing| {
            ship.stack_ahead_in() * dot(self.goal, clockwise(ship.pose.heading.unit()))
        };
        (steepness * start.middles_sigma_in(goal))
            .hypot((self.start_heading - swung(start)) * start.heading_sigma_rad)
            .hypot((self.goal_heading + swung(goal)) * goal.heading_sigma_rad)
    }
}
