//! Decisions: the book rules on the table, and the events are stored before anything changes.

use crate::error::BattleError;
use crate::forms::book_adapter::BookAdapter;
use crate::forms::context::FormError;
use crate::forms::offers::not_back;
use crate::record::decision_events::{Decider, book_events, placements_by_book};
use crate::record::events::{DomainEvent, DomainEventOf, MovesAre};
use crate::session::battle::Battle;
use crate::session::dice_by_eye::{TakenDice, ThrowRefused};
use crate::session::ruling_table::ShownTable;
use crate::table::observed::{Stale, stands_elsewhere};
use crate::table::picture::Picture;
use crate::table::placing::standing;
use crate::table::throw::ThrowEvidence;
use crate::view::rulings::too_close_view;
use crate::view::{AnswerView, DecisionView, RuledSentence};
use geometry::{FrameId, ShipId};
use rulesets::core::{AppDice, Audience, Halt, PlacedTable, Refusal};
use std::borrow::Cow;

/// A requested decision.
#[derive(Debug, Clone, PartialEq)]
pub struct DecisionRequest<D> {
    /// The decision, in the book's type.
    pub decision: D,
    /// The frame that the player looked at: refused if the table has changed since.
    pub frame: Option<u64>,
    /// Who asks; the answer contains only what this audience may know.
    pub by: Audience,
}

impl<D> DecisionRequest<D> {
    /// A public decision that does not depend on a frame.
    pub fn of(decision: D) -> Self {
        Self { decision, frame: None, by: Audience::Everyone }
    }
}

/// The answer to dice that can't count, which rests on no rule.
fn refused(why: &ThrowRefused) -> AnswerView {
    AnswerView::Refused { reasons: vec![RuledSentence { text: why.to_string(), rules: Vec::new() }] }
}

impl<B: BookAdapter> Battle<B> {
    /// Makes a decision: asks the book, stores the events, and only then changes the state. `picture` is called if the
    /// events need a picture of the table.
    ///
    /// # Errors
    /// When the events could not be stored; then nothing has happened.
    pub fn decide(
        &mut self,
        asked: &DecisionRequest<B::Decision>,
        now: &str,
        picture: impl FnOnce() -> Option<Picture>,
    ) -> Result<AnswerView, BattleError> {
        self.decide_by(Decider::Person, asked, None, now, picture)
    }

    /// Makes a decision that was read from a window's request, with what the camera saw of the throw that it names.
    pub(crate) fn decide_as_read(
        &mut self,
        (asked, evidence): (&DecisionView, Option<&ThrowEvidence>),
        read: Result<B::Decision, FormError>,
        by: &Audience,
        now: &str,
        picture: impl FnOnce() -> Option<Picture>,
    ) -> Result<AnswerView, BattleError> {
        let decision = match read {
            Ok(decision) => decision,
            Err(unclear) => return Ok(AnswerView::Refused { reasons: unclear.0 }),
        };
        let frame = match asked {
            DecisionView::DeclareSalvo { frame, .. } | DecisionView::Answer { frame, .. } => *frame,
            _ => None,
        };
        let taken = match TakenDice::of(asked, evidence) {
            Ok(taken) => taken,
            Err(why) => return Ok(refused(&why)),
        };
        let request = DecisionRequest { decision, frame, by: by.clone() };
        self.decide_by(Decider::Person, &request, taken, now, picture)
    }

    /// Reads and makes a viewer's decision, for callers that hold the battle of one book. Windows use a
    /// [`crate::Command`].
    ///
    /// # Errors
    /// As [`Battle::decide`].
    pub fn decide_as_shown_to(
        &mut self,
        asked: &DecisionView,
        by: &Audience,
        now: &str,
        picture: impl FnOnce() -> Option<Picture>,
    ) -> Result<AnswerView, BattleError> {
        let read = self.read_decision(asked, by);
        self.decide_as_read((asked, None), read, by, now, picture)
    }

    /// The same as [`Battle::decide`], for a person or for the app with a side that it commands. `taken`: the dice that
    /// the camera read for it; their picture is then the one that is stored.
    pub(crate) fn decide_by(
        &mut self,
        decider: Decider,
        asked: &DecisionRequest<B::Decision>,
        taken: Option<TakenDice>,
        now: &str,
        picture: impl FnOnce() -> Option<Picture>,
    ) -> Result<AnswerView, BattleError> {
        self.record_pending_frame(now)?;
        let changed = self.reasons_against_now(asked);
        if !changed.is_empty() {
            return Ok(AnswerView::Refused { reasons: changed });
        }
        let doubts = self.doubts_against(&asked.decision);
        if !doubts.is_empty() {
            let reasons = doubts.iter().map(|ship| self.not_certain(ship)).collect();
            self.awaited_answers = doubts;
            return Ok(AnswerView::Refused { reasons });
        }
        let ships: Vec<ShipId> = B::ships_concerned(&asked.decision).into_iter().cloned().collect();
        let table = match B::ruled_at(&asked.decision) {
            Some((turn, phase)) => self.table_then(turn, &phase),
            None if decider == Decider::App => self.table_now(),
            None => self.table_for(&ships),
        };
        let state = &self.situation.book;
        let decision = self.book.drop_closed_settlements(state, &table, asked.decision.clone());
        let mut dice = self.app_dice()?;
        match self.book.decide(state, &decision, &table, &mut dice) {
            Ok(events) => {
                if let Err(why) = self.check_dice(&events, taken.as_ref(), &asked.by) {
                    return Ok(refused(&why));
                }
                let before = self.entries().len();
                let mut domain_events = self.events_of_decision((&decision, decider), events);
                match taken {
                    Some(taken) => {
                        self.record_dice(&taken, &mut domain_events);
                        self.append(domain_events, now, || Some(taken.into_picture()))?;
                    }
                    None => {
                        self.append(domain_events, now, picture)?;
                    }
                }
                for ship in B::ships_moved(&decision) {
                    self.stops.remove(ship);
                }
                self.shown_table = None;
                self.awaited_answers.clear();
                Ok(AnswerView::Done { log: self.lines_from(before, &asked.by) })
            }
            Err(Halt::Refused(refusal)) => {
                let known = self.halt_as_known(&decision, &table, &asked.by);
                let known = known.as_ref().and_then(|halt| match halt {
                    Halt::Refused(refusal) => Some(refusal),
                    Halt::TooClose { .. } => None,
                });
                Ok(AnswerView::Refused { reasons: self.reasons_for(&refusal, known, &asked.by) })
            }
            Err(Halt::TooClose { mut questions }) => {
                if asked.by != Audience::Umpire {
                    let known = match self.halt_as_known(&decision, &table, &asked.by) {
                        Some(Halt::TooClose { questions }) => questions,
                        _ => Vec::new(),
                    };
                    questions.retain(|question| known.contains(question));
                }
                if questions.is_empty() {
                    let reasons = self.reasons_for(&Refusal::default(), None, &asked.by);
                    return Ok(AnswerView::Refused { reasons });
                }
                if !ships.is_empty() {
                    self.shown_table = Some(ShownTable { ships, table });
                }
                Ok(AnswerView::TooClose { questions: questions.iter().map(too_close_view).collect() })
            }
        }
    }

    /// The umpire rules that a ship has sunk whose model was taken off the table; `None` if the book has nothing to
    /// rule.
    ///
    /// # Errors
    /// As [`Battle::decide`].
    pub fn sunk_by_umpire(
        &mut self,
        ship: &ShipId,
        now: &str,
        picture: impl FnOnce() -> Option<Picture>,
    ) -> Result<Option<AnswerView>, BattleError> {
        let Some(decision) = self.book.ruling_of_sunk(&self.situation.book, ship) else { return Ok(None) };
        let asked = DecisionRequest { by: Audience::Umpire, ..DecisionRequest::of(decision) };
        self.decide(&asked, now, picture).map(Some)
    }

    /// Why the book refuses a decision on the present table, with only what the asker may know; `None` if it allows it.
    pub(crate) fn halt_now(&self, asked: &DecisionRequest<B::Decision>) -> Option<Halt> {
        self.halt_as_known(&asked.decision, &self.table_now(), &asked.by)
    }

    /// The book's answer to a decision with only this viewer's knowledge.
    pub(crate) fn halt_as_known(
        &self,
        decision: &B::Decision,
        table: &PlacedTable,
        viewer: &Audience,
    ) -> Option<Halt> {
        let state = self.book.seen_by(&self.situation.book, viewer);
        let mut dice = AppDice::new(0, &[]);
        self.book.decide(&state, decision, table, &mut dice).err()
    }

    /// The events of a decision: models moved for it, the book's events, and models that the book itself moves.
    fn events_of_decision(
        &self,
        (decision, decider): (&B::Decision, Decider),
        events: Vec<B::Event>,
    ) -> Vec<DomainEventOf<B>> {
        let mut domain_events: Vec<DomainEventOf<B>> =
            self.move_event(&B::ships_moved(decision)).into_iter().collect();
        let mut before = Cow::Borrowed(&self.situation);
        domain_events.iter().for_each(|domain_event| before.to_mut().apply_event::<B>(domain_event));
        let put = placements_by_book(&self.book, &before, &events);
        domain_events.extend(book_events::<B>(decision, events, decider));
        domain_events.extend(put.map(DomainEvent::SetDown));
        domain_events
    }

    /// The app's dice for the present state: the same decision in the same state gets the same dice, at any time.
    fn app_dice(&self) -> Result<AppDice, BattleError> {
        let begun = &self.situation.begun;
        let state = || {
            let first = self.timeline.state_in_first_frame();
            first.map_or(Cow::Borrowed(&self.situation.book), Cow::Owned)
        };
        let key = begun.dice_key.bytes(self.timeline.book_events_that_stand(), state)?;
        Ok(AppDice::new(begun.dice_seed, &key))
    }

    /// Returns whether nothing but the book's rules can be against a decision now.
    pub(crate) fn is_decidable(&self, asked: &DecisionRequest<B::Decision>) -> bool {
        self.reasons_against_now(asked).is_empty() && self.doubts_against(&asked.decision).is_empty()
    }

    /// Why a decision can't be made now, apart from the book's rules.
    fn reasons_against_now(&self, asked: &DecisionRequest<B::Decision>) -> Vec<RuledSentence> {
        if self.situation.over {
            let text = BattleError::Over.to_string();
            return vec![RuledSentence { text, rules: Vec::new() }];
        }
        if !self.observed.is_watched() || B::ruled_at(&asked.decision).is_some() {
            return Vec::new();
        }
        let moved = B::ships_moved(&asked.decision);
        let ships = B::ships_concerned(&asked.decision).into_iter();
        let reason = |ship: &ShipId| {
            let name = B::name(&self.situation.book, ship);
            if self.situation.begun.moves == MovesAre::Judged && self.situation.to_set_out.contains(ship) {
                return Some(not_back::<B>(&self.situation.book, ship));
            }
            let why = match self.situation.begun.moves {
                MovesAre::AsSeen => None,
                MovesAre::Judged => self.out_of_place(ship, moved.contains(&ship)),
            };
            let why = why.or_else(|| self.changed_since(ship, asked.frame?));
            why.map(|why| RuledSentence { text: why.replace("{name}", &name), rules: Vec::new() })
        };
        ships.filter_map(reason).collect()
    }

    /// Why nothing can be ruled about a ship on the present table.
    fn out_of_place(&self, ship: &ShipId, moved: bool) -> Option<&'static str> {
        let place = self.place_now(ship)?;
        let seen = self.observed.of(ship).filter(|seen| seen.seen);
        match seen {
            _ if place.by_hand => None,
            None => Some("{name} is hidden now: look again, or lay her on the map by hand."),
            Some(seen) if stands_elsewhere(&standing(ship, &place), seen) => Some(if moved {
                "{name} has been moved on since: let her stand still, and look again."
            } else {
                "{name} stands elsewhere than she officially does: put her back on her ghost, or accept the shift."
            }),
            Some(_) => None,
        }
    }

    /// Why a decision based on this frame is no longer valid.
    fn changed_since(&self, ship: &ShipId, frame: u64) -> Option<&'static str> {
        let by_hand = self.situation.places.get(ship).is_some_and(|place| place.by_hand);
        match self.observed.check(ship, FrameId(frame)).err()? {
            Stale::Hidden if by_hand => None,
            Stale::Moved => Some("The table changed since: {name} has moved. Look again."),
            Stale::Hidden => Some("The table changed since: {name} is hidden now. Look again."),
        }
    }
}
