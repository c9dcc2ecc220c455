//! Plays a league of several players and makes its table.

use crate::books::ThinksAhead;
use crate::league::match_up::{Match, Player, play_battle};
use crate::league::rating::{Score, elo_of_share};
use rulesets::core::play_out::{NotStaged, SetOut, Stuck};
use rulesets::core::{Book, DataError, Halt};
use rulesets::gunboat::Gunboat;
use rulesets::hex_duel::HexDuel;
use rulesets::mahan::MahanBook;
use rulesets::noddy::Noddy;
use rulesets::sp_bp::SpBp;
use serde::Serialize;
use std::fmt;

/// The passes of the fit of all players' Elo; far more than it needs to settle.
const PASSES: u32 = 200;

/// What is to be played.
#[derive(Debug, Clone, PartialEq)]
pub struct Fixtures {
    /// The players; each meets each.
    pub players: Vec<Player>,
    /// Battles of each pair, sides swapped from battle to battle.
    pub battles: u32,
    /// All dice and choices follow from it.
    pub seed: u64,
}

/// The score of a pair.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Pair {
    /// The player whose score it is.
    pub own: String,
    /// His opponent.
    pub other: String,
    /// The score.
    pub score: Score,
}

/// A player's line in the table.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Line {
    /// The player.
    pub player: String,
    /// His Elo; the mean of all players is 0.
    pub elo: f64,
    /// His score against all others.
    pub score: Score,
}

/// A league that was played.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Table {
    /// Every pair.
    pub pairs: Vec<Pair>,
    /// The players, best first.
    pub lines: Vec<Line>,
}

/// Why a league can't be played.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum LeagueError {
    /// No such book.
    #[error("There is no book “{0}”: choose gunboat, noddy, sp_bp, hex_duel or mahan.")]
    UnknownBook(String),
    /// A league of one.
    #[error("A league needs two players or more: name them with commas between.")]
    TooFewPlayers,
    /// The book's own data can't be read.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The scenario can't be set up.
    #[error(transparent)]
    Scenario(#[from] NotStaged),
    /// The book refuses to open it.
    #[error(transparent)]
    Refused(#[from] Halt),
    /// A battle got stuck.
    #[error("A battle got stuck, which is a fault of the program: {0}")]
    Stuck(#[from] Stuck),
}

impl fmt::Display for Pair {
    /// "Admiral against Mahan: 72.5 % of 40 (29 won, 0 drawn), 57.2 to 83.9; …".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { own, other, score } = self;
        let ((lower, upper), (without_luck, (least, most))) = (score.limits(), score.share_without_luck());
        let [share, lower, upper, without_luck, least, most] =
            [score.share(), lower, upper, without_luck, least, most].map(|share| 100.0 * share);
        write!(
            f,
            "{own} against {other}: {share:.1} % of {} ({} won, {} drawn, {} decided by the book), {lower:.1} to {upper:.1}; \
             without luck {without_luck:.1} %, {least:.1} to {most:.1}; strength kept {:+.3}",
            score.battles(),
            score.won,
            score.drawn,
            score.by_the_book,
            score.margin / f64::from(score.battles().max(1)),
        )
    }
}

impl fmt::Display for Table {
    /// A line for each pair with its limits of 95 %, then one for each player, best first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pairs.iter().try_for_each(|pair| writeln!(f, "{pair}"))?;
        self.lines.iter().try_for_each(|line| writeln!(f, "{:<12} Elo {:+.0}", line.player, line.elo))
    }
}

/// Plays a league in a scenario of the book with this name; `progress` is told each battle done and of all.
///
/// # Errors
/// [`LeagueError`]: one sentence why it can't be played.
pub fn play_league(
    (book, scenario): (&str, &str),
    fixtures: &Fixtures,
    progress: &mut dyn FnMut(u32, u32),
) -> Result<Table, LeagueError> {
    match book {
        Gunboat::ID => in_scenario::<Gunboat>(scenario, fixtures, progress),
        Noddy::ID => in_scenario::<Noddy>(scenario, fixtures, progress),
        SpBp::ID => in_scenario::<SpBp>(scenario, fixtures, progress),
        HexDuel::ID => in_scenario::<HexDuel>(scenario, fixtures, progress),
        MahanBook::ID => in_scenario::<MahanBook>(scenario, fixtures, progress),
        other => Err(LeagueError::UnknownBook(other.to_owned())),
    }
}

fn in_scenario<B: ThinksAhead>(
    scenario: &str,
    fixtures: &Fixtures,
    progress: &mut dyn FnMut(u32, u32),
) -> Result<Table, LeagueError> {
    let book = B::embedded()?;
    let set_out = book.staged(scenario, None)?.set_out(&book)?;
    play_from(&book, &set_out, fixtures, progress)
}

/// Plays a league from this beginning.
///
/// # Errors
/// [`LeagueError`]: one sentence why it can't be played.
pub fn play_from<B: ThinksAhead>(
    book: &B,
    set_out: &SetOut<B>,
    Fixtures { players, battles, seed }: &Fixtures,
    progress: &mut dyn FnMut(u32, u32),
) -> Result<Table, LeagueError> {
    if players.len() < 2 {
        return Err(LeagueError::TooFewPlayers);
    }
    let met: Vec<(usize, usize)> =
        (0..players.len()).flat_map(|one| (one + 1..players.len()).map(move |other| (one, other))).collect();
    let all = met.len() as u32 * battles;
    let mut done = 0;
    let mut scores = Vec::new();
    for (own_at, other_at) in met {
        let (own, other) = (players[own_at], players[other_at]);
        let battle = Match { set_out: set_out.clone(), own, other };
        let mut score = Score::default();
        for number in 0..*battles {
            // Both battles of a pair of seeds have the same dice, with sides swapped.
            // Leagues of neighbouring seeds share no battle.
            let seed = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(u64::from(number / 2));
            if let Some(result) = play_battle(book, &battle, ((number % 2) as usize, seed))? {
                score.add(&result);
            }
            done += 1;
            progress(done, all);
        }
        scores.push((own_at, other_at, score));
    }
    Ok(table(players, scores))
}

fn table(players: &[Player], scores: Vec<(usize, usize, Score)>) -> Table {
    let elo = elos(players.len(), &scores);
    let mut lines: Vec<Line> = players
        .iter()
        .zip(&elo)
        .map(|(player, elo)| Line { player: player.to_string(), elo: *elo, score: Score::default() })
        .collect();
    for (own, other, score) in &scores {
        lines[*own].score = lines[*own].score.plus(score);
        lines[*other].score = lines[*other].score.plus(&score.of_the_other());
    }
    lines.sort_by(|one, other| other.elo.total_cmp(&one.elo));
    let name = |at: usize| players[at].to_string();
    let pairs =
        scores.into_iter().map(|(own, other, score)| Pair { own: name(own), other: name(other), score });
    Table { pairs: pairs.collect(), lines }
}

/// Elo of all players from all pairs: the strengths of Bradley and Terry, with one drawn battle more for each pair, so
/// that who has won all has a finite one.
fn elos(players: usize, scores: &[(usize, usize, Score)]) -> Vec<f64> {
    let mut strength = vec![1.0_f64; players];
    for _ in 0..PASSES {
        let mut next = strength.clone();
        for (at, next) in next.iter_mut().enumerate() {
            let (mut points, mut expected) = (0.0, 0.0);
            for (own, other, score) in scores {
                let count = f64::from(score.battles()) + 1.0;
                let (hers, against) = match at {
                    at if at == *own => (score.points() + 0.5, *other),
                    at if at == *other => (count - score.points() - 0.5, *own),
                    _ => continue,
                };
                points += hers;
                expected += count / (strength[at] + strength[against]);
            }
            if expected > 0.0 {
                *next = points / expected;
            }
        }
        strength = next;
    }
    let elo: Vec<f64> = strength.iter().map(|it| elo_of_share(it / (it + 1.0))).collect();
    let mean = elo.iter().sum::<f64>() / players.max(1) as f64;
    elo.into_iter().map(|elo| elo - mean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_of_equal_margins_has_equal_steps() {
        let score = |won, lost| Score { won, lost, ..Score::default() };
        let scores = vec![(0, 1, score(750, 250)), (1, 2, score(750, 250)), (0, 2, score(900, 100))];
        let elo = elos(3, &scores);
        assert!((elo[0] - elo[1] - 190.8).abs() < 2.0 && (elo[1] - elo[2] - 190.8).abs() < 2.0, "{elo:?}");
    }

    #[test]
    fn what_can_not_be_played_is_one_sentence() {
        let fixtures = Fixtures { players: vec![Player::Lot, Player::Straight], battles: 2, seed: 1 };
        let refused = |book, scenario| play_league((book, scenario), &fixtures, &mut |_, _| {}).err();
        let words = refused("chess", "").map(|error| error.to_string());
        assert_eq!(
            words.as_deref(),
            Some("There is no book “chess”: choose gunboat, noddy, sp_bp, hex_duel or mahan.")
        );
        assert!(matches!(refused("noddy", "trafalgar"), Some(LeagueError::Scenario(_))));
        let one = Fixtures { players: vec![Player::Lot], ..fixtures.clone() };
        let table = play_league(("hex_duel", "duel"), &one, &mut |_, _| {});
        assert_eq!(table, Err(LeagueError::TooFewPlayers));
    }
}
