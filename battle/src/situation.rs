//! A battle as it stands after some event: nothing but the fold of the facts up to there.

use crate::record::{BattleBegun, Entry, Fact, Place};
use geometry::ShipId;
use rulesets::core::Book;
use rulesets::gunboat::{Gunboat, State};
use serde::Serialize;
use std::collections::BTreeMap;

/// Everything that is officially so.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Situation {
    /// How the battle began.
    pub begun: BattleBegun,
    /// What the book knows.
    pub book: State,
    /// Where the ships officially stand.
    pub places: BTreeMap<ShipId, Place>,
    /// The last event's sequence number.
    pub seq: i64,
}

impl Situation {
    /// The situation after a battle's first event, if that is its beginning.
    pub(crate) fn begin(first: &Entry) -> Option<Self> {
        match &first.fact {
            Fact::Begun(begun) => Some(Self {
                begun: begun.clone(),
                book: State::default(),
                places: BTreeMap::new(),
                seq: first.seq,
            }),
            Fact::Placed(_) | Fact::Moved(_) | Fact::Book(_) => None,
        }
    }

    /// Folds the next event in.
    pub(crate) fn take(&mut self, entry: &Entry) {
        self.take_fact(&entry.fact);
        self.seq = entry.seq;
    }

    /// Folds a fact in that has no sequence number yet.
    pub(crate) fn take_fact(&mut self, fact: &Fact) {
        match fact {
            Fact::Begun(begun) => self.begun = begun.clone(),
            Fact::Placed(placed) => {
                self.places.extend(placed.ships.iter().map(|ship| (ship.ship.clone(), ship.place)));
            }
            Fact::Moved(moved) => {
                self.places.extend(moved.ships.iter().map(|ship| (ship.ship.clone(), ship.to)));
            }
            Fact::Book(book) => {
                self.book = <Gunboat as Book>::apply(std::mem::take(&mut self.book), &book.event);
            }
        }
    }
}
