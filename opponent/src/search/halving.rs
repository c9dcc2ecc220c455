//! Sequential halving (Karnin, Koren, Somekh 2013): every round simulates the arms that are left equally often, with
//! the same dice for all, and keeps the better half.

/// Fewer differences than this say nothing of their noise.
const FEWEST: u32 = 3;

/// What is known of one of the things compared.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Arm {
    /// The sum of the chances to win.
    pub sum: f64,
    /// The sum of their squares.
    pub squares: f64,
    /// The number of simulations.
    pub count: u32,
}

impl Arm {
    /// Adds a simulation.
    pub fn add(&mut self, chance: f64) {
        self.sum += chance;
        self.squares += chance * chance;
        self.count += 1;
    }

    /// The mean chance; 0.5 before the first simulation.
    pub fn mean(&self) -> f64 {
        if self.count == 0 { 0.5 } else { self.sum / f64::from(self.count) }
    }

    /// The standard error of the mean; 0.5 with fewer than two simulations.
    pub fn standard_error(&self) -> f64 {
        if self.count < 2 {
            return 0.5;
        }
        let count = f64::from(self.count);
        let variance = (self.squares / count - self.mean().powi(2)).max(0.0);
        (variance / (count - 1.0)).sqrt()
    }
}

/// The best arm and what is known of all. `simulate(arm, number)` gives the chance to win of one simulation, none to
/// stop; the same number means the same dice. The first arm is the present one: it is left only for one that was better by
/// `sure` standard errors of the difference.
pub fn best_arm(
    arms: usize,
    (simulations, sure): (u32, f64),
    mut simulate: impl FnMut(usize, u64) -> Option<f64>,
) -> (usize, Vec<Arm>) {
    let mut known = vec![Arm::default(); arms];
    // Differences from the first arm at the same dice.
    let mut gained = vec![Arm::default(); arms];
    let mut left: Vec<usize> = (0..arms).collect();
    let rounds = usize::BITS - arms.saturating_sub(1).leading_zeros();
    let mut number = 0;
    'rounds: for _ in 0..rounds.max(1) {
        if left.len() < 2 {
            break;
        }
        let each = (simulations / rounds.max(1) / left.len() as u32).max(1);
        for _ in 0..each {
            let mut of_first = None;
            for at in &left {
                // A round that is not complete compares unequal dice: the arms are ordered by the complete ones.
                let Some(chance) = simulate(*at, number) else { break 'rounds };
                known[*at].add(chance);
                if *at == 0 {
                    of_first = Some(chance);
                }
                if let Some(first) = of_first {
                    gained[*at].add(chance - first);
                }
            }
            number += 1;
        }
        left.sort_by(|one, other| known[*other].mean().total_cmp(&known[*one].mean()).then(one.cmp(other)));
        left.truncate(left.len().div_ceil(2));
        // The first arm is simulated before those that are compared with it.
        left.sort_unstable();
    }
    (kept(first_of(&left, &known), (&gained, sure)), known)
}

/// The first arm unless the best gained more than may be chance.
fn kept(best: usize, (gained, sure): (&[Arm], f64)) -> usize {
    let is_sure = |gained: &Arm| gained.count < FEWEST || gained.mean() > sure * gained.standard_error();
    if gained.get(best).is_none_or(is_sure) { best } else { 0 }
}

/// The best of the arms left; the one that came first among equals.
fn first_of(left: &[usize], known: &[Arm]) -> usize {
    let best = |best: Option<usize>, at: &usize| match best {
        Some(best) if known[best].mean() >= known[*at].mean() => Some(best),
        _ => Some(*at),
    };
    left.iter().fold(None, best).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_of_noisy_arms_is_found_and_a_stop_keeps_the_best_so_far() {
        // Arm 3 is the best by 0.2; the noise is common to all.
        let noise = |number: u64| (number as f64 * 0.7).sin() * 0.3;
        let worth = [0.3, 0.5, 0.4, 0.7, 0.45];
        let (best, known) = best_arm(5, (60, 0.0), |arm, number| Some(worth[arm] + noise(number)));
        assert_eq!(best, 3);
        assert!(known[3].count > known[0].count);
        let mut left = 7;
        let (best, _) = best_arm(5, (60, 0.0), |arm, number| {
            left -= 1;
            (left >= 0).then(|| worth[arm] + noise(number))
        });
        assert_eq!(best, 3);
        assert_eq!(best_arm(5, (60, 0.0), |_, _| None).0, 0);
    }

    #[test]
    fn the_first_arm_is_left_only_for_more_than_noise() {
        // The second arm is better by 0.02 on average, or by 0.1; at one throw of the dice by 0.3 more or less.
        let arms = |gain: f64| {
            move |arm: usize, number: u64| {
                let noise = if number.is_multiple_of(2) { 0.3 } else { -0.3 };
                Some(if arm == 0 { 0.5 } else { 0.5 + gain + noise })
            }
        };
        assert_eq!(best_arm(2, (80, 0.0), arms(0.02)).0, 1);
        assert_eq!(best_arm(2, (80, 1.0), arms(0.02)).0, 0);
        assert_eq!(best_arm(2, (80, 1.0), arms(0.1)).0, 1);
        // Two simulations each say nothing of their noise: the better mean wins.
        assert_eq!(best_arm(2, (4, 1.0), arms(0.02)).0, 1);
    }
}
