//! Filters what each audience may see. Everything is filtered here, before any window gets it.

use crate::error::BattleError;
use crate::forms::book_adapter::BookAdapter;
use crate::record::events::{DomainEvent, RecordedEventOf};
use crate::record::situation::SituationOf;
use crate::render::battle_view::{battle_view, question_view};
use crate::render::event_body::{body_without_seed, to_the_second};
use crate::session::battle::Battle;
use crate::session::form_prompts::FormGround;
use crate::view::rulings::reason_view;
use crate::view::{BattleView, EventView, LogLine, QuestionView, RuledSentence};
use journal::JournalError;
use rulesets::core::{Audience, Refusal};

/// The text in place of reasons that depend on something secret from this viewer.
const SECRET_REASON: &str = "The umpire knows why this can't be done now: ask the umpire.";
/// The same in a battle without an umpire, whose players pass one screen on.
const SECRET_AT_ONE_SCREEN: &str =
    "Something secret is against this: take the seat that may know it to see why, or do something else.";

impl<B: BookAdapter> Battle<B> {
    /// A situation without what this viewer may not know. The umpire sees everything except the seed of the dice, which
    /// nobody sees.
    pub(crate) fn cut_for(&self, situation: &SituationOf<B>, viewer: &Audience) -> SituationOf<B> {
        let mut seen = situation.clone();
        if *viewer != Audience::Umpire {
            seen.book = self.book.seen_by(&situation.book, viewer);
        }
        seen.begun.dice_seed = 0;
        seen
    }

    /// Returns whether anything is, or was, secret from somebody.
    pub(crate) fn has_secrets(&self) -> bool {
        let state = &self.situation.book;
        let secret =
            |entry: &RecordedEventOf<B>| entry.audience != Audience::Everyone && !entry.event.is_thought();
        self.entries().iter().any(secret) || self.book.seen_by(state, &Audience::Everyone) != *state
    }

    /// The official state as this viewer may know it.
    pub fn situation_for(&self, viewer: &Audience) -> SituationOf<B> {
        self.cut_for(&self.situation, viewer)
    }

    /// The present view of the battle for everybody.
    pub fn view(&self) -> BattleView {
        self.view_for(&Audience::Everyone)
    }

    /// The present view of the battle for this viewer.
    pub fn view_for(&self, viewer: &Audience) -> BattleView {
        self.present_view(&self.form_ground(viewer), viewer)
    }

    /// The same without questions, for a drawing: it is made many times a second.
    pub fn drawn_for(&self, viewer: &Audience) -> BattleView {
        battle_view(self.number(), &self.book, &self.situation_for(viewer))
    }

    /// The present view of the battle, only with the questions that players still have to answer.
    pub(crate) fn present_view(&self, ground: &FormGround<B>, viewer: &Audience) -> BattleView {
        let mut view = self.view_on(ground, viewer);
        self.drop_finished_in_secret(&mut view.asks);
        view
    }

    /// The view of the battle with the questions for this viewer; none once it is over.
    pub(crate) fn view_on(&self, ground: &FormGround<B>, viewer: &Audience) -> BattleView {
        let FormGround { seen, .. } = ground;
        let asks = if seen.over { Vec::new() } else { self.asks_of(&self.form_context(ground, viewer)) };
        BattleView { asks, ..battle_view(self.number(), &self.book, seen) }
    }

    /// What may be done now, and by whom, in the book's own words, without secrets from this viewer.
    pub fn questions_for(&self, viewer: &Audience) -> Vec<QuestionView> {
        if self.situation.over {
            return Vec::new();
        }
        let state = self.situation_for(viewer).book;
        self.book.worded_questions(&state).iter().map(question_view).collect()
    }

    /// The public log.
    pub fn log(&self) -> Vec<LogLine> {
        self.log_for(&Audience::Everyone)
    }

    /// The log for this viewer, including what was taken back.
    pub fn log_for(&self, viewer: &Audience) -> Vec<LogLine> {
        self.lines_from(0, viewer)
    }

    /// The lines of the log from this index on.
    pub(crate) fn lines_from(&self, index: usize, viewer: &Audience) -> Vec<LogLine> {
        let told = self.entries().iter().zip(&self.log).skip(index);
        told.filter(|(entry, _)| entry.audience.includes(viewer)).map(|(_, line)| line.clone()).collect()
    }

    /// The events that this viewer may know, as data for exports. Only the umpire gets the decision behind an event,
    /// because it may contain more than its events.
    ///
    /// # Errors
    /// When an event can't be serialised.
    pub fn events_for(&self, viewer: &Audience) -> Result<Vec<EventView>, BattleError> {
        let seen = self.entries().iter().zip(&self.log).filter(|(entry, _)| entry.audience.includes(viewer));
        seen.map(|(entry, line)| self.event_view(entry, line, viewer)).collect()
    }

    fn event_view(
        &self,
        entry: &RecordedEventOf<B>,
        line: &LogLine,
        viewer: &Audience,
    ) -> Result<EventView, BattleError> {
        let unwritable = |error: serde_json::Error| BattleError::Unwritable { detail: error.to_string() };
        let mut body = body_without_seed(&entry.event).map_err(unwritable)?;
        if let (Some(fields), DomainEvent::Book(_)) = (body.as_object_mut(), &entry.event)
            && *viewer != Audience::Umpire
        {
            fields.remove("decision");
        }
        Ok(EventView {
            seq: entry.seq,
            turn: line.turn,
            phase: line.phase.clone(),
            kind: entry.kind.clone(),
            at: to_the_second(&entry.at),
            photo: entry.photo,
            taken_back_by: self.taken_back_by(entry.seq),
            body,
        })
    }

    /// The reasons why a decision was refused, without those that reveal secrets. A reason stays if the book also gives
    /// it with only this viewer's knowledge.
    pub(crate) fn reasons_for(
        &self,
        refusal: &Refusal,
        as_known: Option<&Refusal>,
        viewer: &Audience,
    ) -> Vec<RuledSentence> {
        let known = |reason: &_| {
            *viewer == Audience::Umpire || as_known.is_some_and(|known| known.reasons.contains(reason))
        };
        let mut told: Vec<RuledSentence> =
            refusal.reasons.iter().filter(|reason| known(reason)).map(reason_view).collect();
        if told.is_empty() {
            let text = if self.has_umpire() { SECRET_REASON } else { SECRET_AT_ONE_SCREEN };
            told.push(RuledSentence { text: text.to_owned(), rules: Vec::new() });
        }
        told
    }

    /// A photograph of this battle, as JPEG, if it belongs to an event that this viewer may know.
    ///
    /// # Errors
    /// When the battle has no such photograph for this viewer.
    pub fn photo_for(&self, photo: i64, viewer: &Audience) -> Result<Vec<u8>, BattleError> {
        let theirs =
            |entry: &RecordedEventOf<B>| entry.photo == Some(photo) && entry.audience.includes(viewer);
        if self.entries().iter().any(theirs) {
            self.photo(photo)
        } else {
            Err(BattleError::Journal(JournalError::NoSuchPhoto { photo }))
        }
    }
}
