//! Battles between two players.

use crate::admiral::{Admiral, Character, Command, Rank};
use crate::books::{AnyCommander, ThinksAhead};
use crate::budget::Unhurried;
use crate::chances::{Taken, luck};
use crate::league::rating::Score;
use crate::position::{Position, Stopped};
use crate::setting::Setting;
use crate::value::strength_left;
use rulesets::core::play_out::{PlayOut, Players, SetOut, Stuck};
use rulesets::core::{Commander, SideId};
use std::fmt;
use std::str::FromStr;

/// Each throw of a battle is thrown so often anew, to take luck out.
const THROWS: u32 = 6;

/// Somebody who plays in a league.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Player {
    /// Thinks ahead.
    Ranked(Rank, Character),
    /// Mahan's procedure.
    Mahan,
    /// Steams straight on, and fires at the nearest.
    Straight,
    /// Chooses by lot.
    Lot,
}

/// There is no such player.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error(
    "Nobody in the league is called “{0}”: name some of admiral, captain, lieutenant, midshipman, mahan, straight, lot."
)]
pub struct UnknownPlayer(pub String);

impl FromStr for Player {
    type Err = UnknownPlayer;

    fn from_str(name: &str) -> std::result::Result<Self, UnknownPlayer> {
        let ranked = Rank::ALL.into_iter().find(|rank| rank.title().eq_ignore_ascii_case(name));
        match (ranked, name) {
            (Some(rank), _) => Ok(Self::Ranked(rank, Character::Balanced)),
            (None, "mahan") => Ok(Self::Mahan),
            (None, "straight") => Ok(Self::Straight),
            (None, "lot") => Ok(Self::Lot),
            (None, _) => Err(UnknownPlayer(name.to_owned())),
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ranked(rank, Character::Balanced) => f.write_str(rank.title()),
            Self::Ranked(rank, character) => write!(f, "{} ({character:?})", rank.title()),
            Self::Mahan => f.write_str("Mahan"),
            Self::Straight => f.write_str("Straight"),
            Self::Lot => f.write_str("Lot"),
        }
    }
}

impl Player {
    /// The commander of a side; none if the book has no such player for it.
    pub fn commander<B: ThinksAhead>(
        self,
        book: &B,
        (side, setting): (&SideId, &Setting<B>),
        seed: u64,
    ) -> Option<Box<dyn Commander<B>>> {
        fn plain<B: ThinksAhead>(commander: AnyCommander<B>) -> Box<dyn Commander<B>> {
            commander
        }
        match self {
            Self::Ranked(..) | Self::Straight | Self::Lot if book.is_by_the_rules(side) => None,
            Self::Ranked(rank, character) => {
                let (side, setting) = (side.clone(), setting.clone());
                let command = Command { side, setting, rank, character, handicap: 0.0, seed, by_hand: false };
                Some(Box::new(Admiral::new(book, command, Unhurried)))
            }
            Self::Mahan => book.mahan(side, seed).map(plain),
            Self::Straight => Some(plain(book.straight(side, seed))),
            Self::Lot => Some(plain(book.lot(side, seed))),
        }
    }
}

/// Two players of a scenario.
#[derive(Debug, Clone)]
pub struct Match<B: ThinksAhead> {
    /// The battle at its beginning.
    pub set_out: SetOut<B>,
    /// The player whose score is kept.
    pub own: Player,
    /// His opponent.
    pub other: Player,
}

/// How a battle ended for the player whose score is kept.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Result {
    /// 1 won, 0.5 drawn, 0 lost.
    pub points: f64,
    /// True if the book decided it; else it went to who kept the greater share of his strength.
    pub by_the_book: bool,
    /// Own share of strength left less the enemy's.
    pub margin: f64,
    /// The turns played.
    pub turns: u32,
    /// How much all dice moved the chance to win beyond their mean.
    pub luck: f64,
}

impl Score {
    /// Adds a battle.
    pub fn add(&mut self, result: &Result) {
        match result.points {
            points if points > 0.5 => self.won += 1,
            points if points < 0.5 => self.lost += 1,
            _ => self.drawn += 1,
        }
        self.by_the_book += u32::from(result.by_the_book);
        self.margin += result.margin;
        self.luck += result.luck;
        self.luck_squares += result.luck * result.luck;
        self.luck_by_points += result.luck * result.points;
    }
}

/// Plays a battle: the player whose score is kept has the side with this number. None if a player doesn't play it.
///
/// # Errors If the battle gets stuck.
pub fn play_battle<B: ThinksAhead>(
    book: &B,
    battle: &Match<B>,
    (own_at, seed): (usize, u64),
) -> std::result::Result<Option<Result>, Stuck> {
    let position = Position::of(&battle.set_out);
    let sides = B::sides(&position.state);
    let setting = &position.setting;
    let mut commanders = Vec::new();
    for (at, side) in sides.iter().enumerate() {
        let player = if at == own_at { battle.own } else { battle.other };
        let seed = seed.wrapping_mul(2).wrapping_add(u64::from(at == own_at));
        let Some(commander) = player.commander(book, (side, setting), seed) else { return Ok(None) };
        commanders.push((side.clone(), commander));
    }
    let players: Vec<(SideId, &mut dyn Commander<B>)> = commanders
        .iter_mut()
        .map(|(side, commander)| (side.clone(), commander.as_mut() as &mut dyn Commander<B>))
        .collect();
    let Some(own) = sides.get(own_at) else { return Ok(None) };
    let mut umpire = book.umpire(seed);
    let players = Players { sides: players, umpire: umpire.as_mut() };
    let mut game = PlayOut::new(book, position.set_out(), players, seed);
    let mut luck_in_all = 0.0;
    let ending = loop {
        if let Some(ending) = game.ending() {
            break ending;
        }
        let before = game.state().clone();
        let played = game.play_on()?;
        if played.events.iter().any(|event| !B::rolled(&before, event).is_empty()) {
            let table = game.table().clone();
            let (asked, again, after) = (Vec::new(), B::thrown_anew(&played.decision), game.state().clone());
            let taken = Taken { before, table, asked, again, after };
            luck_in_all += luck(book, (&taken, setting), own, (THROWS, seed)).moved;
        }
    };
    let table = game.table().clone();
    let position = Position { state: game.state().clone(), table, setting: setting.clone() };
    let turns = ending.turns;
    let stopped = Stopped { position, ending: Some(ending) };
    let state = &stopped.position.state;
    let ended = stopped.ending.as_ref();
    let (left, others_left) = strength_left(book, state, own);
    Ok(Some(Result {
        points: stopped.chance(book, own),
        by_the_book: ended.is_some_and(|ending| B::winner(state, &ending.ended).is_some()),
        margin: left - others_left,
        turns,
        luck: luck_in_all,
    }))
}
