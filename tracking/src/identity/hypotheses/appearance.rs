//! Averages the appearance at a site over the pictures in which one ship stays there.

use super::{Hypothesis, HypothesisTree};
use crate::hull::pose::HullPose;

/// Limit for the number of pictures that are averaged.
const MOST_LOOKS: u32 = 8;

/// The evidence at a site from earlier pictures.
#[derive(Debug, Clone)]
pub(super) struct SiteEvidence {
    looks: Vec<f64>,
    looked: u32,
    /// The ships that stand there in any hypothesis.
    ships: Vec<usize>,
}

impl HypothesisTree {
    /// The earlier evidence at the place of a detection.
    pub(super) fn stood(&self, pose: HullPose) -> Option<SiteEvidence> {
        let site = self.sites.iter().find(|site| site.looked > 0 && site.pose.is_at(pose))?;
        let mut ships = Vec::new();
        for cluster in &self.clusters {
            for hypothesis in &cluster.hypotheses {
                let there = cluster
                    .ships
                    .iter()
                    .zip(&hypothesis.at)
                    .filter(|(_, at)| self.sites[**at].pose.is_at(pose));
                ships.extend(there.map(|(ship, _)| *ship));
            }
        }
        Some(SiteEvidence { looks: site.looks.clone(), looked: site.looked, ships })
    }

    /// Averages the appearance at a site as long as the ship that is most likely there may have been there
    /// before: the evidence belongs to the ship, not to the place.
    pub(super) fn average_appearance(&mut self, body: usize, stood: &SiteEvidence) {
        let stands = self.clusters.iter().find_map(|cluster| {
            let weight = |hypothesis: &&Hypothesis| self.weight(cluster, hypothesis);
            let best = cluster.hypotheses.iter().max_by(|a, b| weight(a).total_cmp(&weight(b)))?;
            let at = best.at.iter().position(|site| *site == body)?;
            Some(cluster.ships[at])
        });
        if stands.is_some_and(|ship| !stood.ships.contains(&ship)) {
            return;
        }
        let looked = stood.looked.min(MOST_LOOKS);
        let site = &mut self.sites[body];
        for (mean, was) in site.looks.iter_mut().zip(&stood.looks) {
            if mean.is_finite() && was.is_finite() {
                *mean = (*mean + was * f64::from(looked)) / f64::from(looked + 1);
            }
        }
        site.looked = looked + 1;
    }
}

#[cfg(test)]
mod tests {
    use crate::hull::pose::HullPose;
    use crate::identity::hypotheses::tests::{at, see};
    use crate::identity::hypotheses::{HypothesisTree, StillView, Transition};

    #[test]
    fn looks_at_a_place_are_those_of_who_stands_there_now() {
        let (a, b, c) = (0, 1, 2);
        let far = [at(0.0), at(20.0), at(22.0)];
        // At the first ship's place, light and parallax make the third ship likelier than the second.
        let first = [vec![8.0, 0.0, 0.0], vec![3.0, 8.0, 4.0], vec![7.0, 4.0, 8.0]];
        let now = [at(1.0), at(0.0), at(21.0)];
        let looks = [vec![8.0, 0.0, 0.0], vec![0.0, 8.0, 6.0], vec![0.0, 4.0, 8.0]];
        for bare in [true, false] {
            let mut belief = HypothesisTree::certain(far.into_iter());
            for _ in 0..9 {
                see(&mut belief, &far, &first);
            }
            let moves = |_: usize, from: HullPose, body: usize| {
                let stayed = now[body].is_at(from);
                Transition { nats: if stayed && body == 1 { -13.0 } else { -1.0 }, up: false }
            };
            let bare = [false, bare, false];
            belief.update(&[a, b, c], StillView { bodies: &now, looks: &looks, bare: &bare }, &moves);
            assert_eq!(belief.pose(b), Some(at(0.0)), "{belief:?}");
            assert!(belief.confidence(b) > 0.95, "{}", belief.confidence(b));
        }
    }
}
