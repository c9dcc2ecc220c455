//! Evidence that makes a ship certain: its tag, or a player's answer.

use crate::hull::pose::HullPose;
use crate::identity::hypotheses::{Cluster, Hypothesis, HypothesisTree, Site, log_sum};

/// If a tag is read at several places: nats for the most likely place against each of the others.
const ANY_COPY: f64 = 0.5;

impl HypothesisTree {
    /// Sets a ship as certain at a pose, from a tag or a player. If its tag is also read at `others`, one of
    /// all these places is right and the picture does not show which; the first is the best guess.
    pub fn set_certain_at(&mut self, ship: usize, pose: HullPose, others: &[HullPose]) {
        self.take_out(ship);
        let hypotheses = std::iter::once(&pose).chain(others).enumerate().map(|(at, pose)| {
            self.sites.push(Site { pose: *pose, looks: Vec::new(), looked: 0 });
            let base = if at == 0 { 0.0 } else { -ANY_COPY };
            Hypothesis { base, at: vec![self.sites.len() - 1] }
        });
        let hypotheses = hypotheses.collect();
        self.clusters.push(Cluster { ships: vec![ship], hypotheses });
    }

    fn take_out(&mut self, ship: usize) {
        for cluster in &mut self.clusters {
            if let Some(at) = cluster.ships.iter().position(|s| *s == ship) {
                cluster.ships.remove(at);
                for hypothesis in &mut cluster.hypotheses {
                    hypothesis.at.remove(at);
                }
            }
        }
        self.clusters.retain(|cluster| !cluster.ships.is_empty());
        for cluster in &mut self.clusters {
            cluster.join_equal();
        }
    }

    /// Exchanges two names as the player says; both are certain from now on.
    pub fn exchange(&mut self, a: usize, b: usize) {
        let (Some(of_a), Some(of_b)) = (self.site(a), self.site(b)) else { return };
        self.is_certain(&[(a, of_b), (b, of_a)]);
    }

    /// Confirms the best hypothesis about a ship as the player says.
    pub fn confirm(&mut self, ship: usize) {
        if let Some(site) = self.site(ship) {
            self.is_certain(&[(ship, site)]);
        }
    }

    fn site(&self, ship: usize) -> Option<usize> {
        let (cluster, at) = self.cluster_of(ship)?;
        Some(cluster.hypotheses.first()?.at[at])
    }

    /// Keeps only the hypotheses with these sites, and separates those ships.
    fn is_certain(&mut self, told: &[(usize, usize)]) {
        for cluster in &mut self.clusters {
            let agrees = |hypothesis: &Hypothesis| {
                told.iter().all(|&(ship, site)| match cluster.ships.iter().position(|s| *s == ship) {
                    Some(at) => hypothesis.at[at] == site,
                    None => !hypothesis.at.contains(&site),
                })
            };
            if cluster.hypotheses.iter().any(agrees) {
                cluster.hypotheses =
                    cluster.hypotheses.iter().filter(|hypothesis| agrees(hypothesis)).cloned().collect();
            }
        }
        for &(ship, site) in told {
            self.take_out(ship);
            let hypothesis = Hypothesis { base: 0.0, at: vec![site] };
            self.clusters.push(Cluster { ships: vec![ship], hypotheses: vec![hypothesis] });
        }
        self.split();
    }
}

impl Cluster {
    /// Merges equal hypotheses.
    fn join_equal(&mut self) {
        let mut joined: Vec<Hypothesis> = Vec::new();
        for hypothesis in self.hypotheses.drain(..) {
            match joined.iter_mut().find(|other| other.at == hypothesis.at) {
                Some(other) => other.base = log_sum([other.base, hypothesis.base].into_iter()),
                None => joined.push(hypothesis),
            }
        }
        self.hypotheses = joined;
    }
}
