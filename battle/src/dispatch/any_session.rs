//! Sessions of any book as one trait object, for callers that know the book only by its key.

use crate::counsel::quandary::{Asked, Conclusion, Quandary};
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
    LogLine, QuestionView, SalvoPreviewView, ShipGhostView, TableMarks, TurningCircle,
};
use geometry::{Measured, ShipId, Terrain};
use journal::{Journal, JournalError};
use rulesets::core::{Audience, SideId};
use std::any::Any;
use std::collections::BTreeSet;
use std::fmt::Debug;

/// Takes a picture of the table when called.
pub type PictureSource<'a> = &'a mut dyn FnMut() -> Option<Picture>;

/// The lines added to the log, or why they could not be stored.
type NewLines = Result<Vec<LogLine>, BattleError>;

/// Declares the methods of the trait object and forwards each to the battle's method of the same name, so that every
/// signature is written once.
macro_rules! session {
    (
        $(#[$about:meta])*
        reads { $(fn $read:ident(&self $(, $of:ident: $of_type:ty)* $(,)?) $(-> $value:ty)?;)* }
        changes { $(fn $change:ident(&mut self $(, $with:ident: $with_type:ty)* $(,)?) $(-> $outcome:ty)?;)* }
    ) => {
        $(#[$about])*
        pub trait Session: Any + Debug + Send {
            $(
                #[doc = concat!("As [`Battle::", stringify!($read), "`].")]
                fn $read(&self $(, $of: $of_type)*) $(-> $value)?;
            )*
            $(
                #[doc = concat!("As [`Battle::", stringify!($change), "`].")]
                fn $change(&mut self $(, $with: $with_type)*) $(-> $outcome)?;
            )*
        }

        impl<B: BookAdapter> Session for Battle<B> {
            $(
                fn $read(&self $(, $of: $of_type)*) $(-> $value)? {
                    Self::$read(self $(, $of)*)
                }
            )*
            $(
                fn $change(&mut self $(, $with: $with_type)*) $(-> $outcome)? {
                    Self::$change(self $(, $with)*)
                }
            )*
        }
    };
}

session! {
    /// A battle in play by any book. It changes in two ways: by commands, which pass the gate ([`Session::carry_out`]
    /// is their only way in), and by what the app reports of its table.
    reads {
        fn number(&self) -> i64;
        fn book_id(&self) -> &'static str;
        fn view_for(&self, viewer: &Audience) -> BattleView;
        fn drawn_for(&self, viewer: &Audience) -> BattleView;
        fn now_for(&self, viewer: &Audience) -> BattleNow;
        fn now_for_seat(&self, seat: &str, viewer: &Audience) -> BattleNow;
        fn changes_since(&self, seq: i64, seat: CommandSeat<'_>) -> BattleChanges;
        fn player_at(&self, seat: &str) -> Option<&Player>;
        fn refused_to_seat(&self, seat: &str, asked: &DecisionView) -> Option<AnswerView>;
        fn admit(&self, seat: CommandSeat<'_>, made_on: i64, command: &Command<'_>) -> Result<(), Denied>;
        fn news(&self) -> u64;
        fn ghost_views(&self) -> Vec<ShipGhostView>;
        fn has_umpire(&self) -> bool;
        fn is_over(&self) -> bool;
        fn turning_circles(&self) -> Vec<TurningCircle>;
        fn marks_for(&self, ship: Option<&ShipId>, target: Option<&ShipId>, viewer: &Audience) -> TableMarks;
        fn sides(&self) -> Vec<String>;
        fn bands(&self, range_in: Measured) -> Vec<BandView>;
        fn ships_in_hand(&self) -> BTreeSet<ShipId>;
        fn may_go_in(&self, ship: &ShipId) -> Option<f64>;
        fn is_lost(&self, ship: &ShipId) -> bool;
        fn name_and_side(&self, ship: &ShipId) -> Option<(String, SideId)>;
        fn terrain_at_first(&self) -> Vec<Terrain>;
        fn log_for(&self, viewer: &Audience) -> Vec<LogLine>;
        fn questions_for(&self, viewer: &Audience) -> Vec<QuestionView>;
        fn events_for(&self, viewer: &Audience) -> Result<Vec<EventView>, BattleError>;
        fn proposals_for(&self, viewer: &Audience) -> Vec<Proposal>;
        fn shifts(&self) -> Vec<Shift>;
        fn ghosts(&self) -> Vec<Ghost>;
        fn moments(&self, wanted: &EventQuery, viewer: &Audience) -> Vec<i64>;
        fn account(&self, viewer: &Audience) -> BattleAccount;
        fn is_open_to(&self, viewer: &Audience) -> bool;
        fn replay_at_for(&self, seq: i64, viewer: &Audience) -> Result<BattleView, BattleError>;
        fn asked(&self) -> Vec<Asked>;
        fn photo(&self, photo: i64) -> Result<Vec<u8>, BattleError>;
        fn photo_for(&self, photo: i64, viewer: &Audience) -> Result<Vec<u8>, BattleError>;
    }
    changes {
        fn carry_out(
            &mut self,
            seat: CommandSeat<'_>,
            made_on: i64,
            command: &Command<'_>,
            now: &str,
            picture: PictureSource<'_>,
        ) -> Result<AnswerView, CommandError>;
        fn preview_for(
            &mut self,
            shooter: &str,
            target: &str,
            viewer: &Audience,
        ) -> Result<SalvoPreviewView, BattleError>;
        fn forecast_command(&mut self, asked: &DecisionView, by: &Audience) -> ForecastView;
        fn let_commanders_act(&mut self, now: &str, picture: PictureSource<'_>) -> NewLines;
        fn take_quandary(&mut self) -> Option<Quandary>;
        fn heed(&mut self, conclusion: Conclusion, now: &str) -> Result<bool, BattleError>;
        fn observe(&mut self, sighting: &Sighting, now: &str, picture: PictureSource<'_>) -> NewLines;
        fn take_doubts(&mut self, ships: BTreeSet<ShipId>);
        fn redraw(&mut self, area: &AreaRedrawn, now: &str, picture: PictureSource<'_>) -> NewLines;
        fn correct_reading(&mut self, correction: ReadingCorrected, now: &str, picture: PictureSource<'_>) -> NewLines;
        fn lay_terrain(&mut self, pieces: &[Terrain], now: &str, picture: PictureSource<'_>) -> NewLines;
        fn hear_of_table(&mut self, news: TableNews, now: &str, picture: PictureSource<'_>) -> NewLines;
    }
}

/// The account of a battle for the players: everything once it is over, before that only what is public. The umpire
/// always gets everything.
pub fn account_for(battle: &dyn Session, umpire: bool) -> BattleAccount {
    battle.account(if umpire || battle.is_over() { &Audience::Umpire } else { &Audience::Everyone })
}

/// Opens a battle by the book that its row names.
///
/// # Errors
/// When there is no such battle, this program does not have its book, or an event can't be read.
pub fn open(journal: Journal, battle: i64) -> Result<Box<dyn Session>, BattleError> {
    let row = journal.battles()?.into_iter().find(|row| row.number == battle);
    let row = row.ok_or(JournalError::NoSuchBattle { battle })?;
    with_book!(row.book.as_str(), B => Ok(Box::new(Battle::<B>::resume(journal, battle)?)), else {
        Err(BattleError::OtherBook { battle, book: row.book })
    })
}
