//! One battle in play.

use crate::book;
use crate::error::BattleError;
use crate::live::{LiveTable, Sighting, Stale, stands_elsewhere};
use crate::placing;
use crate::previewing::{preview, reason_view, too_close_view};
use crate::record::{BattleBegun, BookEvent, Entry, Fact};
use crate::set_up::{Picture, SetUp};
use crate::showing::battle_view;
use crate::situation::Situation;
use crate::telling::tell;
use crate::view::{AnswerView, BattleView, DecisionView, LogLine, RuledSentence, SalvoPreviewView};
use geometry::{CalibrationId, FrameId, Observation, ShipId};
use journal::{Batch, Journal, JournalError, Kept, NewBattle, NewEvent, NewPhoto, RuleData};
use rulesets::core::{AppDice, Book, DataFile, Halt, PlacedShip, PlacedTable};
use rulesets::gunboat::{Decision, Gunboat};

/// One battle in play: the fold of its events, the table as it is seen right now, and the journal behind both.
///
/// It is meant for one owner thread. Times are passed in. Whatever it answers as done is on the disk.
#[derive(Debug)]
pub struct Battle {
    number: i64,
    journal: Journal,
    gunboat: Gunboat,
    entries: Vec<Entry>,
    log: Vec<LogLine>,
    situation: Situation,
    live: LiveTable,
    look: Option<Look>,
}

/// What the players last looked at for one pair of ships. Their decision is ruled on these very measures while
/// every ship still stands there, so that what was shown is what is decided.
#[derive(Debug)]
struct Look {
    shooter: ShipId,
    target: ShipId,
    observations: Vec<Observation>,
}

impl Battle {
    /// Begins a battle in a campaign.
    ///
    /// # Errors
    /// Every reason why the set-up can't be played, or why the campaign file can't keep it.
    pub fn begin(journal: Journal, set_up: &SetUp, now: &str) -> Result<Self, BattleError> {
        let gunboat = Gunboat::embedded()
            .map_err(|error| BattleError::RuleData { battle: 0, detail: error.to_string() })?;
        let begun = begun(&gunboat, set_up)?;
        let open = Decision::Open {
            ships: set_up.ships.iter().map(|ship| ship.ship.clone()).collect(),
            forts: set_up.forts.clone(),
            options: set_up.options.clone(),
            terrain: set_up.terrain.clone(),
        };
        let mut dice = AppDice::new(set_up.dice_seed, &[]);
        let events = gunboat
            .decide(&Default::default(), &open, &PlacedTable::default(), &mut dice)
            .map_err(|halt| BattleError::SetUp { reasons: halt.to_string() })?;
        let mut facts = vec![Fact::Begun(begun.clone())];
        facts.extend(book_facts(&open, events));

        let mut situation = Situation {
            begun,
            book: Default::default(),
            places: Default::default(),
            terrain: Vec::new(),
            seq: 0,
        };
        let batch = Batch { at: now.to_owned(), events: new_events(&mut situation, &facts)?, photo: None };
        let battle = NewBattle {
            name: set_up.name.clone(),
            book: gunboat.id().to_owned(),
            book_version: gunboat.body_version().to_string(),
            rule_data: rule_data(&gunboat),
        };
        let kept = journal.begin_battle(battle, batch)?;
        let number = kept.battle;
        Self::fold(journal, number, gunboat, entries(kept, facts))
    }

    /// Takes up a battle where its events left it.
    ///
    /// # Errors
    /// Names the event that can't be read, is missing or was changed.
    pub fn resume(journal: Journal, battle: i64) -> Result<Self, BattleError> {
        let entries = read_entries(&journal, battle)?;
        let gunboat = book_as_kept(&journal, battle, entries.first())?;
        Self::fold(journal, battle, gunboat, entries)
    }

    fn fold(
        journal: Journal,
        number: i64,
        gunboat: Gunboat,
        entries: Vec<Entry>,
    ) -> Result<Self, BattleError> {
        let no_beginning = BattleError::NoBeginning { battle: number };
        let situation = entries.first().and_then(Situation::begin).ok_or(no_beginning)?;
        let mut battle = Self {
            number,
            journal,
            gunboat,
            entries: Vec::with_capacity(entries.len()),
            log: Vec::with_capacity(entries.len()),
            situation,
            live: LiveTable::default(),
            look: None,
        };
        for entry in entries {
            battle.take(entry);
        }
        Ok(battle)
    }

    /// The battle's number in its campaign.
    pub fn number(&self) -> i64 {
        self.number
    }

    /// What is officially so.
    pub fn situation(&self) -> &Situation {
        &self.situation
    }

    /// Every event, in order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Takes in what a frame showed. When a ship has come to rest elsewhere, that becomes an event, kept with the
    /// picture; the answer is what was added to the log (mostly nothing).
    ///
    /// # Errors
    /// Where the event could not be kept; then the official places stay as they were, and the next frame tries
    /// again.
    pub fn observe(
        &mut self,
        sighting: &Sighting,
        now: &str,
        picture: impl FnOnce() -> Option<Picture>,
    ) -> Result<Vec<LogLine>, BattleError> {
        self.live.observe(sighting);
        if sighting.still { self.place_ships(false, now, picture) } else { Ok(Vec::new()) }
    }

    /// Takes the places of all ships as they are seen at this moment, without waiting for them to last: for
    /// pictures that are still moments themselves, or a player's "take it as it stands".
    ///
    /// # Errors
    /// Where the event could not be kept.
    pub fn take_places(
        &mut self,
        now: &str,
        picture: impl FnOnce() -> Option<Picture>,
    ) -> Result<Vec<LogLine>, BattleError> {
        self.place_ships(true, now, picture)
    }

    fn place_ships(
        &mut self,
        at_once: bool,
        now: &str,
        picture: impl FnOnce() -> Option<Picture>,
    ) -> Result<Vec<LogLine>, BattleError> {
        let facts = placing::new_places(&self.situation, &self.live, at_once);
        if facts.is_empty() { Ok(Vec::new()) } else { self.append(facts, now, picture) }
    }

    /// The battle as it stands.
    pub fn view(&self) -> BattleView {
        battle_view(self.number, &self.gunboat, &self.situation)
    }

    /// Every event, told.
    pub fn log(&self) -> &[LogLine] {
        &self.log
    }

    /// The battle as it stood after an event.
    ///
    /// # Errors
    /// Where the battle has no such event.
    pub fn replay_at(&self, seq: i64) -> Result<BattleView, BattleError> {
        self.situation_at(seq).map(|situation| battle_view(self.number, &self.gunboat, &situation))
    }

    /// The situation after an event, folded from the beginning.
    ///
    /// # Errors
    /// Where the battle has no such event.
    pub fn situation_at(&self, seq: i64) -> Result<Situation, BattleError> {
        let no_such = BattleError::NoSuchMoment { battle: self.number, seq };
        let upto = self.entries.iter().position(|entry| entry.seq == seq).ok_or(no_such)?;
        let mut situation = self
            .entries
            .first()
            .and_then(Situation::begin)
            .ok_or(BattleError::NoBeginning { battle: self.number })?;
        self.entries.iter().take(upto + 1).for_each(|entry| situation.take(entry));
        Ok(situation)
    }

    /// A photograph of this battle, as JPEG.
    ///
    /// # Errors
    /// Where the battle has no such photograph.
    pub fn photo(&self, photo: i64) -> Result<Vec<u8>, BattleError> {
        let stored = self.journal.photo(photo)?;
        if stored.battle == self.number {
            Ok(stored.jpeg)
        } else {
            Err(BattleError::Journal(JournalError::NoSuchPhoto { photo }))
        }
    }

    /// What would happen if a ship fired everything that bears at another. The decision that follows is ruled on
    /// the measures shown here, as long as the ships still stand there.
    ///
    /// # Errors
    /// Where no such ship is in the battle.
    pub fn preview(&mut self, shooter: &str, target: &str) -> Result<SalvoPreviewView, BattleError> {
        for ship in [shooter, target] {
            if !self.situation.book.ships.contains_key(&ShipId::new(ship)) {
                return Err(BattleError::NoSuchShip { ship: ship.to_owned() });
            }
        }
        let (shooter, target) = (ShipId::new(shooter), ShipId::new(target));
        let observations = self.observations();
        let table = self.table(&observations);
        let shown = preview(&self.gunboat, &self.situation.book, &table, &shooter, &target);
        self.look = Some(Look { shooter, target, observations });
        Ok(shown)
    }

    /// Decides: asks the book, keeps what follows, and only then changes anything. `picture` is called where the
    /// picture of the table belongs to what happened.
    ///
    /// # Errors
    /// Where what follows could not be kept: then nothing has happened.
    pub fn decide(
        &mut self,
        asked: &DecisionView,
        now: &str,
        picture: impl FnOnce() -> Option<Picture>,
    ) -> Result<AnswerView, BattleError> {
        let decision = match book::decision(&self.situation.book, asked) {
            Ok(decision) => decision,
            Err(refusal) => {
                return Ok(AnswerView::Refused {
                    reasons: refusal.reasons.iter().map(reason_view).collect(),
                });
            }
        };
        let changed = self.changed_since(asked, &decision);
        if !changed.is_empty() {
            return Ok(AnswerView::Refused { reasons: changed });
        }
        let observations = self.observations_for(&decision);
        let table = self.table(&observations);
        let decision = self.only_open_settlements(decision, &table);
        let mut dice = self.app_dice()?;
        match self.gunboat.decide(&self.situation.book, &decision, &table, &mut dice) {
            Ok(events) => {
                let log = self.append(book_facts(&decision, events), now, picture)?;
                self.look = None;
                Ok(AnswerView::Done { log, battle: self.view() })
            }
            Err(Halt::Refused(refusal)) => {
                Ok(AnswerView::Refused { reasons: refusal.reasons.iter().map(reason_view).collect() })
            }
            Err(Halt::TooClose { questions }) => {
                if let Decision::Fire { shooter, target, .. } = decision {
                    self.look = Some(Look { shooter, target, observations });
                }
                Ok(AnswerView::TooClose { questions: questions.iter().map(too_close_view).collect() })
            }
        }
    }

    /// The app's dice for the state at hand: the same decision from the same state gets the same faces.
    fn app_dice(&self) -> Result<AppDice, BattleError> {
        let state_key = serde_json::to_vec(&self.situation.book)
            .map_err(|error| BattleError::Unwritable { detail: error.to_string() })?;
        Ok(AppDice::new(self.situation.begun.dice_seed, &state_key))
    }

    /// Why a decision can't stand, if the table changed since the frame it names.
    fn changed_since(&self, asked: &DecisionView, decision: &Decision) -> Vec<RuledSentence> {
        let DecisionView::DeclareSalvo { frame: Some(frame), .. } = asked else { return Vec::new() };
        if !self.live.is_watched() {
            return Vec::new();
        }
        let changed = book::ships_concerned(decision).into_iter().filter_map(|ship| {
            let stale = self.live.check(ship, FrameId(*frame)).err()?;
            let name = self.situation.book.name(ship);
            let what = match stale {
                Stale::Moved => format!("The table changed since: {name} has moved. Look again."),
                Stale::Hidden => format!("The table changed since: {name} is hidden now. Look again."),
            };
            Some(RuledSentence { text: what, rules: Vec::new() })
        });
        changed.collect()
    }

    /// Answers to questions that are not open (any more) are left out: the measure is clear, and rules.
    fn only_open_settlements(&self, decision: Decision, table: &PlacedTable) -> Decision {
        match decision {
            Decision::Fire { shooter, target, mounts, settled } if !settled.is_empty() => {
                let state = &self.situation.book;
                let open = self.gunboat.preview(state, table, &shooter, &target, &mounts, &[]).plan.too_close;
                let settled = settled
                    .into_iter()
                    .filter(|choice| open.iter().any(|question| question.key == choice.key));
                Decision::Fire { settled: settled.collect(), shooter, target, mounts }
            }
            other => other,
        }
    }

    /// Every ship afloat as it is seen now; where nothing looks at the table, as it officially stands.
    fn observations(&self) -> Vec<Observation> {
        let afloat = self.situation.book.ships.iter().filter(|(_, ship)| ship.afloat());
        afloat.filter_map(|(ship, _)| self.observation_of(ship)).collect()
    }

    fn observation_of(&self, ship: &ShipId) -> Option<Observation> {
        if self.live.is_watched() {
            return self.live.of(ship).cloned();
        }
        let place = self.situation.places.get(ship)?;
        Some(Observation {
            ship: ship.clone(),
            pose: place.pose(),
            sigma_in: place.sigma_in,
            heading_sigma_rad: place.heading_sigma_deg.to_radians(),
            seen: true,
            sure: true,
            confidence: geometry::Confidence::CERTAIN,
            frame: FrameId(0),
            calibration: CalibrationId(String::new()),
        })
    }

    /// The observations a decision is ruled on: those the players looked at, if they still hold.
    fn observations_for(&self, decision: &Decision) -> Vec<Observation> {
        let now = self.observations();
        let (Decision::Fire { shooter, target, .. }, Some(look)) = (decision, &self.look) else { return now };
        let same_pair = look.shooter == *shooter && look.target == *target;
        let holds = look.observations.len() == now.len()
            && look.observations.iter().zip(&now).all(|(then, now)| {
                then.ship == now.ship
                    && then.seen == now.seen
                    && then.sure == now.sure
                    && !stands_elsewhere(then, now)
            });
        if same_pair && holds { look.observations.clone() } else { now }
    }

    fn table(&self, observations: &[Observation]) -> PlacedTable {
        let placed = observations.iter().filter_map(|observation| {
            let hull = *self.situation.begun.hulls.get(&observation.ship)?;
            Some(PlacedShip::at_rest(observation.clone(), hull))
        });
        PlacedTable::new(placed.collect())
            .with_terrain(self.situation.terrain.clone())
            .with_guns_ashore(self.situation.book.guns_ashore())
    }

    /// Keeps facts, all or none, and then takes them in.
    pub(crate) fn append(
        &mut self,
        facts: Vec<Fact>,
        now: &str,
        picture: impl FnOnce() -> Option<Picture>,
    ) -> Result<Vec<LogLine>, BattleError> {
        let mut after = self.situation.clone();
        let mut events = new_events(&mut after, &facts)?;
        let photo =
            if events.iter().any(|event| event.with_photo) { self.photograph(picture())? } else { None };
        if photo.is_none() {
            events.iter_mut().for_each(|event| event.with_photo = false);
        }
        let batch = Batch { at: now.to_owned(), events, photo };
        let kept = self.journal.append(self.number, self.situation.seq, batch)?;
        let before = self.log.len();
        for entry in entries(kept, facts) {
            self.take(entry);
        }
        Ok(self.log.get(before..).unwrap_or_default().to_vec())
    }

    fn photograph(&self, picture: Option<Picture>) -> Result<Option<NewPhoto>, BattleError> {
        let Some(picture) = picture else { return Ok(None) };
        let observations = serde_json::to_string(&self.live.observations())
            .map_err(|error| BattleError::Unwritable { detail: error.to_string() })?;
        Ok(Some(NewPhoto { jpeg: picture.jpeg, observations, calibration: picture.calibration }))
    }

    fn take(&mut self, entry: Entry) {
        self.situation.take(&entry);
        self.log.push(tell(&self.gunboat, &self.situation, &entry));
        self.entries.push(entry);
    }
}

fn begun(gunboat: &Gunboat, set_up: &SetUp) -> Result<BattleBegun, BattleError> {
    let mut reasons = Vec::new();
    let (east, north) = set_up.table_in;
    if !(east.is_finite() && north.is_finite() && east > 0.0 && north > 0.0) {
        reasons.push(format!("the table must be some inches wide and deep, not {east} x {north}."));
    }
    for ship in &set_up.ships {
        let hull = ship.hull;
        let sound = |length: f64| length.is_finite() && length > 0.0;
        if !(sound(hull.length_in) && sound(hull.beam_in) && hull.stack_ahead_in.is_finite()) {
            reasons.push(format!("the hull of {} needs a length and a beam in inches.", ship.ship.card.name));
        }
    }
    if !reasons.is_empty() {
        return Err(BattleError::SetUp { reasons: reasons.join(" ") });
    }
    Ok(BattleBegun {
        name: set_up.name.clone(),
        book: gunboat.id().to_owned(),
        book_version: gunboat.body_version().to_string(),
        rule_data: rule_data(gunboat).iter().map(|data| (data.name.clone(), hex(&data.bytes))).collect(),
        table_in: set_up.table_in,
        dice_seed: set_up.dice_seed,
        hulls: set_up.ships.iter().map(|ship| (ship.ship.card.id.clone(), ship.hull)).collect(),
    })
}

/// SHA-256 of bytes, hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    journal::content_hash(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn rule_data(gunboat: &Gunboat) -> Vec<RuleData> {
    let data = |file: &DataFile| RuleData { name: file.name.clone(), bytes: file.text.clone().into_bytes() };
    gunboat.data().iter().map(data).collect()
}

/// A battle's events, read.
pub(crate) fn read_entries(journal: &Journal, battle: i64) -> Result<Vec<Entry>, BattleError> {
    journal.events(battle)?.iter().map(Entry::read).collect()
}

/// The book with the tables that a battle was begun with.
pub(crate) fn book_as_kept(
    journal: &Journal,
    battle: i64,
    first: Option<&Entry>,
) -> Result<Gunboat, BattleError> {
    let Some(Fact::Begun(begun)) = first.map(|entry| &entry.fact) else {
        return Err(BattleError::NoBeginning { battle });
    };
    if begun.book != "gunboat" {
        return Err(BattleError::OtherBook { battle, book: begun.book.clone() });
    }
    let refuse = |detail: String| BattleError::RuleData { battle, detail };
    let kept = journal.rule_data(battle)?;
    if kept.len() != begun.rule_data.len() {
        return Err(refuse(
            "some of them are missing from the file; go on from a copy made before.".to_owned(),
        ));
    }
    let mut files = Vec::new();
    for data in kept {
        if begun.rule_data.get(&data.name) != Some(&hex(&data.bytes)) {
            return Err(refuse(format!("{} was changed; go on from a copy made before.", data.name)));
        }
        let text = String::from_utf8(data.bytes)
            .map_err(|_| refuse(format!("{} is not text; go on from a copy made before.", data.name)))?;
        files.push(DataFile { name: data.name, text });
    }
    Gunboat::with_data(files).map_err(|error| refuse(error.to_string()))
}

/// The book's events as facts; the first carries the decision.
pub(crate) fn book_facts(decision: &Decision, events: Vec<rulesets::gunboat::Event>) -> Vec<Fact> {
    let mut decision = Some(decision.clone());
    let fact = |event| Fact::Book(Box::new(BookEvent { decision: decision.take(), event }));
    events.into_iter().map(fact).collect()
}

/// Facts as events for the journal, each at the turn and step it leads to; `after` is folded along.
fn new_events(after: &mut Situation, facts: &[Fact]) -> Result<Vec<NewEvent>, BattleError> {
    facts
        .iter()
        .map(|fact| {
            after.take_fact(fact);
            fact.to_new_event(after.book.turn, book::phase_key(&after.book), fact.wants_picture())
        })
        .collect()
}

fn entries(kept: Kept, facts: Vec<Fact>) -> Vec<Entry> {
    let entry = |(stored, fact): (journal::StoredEvent, Fact)| Entry {
        seq: stored.seq,
        kind: stored.kind,
        at: stored.at,
        photo: stored.photo,
        fact,
    };
    kept.events.into_iter().zip(facts).map(entry).collect()
}
