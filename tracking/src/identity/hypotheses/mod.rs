//! Data association as a set of weighted hypotheses.
//!
//! A hypothesis assigns each ship to a site. With each still picture every hypothesis expands into all those
//! that moves and appearance allow (multiple hypothesis tracking: Reid 1979). Unlikely ones are pruned, and
//! the rest give the probability of each name. Ships whose hypotheses do not interact form separate clusters,
//! so that two pairs of sister ships need two hypotheses each and not four. While nothing moves a doubt
//! remains: the appearance at a site is averaged over pictures, not multiplied.

mod appearance;
mod certainty;
mod expansion;
mod prior;

use crate::hull::pose::HullPose;
use appearance::SiteEvidence;
use std::collections::BTreeMap;

/// Hypotheses less likely than the best one by this many nats are pruned.
const CUTOFF: f64 = 11.0;
/// Limit for the number of hypotheses of a cluster.
const MOST_HYPOTHESES: usize = 240;
/// A place where a hull was detected.
#[derive(Debug, Clone, PartialEq)]
struct Site {
    pose: HullPose,
    /// Appearance likelihood for each ship, nats; `None` until it was measured.
    looks: Vec<f64>,
    looked: u32,
}

#[derive(Debug, Clone, PartialEq)]
struct Hypothesis {
    /// Logarithm of its weight, without the appearance at its sites.
    base: f64,
    /// The site of each ship of the cluster.
    at: Vec<usize>,
}

#[derive(Debug, Clone, PartialEq)]
struct Cluster {
    ships: Vec<usize>,
    /// Hypotheses, best first.
    hypotheses: Vec<Hypothesis>,
}

/// A possible move of a ship from a site to a detected hull.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Transition {
    /// Logarithm of its likelihood.
    pub nats: f64,
    /// True if it took the place of the next ship ahead in a line.
    pub up: bool,
}

/// The detections of one still picture.
#[derive(Debug, Clone, Copy)]
pub struct StillView<'a> {
    /// The detected hulls.
    pub bodies: &'a [HullPose],
    /// Appearance likelihood `looks[ship][detection]`, nats relative to an unknown object; minus infinity if
    /// the ship cannot be that hull.
    pub looks: &'a [Vec<f64>],
    /// For each detection: true if its place was seen empty since the picture before, so that the hull has
    /// arrived since.
    pub bare: &'a [bool],
}

/// One possible arrangement of the ships of a cluster.
#[derive(Debug, Clone, PartialEq)]
pub struct Alternative {
    /// The probability of this arrangement.
    pub probability: f64,
    /// The pose of each ship of the cluster.
    pub at: Vec<HullPose>,
}

/// All hypotheses about a fleet.
#[derive(Debug, Clone, PartialEq)]
pub struct HypothesisTree {
    sites: Vec<Site>,
    clusters: Vec<Cluster>,
}

fn log_sum(values: impl Iterator<Item = f64> + Clone) -> f64 {
    let most = values.clone().fold(f64::NEG_INFINITY, f64::max);
    if most == f64::NEG_INFINITY { most } else { most + values.map(|v| (v - most).exp()).sum::<f64>().ln() }
}

impl HypothesisTree {
    /// A tree in which every ship is certain to stand at its pose.
    pub fn certain(poses: impl Iterator<Item = HullPose>) -> Self {
        let sites: Vec<Site> = poses.map(|pose| Site { pose, looks: Vec::new(), looked: 0 }).collect();
        let alone =
            |ship| Cluster { ships: vec![ship], hypotheses: vec![Hypothesis { base: 0.0, at: vec![ship] }] };
        Self { clusters: (0..sites.len()).map(alone).collect(), sites }
    }

    fn cluster_of(&self, ship: usize) -> Option<(&Cluster, usize)> {
        self.clusters.iter().find_map(|g| Some((g, g.ships.iter().position(|s| *s == ship)?)))
    }

    /// Log weight of a hypothesis, appearance included.
    fn weight(&self, cluster: &Cluster, hypothesis: &Hypothesis) -> f64 {
        let looks =
            |(ship, site): (&usize, &usize)| self.sites[*site].looks.get(*ship).copied().unwrap_or(0.0);
        hypothesis.base + cluster.ships.iter().zip(&hypothesis.at).map(looks).sum::<f64>()
    }

    /// The probability of every hypothesis of a cluster, best first.
    fn probabilities(&self, cluster: &Cluster) -> Vec<f64> {
        let weights: Vec<f64> =
            cluster.hypotheses.iter().map(|hypothesis| self.weight(cluster, hypothesis)).collect();
        let all = log_sum(weights.iter().copied());
        weights.iter().map(|weight| (weight - all).exp()).collect()
    }

    /// The pose of a ship in the most likely hypothesis.
    pub fn pose(&self, ship: usize) -> Option<HullPose> {
        let (cluster, at) = self.cluster_of(ship)?;
        Some(self.sites[cluster.hypotheses.first()?.at[at]].pose)
    }

    /// The probability that the ship stands where the best hypothesis says.
    pub fn confidence(&self, ship: usize) -> f64 {
        let Some((cluster, at)) = self.cluster_of(ship) else { return 0.0 };
        let Some(best) = cluster.hypotheses.first() else { return 0.0 };
        let chances = cluster.hypotheses.iter().zip(self.probabilities(cluster));
        chances.filter(|(other, _)| self.agree(other, best, at)).map(|(_, chance)| chance).sum()
    }

    /// True if two hypotheses of a cluster place one of its ships alike. A ship that was not recognised keeps its old
    /// place; if only a hull that is no other ship's stands there, that hull is the ship.
    fn agree(&self, one: &Hypothesis, other: &Hypothesis, at: usize) -> bool {
        let place = self.sites[one.at[at]].pose;
        let taken = |hypothesis: &Hypothesis| {
            let others = hypothesis.at.iter().enumerate().filter(|(ship, _)| *ship != at);
            others.into_iter().any(|(_, site)| self.sites[*site].pose.is_at(place))
        };
        one.at[at] == other.at[at]
            || place.is_at(self.sites[other.at[at]].pose) && !taken(one) && !taken(other)
    }

    /// The clusters with more than one hypothesis, with their alternatives, most likely first.
    pub fn ambiguous_clusters(&self) -> impl Iterator<Item = (&[usize], Vec<Alternative>)> {
        self.clusters.iter().filter(|cluster| cluster.hypotheses.len() > 1).filter_map(|cluster| {
            let at =
                |hypothesis: &Hypothesis| hypothesis.at.iter().map(|site| self.sites[*site].pose).collect();
            let mut alternatives: Vec<(&Hypothesis, f64)> = Vec::new();
            for (hypothesis, probability) in cluster.hypotheses.iter().zip(self.probabilities(cluster)) {
                let alike = |(other, _): &&mut (&Hypothesis, f64)| {
                    (0..cluster.ships.len()).all(|at| self.agree(hypothesis, other, at))
                };
                match alternatives.iter_mut().find(alike) {
                    Some((_, all)) => *all += probability,
                    None => alternatives.push((hypothesis, probability)),
                }
            }
            let alternatives = alternatives
                .into_iter()
                .map(|(hypothesis, probability)| Alternative { probability, at: at(hypothesis) });
            let alternatives: Vec<_> = alternatives.collect();
            (alternatives.len() > 1).then_some((cluster.ships.as_slice(), alternatives))
        })
    }

    /// Every site at which some ship stands in some hypothesis.
    pub fn sites(&self) -> impl Iterator<Item = HullPose> {
        self.sites.iter().map(|site| site.pose)
    }

    /// Refines the pose of a ship at the site of the best hypothesis.
    pub fn refine(&mut self, ship: usize, pose: HullPose) {
        let site = self.cluster_of(ship).and_then(|(cluster, at)| Some(cluster.hypotheses.first()?.at[at]));
        if let Some(site) = site {
            self.sites[site].pose = pose;
        }
    }

    /// Updates the tree with the detections of the `wanted` ships; the others are certain. `moves(ship, from,
    /// detection)`: the likelihood of a move.
    pub fn update(
        &mut self,
        wanted: &[usize],
        sight: StillView<'_>,
        moves: &dyn Fn(usize, HullPose, usize) -> Transition,
    ) {
        let bodies = sight.bodies.len();
        let stood: Vec<Option<SiteEvidence>> =
            (0..bodies).map(|body| self.stood(sight.bodies[body]).filter(|_| !sight.bare[body])).collect();
        // The detected hulls become the new sites; earlier hypotheses keep their own copies.
        let old = std::mem::take(&mut self.sites);
        let mut sites: Vec<Site> = (0..bodies)
            .map(|body| Site {
                pose: sight.bodies[body],
                looks: sight.looks.iter().map(|row| row[body]).collect(),
                looked: 1,
            })
            .collect();
        sites.extend(old);
        self.sites = sites;
        for cluster in &mut self.clusters {
            for hypothesis in &mut cluster.hypotheses {
                hypothesis.at.iter_mut().for_each(|site| *site += bodies);
            }
        }
        let (clusters, others): (Vec<Cluster>, Vec<Cluster>) = std::mem::take(&mut self.clusters)
            .into_iter()
            .partition(|cluster| cluster.ships.iter().any(|ship| wanted.contains(ship)));
        self.clusters = clusters;
        let unseen_at = self.sites_without_appearance();
        let options = self.options(bodies, moves);
        let parts = self.parts(bodies, &options);
        let clusters = std::mem::take(&mut self.clusters);
        let mut grown = others;
        for open in parts {
            let before: Vec<&Cluster> = clusters
                .iter()
                .filter(|cluster| cluster.ships.iter().any(|ship| open.contains_key(ship)))
                .collect();
            let hypotheses = self.grow(&before, &options, &open, &unseen_at);
            let ships = before.iter().flat_map(|cluster| cluster.ships.iter().copied()).collect();
            grown.push(Cluster { ships, hypotheses });
        }
        self.clusters = grown;
        for (body, stood) in stood.into_iter().enumerate() {
            if let Some(stood) = stood {
                self.average_appearance(body, &stood);
            }
        }
        self.split();
        self.drop_unused_sites();
    }

    /// Adds a copy of every site at the same place, without appearance: the appearance of a missing ship's
    /// place no longer counts for the ship.
    fn sites_without_appearance(&mut self) -> Vec<usize> {
        let count = self.sites.len();
        (0..count)
            .map(|site| {
                if self.sites[site].looks.is_empty() {
                    return site;
                }
                self.sites.push(Site { pose: self.sites[site].pose, looks: Vec::new(), looked: 0 });
                self.sites.len() - 1
            })
            .collect()
    }

    /// Separates the ships on which all hypotheses of their cluster agree.
    fn split(&mut self) {
        let mut apart = Vec::new();
        for cluster in std::mem::take(&mut self.clusters) {
            let agreed: Vec<bool> = (0..cluster.ships.len())
                .map(|at| {
                    cluster
                        .hypotheses
                        .iter()
                        .all(|hypothesis| hypothesis.at[at] == cluster.hypotheses[0].at[at])
                })
                .collect();
            let pick = |wanted: bool, list: &[usize]| -> Vec<usize> {
                list.iter().zip(&agreed).filter(|(_, agreed)| **agreed == wanted).map(|(v, _)| *v).collect()
            };
            for (at, ship) in cluster.ships.iter().enumerate().filter(|(at, _)| agreed[*at]) {
                let hypothesis = Hypothesis { base: 0.0, at: vec![cluster.hypotheses[0].at[at]] };
                apart.push(Cluster { ships: vec![*ship], hypotheses: vec![hypothesis] });
            }
            let ships = pick(false, &cluster.ships);
            if !ships.is_empty() {
                let hypotheses = cluster
                    .hypotheses
                    .iter()
                    .map(|s| Hypothesis { base: s.base, at: pick(false, &s.at) })
                    .collect();
                apart.push(Cluster { ships, hypotheses });
            }
        }
        self.clusters = apart;
        let order: Vec<Vec<f64>> = self.clusters.iter().map(|cluster| self.probabilities(cluster)).collect();
        for (cluster, chances) in self.clusters.iter_mut().zip(order) {
            let mut hypotheses: Vec<(f64, Hypothesis)> =
                chances.into_iter().zip(cluster.hypotheses.drain(..)).collect();
            hypotheses.sort_by(|a, b| b.0.total_cmp(&a.0));
            cluster.hypotheses = hypotheses.into_iter().map(|(_, hypothesis)| hypothesis).collect();
        }
    }

    /// Drops the sites that no hypothesis uses.
    fn drop_unused_sites(&mut self) {
        let mut new_of: BTreeMap<usize, usize> = BTreeMap::new();
        let mut kept = Vec::new();
        for cluster in &mut self.clusters {
            for hypothesis in &mut cluster.hypotheses {
                for site in &mut hypothesis.at {
                    let sites = &self.sites;
                    *site = *new_of.entry(*site).or_insert_with(|| {
                        kept.push(sites[*site].clone());
                        kept.len() - 1
                    });
                }
            }
        }
        self.sites = kept;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::{Heading, Point};

    pub fn at(x_in: f64) -> HullPose {
        HullPose { middle: Point::new(x_in, 0.0), heading: Heading::from_deg(0.0) }
    }

    /// A move costs a tenth of a nat per inch; an exact exchange of places is almost impossible.
    pub fn see(belief: &mut HypothesisTree, bodies: &[HullPose], looks: &[Vec<f64>]) {
        let wanted: Vec<usize> = (0..looks.len()).collect();
        let stood: Vec<HullPose> = belief.sites().collect();
        let moves = |_: usize, from: HullPose, body: usize| {
            let to = bodies[body];
            let nats = match to {
                _ if to.is_at(from) => 0.0,
                _ if stood.iter().any(|site| site.is_at(to)) => -12.0,
                _ => -1.0 - 0.1 * from.middle.distance_in(to.middle),
            };
            Transition { nats, up: false }
        };
        let bare = vec![false; bodies.len()];
        belief.update(&wanted, StillView { bodies, looks, bare: &bare }, &moves);
    }

    #[test]
    fn a_ship_that_moved_under_smoke_is_found_though_it_looked_better_where_it_was() {
        let mut belief = HypothesisTree::certain([at(0.0), at(20.0)].into_iter());
        see(&mut belief, &[at(0.0), at(20.0)], &[vec![10.0, -9.0], vec![-9.0, 10.0]]);
        see(&mut belief, &[at(3.0), at(20.0)], &[vec![1.5, -9.0], vec![-9.0, 10.0]]);
        assert!(belief.pose(0).unwrap().is_at(at(3.0)), "{:?}", belief.pose(0));
        see(&mut belief, &[at(20.0)], &[vec![-9.0], vec![10.0]]);
        assert!(belief.pose(0).unwrap().is_at(at(3.0)), "a ship that is not found keeps its place");
    }

    #[test]
    fn a_doubt_is_kept_while_nothing_moves_and_ends_with_an_answer() {
        let alike = vec![vec![8.0, 8.0]; 2];
        let mut belief = HypothesisTree::certain([at(0.0), at(10.0)].into_iter());
        let moved = [at(4.0), at(6.0)];
        see(&mut belief, &moved, &alike);
        let first = belief.confidence(0);
        assert!((0.5..0.8).contains(&first), "{first}");
        for _ in 0..30 {
            see(&mut belief, &moved, &alike);
        }
        assert!((belief.confidence(0) - first).abs() < 1e-6);
        let thought = belief.pose(0);
        belief.exchange(0, 1);
        assert_ne!(belief.pose(0), thought);
        see(&mut belief, &moved, &alike);
        assert!(belief.confidence(0) > 0.999 && belief.ambiguous_clusters().count() == 0);
    }

    #[test]
    fn looks_at_one_spot_are_not_counted_twice() {
        let looks = vec![vec![8.5, 8.0], vec![8.0, 8.0]];
        let mut belief = HypothesisTree::certain([at(0.0), at(10.0)].into_iter());
        let moved = [at(4.9), at(5.1 + 0.2)];
        see(&mut belief, &moved, &looks);
        let first = belief.confidence(0);
        for _ in 0..30 {
            see(&mut belief, &moved, &looks);
        }
        assert!((belief.confidence(0) - first).abs() < 1e-6, "{first} {}", belief.confidence(0));
    }

    #[test]
    fn a_ship_that_is_hidden_keeps_its_spot_and_its_name() {
        let mut belief = HypothesisTree::certain([at(0.0), at(10.0)].into_iter());
        see(&mut belief, &[at(0.0)], &[vec![8.0], vec![8.0]]);
        assert_eq!((belief.pose(0), belief.pose(1)), (Some(at(0.0)), Some(at(10.0))));
        assert!(belief.confidence(1) > 0.85, "{}", belief.confidence(1));
        see(&mut belief, &[at(0.0), at(10.0)], &vec![vec![8.0, 8.0]; 2]);
        assert!(belief.confidence(1) > 0.95, "{}", belief.confidence(1));
    }

    #[test]
    fn of_several_places_where_a_tag_is_read_none_is_sure() {
        let mut belief = HypothesisTree::certain([at(0.0), at(10.0)].into_iter());
        belief.set_certain_at(0, at(1.0), &[at(19.0)]);
        assert_eq!(belief.pose(0), Some(at(1.0)));
        assert!((0.5..0.8).contains(&belief.confidence(0)) && belief.ambiguous_clusters().count() == 1);
        belief.set_certain_at(0, at(1.0), &[]);
        assert!(belief.confidence(0) > 0.999 && belief.ambiguous_clusters().count() == 0);
    }
}
