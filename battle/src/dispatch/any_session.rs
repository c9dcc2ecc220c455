//! Sessions of any book behind one trait object: for callers that know the book only by its key.

use crate::error::BattleError;
use crate::forms::book_adapter::BookAdapter;
use crate::projections::account::BattleAccount;
use crate::projections::replay::EventQuery;
use crate::record::campaign_affair::Affair;
use crate::record::corrections::ReadingCorrected;
use crate::record::events::{Player, Remark};
use crate::record::frame::AreaRedrawn;
use crate::record::table_news::TableNews;
use crate::registry::with_book;
use crate::session::battle::Battle;
use crate::session::decide::DecisionRequest;
use crate::session::gate::{Command, CommandSeat, Denied};
use crate::session::moves::Proposal;
use crate::session::take_back::TakeBack;
use crate::table::observed::Sighting;
use crate::table::picture::Picture;
use crate::table::shift::{Ghost, Shift};
use crate::view::{
    AnswerView, BandView, BattleNow, BattleView, DecisionView, EventView, ForecastView, LogLine,
    QuestionView, SalvoPreviewView, ShipGhostView, TurningCircle,
};
use geometry::{Measured, Pose, ShipId, Terrain};
use journal::{Journal, JournalError};
use rulesets::core::{Audience, SideId};
use serde_json::Value;
use std::any::Any;
use std::collections::BTreeSet;
use std::fmt::Debug;

/// What gives the picture of the table, where it is wanted.
pub type PictureSource<'a> = &'a mut dyn FnMut() -> Option<Picture>;

/// A battle in play by any book: decisions come in as the data of the book, in JSON.
pub trait Session: Debug + Send {
    /// As [`Battle::number`].
    fn number(&self) -> i64;
    /// The book's key.
    fn book_id(&self) -> &'static str;
    /// As [`Battle::view_for`].
    fn view_for(&self, viewer: &Audience) -> BattleView;
    /// As [`Battle::now_for`].
    fn now_for(&self, viewer: &Audience) -> BattleNow;
    /// As [`Battle::now_for_seat`].
    fn now_for_seat(&self, seat: &str, viewer: &Audience) -> BattleNow;
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
    /// An umpire sits at the table.
    fn has_umpire(&self) -> bool;
    /// The umpire has declared it over.
    fn is_over(&self) -> bool;
    /// The turning circles of its book.
    fn turning_circles(&self) -> Vec<TurningCircle>;
    /// The keys of its sides.
    fn sides(&self) -> Vec<String>;
    /// The bands of its book in which a range lies.
    fn bands(&self, range_in: Measured) -> Vec<BandView>;
    /// As [`Battle::may_go_in`].
    fn may_go_in(&self, ship: &ShipId) -> Option<f64>;
    /// Is she known to be lost?
    fn is_lost(&self, ship: &ShipId) -> bool;
    /// Her name as this battle has it, and the side that has her now; none where she takes no part.
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
    /// As [`Battle::note_affair`].
    ///
    /// # Errors
    /// Every reason why it makes no sense here, or why it could not be kept.
    fn note_affair(&mut self, affair: Affair, now: &str) -> Result<Vec<LogLine>, BattleError>;
    /// As [`Battle::replay_at_for`].
    ///
    /// # Errors
    /// Where the battle has no such event.
    fn replay_at_for(&self, seq: i64, viewer: &Audience) -> Result<BattleView, BattleError>;
    /// As [`Battle::take_back`].
    ///
    /// # Errors
    /// Where there is no such event, or it could not be kept.
    fn take_back(&mut self, asked: &TakeBack, now: &str) -> Result<AnswerView, BattleError>;
    /// As [`Battle::remark`].
    ///
    /// # Errors
    /// Where the battle has no such event, or it could not be kept.
    fn remark(&mut self, remark: Remark, now: &str) -> Result<Vec<LogLine>, BattleError>;
    /// As [`Battle::accept_shifts`].
    ///
    /// # Errors
    /// Names a ship that did not shift; or where it could not be kept.
    fn accept_shifts(
        &mut self,
        ships: &[ShipId],
        by: &str,
        now: &str,
        picture: PictureSource<'_>,
    ) -> Result<Vec<LogLine>, BattleError>;
    /// As [`Battle::set_up_again`].
    ///
    /// # Errors
    /// Where it could not be kept.
    fn set_up_again(&mut self, now: &str) -> Result<Vec<LogLine>, BattleError>;
    /// As [`Battle::waive_set_up`].
    ///
    /// # Errors
    /// Names a ship that is not to be set up; or where it could not be kept.
    fn waive_set_up(
        &mut self,
        ships: &[ShipId],
        by: &str,
        now: &str,
        picture: PictureSource<'_>,
    ) -> Result<Vec<LogLine>, BattleError>;
    /// As [`Battle::lay_by_hand`].
    ///
    /// # Errors
    /// Where no such ship is in the battle, the place is none, or it could not be kept.
    fn lay_by_hand(
        &mut self,
        ship: &ShipId,
        pose: Pose,
        now: &str,
        picture: PictureSource<'_>,
    ) -> Result<Vec<LogLine>, BattleError>;
    /// As [`Battle::forget_moves`].
    fn forget_moves(&mut self, ships: &[ShipId]);
    /// As [`Battle::redraw`].
    ///
    /// # Errors
    /// Where it could not be kept.
    fn redraw(
        &mut self,
        area: &AreaRedrawn,
        now: &str,
        picture: PictureSource<'_>,
    ) -> Result<Vec<LogLine>, BattleError>;
    /// As [`Battle::decide_as_shown_to`].
    ///
    /// # Errors
    /// Where what follows could not be kept.
    fn decide_as_shown_to(
        &mut self,
        asked: &DecisionView,
        by: &Audience,
        now: &str,
        picture: PictureSource<'_>,
    ) -> Result<AnswerView, BattleError>;
    /// As [`Battle::preview_for`].
    ///
    /// # Errors
    /// Where no such ship is in the battle, or its book has salvos declared otherwise.
    fn preview_for(
        &mut self,
        shooter: &str,
        target: &str,
        viewer: &Audience,
    ) -> Result<SalvoPreviewView, BattleError>;
    /// As [`Battle::forecast_command`].
    fn forecast_command(&mut self, asked: &DecisionView, by: &Audience) -> ForecastView;
    /// As [`Battle::camera_lost`].
    fn camera_lost(&mut self);
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
    /// As [`Battle::command`].
    ///
    /// # Errors
    /// Where what follows could not be kept.
    fn command(&mut self, now: &str, picture: PictureSource<'_>) -> Result<Vec<LogLine>, BattleError>;
    /// As [`Battle::decide`], with the decision as JSON.
    ///
    /// # Errors
    /// Where the decision can't be read, or what follows could not be kept.
    fn decide_json(
        &mut self,
        asked: DecisionRequest<Value>,
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
    /// As [`Battle::photo_for`].
    ///
    /// # Errors
    /// Where the battle has no such photograph for them.
    fn photo_for(&self, photo: i64, viewer: &Audience) -> Result<Vec<u8>, BattleError>;
    /// The battle itself, for callers that know its book (`Battle<Gunboat>` …).
    fn as_any(&self) -> &dyn Any;
    /// The same, to play.
    fn as_any_mut(&mut self) -> &mut dyn Any;
}

impl<B: BookAdapter> Session for Battle<B> {
    fn number(&self) -> i64 {
        self.number()
    }

    fn book_id(&self) -> &'static str {
        B::ID
    }

    fn view_for(&self, viewer: &Audience) -> BattleView {
        self.view_for(viewer)
    }

    fn now_for(&self, viewer: &Audience) -> BattleNow {
        self.now_for(viewer)
    }

    fn now_for_seat(&self, seat: &str, viewer: &Audience) -> BattleNow {
        self.now_for_seat(seat, viewer)
    }

    fn player_at(&self, seat: &str) -> Option<&Player> {
        self.player_at(seat)
    }

    fn refused_to_seat(&self, seat: &str, asked: &DecisionView) -> Option<AnswerView> {
        self.refused_to_seat(seat, asked)
    }

    fn admit(&self, seat: CommandSeat<'_>, made_on: i64, command: &Command<'_>) -> Result<(), Denied> {
        self.admit(seat, made_on, command)
    }

    fn news(&self) -> u64 {
        self.news()
    }

    fn ghost_views(&self) -> Vec<ShipGhostView> {
        self.ghost_views()
    }

    fn has_umpire(&self) -> bool {
        self.situation().begun.umpire
    }

    fn is_over(&self) -> bool {
        self.situation().over
    }

    fn turning_circles(&self) -> Vec<TurningCircle> {
        self.book().turning_circles()
    }

    fn sides(&self) -> Vec<String> {
        let lines = B::ships(&self.situation().book).into_iter();
        let sides: BTreeSet<String> = lines.map(|line| line.side.0).collect();
        sides.into_iter().collect()
    }

    fn bands(&self, range_in: Measured) -> Vec<BandView> {
        self.book().bands(&self.situation().book, range_in)
    }

    fn may_go_in(&self, ship: &ShipId) -> Option<f64> {
        self.may_go_in(ship)
    }

    fn is_lost(&self, ship: &ShipId) -> bool {
        B::ships(&self.situation().book).iter().any(|line| line.ship == *ship && line.fate.is_some())
    }

    fn name_and_side(&self, ship: &ShipId) -> Option<(String, SideId)> {
        let mut lines = B::ships(&self.situation().book).into_iter();
        lines.find(|line| line.ship == *ship).map(|line| (line.name, line.side))
    }

    fn terrain_at_first(&self) -> Vec<Terrain> {
        self.terrain_at_first()
    }

    fn log_for(&self, viewer: &Audience) -> Vec<LogLine> {
        self.log_for(viewer)
    }

    fn questions_for(&self, viewer: &Audience) -> Vec<QuestionView> {
        self.questions_for(viewer)
    }

    fn account(&self, viewer: &Audience) -> BattleAccount {
        self.account(viewer)
    }

    fn note_affair(&mut self, affair: Affair, now: &str) -> Result<Vec<LogLine>, BattleError> {
        self.note_affair(affair, now)
    }

    fn events_for(&self, viewer: &Audience) -> Result<Vec<EventView>, BattleError> {
        self.events_for(viewer)
    }

    fn proposals_for(&self, viewer: &Audience) -> Vec<Proposal> {
        self.proposals_for(viewer)
    }

    fn shifts(&self) -> Vec<Shift> {
        self.shifts()
    }

    fn ghosts(&self) -> Vec<Ghost> {
        self.ghosts()
    }

    fn moments(&self, wanted: &EventQuery, viewer: &Audience) -> Vec<i64> {
        self.moments(wanted, viewer)
    }

    fn replay_at_for(&self, seq: i64, viewer: &Audience) -> Result<BattleView, BattleError> {
        self.replay_at_for(seq, viewer)
    }

    fn take_back(&mut self, asked: &TakeBack, now: &str) -> Result<AnswerView, BattleError> {
        self.take_back(asked, now)
    }

    fn remark(&mut self, remark: Remark, now: &str) -> Result<Vec<LogLine>, BattleError> {
        self.remark(remark, now)
    }

    fn accept_shifts(
        &mut self,
        ships: &[ShipId],
        by: &str,
        now: &str,
        picture: PictureSource<'_>,
    ) -> Result<Vec<LogLine>, BattleError> {
        self.accept_shifts(ships, by, now, picture)
    }

    fn set_up_again(&mut self, now: &str) -> Result<Vec<LogLine>, BattleError> {
        self.set_up_again(now)
    }

    fn waive_set_up(
        &mut self,
        ships: &[ShipId],
        by: &str,
        now: &str,
        picture: PictureSource<'_>,
    ) -> Result<Vec<LogLine>, BattleError> {
        self.waive_set_up(ships, by, now, picture)
    }

    fn lay_by_hand(
        &mut self,
        ship: &ShipId,
        pose: Pose,
        now: &str,
        picture: PictureSource<'_>,
    ) -> Result<Vec<LogLine>, BattleError> {
        self.lay_by_hand(ship, pose, now, picture)
    }

    fn forget_moves(&mut self, ships: &[ShipId]) {
        self.forget_moves(ships);
    }

    fn redraw(
        &mut self,
        area: &AreaRedrawn,
        now: &str,
        picture: PictureSource<'_>,
    ) -> Result<Vec<LogLine>, BattleError> {
        self.redraw(area, now, picture)
    }

    fn decide_as_shown_to(
        &mut self,
        asked: &DecisionView,
        by: &Audience,
        now: &str,
        picture: PictureSource<'_>,
    ) -> Result<AnswerView, BattleError> {
        self.decide_as_shown_to(asked, by, now, picture)
    }

    fn preview_for(
        &mut self,
        shooter: &str,
        target: &str,
        viewer: &Audience,
    ) -> Result<SalvoPreviewView, BattleError> {
        self.preview_for(shooter, target, viewer)
    }

    fn forecast_command(&mut self, asked: &DecisionView, by: &Audience) -> ForecastView {
        self.forecast_command(asked, by)
    }

    fn camera_lost(&mut self) {
        self.camera_lost();
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

    fn command(&mut self, now: &str, picture: PictureSource<'_>) -> Result<Vec<LogLine>, BattleError> {
        Self::command(self, now, picture)
    }

    fn decide_json(
        &mut self,
        asked: DecisionRequest<Value>,
        now: &str,
        picture: PictureSource<'_>,
    ) -> Result<AnswerView, BattleError> {
        let decision = serde_json::from_value(asked.decision)
            .map_err(|error| BattleError::NoSuchDecision { book: B::ID, detail: error.to_string() })?;
        self.decide(&DecisionRequest { decision, frame: asked.frame, by: asked.by }, now, picture)
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

    fn photo_for(&self, photo: i64, viewer: &Audience) -> Result<Vec<u8>, BattleError> {
        self.photo_for(photo, viewer)
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
