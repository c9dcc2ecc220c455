//! What Noddy's events look like on the table.

use crate::view::Moment;
use geometry::ShipId;
use rulesets::noddy::{Event, Fate, Outcome, RollUse, State};

/// What an event looks like; `before` is the state before it.
pub(super) fn moments(before: &State, event: &Event) -> Vec<Moment> {
    let one = match event {
        Event::FireDeclared { fire, .. } => Moment::Salvo {
            from: fire.firer.to_string(),
            to: Some(fire.target.to_string()),
            guns: u32::try_from(fire.guns.len()).unwrap_or(u32::MAX),
        },
        Event::MusketryDeclared { fire, .. } => {
            Moment::Salvo { from: fire.regiment.to_string(), to: Some(fire.target.to_string()), guns: 1 }
        }
        Event::Rammed { impact, .. } => {
            Moment::Ram { from: impact.rammer.to_string(), to: impact.rammee.to_string() }
        }
        Event::Read { read } => match before.roll(read.roll).map(|roll| &roll.decides) {
            Some(RollUse::ToHit { firer, .. }) => Moment::FallOfShot {
                from: Some(firer.to_string()),
                to: read.ship.to_string(),
                hits: u32::from(read.outcome == Outcome::Hit),
            },
            Some(RollUse::Mine { .. }) if read.outcome != Outcome::Nothing => {
                Moment::Explosion { ship: read.ship.to_string() }
            }
            _ => return Vec::new(),
        },
        _ => return Vec::new(),
    };
    vec![one]
}

/// What the loss of a ship looks like.
pub(super) fn loss(state: &State, ship: &ShipId) -> Option<Moment> {
    let name = ship.to_string();
    match state.ships.get(ship)?.fate? {
        Fate::Sunk => Some(Moment::Sinking { ship: name }),
        Fate::BlewUp => Some(Moment::Explosion { ship: name }),
        Fate::Left => None,
    }
}
