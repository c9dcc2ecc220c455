//! The motion prior: how players move their ships between two still pictures.
//!
//! Most ships move ahead, within their range and with moderate rudder. Some go astern; sometimes one is
//! lifted to any place, or turned end for end. The mixture is a density over position and heading, so that
//! moves of different kinds can be compared with each other and with appearance.

use crate::hull::pose::HullPose;
use std::f64::consts::{PI, TAU};

/// Mixture weights: ahead, astern, turned end for end, not moved but measured badly, lifted. In generated
/// sets about one move in eight is lifted; real games have fewer, and a prior that expects lifting asks
/// rather too often than too seldom.
const AHEAD: f64 = 0.84;
const ASTERN: f64 = 0.01;
const ABOUT: f64 = 0.015;
const ASKEW: f64 = 0.03;
const LIFTED: f64 = 0.12;

/// For a ship whose range is not given: all distances up to the first value are equally likely, longer ones
/// decay over the second, inches.
const USUAL_IN: f64 = 8.0;
const FADES_IN: f64 = 2.5;
/// Tolerance beyond a given range: inches, and a share of the range.
const SLACK: (f64, f64) = (0.4, 0.1);
/// The direction of the move lies within this angle of the old heading, and the new heading within the
/// second; all angles within are equally likely.
const WAY_RAD: f64 = 0.9;
const HELM_RAD: f64 = 1.3;
/// Astern: decay of the distance, inches, and the change of heading.
const ASTERN_IN: f64 = 1.5;
const ASTERN_HELM_RAD: f64 = 0.7;
/// Turned end for end: standard deviations of place and heading.
const ABOUT_IN: f64 = 0.2;
const ABOUT_RAD: f64 = 0.3;
/// Not moved but measured badly (smoke, a shadow, an arm at one end): standard deviations of place and
/// heading.
const ASKEW_IN: f64 = 0.2;
const ASKEW_RAD: f64 = 0.2;
/// Uncertainty of a hull's middle, inches: a short move has no clear direction.
const BLUR_IN: f64 = 0.15;
/// Lower bounds of the log likelihood of a move, nats. Players make unusual moves, and two unusual moves
/// together do not prove that two similar ships are exchanged. A move beyond a given range counts more,
/// because that range was measured.
const ODD: f64 = -3.8;
const OUT_OF_REACH: f64 = -9.0;
/// Area over which a ship may be lifted, square inches. It is not larger than most tables, so that lifting is
/// not considered too rare.
const TABLE_SQ_IN: f64 = 2000.0;

/// The normal density of an angle.
fn normal(angle_rad: f64, sd_rad: f64) -> f64 {
    (-0.5 * (angle_rad / sd_rad).powi(2)).exp() / (sd_rad * TAU.sqrt())
}

/// The density of an angle that is nearly uniform within a bound and almost zero beyond: exp(-x^4), whose
/// integral is 2 Γ(5/4).
fn within(angle_rad: f64, bound_rad: f64) -> f64 {
    (-(angle_rad / bound_rad).powi(4)).exp() / (1.812_804_954 * bound_rad)
}

/// Standard deviation of a ship's distance from its old place after many moves, inches; it may also be
/// anywhere on the table, with any heading.
const MANY_MOVES_IN: f64 = 10.0;

/// The probability that a ship has moved at most once since its last known place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Elapsed {
    /// The logarithm of the odds; infinite if the picture before showed the ship there.
    odds: f64,
}

impl Elapsed {
    /// The picture before showed the ship there.
    pub const ONE_MOVE: Self = Self { odds: f64::INFINITY };
    /// The place was last seen by a battle or an earlier tracker of the same evening.
    pub const LAST_SEEN: Self = Self { odds: 2.2 };
    /// The place comes from a file of unknown age.
    pub const UNKNOWN: Self = Self { odds: 0.0 };

    /// The probability after `nats` of evidence for one move, from the distances that other ships have gone.
    #[must_use]
    pub fn and(self, nats: f64) -> Self {
        Self { odds: self.odds + nats }
    }

    /// True if the picture before showed the ship there.
    pub fn is_one_move(self) -> bool {
        self.odds.is_infinite()
    }

    /// The probability.
    fn once(self) -> f64 {
        1.0 / (1.0 + (-self.odds).exp())
    }
}

/// The density of a move, per square inch and radian, with the bow known. `reach_in`: the ship's range, if
/// given.
pub fn likelihood(from: HullPose, to: HullPose, reach_in: Option<f64>) -> f64 {
    let (ahead_in, abeam_in) = from.ship_frame(to.middle);
    let way_in = ahead_in.hypot(abeam_in);
    let off_rad = abeam_in.atan2(ahead_in).abs();
    let turn_rad = from.heading.angle_to(to.heading);
    let blur_rad = (BLUR_IN / way_in.max(1e-6)).min(PI);
    // Converts from length and direction of the move to square inches.
    let around_in = way_in + BLUR_IN;
    let far = match reach_in {
        Some(reach_in) => fading(way_in, reach_in, SLACK.0 + SLACK.1 * reach_in),
        None => fading(way_in, USUAL_IN, FADES_IN),
    };
    let ahead = far * within(off_rad, WAY_RAD.hypot(blur_rad)) * within(turn_rad, HELM_RAD) / around_in;
    let astern = fading(way_in, 0.0, ASTERN_IN)
        * within(PI - off_rad, WAY_RAD.hypot(blur_rad))
        * within(turn_rad, ASTERN_HELM_RAD)
        / around_in;
    let about = near(way_in, ABOUT_IN) * normal(PI - turn_rad, ABOUT_RAD);
    let askew = near(way_in, ASKEW_IN) * normal(turn_rad, ASKEW_RAD);
    AHEAD * ahead + ASTERN * astern + ABOUT * about + ASKEW * askew + LIFTED / (TABLE_SQ_IN * TAU)
}

/// The same density for a ship that has moved many times; it may have either heading.
pub fn likelihood_after_many(from: HullPose, to: HullPose) -> f64 {
    let way_in = from.middle.distance_in(to.middle);
    0.5 * (near(way_in, MANY_MOVES_IN) + 1.0 / TABLE_SQ_IN) / TAU
}

/// Normal density per square inch at a distance from a point.
fn near(way_in: f64, sd_in: f64) -> f64 {
    (-0.5 * (way_in / sd_in).powi(2)).exp() / (TAU * sd_in * sd_in)
}

/// Density of a distance that is uniform up to `usual_in` and decays beyond.
fn fading(way_in: f64, usual_in: f64, fades_in: f64) -> f64 {
    (-((way_in - usual_in).max(0.0) / fades_in)).exp() / (usual_in + fades_in)
}

/// Evidence for "at most one move since" from a ship's move, nats, for either heading now. `bow`: the
/// probability that the heading of `from` was right.
pub fn says_one_move(from: HullPose, bow: f64, to: HullPose) -> f64 {
    let either = |from| likelihood(from, to, None) + likelihood(from, to.reversed(), None);
    let once = bow * either(from) + (1.0 - bow) * either(from.reversed());
    (once / (2.0 * likelihood_after_many(from, to))).ln()
}

/// Log likelihood of a move of a ship whose bow may be wrong, for either heading now; 0 for an ordinary move
/// (half the usual distance, straight ahead).
pub fn nats(from: HullPose, bow: f64, to: HullPose, reach_in: Option<f64>, elapsed: Elapsed) -> f64 {
    let either = |from| likelihood(from, to, reach_in) + likelihood(from, to.reversed(), reach_in);
    let ordinary = likelihood(from, from.stepped(0.5 * USUAL_IN, 0.0, 0.0), None);
    let once = (bow * either(from) + (1.0 - bow) * either(from.reversed())) / ordinary;
    let least: f64 = if reach_in.is_some() { OUT_OF_REACH } else { ODD };
    let once = once.max(least.exp());
    let often = 2.0 * likelihood_after_many(from, to) / ordinary;
    (elapsed.once() * once + (1.0 - elapsed.once()) * often).ln()
}

/// Log odds that a ship now has the heading of `one` and not of `other`. `bow`: the probability that its bow
/// was right before the move.
pub fn bow_nats(
    from: HullPose,
    bow: f64,
    one: HullPose,
    other: HullPose,
    reach_in: Option<f64>,
    elapsed: Elapsed,
) -> f64 {
    let once =
        |to| bow * likelihood(from, to, reach_in) + (1.0 - bow) * likelihood(from.reversed(), to, reach_in);
    let now = |to| elapsed.once() * once(to) + (1.0 - elapsed.once()) * likelihood_after_many(from, to);
    (now(one) / now(other)).ln()
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::{Heading, Point};

    fn pose(x_in: f64, y_in: f64, heading_deg: f64) -> HullPose {
        HullPose { middle: Point::new(x_in, y_in), heading: Heading::from_deg(heading_deg) }
    }

    /// Integrates the mixture, without lifted ships, numerically over a large enough table.
    #[test]
    fn the_density_of_all_moves_is_about_one() {
        let from = pose(0.0, 0.0, 0.0);
        let (step_in, step_deg) = (0.1, 10.0);
        let cells = |half_in: f64| (2.0 * half_in / step_in).round() as i32;
        let mut sum = 0.0;
        for x in 0..cells(25.0) {
            for y in 0..cells(25.0) {
                for turn in 0..36 {
                    let middle = |cell: i32| (f64::from(cell) + 0.5) * step_in - 25.0;
                    let to = pose(middle(x), middle(y), f64::from(turn) * step_deg);
                    sum += likelihood(from, to, None) - LIFTED / (TABLE_SQ_IN * TAU);
                }
            }
        }
        let sum = sum * step_in * step_in * step_deg.to_radians();
        // The blurred direction of a short move makes some moves count less than once.
        assert!((0.75..1.0).contains(&sum), "{sum}");
    }

    #[test]
    fn who_steamed_ahead_heads_so_and_who_went_back_may_head_either_way() {
        let from = pose(0.0, 0.0, 90.0);
        let ahead = pose(5.0, 1.0, 60.0);
        assert!(bow_nats(from, 0.999, ahead, ahead.reversed(), None, Elapsed::ONE_MOVE) > 5.0);
        // A long way astern is rare; a bow that was wrong before is not.
        let back = pose(-5.0, 0.5, 95.0);
        let odds = bow_nats(from, 0.9, back, back.reversed(), None, Elapsed::ONE_MOVE);
        assert!(odds < 0.0, "{odds}");
        // A ship lifted far away may have any heading.
        let far = pose(-20.0, 9.0, 200.0);
        assert!(bow_nats(from, 0.999, far, far.reversed(), None, Elapsed::ONE_MOVE).abs() < 0.01);
    }

    #[test]
    fn a_way_beyond_what_was_told_is_unlikely_and_never_impossible() {
        let from = pose(0.0, 0.0, 90.0);
        let (near, far) = (pose(4.0, 0.0, 90.0), pose(9.0, 0.0, 90.0));
        assert!(nats(from, 1.0, near, Some(5.0), Elapsed::ONE_MOVE) > -0.5);
        let beyond = nats(from, 1.0, far, Some(5.0), Elapsed::ONE_MOVE);
        assert!((-9.0..-3.0).contains(&beyond), "{beyond}");
    }

    #[test]
    fn how_a_ship_moved_says_less_of_its_bow_the_longer_ago_it_lay_there() {
        let (from, ahead) = (pose(0.0, 0.0, 90.0), pose(5.0, 1.0, 60.0));
        let says = |elapsed| bow_nats(from, 0.999, ahead, ahead.reversed(), None, elapsed);
        let long_ago = Elapsed::UNKNOWN.and(-9.0);
        assert!(says(Elapsed::ONE_MOVE) > says(Elapsed::LAST_SEEN));
        assert!(says(Elapsed::LAST_SEEN) > says(Elapsed::UNKNOWN) && says(Elapsed::UNKNOWN) < 3.5);
        assert!(says(long_ago).abs() < 0.01, "{}", says(long_ago));
        // Ships where one move leads are evidence for one move; ships far away are evidence against it.
        assert!(says_one_move(from, 0.999, ahead) > 2.0);
        assert!(says_one_move(from, 0.999, pose(-14.0, 8.0, 300.0)) < -1.0);
    }
}
