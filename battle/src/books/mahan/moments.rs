//! What the events of Mahan's own book look like on the table.

use crate::books::gunboat;
use crate::view::Moment;
use geometry::ShipId;
use rulesets::mahan::play::{End, Event, Fate, Passage, Shot, State};

/// What an event looks like; `before` is the state before it.
pub(super) fn moments(before: &State, event: &Event) -> Vec<Moment> {
    match event {
        Event::Gunnery { event } => gunboat::moments(&before.guns, event),
        Event::MahanFired { shots } => shots.iter().map(salvo).collect(),
        Event::Moved { passages, .. } => passages.iter().filter_map(ram).collect(),
        _ => Vec::new(),
    }
}

/// What the loss of a ship looks like.
pub(super) fn loss(state: &State, ship: &ShipId) -> Option<Moment> {
    if state.by_gunboat()
        && let Some(loss) = gunboat::loss(&state.guns, ship)
    {
        return Some(loss);
    }
    let name = ship.to_string();
    match state.ships.get(ship)?.fate? {
        Fate::Sunk => Some(Moment::Sinking { ship: name }),
        Fate::Captured => Some(Moment::Struck { ship: name }),
        Fate::Left => None,
    }
}

fn salvo(shot: &Shot) -> Moment {
    Moment::Salvo { from: shot.ship.to_string(), to: Some(shot.target.to_string()), guns: 1 }
}

fn ram(passage: &Passage) -> Option<Moment> {
    match &passage.end {
        End::Rammed { target, .. } | End::Struck { target } => {
            Some(Moment::Ram { from: passage.ship.to_string(), to: target.to_string() })
        }
        _ => None,
    }
}
