//! What the Gunboat book's events look like on the table.

use crate::view::Moment;
use geometry::ShipId;
use rulesets::core::PlayedBook;
use rulesets::gunboat::{
    ChartCell, Event, Fate, Gunboat, MortarAim, RollUse, SalvoId, SpecialEvent, State, TableId,
};

/// What an event looks like; `before` is the state before it.
pub(crate) fn moments(before: &State, event: &Event) -> Vec<Moment> {
    let one = match event {
        Event::SalvoDeclared { salvo, .. } => {
            let guns = salvo.mounts.iter().map(|mount| u32::from(mount.guns)).sum();
            Moment::Salvo { from: salvo.shooter.to_string(), to: Some(salvo.target.to_string()), guns }
        }
        Event::FiredInVain { shooter, target, mounts, .. } => {
            let guns = mounts.iter().map(|mount| u32::from(mount.guns)).sum();
            let salvo = Moment::Salvo { from: shooter.to_string(), to: Some(target.to_string()), guns };
            return vec![salvo, fall_of_shot(Some(shooter), target, 0)];
        }
        Event::ChartRead { salvo, target, cell, .. } => {
            let scored: u32 = Gunboat::hits(before, event).iter().map(|scored| scored.hits).sum();
            // A critical or lucky hit is read on another table, whose boxes come later.
            let hits = if matches!(cell, ChartCell::Hits { .. }) { scored } else { scored.max(1) };
            fall_of_shot(shooter(before, *salvo), target, hits)
        }
        Event::Rammed { impact, .. }
        | Event::Collided { impact, .. }
        | Event::Special(SpecialEvent::SparStruck { impact, .. }) => {
            Moment::Ram { from: impact.rammer.to_string(), to: impact.target.to_string() }
        }
        Event::MineTested { ship, struck: true, .. } => Moment::Explosion { ship: ship.to_string() },
        Event::TableRead { roll, ship, table: TableId::TorpedoIronclad | TableId::TorpedoWooden, .. }
            if before
                .roll(*roll)
                .is_some_and(|roll| matches!(roll.decides, RollUse::Table { spar: Some(_), .. })) =>
        {
            Moment::Explosion { ship: ship.to_string() }
        }
        Event::Special(SpecialEvent::MortarFired { shot, .. }) => {
            let to = match &shot.aim {
                MortarAim::Ship { ship } => Some(ship.to_string()),
                MortarAim::FortGun { gun } => Some(gun.to_string()),
                MortarAim::Point { .. } => None,
            };
            Moment::Salvo { from: shot.ship.to_string(), to, guns: 1 }
        }
        Event::Special(SpecialEvent::MortarRead { ship, hit, .. }) => {
            fall_of_shot(None, ship, u32::from(*hit))
        }
        _ => return Vec::new(),
    };
    vec![one]
}

/// What the loss of a ship looks like.
pub(crate) fn loss(state: &State, ship: &ShipId) -> Option<Moment> {
    let name = ship.to_string();
    match state.ships.get(ship)?.fate? {
        Fate::Sunk => Some(Moment::Sinking { ship: name }),
        Fate::Exploded => Some(Moment::Explosion { ship: name }),
        Fate::Captured => Some(Moment::Struck { ship: name }),
        Fate::WentHome => None,
    }
}

fn fall_of_shot(from: Option<&ShipId>, to: &ShipId, hits: u32) -> Moment {
    Moment::FallOfShot { from: from.map(ToString::to_string), to: to.to_string(), hits }
}

fn shooter(state: &State, salvo: SalvoId) -> Option<&ShipId> {
    state.salvos.iter().find(|brief| brief.id == salvo).map(|brief| &brief.shooter)
}
