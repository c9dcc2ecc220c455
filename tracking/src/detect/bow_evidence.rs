//! Evidence for which end is the bow, from one picture at full resolution.
//!
//! Most of it comes from the ends of the hull: parallax displaces the superstructure in the middle
//! differently at every place of the table, so it counts less than its size suggests.

use crate::background::frame_signal::FrameSignal;
use crate::detect::candidates::Candidate;
use crate::hull::pose::lean_of;
use crate::identity::bow_belief::{BothWays, FLOOR};
use crate::state::tracked_ship::TrackedShip;
use crate::template::registration::Registration;

/// Nats for each factor e by which the ends (or the whole deck) of one fit are more dissimilar than the
/// other's, each up to a maximum number of factors. Parallax depends on the place, not on the ship: the
/// direction whose parallax is nearer to the template's fits better than it should, so nats are subtracted
/// for each inch per inch of height. From 4264 moves on random tables: with ends alone (5 nats a factor) 40
/// sterns were taken for bows and 5.9 % were left open; with all terms 30 and 4.4 %.
const NATS_OF_ENDS: f64 = 7.0;
const NATS_OF_DECK: f64 = 1.5;
const NATS_OF_LEAN: f64 = 2.0;
const MOST_FACTORS: (f64, f64) = (1.2, 1.0);
/// The most nats from one place in a sharp picture: an object that hides an end hides it in every frame. At
/// 17 pixels an inch, ordinary evidence never settles a bow. Ends that differ by even more factors may add
/// the last value: they were wrong once in two thousand.
const MOST: f64 = 4.2;
const FURTHER: f64 = 2.0;
/// With this much coarse evidence (a logarithm, as above) the other direction is not tried at full resolution.
const PLAIN: f64 = 1.6;
/// Ends more dissimilar than the first value count less; from the second value on they do not count.
const BAD_ENDS: (f64, f64) = (0.08, 0.38);

/// The logarithm of the ratio of two dissimilarities; positive if the first fit is better.
fn log_ratio(one_dissimilarity: f64, other_dissimilarity: f64) -> f64 {
    ((other_dissimilarity + FLOOR) / (one_dissimilarity + FLOOR)).ln()
}

/// The evidence of two fits, one for each direction of the bow, for the first one.
#[derive(Debug, Clone, Copy)]
struct BowEvidence {
    /// Logarithm of the ratio of the ends' dissimilarities, other to first; 0 where a tag hides the ends.
    ends: f64,
    /// The same for the whole deck.
    deck: f64,
    /// The reliability of the ends, 0 to 1.
    trust: f64,
    /// How much nearer the first direction is to the parallax of the template, inches per inch of height.
    favoured: f64,
    /// Sharpness of the picture there, 0 to 1.
    sharp: f64,
}

impl BowEvidence {
    fn of(signal: &FrameSignal<'_>, ship: &TrackedShip, one: &Registration, other: &Registration) -> Self {
        let camera = &signal.background.camera;
        let unlearnt = |fit: &Registration| {
            let (ahead, starboard) = lean_of(camera, fit.pose);
            (ahead - ship.templates.learnt.lean.0).hypot(starboard - ship.templates.learnt.lean.1)
        };
        let better = one.ends_dissimilarity.min(other.ends_dissimilarity);
        Self {
            ends: if ship.annotation.tag.is_some() {
                0.0
            } else {
                log_ratio(one.ends_dissimilarity, other.ends_dissimilarity)
            },
            deck: log_ratio(one.dissimilarity, other.dissimilarity),
            trust: ((BAD_ENDS.1 - better) / (BAD_ENDS.1 - BAD_ENDS.0)).clamp(0.0, 1.0),
            favoured: unlearnt(other) - unlearnt(one),
            sharp: signal.background.sharpness(one.pose.middle),
        }
    }

    /// The evidence for the first direction, nats.
    fn nats(&self) -> f64 {
        let within = |logarithm: f64, most: f64| logarithm.clamp(-most, most);
        let ends = self.trust * within(self.ends, MOST_FACTORS.0);
        let deck = within(self.deck, MOST_FACTORS.1);
        let all = NATS_OF_ENDS * ends + NATS_OF_DECK * deck - NATS_OF_LEAN * self.favoured;
        let most = MOST + FURTHER * self.trust * (self.ends.abs() - MOST_FACTORS.0).max(0.0);
        self.sharp * within(all, most)
    }
}

/// Registers a ship at full resolution in both directions; only in one if the coarse fits are clear enough.
///
/// # Errors
/// When OpenCV fails.
pub fn both_ways(
    signal: &FrameSignal<'_>,
    ship: &TrackedShip,
    candidate: &Candidate,
) -> opencv::Result<BothWays> {
    let one = ship.fit_fine(signal, candidate.fit.pose)?.unwrap_or(candidate.fit);
    let most_nats = MOST * signal.background.sharpness(one.pose.middle);
    let ends_dissimilarity = one.ends_dissimilarity;
    let only =
        |nats| BothWays { one: one.pose, other: one.pose.reversed(), nats, most_nats, ends_dissimilarity };
    let plainly = candidate
        .other
        .filter(|other| log_ratio(candidate.fit.ends_dissimilarity, other.ends_dissimilarity) > PLAIN)
        .map(|other| BowEvidence::of(signal, ship, &candidate.fit, &other).nats());
    if let Some(plainly) = plainly {
        return Ok(only(plainly));
    }
    let start = candidate.other.map_or(candidate.fit.pose.reversed(), |other| other.pose);
    Ok(match ship.fit_fine(signal, start)? {
        Some(other) => BothWays {
            one: one.pose,
            other: other.pose,
            nats: BowEvidence::of(signal, ship, &one, &other).nats(),
            most_nats,
            ends_dissimilarity: ends_dissimilarity.min(other.ends_dissimilarity),
        },
        None => only(0.0),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hull::pose::HullPose;
    use crate::identity::bow_belief::BowBelief;
    use crate::identity::motion_prior::Elapsed;
    use crate::identity::question::SURE;
    use geometry::{Heading, Point};

    fn pose(x_in: f64, heading_deg: f64) -> HullPose {
        HullPose { middle: Point::new(x_in, 0.0), heading: Heading::from_deg(heading_deg) }
    }

    fn seen(pose: HullPose, nats: f64) -> BothWays {
        BothWays { one: pose, other: pose.reversed(), nats, most_nats: MOST, ends_dissimilarity: 0.05 }
    }

    const CLEAR: BowEvidence = BowEvidence { ends: 1.1, deck: 0.9, trust: 1.0, favoured: 0.0, sharp: 1.0 };

    fn lifted(clues: BowEvidence) -> BowBelief {
        let ways = seen(pose(40.0, 180.0), clues.nats());
        BowBelief::from_annotation().next(pose(0.0, 90.0), &ways, None, Elapsed::ONE_MOVE).0
    }

    #[test]
    fn ordinary_looks_settle_a_bow_where_the_picture_is_sharp_and_not_where_it_is_coarse() {
        assert!(lifted(CLEAR).confidence() > SURE, "{CLEAR:?}");
        let coarse = BowEvidence { sharp: 17.0 / 24.0, ..CLEAR };
        assert!(lifted(coarse).confidence() < SURE, "{coarse:?}");
        let plain = BowEvidence { ends: 2.1, ..coarse };
        assert!(lifted(plain).confidence() > SURE, "{plain:?}");
    }

    #[test]
    fn the_way_round_that_leans_as_it_was_learnt_must_look_better_than_the_other() {
        let alike = BowEvidence { ends: 0.2, deck: 0.2, ..CLEAR };
        assert!(alike.nats() > 1.5, "{alike:?}");
        let favoured = BowEvidence { favoured: 1.0, ..alike };
        assert!(favoured.nats() < 0.0, "{favoured:?}");
    }
}
