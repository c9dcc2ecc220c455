//! Sessions of any book behind one trait object: for callers that know the book only by its key.

use crate::error::BattleError;
use crate::forms::book_adapter::BookAdapter;
use crate::projections::account::BattleAccount;
use crate::projections::replay::EventQuery;
use crate::record::corrections::ReadingCorrected;
use crate::record::events::Player;
use crate::record::frame::AreaRedrawn;
use crate::record::table_news::TableNews;
use crate::registry::with_book;
use crate::session::battle::Battle;
use crate::session::command::{Command, CommandError, CommandSeat, Denied};
use crate::session::moves::Proposal;
use crate::table::observed::Sighting;
use crate::table::picture::Picture;
use crate::table::shift::{Ghost, Shift};
use crate::view::{
    AnswerView, BandView, BattleChanges, BattleNow, BattleView, DecisionView, EventView, ForecastView,
    LogLine, QuestionView, SalvoPreviewView, ShipGhostView, TurningCircle,
};
use geometry::{Measured, ShipId, Terrain};
use journal::{Journal, JournalError};
use rulesets::core::{Audience, SideId};
use std::any::Any;
use std::fmt::Debug;

/// What gives the picture of the table, where it is wanted.
pub type PictureSource<'a> = &'a mut dyn FnMut() -> Option<Picture>;

/// The trait object's methods, and each forwarded to the battle's own method of that name: a signature stands once.
macro_rules! session {
    (
        $(#[$about:meta])*
        reads { $($(#[$read_doc:meta])* fn $read:ident(&self $(, $of:ident: $of_type:ty)* $(,)?) $(-> $told:ty)?;)* }
        changes { $($(#[$doc:meta])* fn $change:ident(&mut self $(, $with:ident: $with_type:ty)* $(,)?) $(-> $done:ty)?;)* }
    ) => {
        $(#[$about])*
        pub trait Session: Any + Debug + Send {
            $($(#[$read_doc])* fn $read(&self $(, $of: $of_type)*) $(-> $told)?;)*
            $($(#[$doc])* fn $change(&mut self $(, $with: $with_type)*) $(-> $done)?;)*
        }

        impl<B: BookAdapter> Session for Battle<B> {
            $(fn $read(&self $(, $of: $of_type)*) $(-> $told)? { Self::$read(self $(, $of)*) })*
            $(fn $change(&mut self $(, $with: $with_type)*) $(-> $done)? { Self::$change(self $(, $with)*) })*
        }
    };
}

session! {
    /// A battle in play by any book. Whoever plays it through this trait changes it in two ways: by commands, which pass the
    /// gate ([`Session::carry_out`] is the only way in for them), and by what the app itself reports of its table.
    reads {
        /// As [`Battle::number`].
        fn number(&self) -> i64;
        /// As [`Battle::book_id`].
        fn book_id(&self) -> &'static str;
        /// As [`Battle::view_for`].
        fn view_for(&self, viewer: &Audience) -> BattleView;
        /// As [`Battle::now_for`].
        fn now_for(&self, viewer: &Audience) -> BattleNow;
        /// As [`Battle::now_for_seat`].
        fn now_for_seat(&self, seat: &str, viewer: &Audience) -> BattleNow;
        /// As [`Battle::changes_since`].
        fn changes_since(&self, seq: i64, seat: CommandSeat<'_>) -> BattleChanges;
        /// As [`Battle::player_at`].
        fn player_at(&self, seat: &str) -> Option<&Player>;
        /// As [`Battle::refused_to_seat`].
        fn refused_to_seat(&self, seat: &str, asked: &DecisionView) -> Option<AnswerView>;
        /// As [`Battle::admit`].
        ///
        /// # Errors
        /// Why it may not be carried out.
        fn admit(&self, seat: CommandSeat<'_>, made_on: i64, command: &Command<'_>) -> Result<(), Denied>;
        /// As [`Battle::news`].
        fn news(&self) -> u64;
        /// As [`Battle::ghost_views`].
        fn ghost_views(&self) -> Vec<ShipGhostView>;
        /// As [`Battle::has_umpire`].
        fn has_umpire(&self) -> bool;
        /// As [`Battle::is_over`].
        fn is_over(&self) -> bool;
        /// As [`Battle::turning_circles`].
        fn turning_circles(&self) -> Vec<TurningCircle>;
        /// As [`Battle::sides`].
        fn sides(&self) -> Vec<String>;
        /// As [`Battle::bands`].
        fn bands(&self, range_in: Measured) -> Vec<BandView>;
        /// As [`Battle::may_go_in`].
        fn may_go_in(&self, ship: &ShipId) -> Option<f64>;
        /// As [`Battle::is_lost`].
        fn is_lost(&self, ship: &ShipId) -> bool;
        /// As [`Battle::name_and_side`].
        fn name_and_side(&self, ship: &ShipId) -> Option<(String, SideId)>;
        /// As [`Battle::terrain_at_first`].
        fn terrain_at_first(&self) -> Vec<Terrain>;
        /// As [`Battle::log_for`].
        fn log_for(&self, viewer: &Audience) -> Vec<LogLine>;
        /// As [`Battle::questions_for`].
        fn questions_for(&self, viewer: &Audience) -> Vec<QuestionView>;
        /// As [`Battle::events_for`].
        ///
        /// # Errors
        /// Where an event can't be written.
        fn events_for(&self, viewer: &Audience) -> Result<Vec<EventView>, BattleError>;
        /// As [`Battle::proposals_for`].
        fn proposals_for(&self, viewer: &Audience) -> Vec<Proposal>;
        /// As [`Battle::shifts`].
        fn shifts(&self) -> Vec<Shift>;
        /// As [`Battle::ghosts`].
        fn ghosts(&self) -> Vec<Ghost>;
        /// As [`Battle::moments`].
        fn moments(&self, wanted: &EventQuery, viewer: &Audience) -> Vec<i64>;
        /// As [`Battle::account`].
        fn account(&self, viewer: &Audience) -> BattleAccount;
        /// As [`Battle::replay_at_for`].
        ///
        /// # Errors
        /// Where the battle has no such event.
        fn replay_at_for(&self, seq: i64, viewer: &Audience) -> Result<BattleView, BattleError>;
        /// As [`Battle::photo`].
        ///
        /// # Errors
        /// Where the battle has no such photograph.
        fn photo(&self, photo: i64) -> Result<Vec<u8>, BattleError>;
        /// As [`Battle::photo_for`].
        ///
        /// # Errors
        /// Where the battle has no such photograph for them.
        fn photo_for(&self, photo: i64, viewer: &Audience) -> Result<Vec<u8>, BattleError>;
    }
    changes {
        /// As [`Battle::carry_out`].
        ///
        /// # Errors
        /// Why it is turned away, could not be done or not be kept.
        fn carry_out(
            &mut self,
            seat: CommandSeat<'_>,
            made_on: i64,
            command: &Command<'_>,
            now: &str,
            picture: PictureSource<'_>,
        ) -> Result<AnswerView, CommandError>;
        /// As [`Battle::preview_for`].
        ///
        /// # Errors
        /// Where no such ship is in the battle, or its book has salvos declared otherwise.
        fn preview_for(&mut self, shooter: &str, target: &str, viewer: &Audience) -> Result<SalvoPreviewView, BattleError>;
        /// As [`Battle::forecast_command`].
        fn forecast_command(&mut self, asked: &DecisionView, by: &Audience) -> ForecastView;
        /// As [`Battle::let_commanders_act`].
        ///
        /// # Errors
        /// Where what follows could not be kept.
        fn let_commanders_act(&mut self, now: &str, picture: PictureSource<'_>) -> Result<Vec<LogLine>, BattleError>;
        /// As [`Battle::observe`].
        ///
        /// # Errors
        /// Where it could not be kept.
        fn observe(&mut self, sighting: &Sighting, now: &str, picture: PictureSource<'_>) -> Result<Vec<LogLine>, BattleError>;
        /// As [`Battle::redraw`].
        ///
        /// # Errors
        /// Where it could not be kept.
        fn redraw(&mut self, area: &AreaRedrawn, now: &str, picture: PictureSource<'_>) -> Result<Vec<LogLine>, BattleError>;
        /// As [`Battle::correct_reading`].
        ///
        /// # Errors
        /// Where it could not be kept.
        fn correct_reading(&mut self, correction: ReadingCorrected, now: &str, picture: PictureSource<'_>) -> Result<Vec<LogLine>, BattleError>;
        /// As [`Battle::lay_terrain`].
        ///
        /// # Errors
        /// Where it could not be kept.
        fn lay_terrain(&mut self, pieces: &[Terrain], now: &str, picture: PictureSource<'_>) -> Result<Vec<LogLine>, BattleError>;
        /// As [`Battle::hear_of_table`].
        ///
        /// # Errors
        /// Where it could not be kept.
        fn hear_of_table(&mut self, news: TableNews, now: &str, picture: PictureSource<'_>) -> Result<Vec<LogLine>, BattleError>;
    }
}

/// What the players may read of a battle: all of it once it is over, before that what is no secret; the umpire reads
/// all of it always.
pub fn account_for(battle: &dyn Session, umpire: bool) -> BattleAccount {
    battle.account(if umpire || battle.is_over() { &Audience::Umpire } else { &Audience::Everyone })
}

/// Takes up a battle of whichever book its row names.
///
/// # Errors
/// Where there is no such battle, this program has not its book, or an event can't be read.
pub fn open(journal: Journal, battle: i64) -> Result<Box<dyn Session>, BattleError> {
    let row = journal.battles()?.into_iter().find(|row| row.number == battle);
    let row = row.ok_or(JournalError::NoSuchBattle { battle })?;
    with_book!(row.book.as_str(), B => Ok(Box::new(Battle::<B>::resume(journal, battle)?)), else {
        Err(BattleError::OtherBook { battle, book: row.book })
    })
}
