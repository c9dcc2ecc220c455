//! The filter for secrets: mines and boarding parties (GUN-56, GUN-76).

use crate::core::Audience;
use crate::gunboat::events::decision::{ShipValue, UmpireOrder};
use crate::gunboat::events::event::Event;
use crate::gunboat::events::special_event::SpecialEvent;
use crate::gunboat::state::battle::State;
use crate::gunboat::state::card::Side;
use crate::gunboat::state::ship::ShipState;

/// The viewers who may know of an event; `state` is the one before it.
pub(crate) fn audience(state: &State, event: &Event) -> Audience {
    let mines = |area| state.mine_area(area).audience();
    let of_ship = |ship| state.ships.get(ship).map_or(Audience::Everyone, parties_audience);
    match event {
        Event::PartiesEmbarked { side, .. } => Audience::Side(side.id()),
        Event::MinesLaid { areas } => areas.first().map_or(Audience::Umpire, |laid| laid.audience()),
        Event::MineTested { area, struck: false, .. } => mines(area),
        Event::DiceThrown { thrown } => thrown
            .iter()
            .filter_map(|thrown| state.roll(thrown.request.id))
            .map(|roll| state.roll_audience(roll))
            .find(|audience| *audience != Audience::Everyone)
            .unwrap_or(Audience::Everyone),
        Event::Special(SpecialEvent::Embarked { ships }) => {
            ships.first().map_or(Audience::Everyone, |order| of_ship(&order.ship))
        }
        Event::UmpireOrdered {
            order: UmpireOrder::Set { ship, value: ShipValue::BoardingParties { .. } },
            ..
        } => of_ship(ship),
        Event::UmpireOrdered { order: UmpireOrder::SetMines { .. }, .. } => Audience::Umpire,
        Event::UmpireOrdered { order: UmpireOrder::SetPartiesAshore { .. }, .. } => parties_ashore_audience(),
        _ => Audience::Everyone,
    }
}

/// The viewers who may know the number of parties ashore, because it reveals how many have embarked (GUN-76).
fn parties_ashore_audience() -> Audience {
    Audience::Side(Side::Confederate.id())
}

/// The viewers who may know the number of a ship's boarding parties.
fn parties_audience(ship: &ShipState) -> Audience {
    if ship.parties_revealed { Audience::Everyone } else { Audience::Side(ship.card.side.id()) }
}

/// A copy of the state without everything that this viewer may not know.
pub(crate) fn seen_by(state: &State, viewer: &Audience) -> State {
    let mut seen = state.clone();
    if !parties_ashore_audience().includes(viewer) {
        seen.parties_ashore = 0;
    }
    seen.mines.retain(|laid| laid.audience().includes(viewer));
    let hides = |ship: &ShipState| ship.boarding_parties > 0 && !parties_audience(ship).includes(viewer);
    // Ships without a secret stay shared with the full state.
    if state.ships.values().any(hides) {
        seen.ships.values_mut().filter(|ship| hides(ship)).for_each(|ship| ship.boarding_parties = 0);
    }
    seen
}
