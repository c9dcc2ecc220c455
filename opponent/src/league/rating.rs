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
    /// How much all dice moved the chance to win beyond their mean, summed over the battles.
    pub luck: f64,
    /// The squares of each battle's luck, summed.
    pub luck_squares: f64,
    /// Each battle's luck times its points, summed.
    pub luck_by_points: f64,
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
            luck: self.luck + more.luck,
            luck_squares: self.luck_squares + more.luck_squares,
            luck_by_points: self.luck_by_points + more.luck_by_points,
            margin: self.margin + more.margin,
        }
    }

    /// The same battles as the other player's score.
    #[must_use]
    pub fn of_the_other(&self) -> Self {
        Self {
            won: self.lost,
            lost: self.won,
            luck: -self.luck,
            luck_by_points: self.luck_by_points - self.luck,
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

    /// The share of points with luck taken out, and its 95 % limits. Luck has mean zero at each throw, so it is a control
    /// variate (AIVAT, arXiv 1612.06915); how much of it shows in the points is fitted, because values are only estimates.
    pub fn share_without_luck(&self) -> (f64, (f64, f64)) {
        let battles = f64::from(self.battles()).max(1.0);
        let (points, luck) = (self.points() / battles, self.luck / battles);
        let points_squares = f64::from(self.won) + f64::from(self.drawn) / 4.0;
        let of_points = (points_squares / battles - points * points).max(0.0);
        let of_luck = self.luck_squares / battles - luck * luck;
        let of_both = self.luck_by_points / battles - points * luck;
        let shows = if of_luck > f64::EPSILON { of_both / of_luck } else { 0.0 };
        let share = points - shows * luck;
        let left = (of_points - shows * of_both).max(0.0);
        let half = Z * (left / (battles - 2.0).max(1.0)).sqrt();
        (share, (share - half, share + half))
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

    #[test]
    fn luck_is_taken_out_as_far_as_it_shows() {
        // Six battles won with good luck and four lost with bad luck: without luck they are equal, and nothing is unsure;
        // also if the luck is measured half as large.
        for size in [0.5, 0.25] {
            let score = Score {
                won: 6,
                lost: 4,
                luck: 2.0 * size,
                luck_squares: 10.0 * size * size,
                luck_by_points: 6.0 * size,
                ..Score::default()
            };
            let (share, (least, most)) = score.share_without_luck();
            assert!((share - 0.5).abs() < 1e-9 && most - least < 1e-6, "{share} {least} {most}");
            let (other, _) = score.of_the_other().share_without_luck();
            assert!((share + other - 1.0).abs() < 1e-9, "{other}");
        }
        // Luck that has nothing to do with the points is left alone.
        let score = Score { won: 6, lost: 4, luck_squares: 1.0, ..Score::default() };
        assert!((score.share_without_luck().0 - 0.6).abs() < 1e-9);
    }
}
