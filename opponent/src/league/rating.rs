//! Scores with their limits, and Elo.

use serde::Serialize;

/// 95 % of a normal distribution lie within so many standard deviations.
const Z: f64 = 1.96;

/// The 95 % limits of a share won, 0 to 1 (E. B. Wilson 1927); a draw counts a half.
pub fn wilson_limits(points: f64, battles: f64) -> (f64, f64) {
    if battles <= 0.0 {
        return (0.0, 1.0);
    }
    let p = points / battles;
    let middle = p + Z * Z / (2.0 * battles);
    let half = Z * (p * (1.0 - p) / battles + Z * Z / (4.0 * battles * battles)).sqrt();
    let whole = 1.0 + Z * Z / battles;
    ((middle - half) / whole, (middle + half) / whole)
}

/// The Elo difference that goes with a share of points, 0 to 1; at most 800 either way.
pub fn elo_of_share(share: f64) -> f64 {
    let share = share.clamp(1e-9, 1.0 - 1e-9);
    (400.0 * (share / (1.0 - share)).log10()).clamp(-800.0, 800.0)
}

/// The score of one player against another.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct Score {
    /// Battles won.
    pub won: u32,
    /// Battles drawn.
    pub drawn: u32,
    /// Battles lost.
    pub lost: u32,
    /// Of those won or lost, the battles that the book itself decided.
    pub by_the_book: u32,
    /// The points with the luck of every throw taken out (a control variate with mean zero), and their squares, summed.
    pub without_luck: (f64, f64),
    /// The difference of strength left at the end, summed over the battles.
    pub margin: f64,
}

impl Score {
    /// Battles played.
    pub fn battles(&self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// Both scores together.
    #[must_use]
    pub fn plus(&self, more: &Self) -> Self {
        Self {
            won: self.won + more.won,
            drawn: self.drawn + more.drawn,
            lost: self.lost + more.lost,
            by_the_book: self.by_the_book + more.by_the_book,
            without_luck: (
                self.without_luck.0 + more.without_luck.0,
                self.without_luck.1 + more.without_luck.1,
            ),
            margin: self.margin + more.margin,
        }
    }

    /// The same battles as the other player's score.
    #[must_use]
    pub fn of_the_other(&self) -> Self {
        let battles = f64::from(self.battles());
        let (sum, squares) = self.without_luck;
        Self {
            won: self.lost,
            lost: self.won,
            without_luck: (battles - sum, battles - 2.0 * sum + squares),
            margin: -self.margin,
            ..*self
        }
    }

    /// Points: a draw counts a half.
    pub fn points(&self) -> f64 {
        f64::from(self.won) + f64::from(self.drawn) / 2.0
    }

    /// The share of points, 0 to 1.
    pub fn share(&self) -> f64 {
        if self.battles() == 0 { 0.5 } else { self.points() / f64::from(self.battles()) }
    }

    /// The share of points with luck taken out, and its 95 % limits.
    pub fn share_without_luck(&self) -> (f64, (f64, f64)) {
        let battles = f64::from(self.battles()).max(1.0);
        let (sum, squares) = self.without_luck;
        let mean = sum / battles;
        let variance = (squares / battles - mean * mean).max(0.0);
        let half = Z * (variance / (battles - 1.0).max(1.0)).sqrt();
        (mean, (mean - half, mean + half))
    }

    /// The 95 % limits of the share.
    pub fn limits(&self) -> (f64, f64) {
        wilson_limits(self.points(), f64::from(self.battles()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_and_elo_are_those_of_the_tables() {
        // Wilson's limits of 8 of 10, as in his paper's formula: 0.490 to 0.943.
        let (lower, upper) = wilson_limits(8.0, 10.0);
        assert!((lower - 0.490).abs() < 0.001 && (upper - 0.943).abs() < 0.001, "{lower} {upper}");
        assert!((elo_of_share(0.75) - 190.85).abs() < 0.01 && elo_of_share(0.5).abs() < 1e-9);
    }
}
