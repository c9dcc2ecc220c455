//! What the events of a hex duel look like on the table.

use crate::view::Moment;
use geometry::ShipId;
use rulesets::hex_duel::{End, Event, Fate, State};

/// What an event looks like; `before` is the state before it.
pub(super) fn moments(before: &State, event: &Event) -> Vec<Moment> {
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let one = match event {
        Event::FireDeclared { ship, target, rolls, .. } => {
            Moment::Salvo { from: ship.to_string(), to: Some(target.to_string()), guns: count(rolls.len()) }
        }
        Event::ShotsRead { ship, target, shots, .. } => {
            let hits = shots.iter().filter(|shot| shot.read.loss > 0 || shot.read.disables).count();
            Moment::FallOfShot { from: Some(ship.to_string()), to: target.to_string(), hits: count(hits) }
        }
        Event::Moved { ship, route, .. } if route.end == End::Rammed => {
            let Some(other) = before.ships.keys().find(|other| *other != ship) else { return Vec::new() };
            Moment::Ram { from: ship.to_string(), to: other.to_string() }
        }
        _ => return Vec::new(),
    };
    vec![one]
}

/// What the loss of a ship looks like.
pub(super) fn loss(state: &State, ship: &ShipId) -> Option<Moment> {
    match state.ships.get(ship)?.fate? {
        Fate::Sunk | Fate::Rammed | Fate::Wrecked => Some(Moment::Sinking { ship: ship.to_string() }),
        Fate::Escaped => None,
    }
}
