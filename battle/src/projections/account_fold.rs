//! Computes the account: folds the battle again and notes what each event changed.

use crate::forms::book_adapter::BookAdapter;
use crate::projections::account::{
    BattleAccount, EventAccount, ShipAccount, ShipLeft, ShipStands, TurnAccount,
};
use crate::record::events::{DomainEvent, RecordedEventOf};
use crate::record::frame::FrameChanged;
use crate::record::place::Place;
use crate::record::situation::{Situation, SituationOf};
use crate::render::battle_view::pieces_on_map;
use crate::render::event_body::{body_without_seed, to_the_second};
use crate::seats::players::owner;
use crate::session::battle::Battle;
use crate::view::LogLine;
use crate::view::place::place_view;
use geometry::{Heading, HullShape, Point, Pose, ShipId};
use rulesets::core::{Audience, CardLines, PlayedBook, ShipLine};
use std::collections::BTreeMap;

impl<B: BookAdapter> Battle<B> {
    /// Everything that a reader may know of the battle so far.
    pub fn account(&self, viewer: &Audience) -> BattleAccount {
        let mut projection = AccountProjection {
            book: self.book(),
            viewer,
            cards: BTreeMap::new(),
            events: Vec::new(),
            turns: Vec::new(),
            frames_to_come: Vec::new(),
        };
        let mut began_at = String::new();
        if let Some(first) = self.entries().first()
            && let Some(mut situation) = Situation::begin(first)
        {
            began_at = to_the_second(&first.at);
            for (at, (entry, line)) in self.entries().iter().zip(&self.log).enumerate() {
                let returns_to = match &entry.event {
                    DomainEvent::TakenBack(back) => {
                        self.timeline.index(back.to).and_then(|to| self.timeline.situation_before(to, at))
                    }
                    _ => None,
                };
                projection.frames_to_come =
                    self.timeline.frames_changed(at + 1..self.entries().len()).collect();
                let taken_back = self.taken_back_by(entry.seq).is_some();
                projection.project(&mut situation, entry, (line, taken_back), returns_to);
            }
            projection.turn_over(&situation);
        }
        let state = &self.situation().book;
        let seen = self.book().seen_by(state, viewer);
        let ships = B::ships(&seen);
        let hull = |ship: &ShipId| self.situation().begun.hulls.get(ship).map(outline).unwrap_or_default();
        let account = |line: ShipLine| ShipAccount {
            class: self.situation().begun.class(&line.ship),
            hull_in: hull(&line.ship),
            before: projection.cards.get(&line.ship).cloned().unwrap_or_default(),
            after: self.book().card(&seen, &line.ship),
            player: owner(&self.situation().players, &line).map(|player| player.name.clone()),
            ship: line.ship.to_string(),
            name: line.name,
            side: line.side.to_string(),
            fate: line.fate,
            lost: line.lost,
        };
        let begun = &self.situation().begun;
        BattleAccount {
            battle: self.number(),
            name: begun.name.clone(),
            book: begun.book.clone(),
            book_title: format!("{}, version {}", B::TITLE, begun.book_version),
            began_at,
            table_in: begun.table_in,
            viewer: viewer.clone(),
            terrain: pieces_on_map::<B>(self.situation()),
            ships: ships.into_iter().map(account).collect(),
            events: projection.events,
            turns: projection.turns,
        }
    }
}

/// A hull's outline with its stack at the origin and its bow north.
fn outline(hull: &HullShape) -> Vec<(f64, f64)> {
    let at_rest = Pose { stack: Point::new(0.0, 0.0), heading: Heading::from_deg(0.0) };
    hull.outline(at_rest).iter().map(|corner| (corner.x_in, corner.y_in)).collect()
}

struct AccountProjection<'a, B> {
    book: &'a B,
    viewer: &'a Audience,
    /// Each ship's card when it first entered the book.
    cards: BTreeMap<ShipId, CardLines>,
    events: Vec<EventAccount>,
    turns: Vec<TurnAccount>,
    /// Later changes of the frame of reference; all places are given in the last frame.
    frames_to_come: Vec<&'a FrameChanged>,
}

impl<B: PlayedBook> AccountProjection<'_, B> {
    /// Applies an event, and adds it to the account if the reader may know it.
    fn project(
        &mut self,
        situation: &mut SituationOf<B>,
        entry: &RecordedEventOf<B>,
        (line, taken_back): (&LogLine, bool),
        returns_to: Option<SituationOf<B>>,
    ) {
        let before = situation.clone();
        if let Some(then) = returns_to {
            *situation = then;
        }
        situation.apply::<B>(entry);
        if B::turn(&situation.book) != B::turn(&before.book) {
            self.turn_over(&before);
        }
        let (ships_before, ships) = (B::ships(&before.book), B::ships(&situation.book));
        if ships.len() != self.cards.len() {
            let seen = self.book.seen_by(&situation.book, self.viewer);
            for ship in &ships {
                let card = || self.book.card(&seen, &ship.ship);
                self.cards.entry(ship.ship.clone()).or_insert_with(card);
            }
        }
        if !entry.audience.includes(self.viewer) {
            return;
        }
        let event = match &entry.event {
            DomainEvent::Book(of_book) => Some(&of_book.event),
            _ => None,
        };
        let umpire = *self.viewer == Audience::Umpire;
        let nobody_moved = matches!(entry.event, DomainEvent::Frame(_));
        let moved = situation.places.iter().filter(|(ship, place)| before.places.get(ship) != Some(place));
        let moved = moved.filter(|_| !nobody_moved);
        let last_frame = |place: &Place| {
            self.frames_to_come.iter().fold(*place, |place, changed| place.in_frame(&changed.change))
        };
        self.events.push(EventAccount {
            line: line.clone(),
            audience: entry.audience.clone(),
            taken_back,
            rolled: event.map(|event| B::rolled(&before.book, event)).unwrap_or_default(),
            forecast: event.and_then(|event| self.book.forecast(&situation.book, event)),
            hits: event.map(|event| B::hits(&before.book, event)).unwrap_or_default(),
            places: moved
                .map(|(ship, place)| ShipStands {
                    ship: ship.to_string(),
                    place: place_view(&last_frame(place)),
                })
                .collect(),
            changed: ships.into_iter().filter(|ship| !ships_before.contains(ship)).collect(),
            affair: match &entry.event {
                DomainEvent::Affair(affair) => Some(affair.clone()),
                _ => None,
            },
            body: umpire.then(|| body_without_seed(&entry.event).ok()).flatten(),
        });
    }

    /// Notes the ships at the end of a turn; a turn that was taken back and played again replaces the earlier note.
    fn turn_over(&mut self, situation: &SituationOf<B>) {
        let seen = self.book.seen_by(&situation.book, self.viewer);
        let turn = B::turn(&seen);
        let left = |ship: ShipLine| {
            let card = self.book.card(&seen, &ship.ship);
            ShipLeft {
                left: card.rows.iter().map(|row| row.left).sum(),
                printed: card.rows.iter().map(|row| row.printed).sum(),
                ship: ship.ship.to_string(),
                fate: ship.fate,
                lost: ship.lost,
            }
        };
        let ships = B::ships(&seen).into_iter().map(left).collect();
        self.turns.retain(|told| told.turn < turn);
        self.turns.push(TurnAccount { turn, seq: situation.seq, ships });
    }
}
