//! The belief about which end is the bow, carried from one still picture to the next.
//!
//! A ship that has not moved has not turned round, and a ship that has moved seldom did.

use crate::hull::pose::HullPose;
use crate::identity::motion_prior::{self, Elapsed};
use geometry::Heading;
use std::f64::consts::FRAC_PI_2;

/// A place where a ship was registered at full resolution in both directions.
#[derive(Debug, Clone, Copy)]
pub struct BothWays {
    /// The pose that was better in the coarse search.
    pub one: HullPose,
    /// The pose in the opposite direction.
    pub other: HullPose,
    /// Evidence for the first pose, nats; negative: for the opposite one.
    pub nats: f64,
    /// The limit of the evidence from appearance at this place, nats.
    pub most_nats: f64,
    /// Dissimilarity of the ends in the better direction.
    pub ends_dissimilarity: f64,
}

/// The belief about the bow of a ship at its place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BowBelief {
    /// Belief on arrival at this place, nats for its pose.
    before: f64,
    /// Mean evidence of its appearance there, nats.
    looks: f64,
    looked: u32,
    /// Dissimilarity of its ends there in the last picture; infinite if no picture has been measured yet.
    ends_dissimilarity: f64,
    /// A player confirmed the bow there: appearance no longer counts.
    answered: bool,
}

/// Dissimilarity that remains for ends and whole decks even if they fit perfectly.
pub const FLOOR: f64 = 0.004;
/// The evidence at one place varies by this much from frame to frame, nats; and the limit of its evidence for
/// the ship having been turned end for end there (smoke, shadows and arms change it too), nats.
const LOOKS_VARY: f64 = 1.7;
const MOST_CHANGED: f64 = 8.5;
/// An untouched ship is measured where it was (nine of ten within 0.007 in), with the same evidence from its
/// ends. Players who turn a ship end for end seldom put it back so exactly. The values are the nats against a
/// turn, for an untouched ship and for a touched one; the second constant gives the two distances between
/// which the value changes from the first to the second, inches.
const STAYS: (f64, f64) = (5.0, 0.5);
const LAY_IN: (f64, f64) = (0.012, 0.04);
/// A ship may have been touched if the evidence of its ends changed by more than this many nats; then the
/// value moves by the next share from the first to the second value of `STAYS`.
const SAYS_OTHERWISE: f64 = 2.0;
const OTHERWISE: f64 = 0.55;
/// Ends whose dissimilarity has grown by this factor, to at least the next value (one in a hundred untouched
/// ships), fit in neither direction: the ship may have been touched.
const CHANGED_TIMES: f64 = 2.0;
const CHANGED: f64 = 0.1;
/// The same limit at the place where the template was learnt; boats turned end for end reached at least this.
/// Evidence from such ends counts at most the last value, nats.
const CHANGED_SINCE_LEARNT: f64 = 0.07;
const MOST_OF_CHANGED: f64 = 0.8;
/// If the ends are this dissimilar, the measured heading may be wrong; the evidence of the move for the bow
/// is then limited to the second value, nats.
const BLIND: f64 = 0.3;
const MOST_OF_BLIND: f64 = 3.0;
/// Nats that a ship which was followed from frame to frame was not turned about unseen. It is more than one place's
/// appearance can say against it.
const FOLLOWED: f64 = 8.0;
/// Nats of a bow given by the player.
const TOLD: f64 = 12.0;
/// Limit for the number of pictures of one place that are averaged.
const MOST_LOOKED: u32 = 8;

/// Log odds that the bow is right now, if it was right with probability `sigmoid(believed)` and the ship was
/// not turned with probability `sigmoid(turned)`.
fn carried(believed: f64, turned: f64) -> f64 {
    let chance = |nats: f64| 1.0 / (1.0 + (-nats).exp());
    let (right, same) = (chance(believed), chance(turned));
    let now = right * same + (1.0 - right) * (1.0 - same);
    (now / (1.0 - now).max(1e-9)).ln()
}

impl BowBelief {
    /// The belief at the place where the template was learnt: the player annotated the bow.
    pub const fn from_annotation() -> Self {
        Self { before: TOLD, looks: 0.0, looked: 0, ends_dissimilarity: 0.0, answered: false }
    }

    /// The belief at a last place of which no picture has been measured yet: right with this probability.
    pub fn from_confidence(probability: f64) -> Self {
        let before = (probability / (1.0 - probability).max(1e-9)).ln().clamp(-TOLD, TOLD);
        Self { before, ends_dissimilarity: f64::INFINITY, ..Self::from_annotation() }
    }

    /// The belief after the player confirmed the bow at this place.
    pub const fn confirmed() -> Self {
        Self { answered: true, ..Self::from_annotation() }
    }

    /// Log odds of the believed pose against the opposite one, nats.
    pub fn nats(&self) -> f64 {
        if self.answered { self.before } else { self.before + self.looks }
    }

    /// The probability that the bow is right.
    pub fn confidence(&self) -> f64 {
        1.0 / (1.0 + (-self.nats()).exp())
    }

    /// Returns belief and pose after a still picture, for a ship that was at `last`.
    pub fn next(
        self,
        last: HullPose,
        now: &BothWays,
        reach_in: Option<f64>,
        elapsed: Elapsed,
    ) -> (Self, HullPose) {
        let next = if now.one.is_at(last) {
            self.unmoved(last, now, false)
        } else {
            let before =
                motion_prior::bow_nats(last, self.confidence(), now.one, now.other, reach_in, elapsed);
            let most = if now.ends_dissimilarity > BLIND { MOST_OF_BLIND } else { f64::INFINITY };
            let before = before.clamp(-most, most);
            Self {
                before,
                looks: now.nats,
                looked: 1,
                ends_dissimilarity: now.ends_dissimilarity,
                answered: false,
            }
        };
        if next.nats() >= 0.0 { (next, now.one) } else { (next.reversed(), now.other) }
    }

    /// Returns belief and pose of a ship that was at `last` and has been followed since, with its bow at `heading` now.
    pub fn followed(self, last: HullPose, heading: Heading, now: &BothWays) -> (Self, HullPose) {
        let next = if now.one.is_at(last) && heading.angle_to(last.heading) < FRAC_PI_2 {
            self.unmoved(last, now, true)
        } else {
            let along = if now.one.heading.angle_to(heading) < FRAC_PI_2 { 1.0 } else { -1.0 };
            Self {
                before: along * carried(self.nats(), FOLLOWED),
                looks: now.nats,
                looked: 1,
                ends_dissimilarity: now.ends_dissimilarity,
                answered: false,
            }
        };
        if next.nats() >= 0.0 { (next, now.one) } else { (next.reversed(), now.other) }
    }

    /// The belief for `now.one`, of a ship that lies where it was. `in_sight`: it was never out of sight.
    fn unmoved(self, last: HullPose, now: &BothWays, in_sight: bool) -> Self {
        let kept = if now.one.heading.angle_to(last.heading) < FRAC_PI_2 { 1.0 } else { -1.0 };
        // The template was learnt at this place, so the appearance here is the clearest evidence.
        let said = match (self.looked, self.answered) {
            (0, true) => now.nats,
            (0, false) => kept * now.most_nats,
            _ => kept * self.looks,
        };
        if self.ends_dissimilarity.is_infinite() {
            let before = carried(self.before, STAYS.0) * kept;
            return Self {
                before,
                looks: now.nats,
                looked: 1,
                ends_dissimilarity: now.ends_dissimilarity,
                answered: false,
            };
        }
        let off_in = last.middle.distance_in(now.one.middle);
        let far = ((off_in - LAY_IN.0) / (LAY_IN.1 - LAY_IN.0)).clamp(0.0, 1.0);
        let least = if self.looked == 0 { CHANGED_SINCE_LEARNT } else { CHANGED };
        let changed = !in_sight
            && !self.answered
            && now.ends_dissimilarity > least
            && now.ends_dissimilarity + FLOOR > CHANGED_TIMES * (self.ends_dissimilarity + FLOOR);
        let otherwise = (now.nats - said).abs() > SAYS_OTHERWISE;
        let touched: f64 = match (in_sight, changed) {
            (true, _) => 0.0,
            (false, true) => 1.0,
            (false, false) => far.max(if otherwise { OTHERWISE } else { 0.0 }),
        };
        let stays = if in_sight { FOLLOWED } else { STAYS.0 + touched * (STAYS.1 - STAYS.0) };
        let most = if changed { MOST_OF_CHANGED } else { f64::INFINITY };
        let heard = now.nats.clamp(-most, most);
        let turned = (-2.0 * said * heard / (LOOKS_VARY * LOOKS_VARY)).min(MOST_CHANGED) - stays;
        let (ends_dissimilarity, believed) = (now.ends_dissimilarity, carried(self.nats(), -turned) * kept);
        if turned > 0.0 {
            // This evidence is used up; the next frames show whether it lasts.
            return Self { before: believed, looks: 0.0, looked: 1, ends_dissimilarity, answered: false };
        }
        let times = f64::from(self.looked.max(1));
        let looks = (said * times + now.nats) / (times + 1.0);
        let looked = (self.looked + 1).min(MOST_LOOKED);
        if self.answered {
            return Self { before: self.before * kept, looks, looked, ends_dissimilarity, answered: true };
        }
        let before = carried(self.before, -turned) * kept;
        // A touched ship must not become more certain than the earlier belief and the chance of a turn allow.
        let surer = touched > 0.0 && kept * (before + looks - believed) > 0.0;
        let before = if surer { believed - looks } else { before };
        Self { before, looks, looked, ends_dissimilarity, answered: false }
    }

    /// The same belief for the pose with bow and stern exchanged.
    fn reversed(self) -> Self {
        Self { before: -self.before, looks: -self.looks, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identity::question::SURE;
    use geometry::{Heading, Point};

    /// The limit of `detect::bow_evidence` in a sharp picture.
    const MOST_NATS: f64 = 4.2;

    fn pose(x_in: f64, heading_deg: f64) -> HullPose {
        HullPose { middle: Point::new(x_in, 0.0), heading: Heading::from_deg(heading_deg) }
    }

    fn seen(pose: HullPose, nats: f64) -> BothWays {
        BothWays { one: pose, other: pose.reversed(), nats, most_nats: MOST_NATS, ends_dissimilarity: 0.05 }
    }

    #[test]
    fn a_small_move_keeps_the_bow_though_the_ends_look_alike() {
        let (belief, now) = BowBelief::from_annotation().next(
            pose(0.0, 90.0),
            &seen(pose(5.0, 280.0), 0.2),
            None,
            Elapsed::ONE_MOVE,
        );
        assert_eq!(now, pose(5.0, 280.0).reversed());
        assert!(belief.confidence() > 0.8, "{belief:?}");
    }

    #[test]
    fn a_guess_does_not_become_sure_by_lying_still() {
        let (mut belief, mut at) = BowBelief::from_annotation().next(
            pose(0.0, 0.0),
            &seen(pose(5.0, 90.0), 0.4),
            None,
            Elapsed::ONE_MOVE,
        );
        let first = belief.confidence();
        for _ in 0..20 {
            (belief, at) = belief.next(at, &seen(at, 0.4), None, Elapsed::ONE_MOVE);
        }
        assert!((belief.confidence() - first).abs() < 0.02, "{first} {belief:?}");
        // Clear evidence at the next place settles it.
        let (belief, _) = belief.next(at, &seen(pose(9.0, 95.0), 6.0), None, Elapsed::ONE_MOVE);
        assert!(belief.confidence() > 0.99, "{belief:?}");
    }

    #[test]
    fn a_ship_turned_about_on_the_spot_is_seen() {
        let (belief, at) = BowBelief::from_annotation().next(
            pose(0.0, 90.0),
            &seen(pose(5.0, 110.0), 5.8),
            None,
            Elapsed::ONE_MOVE,
        );
        let (belief, at) = belief.next(at, &seen(at, 5.7), None, Elapsed::ONE_MOVE);
        let (belief, now) = belief.next(at, &seen(at.reversed(), 5.6), None, Elapsed::ONE_MOVE);
        assert_eq!(now, at.reversed());
        assert!(belief.confidence() > 0.8, "{belief:?}");
    }

    #[test]
    fn smoke_over_an_end_does_not_turn_a_ship_about() {
        let at = pose(5.0, 110.0);
        let (belief, at) =
            BowBelief::from_annotation().next(pose(0.0, 90.0), &seen(at, 3.0), None, Elapsed::ONE_MOVE);
        let (smoked, now) = belief.next(at, &seen(at, -0.8), None, Elapsed::ONE_MOVE);
        assert_eq!(now, at);
        assert!(smoked.confidence() > 0.5 && smoked.confidence() < belief.confidence(), "{smoked:?}");
    }

    #[test]
    fn a_ship_that_nobody_touched_keeps_its_bow() {
        let at = pose(5.0, 110.0);
        let (mut belief, mut now) = (BowBelief::from_annotation(), at);
        for _ in 0..20 {
            (belief, now) = belief.next(now, &seen(at, 2.5), None, Elapsed::ONE_MOVE);
        }
        assert_eq!(now, at);
        assert!(belief.confidence() > SURE, "{belief:?}");
    }

    #[test]
    fn a_ship_laid_down_a_little_beside_its_place_may_have_been_turned_about() {
        let (belief, at) = BowBelief::from_annotation().next(
            pose(0.0, 90.0),
            &seen(pose(5.0, 110.0), 4.0),
            None,
            Elapsed::ONE_MOVE,
        );
        assert!(belief.confidence() > SURE, "{belief:?}");
        let (belief, _) = belief.next(at, &seen(at.stepped(0.08, 0.0, 0.0), 1.0), None, Elapsed::ONE_MOVE);
        assert!(belief.confidence() < SURE, "{belief:?}");
    }

    #[test]
    fn ends_that_fit_neither_way_round_any_more_make_the_bow_a_guess() {
        // The template was learnt off its middle, so the ship turned end for end is not found at the same
        // place.
        let at = pose(5.0, 110.0);
        let dissimilarity = BothWays { ends_dissimilarity: 0.23, ..seen(at.stepped(0.02, 0.0, 0.0), 3.9) };
        let (belief, now) = BowBelief::from_annotation().next(at, &dissimilarity, None, Elapsed::ONE_MOVE);
        assert!(belief.confidence() < SURE, "{belief:?}");
        let (belief, _) = belief.next(now, &dissimilarity, None, Elapsed::ONE_MOVE);
        assert!(belief.confidence() < SURE, "{belief:?}");
    }

    #[test]
    fn a_boat_turned_about_where_it_was_mustered_is_asked_about() {
        // Both ends look alike, but they fitted better where the template was learnt.
        let at = pose(5.0, 110.0);
        let (same, _) = BowBelief::from_annotation().next(
            at,
            &BothWays { ends_dissimilarity: 0.05, ..seen(at, 2.5) },
            None,
            Elapsed::ONE_MOVE,
        );
        assert!(same.confidence() > SURE, "{same:?}");
        let (turned, _) = BowBelief::from_annotation().next(
            at,
            &BothWays { ends_dissimilarity: 0.08, ..seen(at, 2.5) },
            None,
            Elapsed::ONE_MOVE,
        );
        assert!(turned.confidence() < SURE, "{turned:?}");
    }

    #[test]
    fn how_a_hull_without_ends_came_there_does_not_settle_its_bow() {
        let blind = BothWays { ends_dissimilarity: 1.0, ..seen(pose(5.0, 90.0), 0.0) };
        let (belief, _) = BowBelief::from_annotation().next(pose(0.0, 90.0), &blind, None, Elapsed::ONE_MOVE);
        assert!(belief.confidence() < SURE, "{belief:?}");
    }

    #[test]
    fn a_wrong_bow_is_put_right_by_a_clear_look() {
        let wrong =
            BowBelief { before: 1.0, looks: 0.3, looked: 1, ends_dissimilarity: 0.05, answered: false };
        let (belief, now) =
            wrong.next(pose(0.0, 270.0), &seen(pose(4.0, 100.0), 5.5), None, Elapsed::ONE_MOVE);
        assert_eq!(now, pose(4.0, 100.0));
        assert!(belief.confidence() > 0.95, "{belief:?}");
    }

    #[test]
    fn a_bow_kept_over_a_restart_is_a_prior_that_looks_may_overrule() {
        let at = pose(5.0, 110.0);
        let next = |kept: f64, nats| {
            let kept = BowBelief::from_confidence(kept);
            kept.next(at, &seen(at, nats), None, Elapsed::LAST_SEEN).0.confidence()
        };
        assert!(next(0.9999, 1.0) > SURE && next(0.9999, -4.2) < SURE);
        assert!(next(0.6, 0.5) < SURE, "a doubt stays one");
    }
}
