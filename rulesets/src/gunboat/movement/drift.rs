//! The current: it moves the whole fleet at once, at the end of the turn (GUN-4 step 6, GUN-AMB-40).

use crate::gunboat::events::event::Event;
use crate::gunboat::events::outcome::Drifting;
use crate::gunboat::state::battle::State;
use crate::gunboat::state::bond::BondKind;
use crate::gunboat::state::ship::ShipState;
use geometry::ShipId;
use std::collections::BTreeSet;

/// The drift of the ships at the end of the turn; none without a current.
pub(crate) fn drift(state: &State) -> Option<Event> {
    let by_in = state.options.current_in * state.options.length_factor;
    if by_in <= 0.0 {
        return None;
    }
    let held = held_ships(state);
    let present = || state.ships.values().filter(|ship| ship.present()).map(|ship| ship.card.id.clone());
    let toward_deg = state.options.current_toward_deg;
    let (east, north) = toward_deg.to_radians().sin_cos();
    let drift = Drifting {
        toward_deg,
        by_in,
        east_in: geometry::round_in(by_in * east),
        north_in: geometry::round_in(by_in * north),
        ships: present().filter(|ship| !held.contains(ship)).collect(),
        held: present().filter(|ship| held.contains(ship)).collect(),
    };
    (!drift.ships.is_empty()).then_some(Event::Drifted { drift })
}

/// Ships that can't drift, and all ships that are made fast to them.
fn held_ships(state: &State) -> BTreeSet<ShipId> {
    let is_fixed = |ship: &&ShipState| ship.present() && (ship.aground || ship.ashore || ship.anchored);
    let mut held: BTreeSet<ShipId> =
        state.ships.values().filter(is_fixed).map(|ship| ship.card.id.clone()).collect();
    loop {
        let more: Vec<ShipId> = state
            .bonds
            .iter()
            .filter(|bond| bond.kind != BondKind::Tugged)
            .flat_map(|bond| [(&bond.first, &bond.second), (&bond.second, &bond.first)])
            .filter(|(one, other)| held.contains(*one) && !held.contains(*other))
            .map(|(_, other)| other.clone())
            .collect();
        if more.is_empty() {
            return held;
        }
        held.extend(more);
    }
}
