//! Where a battle turned: the steps between turns that moved the chance most, each split into plan and dice.

use crate::chances::curve::ChanceNow;
use crate::chances::luck::Luck;

/// The number of moments named.
const MOMENTS: usize = 3;
/// So many turns in a row with a small loss each are a drift.
const DRIFT_TURNS: usize = 3;

/// The step from one turn to the next.
#[derive(Debug, Clone, PartialEq)]
pub struct Turning {
    /// The turn with which it begins.
    pub turn: u32,
    /// The chance before it, 0 to 1.
    pub before: f64,
    /// The chance after it.
    pub after: f64,
    /// The part that the dice made.
    pub dice: f64,
    /// The standard error of that part.
    pub dice_error: f64,
    /// What happened, in words.
    pub why: String,
}

impl Turning {
    /// The whole step.
    pub fn step(&self) -> f64 {
        self.after - self.before
    }

    /// The part that was decided: all that is not dice.
    pub fn plan(&self) -> f64 {
        self.step() - self.dice
    }

    /// "Plan: -4 %, dice: -17 %".
    pub fn split(&self) -> String {
        format!("Plan: {}, dice: {}", signed_percent(self.plan()), signed_percent(self.dice))
    }
}

/// A share with its sign, to a whole per cent: "+12 %"; one that is nearly nothing is "+0 %".
pub fn signed_percent(share: f64) -> String {
    format!("{:+} %", (100.0 * share).round() as i64)
}

/// A chance that slipped away, or came, a little every turn.
#[derive(Debug, Clone, PartialEq)]
pub struct Drift {
    /// The index of its first step.
    pub from: usize,
    /// The index after its last step.
    pub to: usize,
    /// The first turn of it.
    pub from_turn: u32,
    /// The last turn of it.
    pub to_turn: u32,
    /// The sum of its steps.
    pub step: f64,
}

impl Drift {
    /// "lost a little every turn from 6 to 9: 12 % in all".
    pub fn words(&self) -> String {
        let verb = if self.step < 0.0 { "lost" } else { "gained" };
        let (from, to) = (self.from_turn, self.to_turn);
        format!("{verb} a little every turn from {from} to {to}: {:.0} % in all", 100.0 * self.step.abs())
    }
}

/// The turning of a battle.
#[derive(Debug, Clone, PartialEq)]
pub struct Turns {
    /// Every step, in order.
    pub steps: Vec<Turning>,
    /// The steps that mattered most, greatest first, as indices of `steps`.
    pub moments: Vec<usize>,
    /// Slow drifts outside the moments.
    pub drifts: Vec<Drift>,
}

impl Turns {
    /// What all dice did together; with [`Self::plan`] the last chance less the first.
    pub fn dice(&self) -> f64 {
        self.steps.iter().map(|step| step.dice).sum()
    }

    /// What all plans did together.
    pub fn plan(&self) -> f64 {
        self.steps.iter().map(Turning::plan).sum()
    }
}

/// Finds where a battle turned, from the chances at the beginning of each turn and the luck and words of each step
/// between them; `turns` are the turns' numbers. A step counts as a moment, and a run of steps as a drift, only if it is
/// greater than its own uncertainty.
pub fn where_it_turned(turns: &[u32], chances: &[ChanceNow], steps: &[(Luck, String)]) -> Turns {
    let pairs = chances.windows(2).zip(turns).zip(steps);
    let steps: Vec<Turning> = pairs
        .filter_map(|((pair, turn), (luck, why))| {
            let [before, after] = pair else { return None };
            let (before, after) = (before.chance, after.chance);
            let (dice, dice_error) = (luck.moved, luck.standard_error);
            Some(Turning { turn: *turn, before, after, dice, dice_error, why: why.clone() })
        })
        .collect();
    // The error of the step from the chance with this number to the one with that.
    let unsure = |from: usize, to: usize| {
        let error = |at: usize| chances.get(at).map_or(0.0, |now| now.standard_error);
        error(from).hypot(error(to))
    };
    let size = |at: &usize| steps.get(*at).map_or(0.0, |step| step.step().abs());
    let mut moments: Vec<usize> = (0..steps.len()).filter(|at| size(at) > unsure(*at, *at + 1)).collect();
    moments.sort_by(|one, other| size(other).total_cmp(&size(one)));
    moments.truncate(MOMENTS);
    let drifts = drifts(&steps, &moments, unsure);
    Turns { steps, moments, drifts }
}

/// Runs of steps in one direction that are no moments.
fn drifts(steps: &[Turning], moments: &[usize], unsure: impl Fn(usize, usize) -> f64) -> Vec<Drift> {
    let direction = |at: usize| {
        let step = steps.get(at).map_or(0.0, Turning::step);
        if moments.contains(&at) || step == 0.0 { 0 } else { step.signum() as i32 }
    };
    let (mut all, mut from) = (Vec::new(), 0);
    for at in 1..=steps.len() {
        if at < steps.len() && direction(at) == direction(from) && direction(from) != 0 {
            continue;
        }
        if let Some(run @ [first, .., last]) = steps.get(from..at)
            && run.len() >= DRIFT_TURNS
            && direction(from) != 0
        {
            let step: f64 = run.iter().map(Turning::step).sum();
            if step.abs() > unsure(from, at) {
                all.push(Drift { from, to: at, from_turn: first.turn, to_turn: last.turn, step });
            }
        }
        from = at;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_add_up_to_luck_and_skill_and_a_slow_loss_is_named() {
        let chances = [0.5, 0.52, 0.3, 0.28, 0.26, 0.24, 0.6, 0.6];
        let chances: Vec<ChanceNow> =
            chances.map(|chance| ChanceNow { chance, standard_error: 0.03, simulations: 100 }).to_vec();
        let dice = [0.01, -0.17, 0.0, -0.01, 0.0, 0.2, 0.0];
        let luck = |moved| Luck { moved, standard_error: 0.0 };
        let steps: Vec<(Luck, String)> = dice.map(|dice| (luck(dice), "a hit".to_owned())).to_vec();
        let turned = where_it_turned(&[1, 2, 3, 4, 5, 6, 7, 8], &chances, &steps);
        assert!((turned.dice() + turned.plan() - 0.1).abs() < 1e-12);
        assert_eq!(turned.moments, [5, 1]);
        assert_eq!(turned.steps[1].split(), "Plan: -5 %, dice: -17 %");
        let [drift] = turned.drifts.as_slice() else { panic!("{:?}", turned.drifts) };
        assert_eq!(drift.words(), "lost a little every turn from 3 to 5: 6 % in all");
    }
}
