//! The battle on the table: one campaign file, one battle in play. Wiring only; `battle` knows what to do.

use crate::battle_session::campaign_file::{Campaign, Playing};
use crate::battle_session::printed_ships::known_ship;
use crate::files::clock::now;
use crate::ipc::messages::{BattleRow, HandWord, KnownShipView, Trouble};
use crate::ipc::seat::{Asker, By};
use crate::table_session::{BattleRecord, Epoch, OnTable, changed_meanwhile, photo_of};
use battle::view::{
    AnswerView, BandView, BattleChoice, BattleNow, BattleView, BookView, DecisionView, ForecastView, LogLine,
    SalvoPreviewView, ScenarioView, ShipGhostView,
};
use battle::{
    Affair, AreaRedrawn, Battle, Command, CommandSeat, Picture, ReadingCorrected, Remark, Session,
    SetupContext, Sighting, TableNews, TakeBack, account_for, to_the_second,
};
use chronicle::Track;
use geometry::{Heading, Measured, Point, Pose, ShipId, Terrain};
use journal::Journal;
use rulesets::core::{Audience as Viewer, DataFile};
use rulesets::gunboat::{Gunboat, Library, Tables};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tracking::LiveReading;
use tracking::source::Frame;

/// The campaign and the battle in play.
pub struct Desk {
    library: Library,
    /// What the player's own files can't be used for.
    own_data_troubles: Vec<String>,
    playing: Mutex<Playing>,
    /// The ghosts on the table, and the news they are of.
    ghosts: Mutex<(u64, Vec<ShipGhostView>)>,
    /// What the log could not keep of what the camera saw; told once it can again.
    trouble: Mutex<Option<String>>,
    /// Why the sides that the app commands can't go on, though what was decided before them stands.
    command_trouble: Mutex<Option<String>>,
}

/// What gives the picture of the table.
pub type Photo<'a> = &'a mut dyn FnMut() -> Option<Picture>;

impl Desk {
    /// Opens the campaign file, or begins one; takes up the last battle in it. The player's own files come with what
    /// could not be read of them; one that can't be used is left out and told.
    ///
    /// # Errors
    /// The file is no campaign, is newer than the program, can't be written …: one sentence.
    pub fn open(campaign: &Path, (own, unread): (Vec<DataFile>, Vec<Trouble>)) -> Result<Self, Trouble> {
        let campaign = Campaign::open(campaign)?;
        let tables = Tables::embedded()?;
        let (library, bad) = Library::embedded(&tables)?.with_files(&own);
        let own_data_troubles =
            unread.into_iter().chain(bad.into_iter().map(Trouble::from)).map(|it| it.sentence).collect();
        Ok(Self {
            library,
            own_data_troubles,
            playing: Mutex::new(Playing::new(campaign)),
            ghosts: Mutex::default(),
            trouble: Mutex::default(),
            command_trouble: Mutex::default(),
        })
    }

    /// The bands of the book in play in which this range lies; none where no battle is in play.
    pub fn bands(&self, range_in: Measured) -> Vec<BandView> {
        self.playing().battle().map_or_else(Vec::new, |battle| battle.bands(range_in))
    }

    /// The campaign file.
    pub fn campaign(&self) -> PathBuf {
        self.journal().path().to_owned()
    }

    /// The campaign file, to read whole battles from.
    pub fn journal(&self) -> Journal {
        self.playing().journal().clone()
    }

    /// Every file of the player's own that can't be used, and the battle that can't be read, each with its reason.
    pub fn troubles(&self) -> Vec<String> {
        let unread = self.playing().unread().map(str::to_owned);
        self.own_data_troubles.iter().cloned().chain(unread).collect()
    }

    /// Takes another campaign, with the battle in play there, for the table that `open_table` opens as this epoch:
    /// nobody meets the one without the other. The campaign in use is set aside as it stands, and comes back so.
    ///
    /// # Errors
    /// The file can't be used; the campaign in use goes on then, and the table is not opened.
    pub fn turn_to(&self, campaign: &Path, epoch: Epoch, open_table: impl FnOnce()) -> Result<(), Trouble> {
        let at_hand = {
            let playing = self.playing();
            playing.is_at(campaign) || playing.has_set_aside(campaign)
        };
        // A long battle takes its time to be read: the one in play goes on meanwhile.
        let opened = if at_hand { None } else { Some(Campaign::open(campaign)?) };
        let mut playing = self.playing();
        if !playing.is_at(campaign) {
            playing.turn_to(opened);
            *self.trouble.lock().unwrap_or_else(PoisonError::into_inner) = None;
        }
        playing.follow(epoch);
        open_table();
        Ok(())
    }

    fn playing(&self) -> MutexGuard<'_, Playing> {
        self.playing.lock().unwrap_or_else(|broken_off| {
            let mut playing = broken_off.into_inner();
            playing.take_up_anew();
            self.playing.clear_poison();
            playing
        })
    }

    /// Works with the battle in play.
    fn play<T>(&self, work: impl FnOnce(&mut dyn Session) -> Result<T, Trouble>) -> Result<T, Trouble> {
        let mut playing = self.playing();
        let battle = playing
            .battle_mut()
            .ok_or_else(|| Trouble::new("No battle is in play: begin one on the Table page."))?;
        work(battle)
    }

    /// Works with the battle in play from a seat of its table.
    fn play_as<T>(
        &self,
        (asker, viewer): (Asker, &str),
        work: impl FnOnce(&mut dyn Session, &Viewer) -> Result<T, Trouble>,
    ) -> Result<T, Trouble> {
        self.play(|battle| {
            let viewer = seat(battle, asker, viewer)?;
            work(battle, &viewer)
        })
    }

    /// Carries out a command that passes the gate.
    fn command<T>(
        &self,
        by: By<'_>,
        command: &Command<'_>,
        work: impl FnOnce(&mut dyn Session) -> Result<T, Trouble>,
    ) -> Result<T, Trouble> {
        self.play(|battle| {
            admit(battle, by, command)?;
            work(battle)
        })
    }

    /// Carries out a command that changes where ships stand; then the sides that the app commands act.
    fn change<T>(
        &self,
        by: By<'_>,
        command: &Command<'_>,
        photo: Photo<'_>,
        work: impl FnOnce(&mut dyn Session, Photo<'_>) -> Result<T, Trouble>,
    ) -> Result<T, Trouble> {
        self.command(by, command, |battle| {
            let done = work(battle, &mut *photo)?;
            self.let_command(battle, photo);
            Ok(done)
        })
    }

    /// The same where whoever is turned away is answered as any refusal is.
    fn answer(
        &self,
        by: By<'_>,
        command: &Command<'_>,
        work: impl FnOnce(&mut dyn Session, &Viewer) -> Result<AnswerView, Trouble>,
    ) -> Result<AnswerView, Trouble> {
        self.play(|battle| {
            let viewer = seat(battle, by.asker, by.seat)?;
            match battle.admit(CommandSeat { word: by.seat, viewer: &viewer }, by.made_on, command) {
                Ok(()) => work(battle, &viewer),
                Err(denied) => Ok(denied.refused()),
            }
        })
    }

    /// Lets the sides go on that the app commands. What was decided before stands, whatever becomes of it.
    fn let_command(&self, battle: &mut dyn Session, photo: Photo<'_>) {
        let trouble = battle.command(&now(), photo).err().map(|error| error.to_string());
        *self.command_trouble.lock().unwrap_or_else(PoisonError::into_inner) = trouble;
    }

    /// Does something to the battle in play, if there is one.
    fn if_playing(
        &self,
        work: impl FnOnce(&mut dyn Session) -> Result<(), battle::BattleError>,
    ) -> Result<(), Trouble> {
        match self.playing().battle_mut() {
            Some(battle) => Ok(work(battle)?),
            None => Ok(()),
        }
    }

    /// Every rule book that battles are played by.
    pub fn books(&self) -> Result<Vec<BookView>, Trouble> {
        Ok(battle::books()?)
    }

    /// The battles that a book can be played with.
    pub fn scenarios(&self, book: &str) -> Result<Vec<ScenarioView>, Trouble> {
        let hulls = BTreeMap::new();
        let ground = SetupContext {
            library: &self.library,
            hulls: &hulls,
            table_in: None,
            terrain: &[],
            dice_seed: 0,
        };
        Ok(battle::scenarios(book, &ground)?)
    }

    /// The battles of the campaign.
    pub fn battles(&self) -> Result<Vec<BattleRow>, Trouble> {
        let rows = self.journal().battles()?;
        rows.into_iter()
            .map(|row| {
                Ok(BattleRow {
                    battle: i32::try_from(row.number)?,
                    name: row.name,
                    book: row.book,
                    began_at: to_the_second(&row.began_at),
                    events: i32::try_from(row.events)?,
                })
            })
            .collect()
    }

    /// Begins a battle as it was chosen, on the table as it stands.
    pub fn begin(&self, choice: &BattleChoice, on: &OnTable, photo: Photo<'_>) -> Result<(), Trouble> {
        let mut playing = self.playing();
        if !playing.follows(on.made_for) {
            return Err(changed_meanwhile());
        }
        let dice_seed = dice_seed()?;
        let ground = SetupContext {
            library: &self.library,
            hulls: &on.hulls,
            table_in: on.table_in,
            terrain: &on.terrain,
            dice_seed,
        };
        let began = now();
        let mut battle = battle::begin(playing.journal().clone(), choice, &ground, &began)?;
        battle.observe(
            &Sighting { observations: on.observations.clone(), still: true },
            &began,
            &mut || None,
        )?;
        // Where a scenario says who stands where, models are set down on their ghosts; else they stand where they stand.
        if battle.ghosts().is_empty() {
            battle.take_places(&began, &mut *photo)?;
        }
        self.let_command(battle.as_mut(), photo);
        playing.play(battle);
        Ok(())
    }

    /// Takes up another battle of the campaign.
    pub fn open_battle(&self, number: i64, photo: Photo<'_>) -> Result<(), Trouble> {
        let (journal, turned) = {
            let playing = self.playing();
            (playing.journal().clone(), playing.turned())
        };
        // A long battle takes its time to be read: the one in play goes on meanwhile.
        let mut battle = battle::open(journal, number)?;
        let mut playing = self.playing();
        if playing.turned() != turned {
            return Err(changed_meanwhile());
        }
        self.let_command(battle.as_mut(), photo);
        playing.play(battle);
        Ok(())
    }

    /// Lets the sides that the app commands go on where the battle in play, if there is one, was left off.
    pub fn go_on(&self, photo: Photo<'_>) {
        if let Some(battle) = self.playing().battle_mut() {
            self.let_command(battle, photo);
        }
    }

    /// The number of the battle in play.
    pub fn number(&self) -> Option<i64> {
        self.playing().battle().map(Session::number)
    }

    /// Everything a window shows of the battle in play.
    pub fn now(&self, asker: Asker, viewer: &str) -> Result<Option<BattleNow>, Trouble> {
        match self.playing().battle() {
            Some(battle) => Ok(Some(battle.now_for_seat(viewer, &seat(battle, asker, viewer)?))),
            None => Ok(None),
        }
    }

    /// The battle in play as everybody may see it.
    pub fn view(&self) -> Option<BattleView> {
        self.playing().battle().map(|battle| battle.view_for(&Viewer::Everyone))
    }

    /// Its log.
    pub fn log(&self, asker: Asker, viewer: &str) -> Result<Vec<LogLine>, Trouble> {
        match self.playing().battle() {
            Some(battle) => Ok(battle.log_for(&seat(battle, asker, viewer)?)),
            None => Ok(Vec::new()),
        }
    }

    /// A salvo before it is declared.
    pub fn preview(
        &self,
        by: (Asker, &str),
        (shooter, target): (&str, &str),
    ) -> Result<SalvoPreviewView, Trouble> {
        self.play_as(by, |battle, viewer| Ok(battle.preview_for(shooter, target, viewer)?))
    }

    /// What would come of fire if it were declared so.
    pub fn foresee(&self, by: (Asker, &str), decision: &DecisionView) -> Result<ForecastView, Trouble> {
        self.play_as(by, |battle, viewer| Ok(battle.forecast_command(decision, viewer)))
    }

    /// Decides; the picture of the table is kept where it belongs to what happened.
    pub fn decide(
        &self,
        by: By<'_>,
        decision: &DecisionView,
        photo: Photo<'_>,
    ) -> Result<AnswerView, Trouble> {
        self.answer(by, &Command::Decide(decision), |battle, viewer| {
            let answer = battle.decide_as_shown_to(decision, viewer, &now(), &mut *photo)?;
            if matches!(answer, AnswerView::Done { .. }) {
                self.let_command(battle, photo);
            }
            Ok(answer)
        })
    }

    /// Goes back to an earlier event, or forward again, with the umpire's leave or without.
    pub fn take_back(
        &self,
        by: By<'_>,
        to: i64,
        (why, leave): (&str, bool),
        photo: Photo<'_>,
    ) -> Result<AnswerView, Trouble> {
        self.answer(by, &Command::TakeBack { leave }, |battle, viewer| {
            let by = signed(by.seat).to_owned();
            let asked = TakeBack { to, by, why: why.to_owned(), umpire: leave };
            Ok(match battle.take_back(&asked, &now())? {
                AnswerView::Done { log, .. } => {
                    self.let_command(battle, photo);
                    AnswerView::Done { log, battle: battle.view_for(viewer) }
                }
                other => other,
            })
        })
    }

    /// Takes shifted ships where they stand now; they have not moved.
    pub fn accept_shifts(&self, by: By<'_>, ships: &[ShipId], photo: Photo<'_>) -> Result<(), Trouble> {
        self.change(by, &Command::AcceptShifts(ships), photo, |battle, photo| {
            battle.accept_shifts(ships, signed(by.seat), &now(), photo)?;
            Ok(())
        })
    }

    /// Takes moves back that were not decided yet: the ships officially stand where they stood.
    pub fn forget_moves(&self, by: By<'_>, ships: &[ShipId], photo: Photo<'_>) -> Result<(), Trouble> {
        self.change(by, &Command::ForgetMoves(ships), photo, |battle, _| {
            battle.forget_moves(ships);
            Ok(())
        })
    }

    /// Every ship on the table becomes a ghost until her model stands there.
    pub fn set_up_again(&self, by: By<'_>) -> Result<(), Trouble> {
        self.command(by, &Command::SetUpAgain, |battle| {
            battle.set_up_again(&now())?;
            Ok(())
        })
    }

    /// Ships may stand where they stand, though they are not where they should be.
    pub fn waive_set_up(&self, by: By<'_>, ships: &[ShipId], photo: Photo<'_>) -> Result<(), Trouble> {
        self.change(by, &Command::WaiveSetUp(ships), photo, |battle, photo| {
            battle.waive_set_up(ships, signed(by.seat), &now(), photo)?;
            Ok(())
        })
    }

    /// Lays a ship on the map by hand.
    pub fn lay_by_hand(
        &self,
        by: By<'_>,
        ship: &ShipId,
        pose: Pose,
        photo: Photo<'_>,
    ) -> Result<(), Trouble> {
        self.change(by, &Command::LayByHand(ship), photo, |battle, photo| {
            battle.lay_by_hand(ship, pose, &now(), photo)?;
            Ok(())
        })
    }

    /// Takes all ships where they are seen at this moment.
    pub fn take_places(&self, by: By<'_>, photo: Photo<'_>) -> Result<(), Trouble> {
        self.change(by, &Command::TakePlaces, photo, |battle, photo| {
            battle.take_places(&now(), photo)?;
            Ok(())
        })
    }

    /// Keeps a bookmark, or a note at an event.
    pub fn remark(
        &self,
        by: By<'_>,
        (about, text): (i64, String),
        private: bool,
    ) -> Result<Vec<LogLine>, Trouble> {
        self.command(by, &Command::Remark, |battle| {
            let audience = if private { seat(battle, by.asker, by.seat)? } else { Viewer::Everyone };
            let by = signed(by.seat).to_owned();
            Ok(battle.remark(Remark { about, by, text, audience }, &now())?)
        })
    }

    /// Whether a player's word to the tracker may be given, where a battle is in play: that a ship has sunk is the
    /// umpire's to say.
    pub fn may_tell(&self, by: By<'_>, word: &HandWord) -> Result<(), Trouble> {
        let playing = self.playing();
        let Some(battle) = playing.battle() else { return Ok(()) };
        match word {
            HandWord::Sunk { ship } => admit(battle, by, &Command::RuleSunk(&ShipId::new(ship))),
            _ => admit(battle, by, &Command::CorrectReading),
        }
    }

    /// Keeps that a player corrected a reading, where a battle is in play; `made_for`: of which table.
    pub fn correct_reading(
        &self,
        made_for: Epoch,
        correction: ReadingCorrected,
        photo: Photo<'_>,
    ) -> Result<(), Trouble> {
        let mut playing = self.playing();
        if !playing.follows(made_for) {
            return Err(changed_meanwhile());
        }
        if let Some(battle) = playing.battle_mut() {
            battle.correct_reading(correction, &now(), photo)?;
        }
        Ok(())
    }

    /// The umpire says that a ship sank, where the battle in play does not know of it; only Gunboat has a word for it.
    pub fn sunk_by_umpire(&self, made_for: Epoch, ship: &ShipId, photo: Photo<'_>) -> Result<(), Trouble> {
        let mut playing = self.playing();
        if !playing.follows(made_for) {
            return Err(changed_meanwhile());
        }
        let gunboat = playing.battle_mut().and_then(|it| it.as_any_mut().downcast_mut::<Battle<Gunboat>>());
        let Some(battle) = gunboat else { return Ok(()) };
        match battle.sunk_by_umpire(ship, &now(), photo)? {
            Some(AnswerView::Refused { reasons }) => {
                let why: Vec<String> = reasons.into_iter().map(|reason| reason.text).collect();
                Err(Trouble::new(why.join(" ")))
            }
            Some(AnswerView::Done { .. } | AnswerView::TooClose { .. }) | None => Ok(()),
        }
    }

    /// Keeps news of the table that was in use as `made_for`; false where no battle is in play, or with another table.
    pub fn hear_of_table(&self, made_for: Epoch, news: TableNews, photo: Photo<'_>) -> Result<bool, Trouble> {
        let mut playing = self.playing();
        if !playing.follows(made_for) {
            return Ok(false);
        }
        let Some(battle) = playing.battle_mut() else { return Ok(false) };
        battle.hear_of_table(news, &now(), photo)?;
        Ok(true)
    }

    /// Tells the battle in play, if there is one, that the playing area was drawn anew; readings in the new frame, which
    /// are made for this epoch, count from now on, and those in the old one don't.
    pub fn redraw(&self, area: &AreaRedrawn, epoch: Epoch, photo: Photo<'_>) -> Result<(), Trouble> {
        let mut playing = self.playing();
        if let Some(battle) = playing.battle_mut() {
            battle.redraw(area, &now(), photo)?;
        }
        playing.follow(epoch);
        Ok(())
    }

    /// Tells the battle in play, if there is one, what the players drew of the shore: as it is by then, whoever draws at the
    /// same time. What its scenario brought along lies there still, but for pieces that were drawn in its place.
    pub fn lay_terrain(&self, drawn: impl FnOnce() -> Vec<Terrain>, photo: Photo<'_>) -> Result<(), Trouble> {
        self.if_playing(|battle| {
            let drawn = drawn();
            let kept = battle.terrain_at_first().into_iter();
            let kept =
                kept.filter(|piece| drawn.iter().all(|drawn| drawn.id != piece.id)).collect::<Vec<_>>();
            let pieces: Vec<Terrain> = kept.into_iter().chain(drawn).collect();
            battle.lay_terrain(&pieces, &now(), photo).map(drop)
        })
    }

    /// Works with a battle of the campaign, from a seat of its table: the one in play, or another one folded for this
    /// look at it. Once a battle is over, everybody may read all of it.
    fn with<T>(
        &self,
        number: i64,
        (asker, viewer): (Asker, &str),
        look: impl FnOnce(&dyn Session, &Viewer) -> Result<T, Trouble>,
    ) -> Result<T, Trouble> {
        let look = |battle: &dyn Session| {
            let seat = seat(battle, asker, viewer)?;
            look(battle, if battle.is_over() { &Viewer::Umpire } else { &seat })
        };
        if let Some(battle) = self.playing().battle().filter(|battle| battle.number() == number) {
            return look(battle);
        }
        look(battle::open(self.journal(), number)?.as_ref())
    }

    /// A battle as it stood after an event.
    pub fn replay_at(&self, number: i64, seq: i64, by: (Asker, &str)) -> Result<BattleView, Trouble> {
        self.with(number, by, |battle, viewer| Ok(battle.replay_at_for(seq, viewer)?))
    }

    /// The whole log of a battle.
    pub fn replay_log(&self, number: i64, by: (Asker, &str)) -> Result<Vec<LogLine>, Trouble> {
        self.with(number, by, |battle, viewer| Ok(battle.log_for(viewer)))
    }

    /// The tracks of a battle's ships.
    pub fn replay_tracks(&self, number: i64, by: (Asker, &str)) -> Result<Vec<Track>, Trouble> {
        self.with(number, by, |battle, viewer| Ok(chronicle::tracks(&battle.account(viewer))))
    }

    /// A photograph of a battle, for those who may know of its event.
    pub fn photo(&self, photo: i64, by: (Asker, &str)) -> Result<Vec<u8>, Trouble> {
        let battle = self.journal().photo(photo)?.battle;
        self.with(battle, by, |battle, viewer| Ok(battle.photo_for(photo, viewer)?))
    }

    /// All that one seat may read of a battle, with a way to its photographs.
    pub fn read<T>(
        &self,
        number: i64,
        (asker, viewer): (Asker, &str),
        tell: impl FnOnce(&dyn Session, &battle::account::BattleAccount) -> Result<T, Trouble>,
    ) -> Result<T, Trouble> {
        // Another fold of the log than the one in play: what is told of it may take long.
        let battle = battle::open(self.journal(), number)?;
        let viewer = seat(battle.as_ref(), asker, viewer)?;
        let account = match viewer {
            Viewer::Side(_) if !battle.is_over() => battle.account(&viewer),
            _ => account_for(battle.as_ref(), viewer == Viewer::Umpire),
        };
        tell(battle.as_ref(), &account)
    }

    /// Keeps an affair of the campaign with one of its battles: a date, the end, a refit … Where an umpire sits at its
    /// table, that is the umpire's.
    pub fn note_affair(
        &self,
        number: i64,
        (asker, made_on): (Asker, i64),
        affair: Affair,
    ) -> Result<Vec<LogLine>, Trouble> {
        let note = |battle: &mut dyn Session| {
            let by = By { asker, seat: "umpire", made_on };
            admit(battle, by, &Command::NoteAffair(&affair))?;
            Ok(battle.note_affair(affair, &now())?)
        };
        if let Some(battle) = self.playing().battle_mut().filter(|battle| battle.number() == number) {
            return note(battle);
        }
        note(battle::open(self.journal(), number)?.as_mut())
    }

    /// The ships of the book, with the measures of their usual models.
    pub fn known_ships(&self) -> Vec<KnownShipView> {
        self.library.ships().iter().map(known_ship).collect()
    }
}

/// Who is named in the log: a player by name, else the seat.
fn signed(seat: &str) -> &str {
    battle::player_name(seat).unwrap_or(seat)
}

/// The seat that a window may look from. A player's own seat is one of her side's: players of a side have no secrets from
/// each other.
fn seat(battle: &dyn Session, asker: Asker, viewer: &str) -> Result<Viewer, Trouble> {
    if let Some(player) = battle.player_at(viewer) {
        return Ok(Viewer::Side(player.side.clone()));
    }
    asker.seat(viewer, &battle.sides(), battle.has_umpire())
}

/// The one gate: whether a command may be carried out, before anything is.
fn admit(battle: &dyn Session, by: By<'_>, command: &Command<'_>) -> Result<(), Trouble> {
    let viewer = seat(battle, by.asker, by.seat)?;
    Ok(battle.admit(CommandSeat { word: by.seat, viewer: &viewer }, by.made_on, command)?)
}

/// What the app's dice follow from: the system's randomness, which nobody can foretell.
fn dice_seed() -> Result<u64, Trouble> {
    getrandom::u64().map_err(|error| {
        Trouble::new(format!(
            "This computer gives no randomness for the app's dice ({error}): restart it, and begin the battle again."
        ))
    })
}

impl BattleRecord for Desk {
    fn sees(&self, made_for: Epoch, reading: &LiveReading, frame: &Frame, calibration: &str) {
        let mut playing = self.playing();
        if !playing.follows(made_for) {
            return;
        }
        let Some(battle) = playing.battle_mut() else { return };
        let sighting = Sighting {
            observations: reading.observations.clone(),
            still: !(reading.moving || reading.covered),
        };
        let photo: Photo<'_> = &mut || photo_of(frame, calibration);
        let news = battle.news();
        let told = battle.observe(&sighting, &now(), &mut *photo);
        // A place counts once a few pictures agree on it: some pictures after the fresh one.
        if told.is_ok() && sighting.still && (reading.fresh || battle.news() != news) {
            self.let_command(battle, photo);
        }
        *self.trouble.lock().unwrap_or_else(PoisonError::into_inner) =
            told.err().map(|error| error.to_string());
    }

    fn follow(&self, epoch: Epoch) {
        self.playing().follow(epoch);
    }

    fn hears(&self, made_for: Epoch, news: TableNews, frame: &Frame, calibration: &str) {
        if let Err(trouble) = self.hear_of_table(made_for, news, &mut || photo_of(frame, calibration)) {
            *self.trouble.lock().unwrap_or_else(PoisonError::into_inner) = Some(trouble.sentence);
        }
    }

    fn trouble(&self) -> Option<String> {
        let told =
            |trouble: &Mutex<Option<String>>| trouble.lock().unwrap_or_else(PoisonError::into_inner).clone();
        told(&self.trouble).or_else(|| told(&self.command_trouble))
    }

    fn places(&self) -> Vec<(ShipId, Pose)> {
        let Some(view) = self.view() else { return Vec::new() };
        view.ships
            .into_iter()
            .filter_map(|ship| {
                let place = ship.place?;
                let stack = Point::new(place.x_in, place.y_in);
                Some((ShipId::new(ship.id), Pose { stack, heading: Heading::from_deg(place.heading_deg) }))
            })
            .collect()
    }

    fn reach_in(&self, ship: &ShipId) -> Option<f64> {
        self.playing().battle()?.may_go_in(ship)
    }

    fn is_lost(&self, ship: &ShipId) -> bool {
        self.playing().battle().is_some_and(|battle| battle.is_lost(ship))
    }

    fn name_and_side(&self, ship: &ShipId) -> (String, String) {
        // In a battle she is called, and belongs to whom, as its book has it: the winner of a toss may have taken her.
        let in_play = self.playing().battle().and_then(|battle| battle.name_and_side(ship));
        let printed = || self.library.ship(ship.as_str()).map(|facts| (facts.name.clone(), facts.side.id()));
        let (name, side) = in_play.or_else(printed).unzip();
        (name.unwrap_or_else(|| ship.to_string()), side.map(|side| side.0).unwrap_or_default())
    }

    fn news(&self) -> u64 {
        self.playing().news()
    }

    fn ghosts(&self) -> Vec<ShipGhostView> {
        let playing = self.playing();
        let Some(battle) = playing.battle() else { return Vec::new() };
        // Moves are judged for it: asked again only when there is news.
        let mut known = self.ghosts.lock().unwrap_or_else(PoisonError::into_inner);
        let news = playing.news();
        if known.0 != news {
            *known = (news, battle.ghost_views());
        }
        known.1.clone()
    }
}

pub(crate) mod campaign_file;
#[cfg(test)]
mod commanded_tests;
pub mod export;
#[cfg(test)]
mod gate_tests;
pub(crate) mod printed_ships;
#[cfg(test)]
mod tests;
