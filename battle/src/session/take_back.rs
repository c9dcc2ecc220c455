//! Take-back: return to any earlier moment. Nothing is deleted; the log says what was taken back, by whom and why.

use crate::error::BattleError;
use crate::forms::book_adapter::BookAdapter;
use crate::record::campaign_affair::Affair;
use crate::record::events::{DomainEvent, Settling, TakenBack};
use crate::record::moved::is_near;
use crate::record::place::Place;
use crate::record::returning::{placed_on_table, returning};
use crate::record::situation::SituationOf;
use crate::session::battle::Battle;
use crate::view::{AnswerView, RuledSentence, StepBackView, UndoView};
use geometry::ShipId;
use rulesets::core::{Audience, PlayedBook};

/// A request to take back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakeBack {
    /// The last event that will stand; if its decision has several events, all of them stand.
    pub to: i64,
    /// Who takes back.
    pub by: String,
    /// Why.
    pub why: String,
    /// Whether the umpire allows it.
    pub umpire: bool,
}

impl<B: BookAdapter> Battle<B> {
    /// Goes back to the state after an earlier event, or forward again to an event that was taken back.
    ///
    /// # Errors
    /// When there is no such event, or it could not be stored; then nothing has changed.
    pub fn take_back(&mut self, asked: &TakeBack, now: &str) -> Result<AnswerView, BattleError> {
        let no_such = BattleError::NoSuchMoment { battle: self.number(), seq: asked.to };
        let index = self.timeline.index(asked.to).map(|index| self.timeline.end_of_decision(index));
        let index = index.ok_or(no_such.clone())?;
        let target = self.timeline.situation(index).ok_or(no_such)?;
        let mut reasons = Vec::new();
        if B::phase_key(&target.book) == "set_up" {
            reasons.push("Before that the battle had not begun: go back to an event after its opening.");
        }
        if same_official_state::<B>(&self.situation, &target) {
            reasons.push("The battle stands there already: nothing is to be taken back.");
        }
        if asked.why.trim().is_empty() {
            reasons.push("Say why: the log keeps it.");
        }
        if !asked.umpire && self.takes_back_a_secret(index) {
            reasons.push(
                "Something secret happened or was revealed since, and can't be unlearned: the umpire must give leave.",
            );
        }
        if !reasons.is_empty() {
            let reason = |text: &str| RuledSentence { text: text.to_owned(), rules: Vec::new() };
            return Ok(AnswerView::Refused { reasons: reasons.into_iter().map(reason).collect() });
        }
        let back = TakenBack {
            to: target.seq,
            by: asked.by.clone(),
            why: asked.why.trim().to_owned(),
            umpire: asked.umpire,
            ships: self.ships_returning(&target),
        };
        let log = self.append(vec![DomainEvent::TakenBack(back)], now, || None)?;
        // Cleared only after storing, so that a failure leaves the moves and orders on the table unchanged.
        self.stops.clear();
        self.forget_orders();
        self.shown_table = None;
        Ok(AnswerView::Done { log })
    }

    /// What can be taken back next, and what can be done again.
    pub fn undo_line(&self, viewer: &Audience) -> UndoView {
        UndoView { back: self.step_back(viewer), forward: self.step_forward(viewer) }
    }

    /// The last decision that stands, and the event before it. Automatic events (models set up, nudges) and remarks are
    /// skipped.
    fn step_back(&self, viewer: &Audience) -> Option<StepBackView> {
        let way = self.timeline.standing_from_last();
        let opening = self.opening_events();
        // The app would repeat its own decision, so that is taken back together with the person's decision before it.
        let a_persons = |at: &usize| self.can_be_taken_back(*at) && !self.was_commanded(*at);
        let mut steps = way.iter().copied().skip_while(|at| !a_persons(at));
        let last = steps.next().filter(|last| *last >= opening)?;
        // All events of a decision are taken back together, with the moves made for it.
        let mut first = last;
        let mut before = None;
        for at in steps {
            if self.timeline.end_of_decision(at) != self.timeline.end_of_decision(first) {
                before = Some(at);
                break;
            }
            first = at;
        }
        let to = self.entries().get(before?)?.seq;
        Some(StepBackView {
            to,
            sentence: self.first_sentence(first, last, viewer),
            needs_umpire: before.is_some_and(|before| self.takes_back_a_secret(before)),
        })
    }

    /// The step forward: to the event from which the last take-back that still stands went back.
    fn step_forward(&self, viewer: &Audience) -> Option<StepBackView> {
        let mut redo: Vec<usize> = Vec::new();
        let mut now: Option<usize> = None;
        for (at, entry) in self.entries().iter().enumerate() {
            if let DomainEvent::TakenBack(back) = &entry.event {
                let target = self.timeline.index(back.to)?;
                if redo.last() == Some(&target) {
                    redo.pop();
                } else {
                    redo.extend(now);
                }
                now = Some(target);
            } else if self.can_be_taken_back(at) {
                redo.clear();
                now = Some(at);
            } else if redo.is_empty() {
                now = Some(at);
            }
        }
        let to = self.timeline.end_of_decision(*redo.last()?);
        // The decision that ends there.
        let first = (0..=to).rev().take_while(|at| self.timeline.end_of_decision(*at) == to).last()?;
        Some(StepBackView {
            to: self.entries().get(to)?.seq,
            sentence: self.first_sentence(first, to, viewer),
            needs_umpire: self.takes_back_a_secret(to),
        })
    }

    /// Returns whether the event was decided by a person, or by the app for a side.
    fn can_be_taken_back(&self, at: usize) -> bool {
        match self.entries().get(at).map(|entry| &entry.event) {
            Some(
                DomainEvent::Book(_)
                | DomainEvent::Moved(_)
                | DomainEvent::SetDown(_)
                | DomainEvent::Corrected(_)
                | DomainEvent::Terrain(_)
                | DomainEvent::Affair(_),
            ) => true,
            Some(DomainEvent::Settled(settled)) => {
                matches!(settled.why, Settling::Accepted | Settling::Waived)
            }
            Some(
                DomainEvent::Begun(_)
                | DomainEvent::Placed(_)
                | DomainEvent::TakenBack(_)
                | DomainEvent::SettingUp(_)
                | DomainEvent::Players(_)
                | DomainEvent::Remark(_)
                | DomainEvent::Planned(_)
                | DomainEvent::Advice(_)
                | DomainEvent::Table(_)
                | DomainEvent::Frame(_),
            )
            | None => false,
        }
    }

    /// Returns whether the app decided it, for a side that it commands.
    fn was_commanded(&self, at: usize) -> bool {
        let of_decision = self.timeline.end_of_decision(at);
        let events =
            (0..=of_decision).rev().take_while(|one| self.timeline.end_of_decision(*one) == of_decision);
        events.filter_map(|one| self.entries().get(one)).any(|entry| match &entry.event {
            DomainEvent::Book(of_book) => of_book.commanded,
            _ => false,
        })
    }

    /// The ships whose models must be placed again for an earlier moment: those with changed official places, those
    /// that already had to be placed, and, if the end is taken back, those that were moved meanwhile.
    fn ships_returning(&self, then: &SituationOf<B>) -> Vec<ShipId> {
        let ended = self.situation.over && !then.over && self.observed.is_watched();
        let is_away = |ship: &ShipId| {
            let stands = then.places.get(ship).zip(self.observed.surely(ship));
            ended && !stands.is_some_and(|(place, seen)| is_near(place, &Place::of(seen), ship))
        };
        let waits = |ship: &ShipId| self.situation.to_set_out.contains(ship);
        let must = returning::<B>(&self.situation, then);
        let ships = placed_on_table::<B>(then).into_iter();
        ships.filter(|ship| must.contains(ship) || waits(ship) || is_away(ship)).collect()
    }

    /// The first sentence between two events that this viewer may read.
    fn first_sentence(&self, first: usize, last: usize, viewer: &Audience) -> String {
        let told = self.entries().iter().zip(&self.log).take(last + 1).skip(first);
        let mut seen = told.filter(|(entry, _)| entry.audience.includes(viewer));
        let sentence = seen.find_map(|(_, line)| line.sentences.first().map(|told| told.text.clone()));
        sentence.unwrap_or_else(|| "Something that only others may know.".to_owned())
    }

    /// The event that took this one back; `None` if it stands.
    pub fn taken_back_by(&self, seq: i64) -> Option<i64> {
        self.timeline.taken_back_by(seq)
    }

    /// Returns whether any event that would be taken back is secret or revealed a secret.
    fn takes_back_a_secret(&self, target: usize) -> bool {
        let entries = self.timeline.entries();
        let Some(last) = entries.len().checked_sub(1) else { return false };
        let (stands, would_stand) = (self.timeline.standing_seqs(last), self.timeline.standing_seqs(target));
        let gone = entries
            .iter()
            .enumerate()
            .filter(|(_, entry)| stands.contains(&entry.seq) && !would_stand.contains(&entry.seq));
        let mut before: Option<SituationOf<B>> = None;
        for (index, entry) in gone {
            let secret = entry.audience != Audience::Everyone && !entry.event.is_thought();
            if secret || (is_end(&entry.event) && self.has_secrets()) {
                return true;
            }
            let mut situation = match before.take() {
                Some(situation) if !matches!(entry.event, DomainEvent::TakenBack(_)) => situation,
                _ => match self.timeline.situation_before_event(index) {
                    Some(situation) => situation,
                    None => return false,
                },
            };
            if let DomainEvent::Book(of_book) = &entry.event
                && B::reveals(&situation.book, &of_book.event)
            {
                return true;
            }
            situation.apply::<B>(entry);
            before = Some(situation);
        }
        false
    }
}

/// Returns whether this is the end of the battle, from which everybody may read everything.
fn is_end<D, E>(domain_event: &DomainEvent<D, E>) -> bool {
    matches!(domain_event, DomainEvent::Affair(Affair::Ended { .. }))
}

/// Returns whether two situations are officially the same.
fn same_official_state<B: PlayedBook>(now: &SituationOf<B>, then: &SituationOf<B>) -> bool {
    now.book == then.book
        && now.places == then.places
        && now.ways == then.ways
        && now.terrain == then.terrain
        && now.to_set_out == then.to_set_out
        && now.over == then.over
}
