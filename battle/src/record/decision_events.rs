//! The domain events of one decision: those of the book, and the models that the book itself moves.

use crate::record::events::{BookEvent, DomainEvent, DomainEventOf, MovesAre, ShipSettled, ShipsSetDown};
use crate::record::place::Place;
use crate::record::situation::SituationOf;
use geometry::ShipId;
use rulesets::core::PlayedBook;
use std::collections::BTreeMap;

/// Who decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Decider {
    /// A player, or the umpire.
    Person,
    /// The app, for a side that it commands.
    App,
}

/// The book's events as domain events; the first carries the decision.
pub(crate) fn book_events<B: PlayedBook>(
    decision: &B::Decision,
    events: Vec<B::Event>,
    decider: Decider,
) -> Vec<DomainEventOf<B>> {
    let mut decision = Some(decision.clone());
    let domain_event = |event| {
        let decision = decision.take();
        let commanded = decision.is_some() && decider == Decider::App;
        DomainEvent::Book(Box::new(BookEvent { decision, commanded, dice_read: None, event }))
    };
    events.into_iter().map(domain_event).collect()
}

/// The models that the book's events themselves move, if moves are judged; `None` if there are none.
pub(crate) fn placements_by_book<B: PlayedBook>(
    book: &B,
    before: &SituationOf<B>,
    events: &[B::Event],
) -> Option<ShipsSetDown> {
    if before.begun.moves == MovesAre::AsSeen {
        return None;
    }
    let mut state = before.book.clone();
    let mut put: BTreeMap<ShipId, ShipSettled> = BTreeMap::new();
    for event in events {
        state = B::apply(state, event);
        let place = |ship: &ShipId| {
            put.get(ship)
                .map(|put| put.to)
                .or_else(|| before.places.get(ship).copied())
                .map(|place| place.pose())
        };
        for (ship, pose) in book.set_down(&state, event, &place) {
            let to = Place { by_hand: false, ..Place::by_hand(pose) };
            let from = before.places.get(&ship).copied().unwrap_or(to);
            put.insert(ship.clone(), ShipSettled { ship, from, to });
        }
    }
    (!put.is_empty()).then(|| ShipsSetDown { ships: put.into_values().collect() })
}
