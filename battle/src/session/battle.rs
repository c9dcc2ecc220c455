//! A battle in play: the aggregate that appends domain events and folds them.

use crate::error::BattleError;
use crate::forms::book_adapter::BookAdapter;
use crate::record::codec::{Setting, audience_of, new_event};
use crate::record::events::{DomainEvent, DomainEventOf, MovesAre, RecordedEvent, RecordedEventOf};
use crate::record::frame::AreaRedrawn;
use crate::record::situation::{Situation, SituationOf};
use crate::record::stored::{book_as_kept, embedded, read_entries, rule_data};
use crate::record::table_news::{PictureMissing, TableNews};
use crate::record::timeline::Timeline;
use crate::render::log_line::render_event;
use crate::seats::commander::Seat;
use crate::session::opening::{events_of_opening, seats};
use crate::session::ruling_table::ShownTable;
use crate::setup::set_up::SetUp;
use crate::table::observed::{ObservedTable, Sighting};
use crate::table::picture::Picture;
use crate::table::placing;
use crate::table::stops::Stops;
use crate::thinking::thinker::AskedAdvice;
use crate::view::LogLine;
use geometry::ShipId;
use journal::{Batch, Journal, JournalError, Kept, NewBattle, NewEvent, NewPhoto};
use rulesets::core::{Audience, PlayedBook};
use std::collections::{BTreeMap, BTreeSet};

/// A battle in play by any book: the fold of its events, the table as seen now, and the journal.
///
/// It is made for one owner thread, and times are passed in. Everything that it reports as done is on the disk.
#[derive(Debug)]
pub struct Battle<B: BookAdapter> {
    number: i64,
    journal: Journal,
    pub(crate) book: B,
    pub(crate) timeline: Timeline<B>,
    pub(crate) log: Vec<LogLine>,
    pub(crate) situation: SituationOf<B>,
    pub(crate) observed: ObservedTable,
    /// The stops of ships that may be moved: not official yet.
    pub(crate) stops: BTreeMap<ShipId, Stops>,
    pub(crate) shown_table: Option<ShownTable>,
    /// The ships in doubt for which a decision was refused: it waits for the players' answer.
    pub(crate) awaited_answers: BTreeSet<ShipId>,
    /// A redrawn playing area that could not be stored yet.
    pub(crate) pending_frame: Option<AreaRedrawn>,
    /// The seats that the app plays.
    pub(crate) seats: Vec<Seat<B>>,
    /// The advice that a player waits for.
    pub(crate) asked_advice: Option<AskedAdvice>,
}

impl<B: BookAdapter> Battle<B> {
    /// Begins a battle in a campaign.
    ///
    /// # Errors
    /// When the set-up can't be played or stored, with every reason.
    pub fn begin(journal: Journal, set_up: &SetUp<B::Decision>, now: &str) -> Result<Self, BattleError> {
        Self::begin_by(embedded()?, journal, set_up, now)
    }

    /// Begins a battle by a book with its own tables.
    ///
    /// # Errors
    /// As [`Battle::begin`].
    pub fn begin_by(
        book: B,
        journal: Journal,
        set_up: &SetUp<B::Decision>,
        now: &str,
    ) -> Result<Self, BattleError> {
        let domain_events = events_of_opening(&book, set_up)?;
        let Some(DomainEvent::Begun(begun)) = domain_events.first() else {
            return Err(BattleError::NoBeginning { battle: 0 });
        };
        let mut situation = Situation::of(begun.clone());
        let batch = Batch {
            at: now.to_owned(),
            events: new_events(&book, &mut situation, &domain_events)?,
            photo: None,
        };
        let battle = NewBattle {
            name: set_up.name.clone(),
            book: B::ID.to_owned(),
            book_version: B::BODY_VERSION.to_string(),
            rule_data: rule_data(&book),
        };
        let kept = journal.begin_battle(battle, batch)?;
        let number = kept.battle;
        let entries = entries::<B>(kept, domain_events);
        Self::fold(journal, number, book, entries)
    }

    /// Opens a battle from its events.
    ///
    /// # Errors
    /// When an event can't be read, is missing or was changed; the error names it.
    pub fn resume(journal: Journal, battle: i64) -> Result<Self, BattleError> {
        let entries = read_entries::<B>(&journal, battle)?;
        let book = book_as_kept(&journal, battle, entries.first())?;
        Self::fold(journal, battle, book, entries)
    }

    fn fold(
        journal: Journal,
        number: i64,
        book: B,
        entries: Vec<RecordedEventOf<B>>,
    ) -> Result<Self, BattleError> {
        let no_beginning = BattleError::NoBeginning { battle: number };
        let situation = entries.first().and_then(Situation::begin).ok_or(no_beginning)?;
        let seats = seats(&book, &situation);
        let mut battle = Self {
            number,
            journal,
            timeline: Timeline::new(),
            book,
            log: Vec::with_capacity(entries.len()),
            situation,
            observed: ObservedTable::default(),
            stops: BTreeMap::new(),
            shown_table: None,
            awaited_answers: BTreeSet::new(),
            pending_frame: None,
            seats,
            asked_advice: None,
        };
        for entry in entries {
            battle.apply(entry)?;
        }
        Ok(battle)
    }

    /// The battle's number in its campaign.
    pub fn number(&self) -> i64 {
        self.number
    }

    /// The rule book, with the tables with which the battle began.
    pub fn book(&self) -> &B {
        &self.book
    }

    /// The official state.
    pub fn situation(&self) -> &SituationOf<B> {
        &self.situation
    }

    /// All events in order, including those taken back.
    pub fn entries(&self) -> &[RecordedEventOf<B>] {
        self.timeline.entries()
    }

    /// Takes the observations of a frame. A ship that has come to rest elsewhere leads to an event, stored with the
    /// picture. Returns the lines added to the log, usually none.
    ///
    /// # Errors
    /// When the event could not be stored; then the official places stay, and the next frame tries again.
    pub fn observe(
        &mut self,
        sighting: &Sighting,
        now: &str,
        picture: impl FnOnce() -> Option<Picture>,
    ) -> Result<Vec<LogLine>, BattleError> {
        // Frames are already in the new frame of reference, so it must be recorded first.
        let mut log = self.record_pending_frame(now)?;
        self.observed.observe(sighting);
        if sighting.still {
            log.extend(self.place_ships(false, now, picture)?);
        }
        Ok(log)
    }

    /// How far a ship's model may be moved before it is measured again, inches, by the book; `None` before it has a
    /// place.
    pub fn may_go_in(&self, ship: &geometry::ShipId) -> Option<f64> {
        self.situation.places.get(ship)?;
        self.book().may_go_in(&self.situation.book, ship)
    }

    /// Forgets past observations, because they are in another frame of reference than the next ones.
    pub(crate) fn forget_observations(&mut self) {
        self.observed.forget_places();
    }

    /// Takes the places of all ships as seen now, without waiting for repeated readings: for single pictures, and when
    /// a player asks to take the table as it stands.
    ///
    /// # Errors
    /// When the event could not be stored.
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
        // After the end, models are packed away.
        if self.situation.over {
            return Ok(Vec::new());
        }
        let domain_events = match self.situation.begun.moves {
            MovesAre::AsSeen => placing::place_events::<B>(&self.situation, &self.observed, at_once),
            MovesAre::Judged => self.judge_observations(at_once),
        };
        if domain_events.is_empty() { Ok(Vec::new()) } else { self.append(domain_events, now, picture) }
    }

    /// A photograph of this battle, as JPEG.
    ///
    /// # Errors
    /// When the battle has no such photograph.
    pub fn photo(&self, photo: i64) -> Result<Vec<u8>, BattleError> {
        let stored = self.journal.photo(photo)?;
        if stored.battle == self.number {
            Ok(stored.jpeg)
        } else {
            Err(BattleError::Journal(JournalError::NoSuchPhoto { photo }))
        }
    }

    /// Appends events to the journal, all or none, then applies them.
    pub(crate) fn append(
        &mut self,
        mut domain_events: Vec<DomainEventOf<B>>,
        now: &str,
        picture: impl FnOnce() -> Option<Picture>,
    ) -> Result<Vec<LogLine>, BattleError> {
        let mut after = match domain_events.first() {
            Some(DomainEvent::TakenBack(back)) => self.situation_at(back.to)?,
            _ => self.situation.clone(),
        };
        let mut events = new_events(&self.book, &mut after, &domain_events)?;
        // A picture of dice belongs to their events only, because it does not show the table.
        let of_dice = domain_events.iter().any(|domain_event| domain_event.dice_read().is_some());
        if of_dice {
            events.iter_mut().zip(&domain_events).for_each(|(event, domain_event)| {
                event.with_photo = domain_event.dice_read().is_some();
            });
        }
        let wanted = events.iter().any(|event| event.with_photo);
        let photo = match wanted.then(picture).flatten() {
            Some(Picture { jpeg: Ok(jpeg), calibration }) => {
                Some(self.photograph(jpeg, calibration, of_dice)?)
            }
            Some(Picture { jpeg: Err(why), .. }) => {
                let missing = DomainEvent::Table(TableNews::PictureMissing(PictureMissing { why }));
                events.extend(new_events(&self.book, &mut after, std::slice::from_ref(&missing))?);
                domain_events.push(missing);
                None
            }
            None => None,
        };
        if photo.is_none() {
            events.iter_mut().for_each(|event| event.with_photo = false);
        }
        let batch = Batch { at: now.to_owned(), events, photo };
        let kept = self.journal.append(self.number, self.situation.seq, batch)?;
        let before = self.log.len();
        for entry in entries::<B>(kept, domain_events) {
            self.apply(entry)?;
        }
        // Stops of ships that may no longer be moved are dropped: the models are put back, or their shifts accepted.
        let movers = self.movers();
        self.stops.retain(|ship, _| movers.contains(ship));
        Ok(self.log.get(before..).unwrap_or_default().to_vec())
    }

    /// A photograph for the journal; the table's names the ships seen in it.
    fn photograph(&self, jpeg: Vec<u8>, calibration: String, of_dice: bool) -> Result<NewPhoto, BattleError> {
        let observations = if of_dice { Vec::new() } else { self.observed.observations() };
        let observations = serde_json::to_string(&observations)
            .map_err(|error| BattleError::Unwritable { detail: error.to_string() })?;
        Ok(NewPhoto { jpeg, observations, calibration })
    }

    /// Applies an event that is stored on the disk.
    fn apply(&mut self, entry: RecordedEventOf<B>) -> Result<(), BattleError> {
        let step = |battle: &Self| (B::turn(&battle.situation.book), B::phase_key(&battle.situation.book));
        let (step_before, state_before) = (step(self), self.situation.book.clone());
        match &entry.event {
            DomainEvent::TakenBack(back) => {
                self.asked_advice = None;
                self.situation = self.situation_at(back.to).map_err(|_| BattleError::Unreadable {
                    seq: entry.seq,
                    kind: entry.kind.clone(),
                    detail: format!(
                        "it goes back to event {}, which is not in the battle before it",
                        back.to
                    ),
                })?;
            }
            // What was asked before is asked no more.
            DomainEvent::Book(_) => self.asked_advice = None,
            // A ship whose present place was accepted has no open move.
            DomainEvent::Settled(settled) => settled.ships.iter().for_each(|ship| {
                self.stops.remove(&ship.ship);
            }),
            _ => {}
        }
        self.situation.apply::<B>(&entry);
        if let DomainEvent::Frame(changed) = &entry.event {
            self.change_frame_of_stops(changed);
        }
        if step(self) != step_before {
            self.stops.clear();
        }
        self.log.push(render_event(&self.book, &state_before, &self.situation, &entry));
        self.timeline.push(entry);
        Ok(())
    }
}

/// Converts domain events for the journal, each with the turn and step after it; applies them to `after`.
fn new_events<B: PlayedBook>(
    book: &B,
    after: &mut SituationOf<B>,
    domain_events: &[DomainEventOf<B>],
) -> Result<Vec<NewEvent>, BattleError> {
    domain_events
        .iter()
        .map(|domain_event| {
            let audience = match domain_event {
                DomainEvent::Book(of_book) => book.audience(&after.book, &of_book.event),
                DomainEvent::Remark(remark) => remark.audience.clone(),
                DomainEvent::Planned(planned) => Audience::Side(planned.side.clone()),
                DomainEvent::Advice(advice) => advice.audience.clone(),
                _ => Audience::Everyone,
            };
            after.apply_event::<B>(domain_event);
            let turn = B::turn(&after.book);
            new_event::<B>(domain_event, Setting { turn, phase: B::phase_key(&after.book), audience })
        })
        .collect()
}

fn entries<B: PlayedBook>(kept: Kept, domain_events: Vec<DomainEventOf<B>>) -> Vec<RecordedEventOf<B>> {
    let entry = |(stored, domain_event): (journal::StoredEvent, DomainEventOf<B>)| RecordedEvent {
        audience: audience_of(&stored.audience),
        seq: stored.seq,
        kind: stored.kind,
        at: stored.at,
        photo: stored.photo,
        event: domain_event,
    };
    kept.events.into_iter().zip(domain_events).map(entry).collect()
}
