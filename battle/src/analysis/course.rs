//! The course of a battle: the position at the beginning of each turn, what threw dice in between, and what happened.

use crate::record::campaign_affair::Affair;
use crate::record::events::{DomainEvent, RecordedEventOf};
use crate::record::situation::SituationOf;
use crate::record::timeline::Timeline;
use crate::table::official::official_table;
use crate::thinking::setting::position_of;
use opponent::books::ThinksAhead;
use opponent::chances::{Happened, Taken};
use opponent::position::Position;
use rulesets::core::{Asked, PlacedShip, SideId};

/// A turn that was played, or begun.
pub(super) struct TurnPlayed<B: ThinksAhead> {
    /// The event after which it begins.
    pub seq: i64,
    /// Its number.
    pub turn: u32,
    /// The position at its beginning.
    pub position: Position<B>,
    /// What threw dice in it.
    pub throws: Vec<Taken<B>>,
    /// What else happened in it.
    pub happened: Happened,
}

/// A whole battle, as it stands.
pub(super) struct Course<B: ThinksAhead> {
    /// The turns, in order, and last a turn without a throw: the end of what was played.
    pub turns: Vec<TurnPlayed<B>>,
    /// The declared winner; none while nobody was declared to have won.
    pub winner: Option<SideId>,
}

/// A decision whose events are being read.
struct Open<B: ThinksAhead> {
    before: SituationOf<B>,
    decision: B::Decision,
    events: Vec<B::Event>,
}

struct Reader<'b, B: ThinksAhead> {
    book: &'b B,
    course: Course<B>,
    open: Option<Open<B>>,
}

impl<B: ThinksAhead> Course<B> {
    /// Reads the events that stand; none if the record has no beginning.
    pub(super) fn of(book: &B, timeline: &Timeline<B>) -> Option<Self> {
        let course = Self { turns: Vec::new(), winner: None };
        let mut reader = Reader { book, course, open: None };
        let now = timeline.situation_now(|before, entry| reader.take(before, entry))?;
        reader.close(&now);
        Some(reader.ended(&now))
    }
}

impl<B: ThinksAhead> Reader<'_, B> {
    /// Takes the next event; `before` is the situation before it.
    fn take(&mut self, before: &SituationOf<B>, entry: &RecordedEventOf<B>) {
        match &entry.event {
            DomainEvent::Book(of_book) => match &of_book.decision {
                Some(decision) => {
                    self.close(before);
                    self.begin_turn(before);
                    let (decision, events) = (decision.clone(), vec![of_book.event.clone()]);
                    self.open = Some(Open { before: before.clone(), decision, events });
                }
                None => {
                    if let Some(open) = &mut self.open {
                        open.events.push(of_book.event.clone());
                    }
                }
            },
            // Models are moved for the decision that follows.
            DomainEvent::Moved(_) => {
                self.close(before);
                self.begin_turn(before);
            }
            DomainEvent::Affair(Affair::Ended { winner, .. }) => {
                self.close(before);
                self.course.winner.clone_from(winner);
            }
            _ => self.close(before),
        }
    }

    /// Notes the position if a turn has begun and all its ships have places.
    fn begin_turn(&mut self, now: &SituationOf<B>) {
        let turn = B::turn(&now.book);
        let last = self.course.turns.last().map_or(0, |last| last.turn);
        let on_table = B::ships(&now.book).into_iter().filter(|line| line.on_table);
        let mut placed = on_table.map(|line| now.places.contains_key(&line.ship));
        if turn > last && placed.all(|placed| placed) {
            self.course.turns.push(self.turn_from(now));
        }
    }

    fn turn_from(&self, now: &SituationOf<B>) -> TurnPlayed<B> {
        let position = exact(position_of(self.book, now));
        let (turn, throws) = (B::turn(&now.book), Vec::new());
        TurnPlayed { seq: now.seq, turn, position, throws, happened: Happened::default() }
    }

    /// Takes the decision whose last event was read; `after` is the situation after it.
    fn close(&mut self, after: &SituationOf<B>) {
        let Some(Open { before, decision, events }) = self.open.take() else { return };
        let Some(turn) = self.course.turns.last_mut() else { return };
        let mut state = before.book.clone();
        let mut threw = false;
        for event in &events {
            threw |= !B::rolled(&state, event).is_empty();
            turn.happened.take(self.book, &state, event);
            state = B::apply(state, event);
        }
        if threw {
            let asked: Vec<Asked> = events.iter().flat_map(|event| B::asked(event)).cloned().collect();
            let (table, again) = (official_table::<B>(&before), B::thrown_anew(&decision));
            turn.throws.push(Taken { table, asked, again, after: after.book.clone(), before: before.book });
        }
    }

    /// The course with the end of what was played.
    fn ended(mut self, now: &SituationOf<B>) -> Course<B> {
        let mut end = self.turn_from(now);
        // A battle that is out of time is judged by the scene that it was fought in.
        if let Some(last) = self.course.turns.last() {
            end.position.setting.scene = last.position.setting.scene.clone();
        }
        self.course.turns.push(end);
        self.course
    }
}

/// The same position without the uncertainty of places: in a simulation nobody argues about them.
fn exact<B: ThinksAhead>(mut position: Position<B>) -> Position<B> {
    let exactly = |model: &PlacedShip| {
        let mut model = model.clone();
        model.observation.sigma_in = 0.0;
        model.observation.heading_sigma_rad = 0.0;
        model
    };
    let models: Vec<PlacedShip> = position.table.ships().iter().map(exactly).collect();
    models.into_iter().for_each(|model| position.table.put(model));
    position
}
