//! A battle of whichever book its row names.

use crate::account::BattleAccount;
use crate::affairs::Affair;
use crate::battle::Battle;
use crate::by_hand::ReadingCorrected;
use crate::deciding::Asked;
use crate::error::BattleError;
use crate::live::Sighting;
use crate::on_screen::OnScreen;
use crate::set_up::Picture;
use crate::table_news::TableNews;
use crate::view::{AnswerView, BattleView, LogLine, QuestionView};
use geometry::Terrain;
use journal::Journal;
use rulesets::core::Audience;
use serde_json::Value;
use std::any::Any;
use std::fmt::Debug;

/// Does something with the book of this key: every book that battles are played by stands here, a line each.
macro_rules! with_book {
    ($key:expr, $book:ident => $then:expr, else $otherwise:expr) => {
        match $key {
            <rulesets::gunboat::Gunboat as rulesets::core::PlayedBook>::ID => {
                type $book = rulesets::gunboat::Gunboat;
                $then
            }
            _ => $otherwise,
        }
    };
}
pub(crate) use with_book;

/// What gives the picture of the table, where it is wanted.
pub type PictureSource<'a> = &'a mut dyn FnMut() -> Option<Picture>;

/// A battle in play, whatever its book: decisions come in as the book's own data, in JSON.
pub trait Play: Debug + Send {
    /// As [`Battle::number`].
    fn number(&self) -> i64;
    /// The book's key.
    fn book_id(&self) -> &'static str;
    /// As [`Battle::view`].
    fn view(&self) -> BattleView;
    /// As [`Battle::log`].
    fn log(&self) -> &[LogLine];
    /// As [`Battle::account`].
    fn account(&self, viewer: &Audience) -> BattleAccount;
    /// As [`Battle::note_affair`].
    ///
    /// # Errors
    /// Every reason why it makes no sense here, or why it could not be kept.
    fn note_affair(&mut self, affair: Affair, now: &str) -> Result<Vec<LogLine>, BattleError>;
    /// As [`Battle::questions`].
    fn questions(&self) -> Vec<QuestionView>;
    /// As [`Battle::replay_at`].
    ///
    /// # Errors
    /// Where the battle has no such event.
    fn replay_at(&self, seq: i64) -> Result<BattleView, BattleError>;
    /// As [`Battle::observe`].
    ///
    /// # Errors
    /// Where it could not be kept.
    fn observe(
        &mut self,
        sighting: &Sighting,
        now: &str,
        picture: PictureSource<'_>,
    ) -> Result<Vec<LogLine>, BattleError>;
    /// As [`Battle::take_places`].
    ///
    /// # Errors
    /// Where it could not be kept.
    fn take_places(&mut self, now: &str, picture: PictureSource<'_>) -> Result<Vec<LogLine>, BattleError>;
    /// As [`Battle::decide`], with the decision as JSON.
    ///
    /// # Errors
    /// Where the decision can't be read, or what follows could not be kept.
    fn decide_json(
        &mut self,
        asked: Asked<Value>,
        now: &str,
        picture: PictureSource<'_>,
    ) -> Result<AnswerView, BattleError>;
    /// As [`Battle::correct_reading`].
    ///
    /// # Errors
    /// Where it could not be kept.
    fn correct_reading(
        &mut self,
        correction: ReadingCorrected,
        now: &str,
        picture: PictureSource<'_>,
    ) -> Result<Vec<LogLine>, BattleError>;
    /// As [`Battle::lay_terrain`].
    ///
    /// # Errors
    /// Where it could not be kept.
    fn lay_terrain(
        &mut self,
        pieces: &[Terrain],
        now: &str,
        picture: PictureSource<'_>,
    ) -> Result<Vec<LogLine>, BattleError>;
    /// As [`Battle::hear_of_table`].
    ///
    /// # Errors
    /// Where it could not be kept.
    fn hear_of_table(
        &mut self,
        news: TableNews,
        now: &str,
        picture: PictureSource<'_>,
    ) -> Result<Vec<LogLine>, BattleError>;
    /// As [`Battle::photo`].
    ///
    /// # Errors
    /// Where the battle has no such photograph.
    fn photo(&self, photo: i64) -> Result<Vec<u8>, BattleError>;
    /// The battle itself, for whoever knows its book (`Battle<Gunboat>` …).
    fn as_any(&self) -> &dyn Any;
    /// The same, to play.
    fn as_any_mut(&mut self) -> &mut dyn Any;
}

impl<B: OnScreen> Play for Battle<B> {
    fn number(&self) -> i64 {
        self.number()
    }

    fn book_id(&self) -> &'static str {
        B::ID
    }

    fn view(&self) -> BattleView {
        self.view()
    }

    fn log(&self) -> &[LogLine] {
        self.log()
    }

    fn account(&self, viewer: &Audience) -> BattleAccount {
        self.account(viewer)
    }

    fn note_affair(&mut self, affair: Affair, now: &str) -> Result<Vec<LogLine>, BattleError> {
        self.note_affair(affair, now)
    }

    fn questions(&self) -> Vec<QuestionView> {
        self.questions()
    }

    fn replay_at(&self, seq: i64) -> Result<BattleView, BattleError> {
        self.replay_at(seq)
    }

    fn observe(
        &mut self,
        sighting: &Sighting,
        now: &str,
        picture: PictureSource<'_>,
    ) -> Result<Vec<LogLine>, BattleError> {
        self.observe(sighting, now, picture)
    }

    fn take_places(&mut self, now: &str, picture: PictureSource<'_>) -> Result<Vec<LogLine>, BattleError> {
        self.take_places(now, picture)
    }

    fn decide_json(
        &mut self,
        asked: Asked<Value>,
        now: &str,
        picture: PictureSource<'_>,
    ) -> Result<AnswerView, BattleError> {
        let decision = serde_json::from_value(asked.decision)
            .map_err(|error| BattleError::NoSuchDecision { book: B::ID, detail: error.to_string() })?;
        self.decide(&Asked { decision, frame: asked.frame }, now, picture)
    }

    fn correct_reading(
        &mut self,
        correction: ReadingCorrected,
        now: &str,
        picture: PictureSource<'_>,
    ) -> Result<Vec<LogLine>, BattleError> {
        self.correct_reading(correction, now, picture)
    }

    fn lay_terrain(
        &mut self,
        pieces: &[Terrain],
        now: &str,
        picture: PictureSource<'_>,
    ) -> Result<Vec<LogLine>, BattleError> {
        self.lay_terrain(pieces, now, picture)
    }

    fn hear_of_table(
        &mut self,
        news: TableNews,
        now: &str,
        picture: PictureSource<'_>,
    ) -> Result<Vec<LogLine>, BattleError> {
        self.hear_of_table(news, now, picture)
    }

    fn photo(&self, photo: i64) -> Result<Vec<u8>, BattleError> {
        self.photo(photo)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

/// What the players may read of a battle: all of it once it is over, before that what is no secret; the umpire reads
/// all of it always.
pub fn account_for(battle: &dyn Play, umpire: bool) -> BattleAccount {
    if umpire {
        return battle.account(&Audience::Umpire);
    }
    let public = battle.account(&Audience::Everyone);
    if public.is_over() { battle.account(&Audience::Umpire) } else { public }
}

/// The accounts of all battles of a campaign, as the umpire reads them, by number.
///
/// # Errors
/// Where a battle can't be read.
pub fn accounts(journal: &Journal) -> Result<Vec<BattleAccount>, BattleError> {
    let battles = journal.battles()?;
    battles.iter().map(|row| Ok(open(journal.clone(), row.number)?.account(&Audience::Umpire))).collect()
}

/// Takes up a battle of whichever book its row names.
///
/// # Errors
/// Where there is no such battle, this program has not its book, or an event can't be read.
pub fn open(journal: Journal, battle: i64) -> Result<Box<dyn Play>, BattleError> {
    let row = journal.battles()?.into_iter().find(|row| row.number == battle);
    let row = row.ok_or(BattleError::NoBeginning { battle })?;
    with_book!(row.book.as_str(), B => Ok(Box::new(Battle::<B>::resume(journal, battle)?)), else {
        Err(BattleError::OtherBook { battle, book: row.book })
    })
}
