//! What the events of SP/BP look like on the table.

use crate::view::Moment;
use geometry::ShipId;
use rulesets::sp_bp::{Event, Fate, Procedure, Read, RollUse, State};

/// What an event looks like; `before` is the state before it.
pub(super) fn moments(before: &State, event: &Event) -> Vec<Moment> {
    let one = match event {
        Event::SalvoFired { salvo, .. } => Moment::Salvo {
            from: salvo.shooter.to_string(),
            to: Some(salvo.target.to_string()),
            guns: salvo.mounts.iter().map(|mount| u32::from(mount.guns)).sum(),
        },
        Event::RollRead { roll, ship, read: Read::ToHit { shots, .. }, .. } => {
            let from = match before.roll(*roll).map(|roll| &roll.decides) {
                Some(RollUse::ToHit { shot, .. }) => shot.shooter.as_ref().map(ToString::to_string),
                _ => None,
            };
            let hits = shots.iter().filter(|shot| shot.hit).count();
            Moment::FallOfShot { from, to: ship.to_string(), hits: u32::try_from(hits).unwrap_or(u32::MAX) }
        }
        Event::RollRead { ship, read: Read::Explosion { .. }, .. } => {
            Moment::Explosion { ship: ship.to_string() }
        }
        Event::Undertaken {
            ship,
            procedure: Procedure::Ram | Procedure::Collision,
            other: Some(other),
            ..
        } => Moment::Ram { from: ship.to_string(), to: other.to_string() },
        _ => return Vec::new(),
    };
    vec![one]
}

/// What the loss of a ship looks like.
pub(super) fn loss(state: &State, ship: &ShipId) -> Option<Moment> {
    let name = ship.to_string();
    match state.ships.get(ship)?.fate? {
        Fate::Sunk => Some(Moment::Sinking { ship: name }),
        Fate::Abandoned | Fate::Struck | Fate::Captured => Some(Moment::Struck { ship: name }),
    }
}
