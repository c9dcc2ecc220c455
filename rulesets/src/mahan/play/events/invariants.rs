//! Invariants of every state that a battle can reach: random play and property tests check them after each event.

use crate::gunboat;
use crate::mahan::play::events::event::Event;
use crate::mahan::play::state::battle::{Phase, State};
use crate::mahan::play::state::card::FASTEST;

/// Returns a sentence for each contradiction in a state; empty for a sound one.
pub fn faults(state: &State) -> Vec<String> {
    let mut faults = Vec::new();
    let there: Vec<_> = state.ships.iter().filter(|(_, ship)| ship.present()).collect();
    for (at, (id, ship)) in there.iter().enumerate() {
        let Some(place) = ship.place else {
            faults.push(format!("{id} stands nowhere."));
            continue;
        };
        if there.iter().take(at).any(|(_, other)| other.place.is_some_and(|it| it.hex == place.hex)) {
            faults.push(format!("Two ships stand in the hex of {id}."));
        }
        let held = state.grid.is_some_and(|grid| grid.board.holds(place.hex));
        if !held || state.terrain.iter().any(|piece| piece.hex == place.hex) {
            faults.push(format!("{id} stands off the board, or ashore."));
        }
    }
    for (id, ship) in &state.ships {
        let member = state.groups.get(&ship.group).is_some_and(|group| group.ships.contains(id));
        if !member {
            faults.push(format!("{id} sails in a formation that does not know her."));
        }
    }
    for (id, group) in &state.groups {
        if group.speed > FASTEST {
            faults.push(format!("{id} makes {}, which no chart has.", group.speed));
        }
        let side = |ship| state.ships.get(ship).map(|ship| ship.side);
        if group.ships.iter().any(|ship| side(ship) != Some(group.side)) {
            faults.push(format!("{id} has a ship of the other side."));
        }
    }
    if state.phase == Phase::Over && state.outcome.is_none() {
        faults.push("It is over, and nobody knows how.".to_owned());
    }
    if !matches!(state.phase, Phase::MahanOrders | Phase::RoundEnd | Phase::Over) && !state.rolls.is_empty() {
        faults.push(format!("Mahan's dice are due in “{}”.", state.phase.title()));
    }
    if state.cup.is_some_and(|cup| cup.left() > 16) {
        faults.push("There are more than sixteen chits.".to_owned());
    }
    if state.by_gunboat() {
        faults.extend(gunboat::faults(&state.guns));
    }
    faults
}

/// Returns why an event can't happen in this state; none if it can.
pub fn acts_from_nowhere(before: &State, event: &Event) -> Option<String> {
    let gone = |ship| before.ships.get(ship).is_none_or(|ship| !ship.present());
    match event {
        Event::Moved { passages, .. } => {
            let idle = passages.iter().find(|passage| gone(&passage.ship))?;
            Some(format!("{} is not on the map, and moves.", idle.ship))
        }
        Event::MahanFired { shots } => {
            let idle = shots.iter().find(|shot| gone(&shot.ship) || gone(&shot.target))?;
            Some(format!("{} fires at {}, and one of them is gone.", idle.ship, idle.target))
        }
        Event::Gunnery { event } => gunboat::acts_from_nowhere(&before.guns, event),
        _ => None,
    }
}
