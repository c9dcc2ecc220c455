//! Invariants of every state that a battle can reach: random play and property tests check them after each event.

use crate::hex_duel::events::event::Event;
use crate::hex_duel::state::battle::{Fate, Phase, State};

/// Returns a sentence for each contradiction in a state; empty for a sound one.
pub fn faults(state: &State) -> Vec<String> {
    let mut faults = Vec::new();
    let places: Vec<_> = state.ships.values().filter_map(|ship| ship.place).collect();
    let rammed = state.ships.values().any(|ship| ship.fate == Some(Fate::Rammed));
    let ended = state.outcome.is_some() || state.phase == Phase::Over;
    if let [one, other] = places.as_slice()
        && one.hex == other.hex
        && !rammed
        && state.phase != Phase::Move
        && state.phase != Phase::Dash
        && state.phase != Phase::Restart
    {
        faults.push("Two ships stand in one hex, and none is rammed.".to_owned());
    }
    for (id, ship) in &state.ships {
        if let (Some(place), Some(grid)) = (ship.place, state.grid)
            && (!grid.board.holds(place.hex) || state.terrain.iter().any(|piece| piece.hex == place.hex))
        {
            faults.push(format!("{id} stands off the board, or ashore."));
        }
        if ship.fate == Some(Fate::Sunk) && ship.flotation > 0 {
            faults.push(format!("{id} has sunk with {} points left.", ship.flotation));
        }
        if f64::from(ship.flotation) > state.options.flotation.max(99.0) {
            faults.push(format!("{id} has {} flotation points.", ship.flotation));
        }
    }
    if state.phase == Phase::Over && state.outcome.is_none() {
        faults.push("It is over, and nobody knows how.".to_owned());
    }
    if !ended && state.ships.values().any(|ship| ship.side.as_str().is_empty()) {
        faults.push("A ship has no side.".to_owned());
    }
    if state.acting.as_ref().is_some_and(|ship| !state.ships.contains_key(ship)) {
        faults.push("A ship acts that is none of the two.".to_owned());
    }
    faults
}

/// Returns why an event can't happen in this state; none if it can.
pub fn acts_from_nowhere(before: &State, event: &Event) -> Option<String> {
    let (Event::Moved { ship, .. } | Event::FireDeclared { ship, .. } | Event::Altered { ship, .. }) = event
    else {
        return None;
    };
    let lost = before.ships.get(ship).is_some_and(|own| own.fate.is_some());
    (lost || before.outcome.is_some()).then(|| format!("{ship} is out of the duel, and acts: {event:?}"))
}
