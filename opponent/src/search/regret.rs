//! Regret matching (Hart and Mas-Colell 2000) for orders that both sides give at once: the average strategies approach
//! an equilibrium of the matrix, so that nobody can exploit them.

/// The iterations; each costs a pass over the matrix.
const ITERATIONS: u32 = 400;

/// The average strategies of both sides for a matrix of the first side's chances to win, `chances[own][other]`. The
/// other side is taken to play `belief` with the probability `trust`, and to answer as well as it can otherwise (the
/// restricted Nash response of Johanson, Zinkevich and Bowling 2007); with no trust it is the equilibrium.
pub fn average_strategy(chances: &[Vec<f64>], (belief, trust): (&[f64], f64)) -> (Vec<f64>, Vec<f64>) {
    let (rows, columns) = (chances.len(), chances.first().map_or(0, Vec::len));
    let (mut own, mut other) = (Matcher::new(rows), Matcher::new(columns));
    for _ in 0..ITERATIONS {
        let (mine, answer) = (own.strategy(), other.strategy());
        let theirs = blend(belief, &answer, trust);
        let mix = |row: &Vec<f64>| row.iter().zip(&theirs).map(|(chance, p)| chance * p).sum::<f64>();
        let of_rows: Vec<f64> = chances.iter().map(mix).collect();
        let of_columns: Vec<f64> = (0..columns)
            .map(|at| chances.iter().zip(&mine).map(|(row, p)| (1.0 - row[at]) * p).sum())
            .collect();
        own.learn(&mine, &of_rows);
        other.learn(&answer, &of_columns);
    }
    (own.average(), blend(belief, &other.average(), trust))
}

/// What is believed and what else may come, by trust; only the latter without a belief.
fn blend(belief: &[f64], answer: &[f64], trust: f64) -> Vec<f64> {
    let with =
        |(at, p): (usize, &f64)| belief.get(at).map_or(*p, |belief| trust * belief + (1.0 - trust) * p);
    answer.iter().enumerate().map(with).collect()
}

/// One side's regrets.
struct Matcher {
    regret: Vec<f64>,
    sum: Vec<f64>,
}

impl Matcher {
    fn new(choices: usize) -> Self {
        Self { regret: vec![0.0; choices], sum: vec![0.0; choices] }
    }

    fn strategy(&self) -> Vec<f64> {
        shares(&self.regret)
    }

    fn learn(&mut self, strategy: &[f64], values: &[f64]) {
        let mean: f64 = strategy.iter().zip(values).map(|(p, value)| p * value).sum();
        for (at, value) in values.iter().enumerate() {
            // Regret matching plus: a regret never falls below zero, which settles faster.
            self.regret[at] = (self.regret[at] + value - mean).max(0.0);
            self.sum[at] += strategy[at];
        }
    }

    fn average(&self) -> Vec<f64> {
        shares(&self.sum)
    }
}

/// Positive weights as shares; all equal if none is positive.
fn shares(weights: &[f64]) -> Vec<f64> {
    let sum: f64 = weights.iter().sum();
    let equal = 1.0 / weights.len().max(1) as f64;
    weights.iter().map(|weight| if sum > 0.0 { weight / sum } else { equal }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matching_pennies_is_mixed_and_a_dominant_choice_is_pure() {
        let (own, other) = average_strategy(&[vec![1.0, 0.0], vec![0.0, 1.0]], (&[], 0.0));
        assert!(own.iter().chain(&other).all(|p| (p - 0.5).abs() < 0.05), "{own:?} {other:?}");
        // The first row is worth 0.8 and 0.4, the second 0.2 and 0.6: in equilibrium a half each.
        let (own, other) = average_strategy(&[vec![0.8, 0.4], vec![0.2, 0.6]], (&[], 0.0));
        assert!((own[0] - 0.5).abs() < 0.06 && (other[0] - 0.25).abs() < 0.06, "{own:?} {other:?}");
        let (own, _) = average_strategy(&[vec![0.6, 0.7], vec![0.5, 0.4]], (&[], 0.0));
        assert!(own[0] > 0.95, "{own:?}");
        // An enemy of matching pennies who is believed to play heads nine times in ten is answered with heads.
        let (own, _) = average_strategy(&[vec![1.0, 0.0], vec![0.0, 1.0]], (&[0.9, 0.1], 0.8));
        assert!(own[0] > 0.95, "{own:?}");
    }
}
