//! Expansion of hypotheses from one still picture to the next: where each ship may have gone, which ships interact,
//! and branch and bound over the combinations.

use super::{CUTOFF, Cluster, Hypothesis, HypothesisTree, MOST_STORIES, Transition, log_sum};
use crate::hull::pose::HullPose;
use crate::identity::assignment::{AssignmentSolution, solve};
use std::collections::BTreeMap;

/// At most this many branches for one cluster and picture; five similar sisters need about a thousand.
const MOST_BRANCHES: usize = 60_000;
/// A ship is not detected for no visible reason, nats.
const MISSING: f64 = -7.0;
/// Weight of the appearance at a site that a ship has left: the errors of the next place are partly the same.
const LEFT_LOOKS: f64 = 0.3;
/// The most that such evidence counts against a ship, nats.
const MOST_LEFT: f64 = 6.0;
/// A cost that no hypothesis takes.
const NEVER: f64 = 1e6;
/// Ships in line ahead that each take the place of the next one: nats when one, two or more do. The whole line seems
/// to stand still while its last ship is at its head; that one ship leaps over three is not more likely than that the
/// line moved up.
const MOVES_UP: [f64; 3] = [-2.7, -1.5, 0.5];

/// The detections that each ship of a part may be.
pub(super) type OpenDetections = BTreeMap<usize, Vec<usize>>;
/// By ship and origin site: the detections it may be, and the transitions.
pub(super) type Options = BTreeMap<(usize, usize), Vec<(usize, Transition)>>;

impl HypothesisTree {
    /// For every ship, every origin site and every detection: the likelihood, appearance included.
    pub(super) fn options(
        &self,
        bodies: usize,
        moves: &dyn Fn(usize, HullPose, usize) -> Transition,
    ) -> Options {
        let mut options = BTreeMap::new();
        for group in &self.groups {
            for (at, &ship) in group.ships.iter().enumerate() {
                for story in &group.stories {
                    let from = story.at[at];
                    options.entry((ship, from)).or_insert_with(|| {
                        let spot = &self.spots[from];
                        let left = spot.looks.get(ship).map_or(0.0, |own| {
                            let best = spot.looks.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                            if own.is_finite() { LEFT_LOOKS * (own - best).max(-MOST_LEFT) } else { 0.0 }
                        });
                        (0..bodies)
                            .filter(|body| self.spots[*body].looks[ship].is_finite())
                            .map(|body| {
                                let step = moves(ship, spot.pose, body);
                                let moved = !self.spots[body].pose.is_at(spot.pose);
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

    /// Which ships interact, and which detections each of them may be.
    pub(super) fn parts(&self, bodies: usize, options: &Options) -> Vec<OpenDetections> {
        let ships: Vec<usize> = self.groups.iter().flat_map(|group| group.ships.iter().copied()).collect();
        let row_of: BTreeMap<usize, usize> =
            ships.iter().enumerate().map(|(row, ship)| (*ship, row)).collect();
        let mut costs = vec![vec![NEVER; bodies + ships.len()]; ships.len()];
        for ((ship, _), steps) in options {
            let row = &mut costs[row_of[ship]];
            for (body, step) in steps {
                row[*body] = row[*body].min(-step.nats - self.spots[*body].looks[*ship]);
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
        // Ships that may be one detected hull, or were in one cluster, belong together.
        let mut part: Vec<usize> = (0..ships.len()).collect();
        let join = |part: &mut Vec<usize>, a: usize, b: usize| {
            let (from, to) = (part[a].max(part[b]), part[a].min(part[b]));
            part.iter_mut().filter(|p| **p == from).for_each(|p| *p = to);
        };
        for group in &self.groups {
            for ship in &group.ships {
                join(&mut part, row_of[&group.ships[0]], row_of[ship]);
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

    /// All hypotheses that expand from those of some clusters.
    pub(super) fn grow(
        &self,
        groups: &[&Cluster],
        options: &Options,
        open: &OpenDetections,
        unseen_at: &[usize],
    ) -> Vec<Hypothesis> {
        let ships: Vec<usize> = groups.iter().flat_map(|group| group.ships.iter().copied()).collect();
        let mut before = vec![Hypothesis { base: 0.0, at: Vec::new() }];
        for group in groups {
            let longer = |story: &Hypothesis, more: &Hypothesis| Hypothesis {
                base: story.base + more.base,
                at: story.at.iter().chain(&more.at).copied().collect(),
            };
            before = before
                .iter()
                .flat_map(|story| group.stories.iter().map(|more| longer(story, more)))
                .collect();
            before.sort_by(|a, b| b.base.total_cmp(&a.base));
            before.truncate(MOST_STORIES);
        }
        let mut growth =
            Expansion { ships: &ships, stories: BTreeMap::new(), best: f64::NEG_INFINITY, branches: 0 };
        for story in &before {
            let ways: Vec<Vec<Branch>> = ships
                .iter()
                .zip(&story.at)
                .map(|(ship, &from)| {
                    let missing =
                        Branch { spot: unseen_at[from], body: false, nats: MISSING, looks: 0.0, up: false };
                    let steps = options.get(&(*ship, from)).into_iter().flatten();
                    let mut ways: Vec<Branch> = steps
                        .filter(|(body, _)| open[ship].contains(body))
                        .map(|(body, step)| Branch {
                            spot: *body,
                            body: true,
                            nats: step.nats,
                            looks: self.spots[*body].looks[*ship],
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
            growth.branch(&ways, &bounds, &mut Vec::new(), Weight { base: story.base, looks: 0.0, up: 0 });
        }
        let mut stories: Vec<(f64, Hypothesis)> = growth
            .stories
            .into_iter()
            .map(|(at, (base, looks))| (base + looks, Hypothesis { base, at }))
            .collect();
        stories.sort_by(|a, b| b.0.total_cmp(&a.0));
        let best = stories.first().map_or(0.0, |story| story.0);
        stories.retain(|story| story.0 > best - CUTOFF);
        stories.truncate(MOST_STORIES);
        stories.into_iter().map(|(_, story)| Hypothesis { base: story.base - best, ..story }).collect()
    }
}

/// One possible outcome for one ship.
#[derive(Debug, Clone, Copy)]
struct Branch {
    spot: usize,
    /// Something stands there now.
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

/// Branch and bound over the outcomes for the ships of a part.
struct Expansion<'a> {
    ships: &'a [usize],
    /// By sites: the logarithm of the weight without looks, and the looks.
    stories: BTreeMap<Vec<usize>, (f64, f64)>,
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
            let story = self.stories.entry(at.clone()).or_insert((f64::NEG_INFINITY, weight.looks));
            story.0 = log_sum([story.0, base].into_iter());
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
            if way.body && at.contains(&way.spot) {
                continue;
            }
            at.push(way.spot);
            self.branch(ways, bounds, at, now);
            at.pop();
        }
    }
}
