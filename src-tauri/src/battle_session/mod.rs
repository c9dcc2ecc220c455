//! The battle on the table: one campaign file and one battle in play. Wiring only; the logic is in `battle`.

use crate::battle_session::campaign_file::{Campaign, Playing};
use crate::battle_session::news::{Heard, News, WatchedPlaying};
use crate::battle_session::printed_ships::known_ship;
use crate::battle_session::thinker::Thinker;
use crate::battle_session::turning::TurningNow;
use crate::files::clock::now;
use crate::ipc::messages::{BattleRow, HandWord, KnownShipView, Trouble};
use crate::ipc::seat::{Asker, By};
use crate::table_session::{BattleRecord, Epoch, OnTable, changed_meanwhile, photo_of};
use battle::view::{
    AnswerView, AskView, BandView, BattleChanges, BattleChoice, BattleNow, BattleView, BookView,
    DecisionAnswer, DecisionView, ForecastView, LogLine, RollView, SalvoPreviewView, ScenarioView,
    ShipGhostView,
};
use battle::{
    Affair, AreaRedrawn, Command, CommandSeat, Picture, ReadingCorrected, Session, SetupContext, Sighting,
    TableNews, account_for, to_the_second,
};
use chronicle::Track;
use geometry::{Heading, Measured, Point, Pose, ShipId, Terrain};
use journal::Journal;
use rulesets::core::{Audience as Viewer, BookTables, DataFile};
use rulesets::gunboat::{Library, Tables};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use tracking::source::Frame;
use tracking::{LiveReading, Question};

/// The campaign and the battle in play.
pub struct Desk {
    library: Library,
    /// Why some of the player's own data files can't be used.
    own_data_troubles: Vec<Trouble>,
    playing: Mutex<Playing>,
    news: News,
    thinker: Thinker,
    /// The ghosts on the table, with the news number for which they were computed.
    ghosts: Mutex<(u64, Vec<ShipGhostView>)>,
    /// Why the last reading of the camera could not be logged; cleared by the next one that can.
    trouble: Mutex<Option<String>>,
    /// Why the sides that the app commands can't go on, although earlier decisions stand.
    command_trouble: Mutex<Option<String>>,
}

/// Which battle is in play: battles of two campaigns can have the same number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BattleInPlay {
    /// The campaign's file.
    pub campaign: PathBuf,
    /// The battle's number in it.
    pub number: i64,
}

/// Takes a picture of the table when called.
pub type Photo<'a> = &'a mut dyn FnMut() -> Option<Picture>;

impl Desk {
    /// Opens the campaign file, or creates one, and opens its last battle. `own`: the player's data files; `unread`:
    /// errors of those that could not be read. A data file that can't be used is left out and reported.
    ///
    /// # Errors
    /// When the file is no campaign, was written by a newer version, or can't be written.
    pub fn open(campaign: &Path, (own, unread): (Vec<DataFile>, Vec<Trouble>)) -> Result<Self, Trouble> {
        let campaign = Campaign::open(campaign)?;
        let tables = Tables::embedded()?;
        let (library, bad) = Library::embedded(&tables)?.with_files(&own);
        let playing = Playing::new(campaign);
        let own_data_troubles = unread.into_iter().chain(bad.into_iter().map(Trouble::from)).collect();
        Ok(Self {
            library,
            own_data_troubles,
            news: News::new(playing.news()),
            thinker: Thinker::default(),
            playing: Mutex::new(playing),
            ghosts: Mutex::default(),
            trouble: Mutex::default(),
            command_trouble: Mutex::default(),
        })
    }

    /// The range bands of the book in play that contain this range; empty without a battle in play.
    pub fn bands(&self, range_in: Measured) -> Vec<BandView> {
        self.playing().battle().map_or_else(Vec::new, |battle| battle.bands(range_in))
    }

    /// The path of the campaign file.
    pub fn campaign(&self) -> PathBuf {
        self.journal().path().to_owned()
    }

    /// Opens the campaign file to read whole battles from it.
    pub fn journal(&self) -> Journal {
        self.playing().journal().clone()
    }

    /// The player's data files and the battle that can't be used.
    pub fn troubles(&self) -> Vec<Trouble> {
        let unread = self.playing().unread().map(Trouble::new);
        self.own_data_troubles.iter().cloned().chain(unread).collect()
    }

    /// Switches to another campaign and its battle, together with the table that `open_table` opens as this epoch. The
    /// campaign in use is set aside unchanged and can be taken up again.
    ///
    /// # Errors
    /// When the file can't be used; then the campaign in use stays and the table is not opened.
    pub fn turn_to(&self, campaign: &Path, epoch: Epoch, open_table: impl FnOnce()) -> Result<(), Trouble> {
        let at_hand = {
            let playing = self.playing();
            playing.is_at(campaign) || playing.has_set_aside(campaign)
        };
        // A long battle takes time to read, so the lock is not held meanwhile.
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

    /// Signals every change of the battle in play, or of which one it is; several changes may be one signal.
    pub fn heard(&self) -> Heard {
        self.news.heard()
    }

    fn playing(&self) -> WatchedPlaying<'_> {
        match self.playing.lock() {
            Ok(playing) => WatchedPlaying::new(playing, (&self.news, &self.thinker)),
            Err(broken_off) => {
                let mut playing = WatchedPlaying::new(broken_off.into_inner(), (&self.news, &self.thinker));
                playing.take_up_anew();
                self.playing.clear_poison();
                playing
            }
        }
    }

    /// Runs `work` on the battle in play.
    fn play<T>(&self, work: impl FnOnce(&mut dyn Session) -> Result<T, Trouble>) -> Result<T, Trouble> {
        let mut playing = self.playing();
        work(playing.battle_mut().ok_or_else(nothing_in_play)?)
    }

    /// Runs `work` on the battle in play with the rights of a seat.
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

    /// Carries out a window's command, then lets the app's sides act if models or the step have changed.
    pub fn carry_out(
        &self,
        by: By<'_>,
        command: &Command<'_>,
        photo: Photo<'_>,
    ) -> Result<DecisionAnswer, Trouble> {
        self.carry_out_in(&mut self.playing(), by, command, photo)
    }

    fn carry_out_in(
        &self,
        playing: &mut Playing,
        by: By<'_>,
        command: &Command<'_>,
        photo: Photo<'_>,
    ) -> Result<DecisionAnswer, Trouble> {
        let battle = playing.battle_mut().ok_or_else(nothing_in_play)?;
        let viewer = seat(battle, by.asker, by.seat)?;
        let seat = CommandSeat { word: by.seat, viewer: &viewer };
        let answer = battle.carry_out(seat, by.made_on, command, &now(), &mut *photo)?;
        let done = matches!(answer, AnswerView::Done { .. });
        if done && command.is_acted_upon() {
            self.let_command(battle, photo);
        }
        let changes = playing.changes(by.made_on, seat).ok_or_else(nothing_in_play)?;
        Ok(DecisionAnswer { answer, changes })
    }

    /// Lets the sides that the app commands act. Their errors don't undo what was decided before.
    fn let_command(&self, battle: &mut dyn Session, photo: Photo<'_>) {
        let trouble = battle.let_commanders_act(&now(), photo).err().map(|error| error.to_string());
        self.tell_command_trouble(trouble);
    }

    fn tell_command_trouble(&self, trouble: Option<String>) {
        *self.command_trouble.lock().unwrap_or_else(PoisonError::into_inner) = trouble;
    }

    /// Runs `work` on the battle in play, if there is one.
    fn if_playing(
        &self,
        work: impl FnOnce(&mut dyn Session) -> Result<(), battle::BattleError>,
    ) -> Result<(), Trouble> {
        match self.playing().battle_mut() {
            Some(battle) => Ok(work(battle)?),
            None => Ok(()),
        }
    }

    /// All rule books.
    pub fn books(&self) -> Result<Vec<BookView>, Trouble> {
        Ok(battle::books()?)
    }

    /// The scenarios of a book, as they are set up on this table.
    pub fn scenarios(&self, book: &str, on: &OnTable) -> Result<Vec<ScenarioView>, Trouble> {
        let ground = SetupContext {
            library: &self.library,
            hulls: &on.hulls,
            table_in: on.table_in,
            terrain: &[],
            cards: &on.cards,
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

    /// Begins the chosen battle with the table as it is now.
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
            cards: &on.cards,
            dice_seed,
        };
        let began = now();
        let mut battle = battle::begin(playing.journal().clone(), choice, &ground, &began)?;
        battle.observe(
            &Sighting { observations: on.observations.clone(), still: true },
            &began,
            &mut || None,
        )?;
        // In a scenario with starting places, models go to their ghosts; otherwise they start where they are.
        if battle.ghosts().is_empty() {
            let everyone = CommandSeat { word: "everyone", viewer: &Viewer::Everyone };
            let begun = battle.view_for(&Viewer::Everyone).seq;
            battle.carry_out(everyone, begun, &Command::TakePlaces, &began, &mut *photo)?;
        }
        self.let_command(battle.as_mut(), photo);
        playing.play(battle);
        Ok(())
    }

    /// Opens another battle of the campaign.
    pub fn open_battle(&self, number: i64, photo: Photo<'_>) -> Result<(), Trouble> {
        let (journal, turned) = {
            let playing = self.playing();
            (playing.journal().clone(), playing.turned())
        };
        // A long battle takes time to read, so the lock is not held meanwhile.
        let mut battle = battle::open(journal, number)?;
        let mut playing = self.playing();
        if playing.turned() != turned {
            return Err(changed_meanwhile());
        }
        self.let_command(battle.as_mut(), photo);
        playing.play(battle);
        Ok(())
    }

    /// Lets the sides that the app commands continue the battle in play, if there is one.
    pub fn go_on(&self, photo: Photo<'_>) {
        if let Some(battle) = self.playing().battle_mut() {
            self.let_command(battle, photo);
        }
    }

    /// The number of the battle in play.
    pub fn number(&self) -> Option<i64> {
        self.playing().battle().map(Session::number)
    }

    /// Which battle is in play.
    pub fn in_play(&self) -> Option<BattleInPlay> {
        let playing = self.playing();
        let number = playing.battle()?.number();
        Some(BattleInPlay { campaign: playing.journal().path().to_owned(), number })
    }

    /// The battle in play as everybody may see it; `None` without one.
    pub fn now(&self) -> Option<BattleNow> {
        self.playing().battle().map(|battle| battle.now_for(&Viewer::Everyone))
    }

    /// The changes in the battle in play since the event `seq`, for a window.
    pub fn changes(&self, asker: Asker, viewer: &str, seq: i64) -> Result<Option<BattleChanges>, Trouble> {
        let playing = self.playing();
        let Some(battle) = playing.battle() else { return Ok(None) };
        let seen_by = seat(battle, asker, viewer)?;
        Ok(playing.changes(seq, CommandSeat { word: viewer, viewer: &seen_by }))
    }

    /// The battle in play with public information only.
    pub fn view(&self) -> Option<BattleView> {
        self.playing().battle().map(|battle| battle.view_for(&Viewer::Everyone))
    }

    /// A preview of a salvo before it is declared.
    pub fn preview(
        &self,
        by: (Asker, &str),
        (shooter, target): (&str, &str),
    ) -> Result<SalvoPreviewView, Trouble> {
        self.play_as(by, |battle, viewer| Ok(battle.preview_for(shooter, target, viewer)?))
    }

    /// The forecast of fire as it would be declared.
    pub fn foresee(&self, by: (Asker, &str), decision: &DecisionView) -> Result<ForecastView, Trouble> {
        self.play_as(by, |battle, viewer| Ok(battle.forecast_command(decision, viewer)))
    }

    /// Checks that a player may give this correction in the battle in play. Only the umpire may rule that a ship has
    /// sunk.
    pub fn may_tell(&self, by: By<'_>, word: &HandWord) -> Result<(), Trouble> {
        let playing = self.playing();
        let Some(battle) = playing.battle() else { return Ok(()) };
        match word {
            HandWord::Sunk { ship } => admit(battle, by, &Command::RuleSunk(&ShipId::new(ship))),
            _ => admit(battle, by, &Command::CorrectReading),
        }
    }

    /// Logs a player's correction of a reading in the battle in play; `made_for` is the epoch of the table it was made
    /// on.
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

    /// Records the umpire's ruling that a ship sank whose model was taken off the table of epoch `made_for`.
    pub fn rule_sunk(
        &self,
        made_for: Epoch,
        by: By<'_>,
        ship: &ShipId,
        photo: Photo<'_>,
    ) -> Result<(), Trouble> {
        let mut playing = self.playing();
        if !playing.follows(made_for) {
            return Err(changed_meanwhile());
        }
        if playing.battle().is_none() {
            return Ok(());
        }
        match self.carry_out_in(&mut playing, by, &Command::RuleSunk(ship), photo)?.answer {
            AnswerView::Refused { reasons } => {
                let why: Vec<String> = reasons.into_iter().map(|reason| reason.text).collect();
                Err(Trouble::new(why.join(" ")))
            }
            AnswerView::Done { .. } | AnswerView::TooClose { .. } => Ok(()),
        }
    }

    /// Logs news of the table of epoch `made_for`; returns false without a battle in play or with another table.
    pub fn hear_of_table(&self, made_for: Epoch, news: TableNews, photo: Photo<'_>) -> Result<bool, Trouble> {
        let mut playing = self.playing();
        if !playing.follows(made_for) {
            return Ok(false);
        }
        let Some(battle) = playing.battle_mut() else { return Ok(false) };
        battle.hear_of_table(news, &now(), photo)?;
        Ok(true)
    }

    /// Tells the battle in play, if there is one, that the playing area was redrawn. From now on only readings in the
    /// new frame, made for this epoch, are accepted.
    pub fn redraw(&self, area: &AreaRedrawn, epoch: Epoch, photo: Photo<'_>) -> Result<(), Trouble> {
        let mut playing = self.playing();
        if let Some(battle) = playing.battle_mut() {
            battle.redraw(area, &now(), photo)?;
        }
        playing.follow(epoch);
        Ok(())
    }

    /// Tells the battle in play, if there is one, which terrain the players drew. `drawn` is called under the lock, so
    /// the newest terrain counts. The scenario's terrain stays, except for pieces that drawn ones replace.
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

    /// Runs `work` on a battle of the campaign from a seat: on the one in play, or on another one read for this call.
    /// When a battle is over, everybody may read all of it.
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

    /// A battle as it was after the event `seq`.
    pub fn replay_at(&self, number: i64, seq: i64, by: (Asker, &str)) -> Result<BattleView, Trouble> {
        self.with(number, by, |battle, viewer| Ok(battle.replay_at_for(seq, viewer)?))
    }

    /// The whole log of a battle.
    pub fn replay_log(&self, number: i64, by: (Asker, &str)) -> Result<Vec<LogLine>, Trouble> {
        self.with(number, by, |battle, viewer| Ok(battle.log_for(viewer)))
    }

    /// The tracks of the ships of a battle.
    pub fn replay_tracks(&self, number: i64, by: (Asker, &str)) -> Result<Vec<Track>, Trouble> {
        self.with(number, by, |battle, viewer| Ok(chronicle::tracks(&battle.account(viewer))))
    }

    /// Where a battle turned, if this seat may know all of the battle and an analysis of it is kept.
    pub fn turning(&self, number: i64, by: (Asker, &str)) -> Result<TurningNow, Trouble> {
        let open = self.with(number, by, |battle, viewer| Ok(battle.is_open_to(viewer)))?;
        // The file is read without the battle's lock.
        let turning = if open { turning::kept(&self.journal(), number)? } else { None };
        Ok(TurningNow { open, turning })
    }

    /// A photograph of a battle, for a seat that may see its event; `by` names the seat in that battle.
    pub fn photo<'a>(
        &self,
        photo: i64,
        by: impl FnOnce(i64) -> (Asker, &'a str),
    ) -> Result<Vec<u8>, Trouble> {
        let battle = self.journal().photo(photo)?.battle;
        self.with(battle, by(battle), |battle, viewer| Ok(battle.photo_for(photo, viewer)?))
    }

    /// Everything that one seat may read of a battle, with a way to read its photographs.
    pub fn read<T>(
        &self,
        number: i64,
        (asker, viewer): (Asker, &str),
        tell: impl FnOnce(&dyn Session, &battle::account::BattleAccount) -> Result<T, Trouble>,
    ) -> Result<T, Trouble> {
        // A separate copy, because an export takes long and must not block the battle in play.
        let battle = battle::open(self.journal(), number)?;
        let viewer = seat(battle.as_ref(), asker, viewer)?;
        let account = match viewer {
            Viewer::Side(_) if !battle.is_over() => battle.account(&viewer),
            _ => account_for(battle.as_ref(), viewer == Viewer::Umpire),
        };
        tell(battle.as_ref(), &account)
    }

    /// Logs a campaign affair (a date, the end, a refit …) in one of its battles. Only the umpire may do so if the
    /// battle has one.
    pub fn note_affair(
        &self,
        number: i64,
        (asker, made_on): (Asker, i64),
        affair: &Affair,
    ) -> Result<(), Trouble> {
        let note = |battle: &mut dyn Session| {
            let viewer = seat(battle, asker, "umpire")?;
            let umpire = CommandSeat { word: "umpire", viewer: &viewer };
            battle.carry_out(umpire, made_on, &Command::NoteAffair(affair), &now(), &mut || None)?;
            Ok(())
        };
        if let Some(battle) = self.playing().battle_mut().filter(|battle| battle.number() == number) {
            return note(battle);
        }
        note(battle::open(self.journal(), number)?.as_mut())
    }

    /// The ships of the book, with the usual sizes of their models.
    pub fn known_ships(&self) -> Vec<KnownShipView> {
        self.library.ships().iter().map(known_ship).collect()
    }
}

fn nothing_in_play() -> Trouble {
    Trouble::new("No battle is in play: begin one on the Table page.")
}

/// The seat that a window may view from. A player's seat sees what the side sees, because players of a side share all
/// information.
fn seat(battle: &dyn Session, asker: Asker, viewer: &str) -> Result<Viewer, Trouble> {
    if let Some(player) = battle.player_at(viewer) {
        return Ok(Viewer::Side(player.side.clone()));
    }
    asker.seat(viewer, &battle.sides(), battle.has_umpire())
}

/// Checks that a command that goes to the tracker first can be recorded afterwards.
fn admit(battle: &dyn Session, by: By<'_>, command: &Command<'_>) -> Result<(), Trouble> {
    let viewer = seat(battle, by.asker, by.seat)?;
    Ok(battle.admit(CommandSeat { word: by.seat, viewer: &viewer }, by.made_on, command)?)
}

/// The seed of the app's dice, from the system's random generator, so that nobody can predict it.
fn dice_seed() -> Result<u64, Trouble> {
    getrandom::u64().map_err(|error| {
        Trouble::new(
            "This computer gives no randomness for the app's dice: restart it, and begin the battle again.",
        )
        .with_details(&error)
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
        let in_doubt = reading.questions.iter().flat_map(Question::ships).cloned();
        battle.take_doubts(in_doubt.collect());
        let told = battle.observe(&sighting, &now(), &mut *photo);
        // The battle accepts a place only after several agreeing readings, so `fresh` alone is not enough.
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

    fn ships_in_hand(&self) -> Option<BTreeSet<ShipId>> {
        self.playing().battle().map(Session::ships_in_hand)
    }

    fn is_lost(&self, ship: &ShipId) -> bool {
        self.playing().battle().is_some_and(|battle| battle.is_lost(ship))
    }

    fn name_and_side(&self, ship: &ShipId) -> (String, String) {
        // The book's name and side come first: the winner of a toss may have taken the ship.
        let in_play = self.playing().battle().and_then(|battle| battle.name_and_side(ship));
        let printed = || self.library.ship(ship.as_str()).map(|facts| (facts.name.clone(), facts.side.id()));
        let (name, side) = in_play.or_else(printed).unzip();
        (name.unwrap_or_else(|| ship.to_string()), side.map(|side| side.to_string()).unwrap_or_default())
    }

    fn news(&self) -> u64 {
        self.news.number()
    }

    fn asked_rolls(&self) -> Vec<RollView> {
        let asks = self.view().map(|view| view.asks).unwrap_or_default();
        let rolls = |ask| match ask {
            AskView::Roll { rolls, .. } => Some(rolls),
            _ => None,
        };
        asks.into_iter().find_map(rolls).unwrap_or_default()
    }

    fn ghosts(&self) -> Vec<ShipGhostView> {
        let playing = self.playing();
        let Some(battle) = playing.battle() else { return Vec::new() };
        // Computing ghosts judges all moves, so it is done again only when there is news.
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
pub(crate) mod fixtures;
#[cfg(test)]
mod gate_tests;
mod news;
mod on_stage;
pub(crate) mod printed_ships;
#[cfg(test)]
mod tests;
mod thinker;
#[cfg(test)]
mod thinking_tests;
pub mod turning;
