//! A battle as it stands after some event: nothing but the fold of the facts up to there.

use crate::by_hand::ReadingCorrected;
use crate::record::{BattleBegun, Entry, EntryOf, Fact, FactOf, Place};
use geometry::{ShipId, Terrain};
use rulesets::core::Book;
use rulesets::gunboat;
use serde::Serialize;
use std::collections::BTreeMap;

/// Everything that is officially so.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Situation<S = gunboat::State> {
    /// How the battle began.
    pub begun: BattleBegun,
    /// What the book knows.
    pub book: S,
    /// Where the ships officially stand.
    pub places: BTreeMap<ShipId, Place>,
    /// What lies on the table besides ships.
    pub terrain: Vec<Terrain>,
    /// The last event's sequence number.
    pub seq: i64,
}

/// The situations of battles by a book.
pub type SituationOf<B> = Situation<<B as Book>::State>;

impl<S: Default> Situation<S> {
    /// The situation after a battle's first event, if that is its beginning.
    pub(crate) fn begin<D, E>(first: &Entry<D, E>) -> Option<Self> {
        match &first.fact {
            Fact::Begun(begun) => Some(Self { seq: first.seq, ..Self::of(begun.clone()) }),
            _ => None,
        }
    }

    /// Nothing but the beginning.
    pub(crate) fn of(begun: BattleBegun) -> Self {
        Self { begun, book: S::default(), places: BTreeMap::new(), terrain: Vec::new(), seq: 0 }
    }

    /// Folds the next event in.
    pub(crate) fn take<B: Book<State = S>>(&mut self, entry: &EntryOf<B>) {
        self.take_fact::<B>(&entry.fact);
        self.seq = entry.seq;
    }

    /// Folds a fact in that has no sequence number yet.
    pub(crate) fn take_fact<B: Book<State = S>>(&mut self, fact: &FactOf<B>) {
        match fact {
            Fact::Begun(begun) => self.begun = begun.clone(),
            Fact::Placed(placed) => {
                self.places.extend(placed.ships.iter().map(|ship| (ship.ship.clone(), ship.place)));
            }
            Fact::Moved(moved) => {
                self.places.extend(moved.ships.iter().map(|ship| (ship.ship.clone(), ship.to)));
            }
            Fact::Corrected(ReadingCorrected::Laid { ship, to }) => {
                self.places.insert(ship.clone(), *to);
            }
            Fact::Corrected(ReadingCorrected::Named { taken_for, ship }) => {
                // Whoever was taken for the one stands where the other was thought to be.
                let (one, other) = (self.places.remove(taken_for), self.places.remove(ship));
                self.places.extend(one.map(|place| (ship.clone(), place)));
                self.places.extend(other.map(|place| (taken_for.clone(), place)));
            }
            Fact::Corrected(ReadingCorrected::TurnedAbout { ship }) => {
                if let Some(place) = self.places.get_mut(ship) {
                    place.heading_deg = geometry::round_bearing_deg(place.heading_deg + 180.0);
                }
            }
            Fact::Corrected(ReadingCorrected::TakenOff { .. }) | Fact::Table(_) | Fact::Affair(_) => {}
            Fact::Terrain(laid) => self.terrain.clone_from(&laid.pieces),
            Fact::Book(book) => {
                self.book = B::apply(std::mem::take(&mut self.book), &book.event);
            }
        }
    }
}
