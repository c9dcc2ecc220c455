//! The prior before the first picture, where the last places are known from another source.

use super::{Cluster, Hypothesis, HypothesisTree, MOST_HYPOTHESES};
use crate::hull::pose::HullPose;
use crate::identity::question::SURE_OF_NAME;

impl HypothesisTree {
    /// A tree in which every ship stands at its last place, with the given confidence of its name. Uncertain
    /// ships that may be confused (`alike`) may have exchanged names.
    pub fn last_seen(places: &[(HullPose, f64)], alike: &dyn Fn(usize, usize) -> bool) -> Self {
        let mut belief = Self::certain(places.iter().map(|(pose, _)| *pose));
        let mut left: Vec<usize> = (0..places.len()).filter(|ship| places[*ship].1 <= SURE_OF_NAME).collect();
        while let Some(first) = left.first().copied() {
            let (ships, others): (Vec<usize>, Vec<usize>) =
                left.into_iter().partition(|ship| *ship == first || alike(first, *ship));
            left = others;
            belief.add_exchanges(&ships, places);
        }
        belief
    }

    /// Adds the hypotheses in which any two of these ships are exchanged.
    fn add_exchanges(&mut self, ships: &[usize], places: &[(HullPose, f64)]) {
        if ships.len() < 2 {
            return;
        }
        let wrong = |at: usize| (1.0 - places[ships[at]].1) / (ships.len() - 1) as f64;
        let mut hypotheses = Vec::new();
        let mut right = 1.0;
        for one in 0..ships.len() {
            for other in 0..one {
                let chance = ((wrong(one) + wrong(other)) / 2.0).max(f64::MIN_POSITIVE);
                let mut at = ships.to_vec();
                at.swap(one, other);
                right -= chance;
                hypotheses.push(Hypothesis { base: chance.ln(), at });
            }
        }
        let least = 1.0 / (hypotheses.len() + 1) as f64;
        hypotheses.push(Hypothesis { base: right.max(least).ln(), at: ships.to_vec() });
        hypotheses.sort_by(|a, b| b.base.total_cmp(&a.base));
        hypotheses.truncate(MOST_HYPOTHESES);
        self.clusters.retain(|cluster| !cluster.ships.iter().any(|ship| ships.contains(ship)));
        self.clusters.push(Cluster { ships: ships.to_vec(), hypotheses });
    }
}

#[cfg(test)]
mod tests {
    use crate::identity::hypotheses::HypothesisTree;
    use crate::identity::hypotheses::tests::{at, see};

    #[test]
    fn a_doubt_outlives_a_restart_and_what_was_sure_stays_so() {
        let places = [(at(0.0), 0.7), (at(10.0), 0.7), (at(20.0), 1.0), (at(30.0), 0.6)];
        let mut belief = HypothesisTree::last_seen(&places, &|one, other| one + other == 1);
        assert!((belief.confidence(0) - 0.7).abs() < 0.01 && belief.confidence(2) > 0.999);
        assert_eq!(belief.ambiguous_clusters().count(), 1, "nobody else can be the last one");
        let alike = vec![vec![8.0, 8.0, 0.0, 0.0]; 4];
        see(&mut belief, &places.map(|(pose, _)| pose), &alike);
        assert!((belief.confidence(0) - 0.7).abs() < 0.05, "{}", belief.confidence(0));
    }
}
