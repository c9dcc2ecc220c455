//! The events of a battle as a history with branches: an event after a take-back has an earlier event as its parent.
//! Nothing is deleted.

use crate::record::events::{DomainEvent, RecordedEventOf};
use crate::record::frame::FrameChanged;
use crate::record::situation::{Situation, SituationOf};
use rulesets::core::PlayedBook;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The events of one battle.
#[derive(Debug)]
pub(crate) struct Timeline<B: PlayedBook> {
    entries: Vec<RecordedEventOf<B>>,
    /// For each event taken back, the event that took it back; by sequence numbers.
    taken_back: BTreeMap<i64, i64>,
}

impl<B: PlayedBook> Timeline<B> {
    /// No events yet.
    pub(crate) fn new() -> Self {
        Self { entries: Vec::new(), taken_back: BTreeMap::new() }
    }

    /// All events, in order.
    pub(crate) fn entries(&self) -> &[RecordedEventOf<B>] {
        &self.entries
    }

    /// The index of an event.
    pub(crate) fn index(&self, seq: i64) -> Option<usize> {
        self.entries.binary_search_by_key(&seq, |entry| entry.seq).ok()
    }

    /// The event that took this one back; `None` if it stands.
    pub(crate) fn taken_back_by(&self, seq: i64) -> Option<i64> {
        self.taken_back.get(&seq).copied()
    }

    /// The parent of an event: the previous one, or for a take-back the event it returns to.
    fn parent(&self, index: usize) -> Option<usize> {
        match self.entries.get(index).map(|entry| &entry.event) {
            Some(DomainEvent::TakenBack(back)) => self.index(back.to).filter(|to| *to < index),
            _ => index.checked_sub(1),
        }
    }

    /// The events that lead to this one, last first.
    fn ancestors(&self, index: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(index), |at| self.parent(*at))
    }

    /// The events that stand now, last first.
    pub(crate) fn standing_from_last(&self) -> Vec<usize> {
        self.entries.len().checked_sub(1).map_or_else(Vec::new, |last| self.ancestors(last).collect())
    }

    /// The events that stand now, in order from the first; `None` if an event they lead back to is missing.
    pub(crate) fn standing_events(&self) -> Option<Vec<&RecordedEventOf<B>>> {
        let mut way = self.standing_from_last();
        way.reverse();
        let whole = way.first() == Some(&0);
        whole.then(|| way.into_iter().filter_map(|at| self.entries.get(at)).collect())
    }

    /// The sequence numbers of all events that stand after the event at this index.
    pub(crate) fn standing_seqs(&self, index: usize) -> BTreeSet<i64> {
        self.ancestors(index).filter_map(|at| self.entries.get(at)).map(|entry| entry.seq).collect()
    }

    /// The last event of the decision that this event belongs to: a battle can only go back to the end of a decision.
    pub(crate) fn end_of_decision(&self, index: usize) -> usize {
        let index = if self.was_moved_for_the_next(index) { index + 1 } else { index };
        let follows = |domain_event: &_| match domain_event {
            DomainEvent::Book(of_book) => of_book.decision.is_none(),
            DomainEvent::SetDown(_) => true,
            _ => false,
        };
        let rest = self.entries.iter().skip(index + 1);
        index + rest.take_while(|entry| follows(&entry.event)).count()
    }

    /// Returns whether these are the moves for which the next event, a decision, was made.
    pub(crate) fn was_moved_for_the_next(&self, index: usize) -> bool {
        let (Some(DomainEvent::Moved(moved)), Some(DomainEvent::Book(of_book))) = (
            self.entries.get(index).map(|entry| &entry.event),
            self.entries.get(index + 1).map(|entry| &entry.event),
        ) else {
            return false;
        };
        let moved_for = of_book.decision.as_ref().map(B::ships_moved).unwrap_or_default();
        moved.ships.iter().any(|ship| moved_for.contains(&&ship.ship))
    }

    /// The situation after the event at this index, in the present frame of reference. It is always folded from the
    /// start, which is fast enough for any seek (see the benchmark `replay`).
    pub(crate) fn situation(&self, index: usize) -> Option<SituationOf<B>> {
        self.situation_before(index, self.entries.len())
    }

    /// The same situation in the frame of reference that was in force before the event at `end`.
    pub(crate) fn situation_before(&self, index: usize, end: usize) -> Option<SituationOf<B>> {
        self.folded((index, end), |_, _| {})
    }

    /// The situation now; `visit` is called for each event that stands after the first, with the situation before it.
    pub(crate) fn situation_now(
        &self,
        visit: impl FnMut(&SituationOf<B>, &RecordedEventOf<B>),
    ) -> Option<SituationOf<B>> {
        self.folded((self.entries.len().checked_sub(1)?, self.entries.len()), visit)
    }

    fn folded(
        &self,
        (index, end): (usize, usize),
        mut visit: impl FnMut(&SituationOf<B>, &RecordedEventOf<B>),
    ) -> Option<SituationOf<B>> {
        let mut way: Vec<usize> = self.ancestors(index).collect();
        let mut folded = way.pop()?;
        let mut situation: SituationOf<B> = Situation::begin(self.entries.get(folded)?)?;
        for at in way.into_iter().rev() {
            self.frames_changed(folded + 1..at).for_each(|changed| situation.change_frame::<B>(changed));
            let entry = self.entries.get(at)?;
            visit(&situation, entry);
            situation.apply::<B>(entry);
            folded = at;
        }
        self.frames_changed(folded + 1..end).for_each(|changed| situation.change_frame::<B>(changed));
        Some(situation)
    }

    /// All changes of the frame of reference among these events; they stay in force even if taken back.
    pub(crate) fn frames_changed(&self, among: Range<usize>) -> impl Iterator<Item = &FrameChanged> {
        let entries = self.entries.get(among).unwrap_or_default().iter();
        entries.filter_map(|entry| match &entry.event {
            DomainEvent::Frame(changed) => Some(changed),
            _ => None,
        })
    }

    /// The number of book events that stand now.
    pub(crate) fn book_events_that_stand(&self) -> usize {
        let is_book = |at: &&usize| {
            matches!(self.entries.get(**at).map(|entry| &entry.event), Some(DomainEvent::Book(_)))
        };
        self.standing_from_last().iter().filter(is_book).count()
    }

    /// The book's state from its own events, in the frame of reference at the beginning; `None` if the frame never
    /// changed. Dice computed from it are the same as without the change.
    pub(crate) fn state_in_first_frame(&self) -> Option<B::State> {
        self.frames_changed(0..self.entries.len()).next()?;
        let mut way = self.standing_from_last();
        way.reverse();
        let events = way.into_iter().filter_map(|at| match &self.entries.get(at)?.event {
            DomainEvent::Book(of_book) => Some(&of_book.event),
            _ => None,
        });
        Some(events.fold(B::State::default(), B::apply))
    }

    /// The situation at the end of a step of a turn, the last time it was played and still stands.
    pub(crate) fn last_in_step(&self, turn: u32, phase: &str) -> Option<SituationOf<B>> {
        let mut way: Vec<usize> = self.ancestors(self.entries.len().checked_sub(1)?).collect();
        way.reverse();
        let mut situation: SituationOf<B> = Situation::begin(self.entries.first()?)?;
        let mut last = None;
        for at in way {
            situation.apply::<B>(self.entries.get(at)?);
            if B::turn(&situation.book) == turn && B::phase_key(&situation.book) == phase {
                last = Some(at);
            }
        }
        self.situation(last?)
    }

    /// The situation before the event at this index.
    pub(crate) fn situation_before_event(&self, index: usize) -> Option<SituationOf<B>> {
        self.situation(self.parent(index)?)
    }

    /// Adds the next event.
    pub(crate) fn push(&mut self, entry: RecordedEventOf<B>) {
        let index = self.entries.len();
        let back = match &entry.event {
            DomainEvent::TakenBack(back) => Some((back.to, entry.seq)),
            _ => None,
        };
        self.entries.push(entry);
        if let Some((to, by)) = back {
            let stands = self.standing_seqs(index);
            self.taken_back.retain(|seq, _| !stands.contains(seq));
            let gone =
                self.entries.iter().map(|entry| entry.seq).filter(|seq| *seq > to && !stands.contains(seq));
            let gone: Vec<i64> = gone.collect();
            gone.into_iter().for_each(|seq| {
                self.taken_back.entry(seq).or_insert(by);
            });
        }
    }
}
