//! Changes that were computed for one screen of a seat, kept for the others.
//!
//! After every command all screens ask at the same moment, and several phones may have one seat. What a seat may do is
//! tried out form by form, which takes much longer than a copy.

use crate::battle_session::campaign_file::Playing;
use crate::table_session::latest::lock;
use battle::view::BattleChanges;
use battle::{Audience, CommandSeat};
use std::sync::Mutex;

/// The most answers that are kept: four seats, some of whose screens were left behind.
const KEPT: usize = 16;

/// The changes that were asked for since the battle changed last.
#[derive(Default)]
pub struct KeptChanges(Mutex<SinceNews>);

#[derive(Default)]
struct SinceNews {
    /// The news and the campaign that they belong to.
    of: (u64, u64),
    answers: Vec<(Asked, BattleChanges)>,
}

/// Who asked, and from which event on. Seats are never mixed up: both the seat's name and what it may see must agree.
#[derive(PartialEq)]
struct Asked {
    seat: String,
    viewer: Audience,
    seq: i64,
}

impl KeptChanges {
    /// The changes in the battle in play since the event `seq`, for this seat; `None` without a battle.
    pub fn changes(&self, playing: &Playing, seq: i64, seat: CommandSeat<'_>) -> Option<BattleChanges> {
        let of = (playing.news(), playing.turned());
        let mut kept = lock(&self.0);
        if kept.of != of {
            *kept = SinceNews { of, answers: Vec::new() };
        }
        let asked = Asked { seat: seat.word.to_owned(), viewer: seat.viewer.clone(), seq };
        if let Some((_, answer)) = kept.answers.iter().find(|(known, _)| *known == asked) {
            return Some(answer.clone());
        }
        let answer = playing.changes(seq, seat)?;
        if kept.answers.len() == KEPT {
            kept.answers.remove(0);
        }
        kept.answers.push((asked, answer.clone()));
        Some(answer)
    }
}
