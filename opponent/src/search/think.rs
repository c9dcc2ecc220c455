//! Thinks: compares plans by simulation.

use crate::books::ThinksAhead;
use crate::budget::Thinking;
use crate::plans::{Manoeuvre, Plan, Plans};
use crate::position::{NotPlayed, Position, play_on, simulation_seed};
use crate::search::arms::{fleet_plans, ship_plans, ships_of};
use crate::search::beliefs::Mix;
use crate::search::halving::{Arm, best_arm};
use crate::search::regret::average_strategy;
use rulesets::core::SideId;
use rulesets::core::play_out::Lot;

/// The share of the simulations spent on plans of the whole fleet; the rest goes to single ships.
const FLEET_SHARE: f64 = 0.4;
/// Strategies played less often than this are noise of the matrix, and are not played.
const PLAYED_AT_LEAST: f64 = 0.1;
/// Plans are compared only as far as each gets so many simulations in the first round.
const AT_LEAST_EACH: u32 = 3;
/// The trust in a belief that nothing speaks against.
const MOST_TRUST: f64 = 0.8;
/// A plan is changed for one that gained so many standard errors: who changes it for noise never carries one out.
const SURE: f64 = 1.0;
/// Unknown cells of the matrix count as so many simulations of the mean.
const PRIOR_COUNT: f64 = 1.0;

/// What is to be thought about.
pub struct Question<'a, B: ThinksAhead> {
    /// The book.
    pub book: &'a B,
    /// The position, as the side sees it.
    pub position: &'a Position<B>,
    /// The side that thinks.
    pub side: &'a SideId,
    /// The plans that are being carried out.
    pub present: Option<&'a Plans>,
    /// What the enemy seems to do; [`crate::search::unknown`] if nothing is known.
    pub enemy: Mix,
    /// The simulations in all.
    pub simulations: u32,
    /// The turns of a playout, as a share of those that the book needs.
    pub depth: f64,
    /// All dice and draws follow from it.
    pub seed: u64,
}

/// A plan that was weighed.
#[derive(Debug, Clone, PartialEq)]
pub struct Weighed {
    /// The plans of the whole side.
    pub plans: Plans,
    /// What the simulations say of its chance to win.
    pub arm: Arm,
}

/// What came of thinking.
#[derive(Debug, Clone, PartialEq)]
pub struct Thought {
    /// The plans to carry out.
    pub plans: Plans,
    /// All plans of the whole fleet that were compared, best first.
    pub weighed: Vec<Weighed>,
    /// The simulations that were done.
    pub simulations: u32,
}

struct Mind<'q, B: ThinksAhead> {
    question: &'q Question<'q, B>,
    enemies: Vec<SideId>,
    simulations: u32,
}

impl<B: ThinksAhead> Mind<'_, B> {
    /// The chance to win of one simulation, none if it was interrupted; the same number gives the same dice and the same
    /// secrets.
    fn simulate(
        &mut self,
        (own, other): (&Plans, &Plans),
        number: u64,
        thinking: &mut impl Thinking,
    ) -> Option<f64> {
        if !thinking.keep_thinking() {
            return None;
        }
        let Question { book, position, side, depth, seed, .. } = *self.question;
        let seed = simulation_seed(seed, number);
        let mut drawn = position.clone();
        drawn.state = book.with_secrets_drawn(&position.state, side, &mut Lot::new(seed ^ 1));
        let mut captains = vec![(side.clone(), book.captain(side, own.clone(), seed ^ 2))];
        let enemies = self.enemies.iter();
        captains.extend(enemies.map(|enemy| (enemy.clone(), book.captain(enemy, other.clone(), seed ^ 3))));
        let turns = (f64::from(B::HORIZON_TURNS) * depth).ceil().max(1.0) as u32;
        let chance = match play_on(book, &drawn, captains, (turns, seed), thinking) {
            Ok(stopped) => stopped.chance(book, side),
            // A plan that gets the battle stuck is no plan.
            Err(NotPlayed::Stuck(_)) => 0.0,
            Err(NotPlayed::Interrupted) => return None,
        };
        self.simulations += 1;
        Some(chance)
    }
}

/// The plans of the mix for a simulation: over many numbers as often as their shares say.
fn drawn(mix: &Mix, number: u64) -> &Plans {
    // The golden section spreads the numbers evenly, so that few simulations meet every plan.
    let mut at = (number as f64 * 0.618_033_988_749_895 + 0.31).fract();
    for (share, plans) in mix {
        if at < *share {
            return plans;
        }
        at -= share;
    }
    &mix[mix.len() - 1].1
}

/// Thinks about plans until the simulations are done or the caller stops it; `may` leaves out manoeuvres.
pub fn think<B: ThinksAhead>(
    question: &Question<'_, B>,
    may: impl Fn(Manoeuvre) -> bool,
    thinking: &mut impl Thinking,
) -> Thought {
    let Question { book, position, side, present, simulations, .. } = *question;
    let sides = B::sides(&position.state);
    let enemies = sides.into_iter().filter(|other| other != side).collect();
    let mut mind = Mind { question, enemies, simulations: 0 };
    let mut lot = Lot::new(question.seed ^ 6);
    let for_fleet = (f64::from(simulations) * FLEET_SHARE) as u32;
    // Places are chosen anew at each move: there is nothing to stay with.
    let sure = if present.is_some() && !B::PLANS_EACH_STEP { SURE } else { 0.0 };
    let mut mix = question.enemy.clone();
    let fleets = fleet_plans(book, position, side, present, &may);
    let fleets = affordable(fleets, for_fleet, &mut lot);
    let (chosen, known) = if B::AT_ONCE {
        at_once(&mut mind, (&fleets, for_fleet), &mut mix, thinking)
    } else {
        best_arm(fleets.len(), (for_fleet, sure), |arm, number| {
            mind.simulate((&fleets[arm], drawn(&mix, number)), number, thinking)
        })
    };
    let mut plans = fleets.get(chosen).cloned().unwrap_or_else(|| Plans::all(Plan::of(Manoeuvre::Close)));
    let mut weighed: Vec<Weighed> =
        fleets.into_iter().zip(known).map(|(plans, arm)| Weighed { plans, arm }).collect();
    weighed.sort_by(|one, other| {
        let known = |it: &Weighed| (it.arm.count > 0, it.arm.mean());
        known(other).0.cmp(&known(one).0).then(known(other).1.total_cmp(&known(one).1))
    });
    let ships = ships_of(position, side, true);
    let each = simulations.saturating_sub(mind.simulations) / ships.len().max(1) as u32;
    for ship in &ships {
        let arms = ship_plans(book, position, (side, ship), plans.of(ship), &may);
        let arms = affordable(arms, each, &mut lot);
        let (best, _) = best_arm(arms.len(), (each, sure), |arm, number| {
            let tried = plans.with(ship, arms[arm].clone());
            mind.simulate((&tried, drawn(&mix, number)), number, thinking)
        });
        // The present plan comes first and wins a tie, so that a ship does not change her mind for nothing.
        if let Some(plan) = arms.into_iter().nth(best) {
            plans = plans.with(ship, plan);
        }
    }
    Thought { plans, weighed, simulations: mind.simulations }
}

/// How far a belief is trusted: not at all while all plans are equally likely.
fn trust(belief: &[f64]) -> f64 {
    let equal = 1.0 / belief.len().max(1) as f64;
    let most = belief.iter().copied().fold(equal, f64::max);
    if equal < 1.0 { MOST_TRUST * (most - equal) / (1.0 - equal) } else { 0.0 }
}

/// As many of these as the simulations can tell apart: the first, and some of the others by lot. Who has any simulations
/// compares at least two.
fn affordable<T>(mut all: Vec<T>, simulations: u32, lot: &mut Lot) -> Vec<T> {
    let most = (simulations / AT_LEAST_EACH).max(simulations.min(2)).max(1) as usize;
    while all.len() > most {
        let out = 1 + lot.below(all.len() as u32 - 1) as usize;
        all.remove(out);
    }
    all
}

/// Both sides order at once: fills the matrix of both sides' fleet plans, and draws from the average strategy. The
/// enemy's average strategy becomes the mix against which single ships are planned.
fn at_once<B: ThinksAhead>(
    mind: &mut Mind<'_, B>,
    (own, simulations): (&[Plans], u32),
    mix: &mut Mix,
    thinking: &mut impl Thinking,
) -> (usize, Vec<Arm>) {
    let mut cells = vec![vec![Arm::default(); mix.len()]; own.len()];
    let passes = (simulations / (own.len() * mix.len()).max(1) as u32).max(1);
    'thinking: for number in 0..u64::from(passes) {
        for (other, (_, theirs)) in mix.iter().enumerate() {
            for (at, ours) in own.iter().enumerate() {
                match mind.simulate((ours, theirs), number, thinking) {
                    Some(chance) => cells[at][other].add(chance),
                    None => break 'thinking,
                }
            }
        }
    }
    let of_row = |row: &Vec<Arm>| {
        let mut all = Arm::default();
        for cell in row {
            all.sum += cell.sum;
            all.squares += cell.squares;
            all.count += cell.count;
        }
        all
    };
    let known: Vec<Arm> = cells.iter().map(of_row).collect();
    if known.iter().all(|arm| arm.count == 0) {
        return (0, known);
    }
    // A cell that was met seldom is drawn towards the mean of its row.
    let towards_mean = |(row, all): (&Vec<Arm>, &Arm)| {
        let cell = |cell: &Arm| (cell.sum + PRIOR_COUNT * all.mean()) / (f64::from(cell.count) + PRIOR_COUNT);
        row.iter().map(cell).collect()
    };
    let chances: Vec<Vec<f64>> = cells.iter().zip(&known).map(towards_mean).collect();
    let belief: Vec<f64> = mix.iter().map(|(share, _)| *share).collect();
    let (strategy, theirs) = average_strategy(&chances, (&belief, trust(&belief)));
    mix.iter_mut().zip(theirs).for_each(|((share, _), played)| *share = played);
    let played: Vec<f64> = strategy.iter().map(|p| if *p < PLAYED_AT_LEAST { 0.0 } else { *p }).collect();
    // Whatever an equilibrium plays is as good as the rest of it: he stays with his present plan while that is among it.
    if mind.question.present.is_some() && played.first().is_some_and(|present| *present > 0.0) {
        return (0, known);
    }
    let mut at = Lot::new(mind.question.seed ^ 5).between(0.0, played.iter().sum());
    let chosen = played.iter().position(|p| {
        at -= p;
        at < 0.0 && *p > 0.0
    });
    (chosen.unwrap_or(0), known)
}
