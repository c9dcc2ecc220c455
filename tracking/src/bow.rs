//! Which end is the bow.
//!
//! Told at full resolution, from the hull's ends and from its whole deck, what stands there raised (see [`crate::relief`]).
//! What was believed before is carried on: a ship that looks as she did has not turned about, and one that has moved
//! seldom did.

use crate::course;
use crate::known::Known;
use crate::patch::HullPose;
use crate::places::Candidate;
use crate::register::Fit;
use crate::scene::Scene;
use crate::trueing::leans;
use std::f64::consts::FRAC_PI_2;

/// A place measured at full resolution, both ways round.
#[derive(Debug, Clone, Copy)]
pub struct BothWays {
    /// The better fit of the coarse search.
    pub one: HullPose,
    /// The hull laid the other way round.
    pub other: HullPose,
    /// How much the ends speak for the first, nats; negative: for the other.
    pub nats: f64,
    /// The most that looks may say there.
    pub most_nats: f64,
    /// How unlike the ends are of the way round that fits better.
    pub ends_unlike: f64,
    /// How unlike the whole deck is, the one way round and the other; as unlike as can be where that was not even tried.
    pub unlike: (f64, f64),
}

/// What is believed about the bow of a ship where it lies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BowBelief {
    /// What was believed when it came there, nats for the pose it has.
    before: f64,
    /// What its looks there say on average.
    looks: f64,
    looked: u32,
    /// How unlike its ends were there when last looked at, and its whole deck.
    ends_unlike: f64,
    unlike: f64,
    /// A player said so where it lies: its looks there are what they are.
    answered: bool,
}

/// What both ends have in common, even where they fit perfectly; and whole decks.
const FLOOR: f64 = 0.004;
/// Nats for each factor e by which one fit's ends, or its whole deck, are more unlike than the other's; each counts no
/// further than so many factors. The way round that leans as the learnt looks did still fits better than it should, by so
/// many nats for each inch an inch of height: no model stands quite as its kind does. From 2472 looks at ships on random
/// tables, what stands on their decks raised: 16 were worse than a nat for the wrong end, 9.7 % below two nats for the right
/// one; ends and decks as they lay, 44 and 17.2 %.
const NATS_OF_ENDS: f64 = 7.0;
const NATS_OF_DECK: f64 = 3.0;
const NATS_OF_LEAN: f64 = 1.5;
const MOST_FACTORS: (f64, f64) = (1.2, 1.0);
/// And no place says more than this, where the picture is sharp: what hides an end from one side hides it in every frame.
/// At 17 pixels an inch ordinary looks alone never settle a bow. Ends that differ by still more factors may say so many
/// more: they were wrong in one of two thousand.
const MOST: f64 = 4.6;
const FURTHER: f64 = 2.0;
/// A hull of fewer pixels abeam says less.
const SHARP_BEAM_PX: f64 = 6.0;
/// Coarse evidence (a logarithm, as above) from which the other bow is not even tried at full resolution.
const PLAIN: f64 = 1.6;
/// What a place says varies by so much from frame to frame, and says no more than this for a ship's having turned about
/// there: smoke, shadows and arms change it too.
const LOOKS_VARY: f64 = 1.7;
const MOST_CHANGED: f64 = 8.5;
/// A ship that nobody touched looks as it did: its whole deck, laid as it lay, is no more unlike (by more than 0.24 factors e
/// in one of a hundred of 465). One turned about end for end is (by less than 0.47 in none of 41; on other tables by 0.33). Nats against its having
/// turned about: of one that was not touched, and of one that was.
const STAYS: (f64, f64) = (5.0, 0.5);
const GROWN: (f64, f64) = (0.2, 0.35);
/// Ends that say something else by so many nats may have been touched as well: how far that leads from the first to the
/// second.
const SAYS_OTHERWISE: f64 = 2.0;
const OTHERWISE: f64 = 0.55;
/// Its deck where it was mustered is hardly more unlike what was learnt of it there.
const LEARNT_UNLIKE: f64 = 0.04;
/// And what was touched has not stayed as it lay with more than so many nats, whatever its looks say: seen from the side it
/// was seen from before, the wrong end may look right.
const MOST_OF_TOUCHED: f64 = 2.5;
/// Ends so many times more unlike than before, if they are so unlike, were touched as well (one in a hundred of the untouched
/// was); they fit neither way round, and what they say now counts no more than the last, nats.
const CHANGED_TIMES: f64 = 2.0;
const CHANGED: f64 = 0.1;
const MOST_OF_CHANGED: f64 = 0.8;
/// How a ship came where she lies says no more than this about her bow, nats: players lift ships, too, and lay them down
/// the other way round.
const MOST_OF_COURSE: f64 = 3.0;
/// Ends that fit this badly, or worse than the second, say less, or nothing.
const BAD_ENDS: (f64, f64) = (0.08, 0.38);
/// Told by the player.
const TOLD: f64 = 12.0;
/// Looks at one place counted at most.
const MOST_LOOKED: u32 = 8;

/// The logarithm of how much better one likeness is than another.
fn evidence(one_unlike: f64, other_unlike: f64) -> f64 {
    ((other_unlike + FLOOR) / (one_unlike + FLOOR)).ln()
}

/// What two fits, laid the one way round and the other, say for the first.
#[derive(Debug, Clone, Copy)]
struct Clues {
    /// By how many factors e the other's ends are more unlike; 0 where a tag hides what they are.
    ends: f64,
    /// And its whole deck.
    deck: f64,
    /// How far the ends can be believed, 0 to 1.
    trust: f64,
    /// How much more like the learnt looks the first leans, inches for an inch of height.
    favoured: f64,
    /// How much looks say there, 0 to 1.
    sharp: f64,
}

impl Clues {
    fn of(scene: &Scene<'_>, ship: &Known, one: &Fit, other: &Fit) -> Self {
        let camera = &scene.table.camera;
        let unlearnt = |fit: &Fit| {
            let (ahead, starboard) = leans(camera, fit.pose);
            (ahead - ship.learnt.lean.0).hypot(starboard - ship.learnt.lean.1)
        };
        let better = one.ends_unlike.min(other.ends_unlike);
        Self {
            ends: if ship.words.tag.is_some() { 0.0 } else { evidence(one.ends_unlike, other.ends_unlike) },
            deck: evidence(one.unlike, other.unlike),
            trust: ((BAD_ENDS.1 - better) / (BAD_ENDS.1 - BAD_ENDS.0)).clamp(0.0, 1.0),
            favoured: unlearnt(other) - unlearnt(one),
            sharp: sharpness(scene, ship, one.pose),
        }
    }

    /// Nats for the first.
    fn nats(&self) -> f64 {
        let within = |logarithm: f64, most: f64| logarithm.clamp(-most, most);
        let ends = self.trust * within(self.ends, MOST_FACTORS.0);
        let deck = within(self.deck, MOST_FACTORS.1);
        let all = NATS_OF_ENDS * ends + NATS_OF_DECK * deck - NATS_OF_LEAN * self.favoured;
        let most = MOST + FURTHER * self.trust * (self.ends.abs() - MOST_FACTORS.0).max(0.0);
        self.sharp * within(all, most)
    }
}

/// How much looks say of a ship that lies there, 0 to 1: less where the picture is coarse, and of a boat whose ends are a few
/// pixels.
fn sharpness(scene: &Scene<'_>, ship: &Known, pose: HullPose) -> f64 {
    let beam_px = scene.table.camera.px_per_in(pose.middle).map_or(0.0, |scale| scale * ship.hull.beam_in);
    scene.table.sharpness(pose.middle) * (beam_px / SHARP_BEAM_PX).min(1.0)
}

/// Measures a place at full resolution, both ways round unless the coarse fits speak plainly.
///
/// # Errors
/// OpenCV's own.
pub fn both_ways(scene: &Scene<'_>, ship: &Known, candidate: &Candidate) -> opencv::Result<BothWays> {
    let one = ship.fit_fine(scene, candidate.fit.pose)?.unwrap_or(candidate.fit);
    let most_nats = MOST * sharpness(scene, ship, one.pose);
    let ends_unlike = one.ends_unlike;
    let only = |nats| BothWays {
        one: one.pose,
        other: one.pose.reversed(),
        nats,
        most_nats,
        ends_unlike,
        unlike: (one.unlike, 1.0),
    };
    // Where she lay, how she looks the way round she lay is wanted in any case.
    let plainly = candidate
        .other
        .filter(|_| !one.pose.is_at(ship.last))
        .filter(|other| evidence(candidate.fit.ends_unlike, other.ends_unlike) > PLAIN)
        .map(|other| Clues::of(scene, ship, &candidate.fit, &other).nats());
    if let Some(plainly) = plainly {
        return Ok(only(plainly));
    }
    let start = candidate.other.map_or(candidate.fit.pose.reversed(), |other| other.pose);
    Ok(match ship.fit_fine(scene, start)? {
        Some(other) => BothWays {
            one: one.pose,
            other: other.pose,
            nats: Clues::of(scene, ship, &one, &other).nats(),
            most_nats,
            ends_unlike: ends_unlike.min(other.ends_unlike),
            unlike: (one.unlike, other.unlike),
        },
        None => only(0.0),
    })
}

/// The logarithm of the odds of a probability that is itself `sigmoid(a)` times one and its rest times the other.
fn carried(believed: f64, turned: f64) -> f64 {
    let chance = |nats: f64| 1.0 / (1.0 + (-nats).exp());
    let (right, same) = (chance(believed), chance(turned));
    let now = right * same + (1.0 - right) * (1.0 - same);
    (now / (1.0 - now).max(1e-9)).ln()
}

impl BowBelief {
    /// A player laid the ship so when its looks were learnt.
    pub const fn told() -> Self {
        Self { before: TOLD, looks: 0.0, looked: 0, ends_unlike: 0.0, unlike: LEARNT_UNLIKE, answered: false }
    }

    /// A player settled a doubt where the ship lies.
    pub const fn answered() -> Self {
        Self { answered: true, ..Self::told() }
    }

    /// Nats for the pose it has.
    pub fn nats(&self) -> f64 {
        if self.answered { self.before } else { self.before + self.looks }
    }

    /// The probability that the bow is no stern.
    pub fn confidence(&self) -> f64 {
        1.0 / (1.0 + (-self.nats()).exp())
    }

    /// The belief and the pose of a ship that lay at `last` and now lies at a place measured both ways.
    pub fn next(self, last: HullPose, now: &BothWays, reach_in: Option<f64>) -> (Self, HullPose) {
        // From here on everything is said for `now.one`.
        let kept = if now.one.heading.angle_to(last.heading) < FRAC_PI_2 { 1.0 } else { -1.0 };
        // Where it was mustered its looks are its own, and speak as clearly as any can.
        let said = match (self.looked, self.answered) {
            (0, true) => now.nats,
            (0, false) => kept * now.most_nats,
            _ => kept * self.looks,
        };
        let next = if now.one.is_at(last) {
            self.on_the_spot(kept, said, now)
        } else {
            let before = course::bow_nats(last, self.confidence(), now.one, now.other, reach_in);
            let before = before.clamp(-MOST_OF_COURSE, MOST_OF_COURSE);
            Self { before, looks: now.nats, ..Self::looked_at(now) }
        };
        if next.nats() >= 0.0 {
            (next, now.one)
        } else {
            (Self { unlike: now.unlike.1, ..next.reversed() }, now.other)
        }
    }

    /// A first look at a ship where it lies; nothing believed yet.
    const fn looked_at(now: &BothWays) -> Self {
        let (ends_unlike, unlike) = (now.ends_unlike, now.unlike.0);
        Self { before: 0.0, looks: 0.0, looked: 1, ends_unlike, unlike, answered: false }
    }

    /// The belief about a ship that lies where it lay, now that it was measured both ways round; its ends said `said` before,
    /// and `kept` is 1 if its bow was believed to lie that way, else -1.
    fn on_the_spot(self, kept: f64, said: f64, now: &BothWays) -> Self {
        let changed = !self.answered
            && now.ends_unlike > CHANGED
            && now.ends_unlike + FLOOR > CHANGED_TIMES * (self.ends_unlike + FLOOR);
        let as_it_lay = if kept > 0.0 { now.unlike.0 } else { now.unlike.1 };
        let grown = evidence(self.unlike, as_it_lay);
        let otherwise = if (now.nats - said).abs() > SAYS_OTHERWISE { OTHERWISE } else { 0.0 };
        let touched = match changed {
            true => 1.0,
            false => ((grown - GROWN.0) / (GROWN.1 - GROWN.0)).clamp(otherwise, 1.0),
        };
        let stays = STAYS.0 + touched * (STAYS.1 - STAYS.0);
        let most = if changed { MOST_OF_CHANGED } else { f64::INFINITY };
        let heard = now.nats.clamp(-most, most);
        let least = if touched < 1.0 { f64::NEG_INFINITY } else { -MOST_OF_TOUCHED };
        let turned = (-2.0 * said * heard / (LOOKS_VARY * LOOKS_VARY)).clamp(least, MOST_CHANGED) - stays;
        let believed = carried(self.nats(), -turned) * kept;
        if turned > 0.0 {
            // What its looks say now has been heard; whether they last, the next frames show.
            return Self { before: believed, ..Self::looked_at(now) };
        }
        let times = f64::from(self.looked.max(1));
        let looks = (said * times + now.nats) / (times + 1.0);
        let looked = (self.looked + 1).min(MOST_LOOKED);
        if self.answered {
            return Self {
                before: self.before * kept,
                looks,
                looked,
                answered: true,
                ..Self::looked_at(now)
            };
        }
        let before = carried(self.before, -turned) * kept;
        // Once touched, it is no surer which way it lies than which way it lay, and that it has not turned about since.
        let surer = touched > 0.0 && kept * (before + looks - believed) > 0.0;
        let before = if surer { believed - looks } else { before };
        Self { before, looks, looked, ..Self::looked_at(now) }
    }

    /// The same, said for the pose with bow and stern exchanged.
    fn reversed(self) -> Self {
        Self { before: -self.before, looks: -self.looks, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::SURE;
    use geometry::{Heading, Point};

    fn pose(x_in: f64, heading_deg: f64) -> HullPose {
        HullPose { middle: Point::new(x_in, 0.0), heading: Heading::from_deg(heading_deg) }
    }

    /// A ship that looks as she did, but for which of her ends is which.
    fn seen(pose: HullPose, nats: f64) -> BothWays {
        grown(pose, nats, 1.0)
    }

    /// One whose deck is so many times as unlike as it was the way round that fits better.
    fn grown(pose: HullPose, nats: f64, times: f64) -> BothWays {
        let other = (0.3 * nats.abs()).exp();
        let (one, other) = if nats < 0.0 { (other, 1.0) } else { (1.0, other) };
        let unlike = (0.05 * times * one, 0.05 * times * other);
        BothWays { one: pose, other: pose.reversed(), nats, most_nats: MOST, ends_unlike: 0.05, unlike }
    }

    const CLEAR: Clues = Clues { ends: 1.1, deck: 0.9, trust: 1.0, favoured: 0.0, sharp: 1.0 };

    fn lifted(clues: Clues) -> BowBelief {
        let ways = seen(pose(40.0, 180.0), clues.nats());
        BowBelief::told().next(pose(0.0, 90.0), &ways, None).0
    }

    #[test]
    fn ordinary_looks_settle_a_bow_where_the_picture_is_sharp_and_not_where_it_is_coarse() {
        assert!(lifted(CLEAR).confidence() > SURE, "{CLEAR:?}");
        let coarse = Clues { sharp: 17.0 / 24.0, ..CLEAR };
        assert!(lifted(coarse).confidence() < SURE, "{coarse:?}");
        let plain = Clues { ends: 2.1, ..coarse };
        assert!(lifted(plain).confidence() > SURE, "{plain:?}");
    }

    #[test]
    fn the_way_round_that_leans_as_it_was_learnt_must_look_better_than_the_other() {
        let alike = Clues { ends: 0.2, deck: 0.2, ..CLEAR };
        assert!(alike.nats() > 1.5, "{alike:?}");
        let favoured = Clues { favoured: 1.5, ..alike };
        assert!(favoured.nats() < 0.0, "{favoured:?}");
    }

    #[test]
    fn a_small_move_keeps_the_bow_though_the_ends_look_alike() {
        let (belief, now) = BowBelief::told().next(pose(0.0, 90.0), &seen(pose(5.0, 280.0), 0.2), None);
        assert_eq!(now, pose(5.0, 280.0).reversed());
        assert!(belief.confidence() > 0.8, "{belief:?}");
    }

    #[test]
    fn a_guess_does_not_become_sure_by_lying_still() {
        let (mut belief, mut at) = BowBelief::told().next(pose(0.0, 0.0), &seen(pose(5.0, 90.0), 0.4), None);
        let first = belief.confidence();
        for _ in 0..20 {
            (belief, at) = belief.next(at, &seen(at, 0.4), None);
        }
        assert!((belief.confidence() - first).abs() < 0.02, "{first} {belief:?}");
        // Clear looks at the next place settle it.
        let (belief, _) = belief.next(at, &seen(pose(9.0, 95.0), 6.0), None);
        assert!(belief.confidence() > 0.99, "{belief:?}");
    }

    #[test]
    fn a_ship_turned_about_on_the_spot_is_seen() {
        let (belief, at) = BowBelief::told().next(pose(0.0, 90.0), &seen(pose(5.0, 110.0), 5.8), None);
        let (belief, at) = belief.next(at, &seen(at, 5.7), None);
        let (belief, now) = belief.next(at, &seen(at.reversed(), 5.6), None);
        assert_eq!(now, at.reversed());
        assert!(belief.confidence() > 0.8, "{belief:?}");
    }

    #[test]
    fn smoke_over_an_end_does_not_turn_a_ship_about() {
        let at = pose(5.0, 110.0);
        let (belief, at) = BowBelief::told().next(pose(0.0, 90.0), &seen(at, 3.0), None);
        let (smoked, now) = belief.next(at, &seen(at, -0.8), None);
        assert_eq!(now, at);
        assert!(smoked.confidence() > 0.5 && smoked.confidence() < belief.confidence(), "{smoked:?}");
    }

    #[test]
    fn a_ship_that_nobody_touched_keeps_its_bow() {
        let at = pose(5.0, 110.0);
        let (mut belief, mut now) = (BowBelief::told(), at);
        for _ in 0..20 {
            (belief, now) = belief.next(now, &seen(at, 2.5), None);
        }
        assert_eq!(now, at);
        assert!(belief.confidence() > SURE, "{belief:?}");
    }

    #[test]
    fn a_ship_that_looks_otherwise_than_she_did_may_have_been_turned_about() {
        let (belief, at) = BowBelief::told().next(pose(0.0, 90.0), &seen(pose(5.0, 110.0), 4.0), None);
        assert!(belief.confidence() > SURE, "{belief:?}");
        // From her other side she leans as she leant before: the wrong end looks right there, but not as it did.
        let (otherwise, _) = belief.next(at, &grown(at, 1.6, 1.8), None);
        assert!(otherwise.confidence() < SURE, "{otherwise:?}");
        let (same, _) = belief.next(at, &grown(at, 1.6, 1.1), None);
        assert!(same.confidence() > SURE, "{same:?}");
    }

    #[test]
    fn ends_that_fit_neither_way_round_any_more_make_the_bow_a_guess() {
        // Learnt off its middle, a ship turned end for end is not found the other way round.
        let at = pose(5.0, 110.0);
        let unlike = BothWays { ends_unlike: 0.23, ..seen(at.stepped(0.02, 0.0, 0.0), 3.9) };
        let (belief, now) = BowBelief::told().next(at, &unlike, None);
        assert!(belief.confidence() < SURE, "{belief:?}");
        let (belief, _) = belief.next(now, &unlike, None);
        assert!(belief.confidence() < SURE, "{belief:?}");
    }

    #[test]
    fn how_a_hull_without_ends_came_there_does_not_settle_its_bow() {
        let blind = BothWays { ends_unlike: 1.0, ..seen(pose(5.0, 90.0), 0.0) };
        let (belief, _) = BowBelief::told().next(pose(0.0, 90.0), &blind, None);
        assert!(belief.confidence() < SURE, "{belief:?}");
    }

    #[test]
    fn a_wrong_bow_is_put_right_by_a_clear_look() {
        let wrong = BowBelief {
            before: 1.0,
            looks: 0.3,
            looked: 1,
            ends_unlike: 0.05,
            unlike: 0.05,
            answered: false,
        };
        let (belief, now) = wrong.next(pose(0.0, 270.0), &seen(pose(4.0, 100.0), 5.5), None);
        assert_eq!(now, pose(4.0, 100.0));
        assert!(belief.confidence() > 0.95, "{belief:?}");
    }
}
