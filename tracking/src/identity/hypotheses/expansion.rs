//! Expansion of hypotheses from one still picture to the next: the possible moves of each ship, which ships
//! interact, and branch and bound over the combinations.

use super::{CUTOFF, Cluster, Hypothesis, HypothesisTree, MOST_HYPOTHESES, Transition, log_sum};
use crate::hull::pose::HullPose;
use crate::identity::assignment::{AssignmentSolution, solve};
use std::collections::BTreeMap;

/// Limit for the number of branches of one cluster in one picture; five similar sister ships need about a
/// thousand.
const MOST_BRANCHES: usize = 60_000;
/// Nats of a ship that is not detected for no visible reason.
const MISSING: f64 = -7.0;
/// Weight of the appearance at a site that a ship has left: its errors are partly the same as at the next
/// place.
const LEFT_LOOKS: f64 = 0.3;
/// The most nats that such evidence counts against a ship.
const MOST_LEFT: f64 = 6.0;
/// A cost that no hypothesis accepts.
const NEVER: f64 = 1e6;
/// Nats when one, two, or more ships in line ahead each take the place of the next one. A line that moves up
/// looks as if it stood still and its last ship had jumped to its head; one ship jumping over three is not
/// more likely than the line moving up.
const MOVES_UP: [f64; 3] = [-2.7, -1.5, 0.5];

/// The detections that each ship of an independent part may be.
pub(super) type OpenDetections = BTreeMap<usize, Vec<usize>>;
/// By ship and earlier site: the detections that it may be, and the transitions.
pub(super) type Options = BTreeMap<(usize, usize), Vec<(usize, Transition)>>;

impl HypothesisTree {
    /// For every ship, earlier site and detection: the likelihood, appearance included.
    pub(super) fn options(
        &self,
        bodies: usize,
        moves: &dyn Fn(usize, HullPose, usize) -> Transition,
    ) -> Options {
        let mut options = BTreeMap::new();
        for cluster in &self.clusters {
            for (at, &ship) in cluster.ships.iter().enumerate() {
                for hypothesis in &cluster.hypotheses {
                    let from = hypothesis.at[at];
                    options.entry((ship, from)).or_insert_with(|| {
                        let site = &self.sites[from];
                        let left = site.looks.get(ship).map_or(0.0, |own| {
                            let best = site.looks.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                            if own.is_finite() { LEFT_LOOKS * (own - best).max(-MOST_LEFT) } else { 0.0 }
                        });
                        (0..bodies)
                            .filter(|body| self.sites[*body].looks[ship].is_finite())
                            .map(|body| {
                                let step = moves(ship, site.pose, body);
                                let moved = !self.sites[body].pose.is_at(site.pose);
                                let nats = step.nats + if moved { left } else { 0.0 };
                                (body, Transition { nats, ..step })
                            })
                            .collect()
                    });
                }
            }
        }
        options
    }

    /// The groups of interacting ships, and the detections that each ship may be.
    pub(super) fn parts(&self, bodies: usize, options: &Options) -> Vec<OpenDetections> {
        let ships: Vec<usize> =
            self.clusters.iter().flat_map(|cluster| cluster.ships.iter().copied()).collect();
        let row_of: BTreeMap<usize, usize> =
            ships.iter().enumerate().map(|(row, ship)| (*ship, row)).collect();
        let mut costs = vec![vec![NEVER; bodies + ships.len()]; ships.len()];
        for ((ship, _), steps) in options {
            let row = &mut costs[row_of[ship]];
            for (body, step) in steps {
                row[*body] = row[*body].min(-step.nats - self.sites[*body].looks[*ship]);
            }
        }
        for (row, costs) in costs.iter_mut().enumerate() {
            costs[bodies + row] = -MISSING;
        }
        let AssignmentSolution { chosen, rows, columns } = solve(&costs);
        let open: Vec<Vec<usize>> = (0..ships.len())
            .map(|row| {
                let near = |body: &usize| {
                    costs[row][*body] < NEVER && costs[row][*body] - rows[row] - columns[*body] < CUTOFF
                };
                (0..bodies).filter(|body| chosen[row] == *body || near(body)).collect()
            })
            .collect();
        // Ships that may be the same detected hull, or were in one cluster, belong together.
        let mut part: Vec<usize> = (0..ships.len()).collect();
        let join = |part: &mut Vec<usize>, a: usize, b: usize| {
            let (from, to) = (part[a].max(part[b]), part[a].min(part[b]));
            part.iter_mut().filter(|p| **p == from).for_each(|p| *p = to);
        };
        for cluster in &self.clusters {
            for ship in &cluster.ships {
                join(&mut part, row_of[&cluster.ships[0]], row_of[ship]);
            }
        }
        for body in 0..bodies {
            let mut having = (0..ships.len()).filter(|row| open[*row].contains(&body));
            if let Some(first) = having.next() {
                having.for_each(|row| join(&mut part, first, row));
            }
        }
        (0..ships.len())
            .filter(|row| part[*row] == *row)
            .map(|head| {
                let rows = (0..ships.len()).filter(|row| part[*row] == head);
                rows.map(|row| (ships[row], open[row].clone())).collect()
            })
            .collect()
    }

    /// Expands the hypotheses of some clusters.
    pub(super) fn grow(
        &self,
        clusters: &[&Cluster],
        options: &Options,
        open: &OpenDetections,
        unseen_at: &[usize],
    ) -> Vec<Hypothesis> {
        let ships: Vec<usize> = clusters.iter().flat_map(|cluster| cluster.ships.iter().copied()).collect();
        let mut before = vec![Hypothesis { base: 0.0, at: Vec::new() }];
        for cluster in clusters {
            let longer = |hypothesis: &Hypothesis, more: &Hypothesis| Hypothesis {
                base: hypothesis.base + more.base,
                at: hypothesis.at.iter().chain(&more.at).copied().collect(),
            };
            before = before
                .iter()
                .flat_map(|hypothesis| cluster.hypotheses.iter().map(|more| longer(hypothesis, more)))
                .collect();
            before.sort_by(|a, b| b.base.total_cmp(&a.base));
            before.truncate(MOST_HYPOTHESES);
        }
        let mut growth =
            Expansion { ships: &ships, hypotheses: BTreeMap::new(), best: f64::NEG_INFINITY, branches: 0 };
        for hypothesis in &before {
            let ways: Vec<Vec<Branch>> = ships
                .iter()
                .zip(&hypothesis.at)
                .map(|(ship, &from)| {
                    let missing =
                        Branch { site: unseen_at[from], body: false, nats: MISSING, looks: 0.0, up: false };
                    let steps = options.get(&(*ship, from)).into_iter().flatten();
                    let mut ways: Vec<Branch> = steps
                        .filter(|(body, _)| open[ship].contains(body))
                        .map(|(body, step)| Branch {
                            site: *body,
                            body: true,
                            nats: step.nats,
                            looks: self.sites[*body].looks[*ship],
                            up: step.up,
                        })
                        .chain([missing])
                        .collect();
                    ways.sort_by(|a, b| (b.nats + b.looks).total_cmp(&(a.nats + a.looks)));
                    ways
                })
                .collect();
            let mut bounds: Vec<f64> = ways.iter().map(|ways| ways[0].nats + ways[0].looks).collect();
            for at in (0..bounds.len().saturating_sub(1)).rev() {
                bounds[at] += bounds[at + 1];
            }
            bounds.push(0.0);
            growth.branch(
                &ways,
                &bounds,
                &mut Vec::new(),
                Weight { base: hypothesis.base, looks: 0.0, up: 0 },
            );
        }
        let mut hypotheses: Vec<(f64, Hypothesis)> = growth
            .hypotheses
            .into_iter()
            .map(|(at, (base, looks))| (base + looks, Hypothesis { base, at }))
            .collect();
        hypotheses.sort_by(|a, b| b.0.total_cmp(&a.0));
        let best = hypotheses.first().map_or(0.0, |hypothesis| hypothesis.0);
        hypotheses.retain(|hypothesis| hypothesis.0 > best - CUTOFF);
        hypotheses.truncate(MOST_HYPOTHESES);
        hypotheses
            .into_iter()
            .map(|(_, hypothesis)| Hypothesis { base: hypothesis.base - best, ..hypothesis })
            .collect()
    }
}

/// One possible outcome for one ship.
#[derive(Debug, Clone, Copy)]
struct Branch {
    site: usize,
    /// True if something stands there now.
    body: bool,
    nats: f64,
    looks: f64,
    up: bool,
}

#[derive(Debug, Clone, Copy)]
struct Weight {
    base: f64,
    looks: f64,
    up: u32,
}

/// Branch and bound over the outcomes for the ships of one part.
struct Expansion<'a> {
    ships: &'a [usize],
    /// By sites: the logarithm of the weight without appearance, and the appearance.
    hypotheses: BTreeMap<Vec<usize>, (f64, f64)>,
    best: f64,
    branches: usize,
}

impl Expansion<'_> {
    fn branch(&mut self, ways: &[Vec<Branch>], bounds: &[f64], at: &mut Vec<usize>, weight: Weight) {
        self.branches += 1;
        if at.len() == self.ships.len() {
            let line = match weight.up {
                0 => 0.0,
                ships => MOVES_UP[(ships as usize).min(MOVES_UP.len()) - 1],
            };
            let base = weight.base + line;
            self.best = self.best.max(base + weight.looks);
            let hypothesis = self.hypotheses.entry(at.clone()).or_insert((f64::NEG_INFINITY, weight.looks));
            hypothesis.0 = log_sum([hypothesis.0, base].into_iter());
            return;
        }
        let next = at.len();
        for way in &ways[next] {
            let now = Weight {
                base: weight.base + way.nats,
                looks: weight.looks + way.looks,
                up: weight.up + u32::from(way.up),
            };
            let hopeless = now.base + now.looks + bounds[next + 1] < self.best - CUTOFF;
            if hopeless || self.branches > MOST_BRANCHES {
                break;
            }
            if way.body && at.contains(&way.site) {
                continue;
            }
            at.push(way.site);
            self.branch(ways, bounds, at, now);
            at.pop();
        }
    }
}
