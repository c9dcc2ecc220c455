//! The side that takes a decision, or the umpire.

use crate::core::{Actor, Audience, distinct};
use crate::gunboat::events::decision::Decision;
use crate::gunboat::state::battle::State;
use crate::gunboat::state::card::Side;
use crate::gunboat::state::due::{DueId, PendingRoll};
use geometry::ShipId;

/// The actors of a decision: the owners of the ships, forts, dice or hits that it names.
pub(crate) fn deciders(state: &State, decision: &Decision) -> Vec<Actor> {
    let of = |id: &ShipId| side_of(state, id).map(|side| Actor::Side(side.id()));
    let all = |ids: &mut dyn Iterator<Item = &ShipId>| distinct(ids.filter_map(of));
    let one = |id: &ShipId| all(&mut std::iter::once(id));
    match decision {
        Decision::Fire { shooter, .. }
        | Decision::FireLate { shooter, .. }
        | Decision::FireAtBoarders { shooter, .. } => one(shooter),
        Decision::Ram { rammer: ship, .. }
        | Decision::Grapple { ship, .. }
        | Decision::Refloat { ship }
        | Decision::FireMortar { ship, .. }
        | Decision::Anchor { ship, .. }
        | Decision::Leave { ship, .. } => one(ship),
        Decision::Move { moves } => all(&mut moves.iter().map(|order| &order.ship)),
        Decision::RingUp { orders } => all(&mut orders.iter().map(|order| &order.ship)),
        Decision::Embark { orders } => all(&mut orders.iter().map(|order| &order.ship)),
        Decision::Bind { bond } => one(&bond.first),
        // If the bond joins ships of both sides, either side may cast off.
        Decision::CastOff { bond } => match one(&bond.first) == one(&bond.second) {
            true => one(&bond.first),
            false => vec![Actor::AllSides],
        },
        Decision::Volley { target } => {
            let firer = side_of(state, target).map(Side::other);
            firer.map(|side| Actor::Side(side.id())).into_iter().collect()
        }
        Decision::Roll { rolls, .. } => {
            let thrown = |roll: &&PendingRoll| rolls.is_empty() || rolls.contains(&roll.request.id);
            distinct(state.rolls.iter().filter(thrown).map(|roll| thrower(state, roll)))
        }
        Decision::Choose { due, .. } | Decision::Tick { due, .. } => {
            hits_of(state, *due).into_iter().collect()
        }
        Decision::NextStep | Decision::TypeFacts { .. } => vec![Actor::AllSides],
        Decision::Open { .. }
        | Decision::LayMines { .. }
        | Decision::SetOption { .. }
        | Decision::Umpire { .. } => vec![Actor::Umpire],
    }
}

/// The side of a ship, or of a gun of a fort.
fn side_of(state: &State, id: &ShipId) -> Option<Side> {
    let ship = state.ships.get(id).map(|ship| ship.card.side);
    let gun = || state.forts.values().find(|fort| fort.card.guns.iter().any(|gun| gun.id == *id));
    ship.or_else(|| gun().map(|fort| fort.card.side))
}

/// The actor who throws: secret dice are thrown by the umpire or by the side that laid the mines.
pub(crate) fn thrower(state: &State, roll: &PendingRoll) -> Actor {
    match state.roll_audience(roll) {
        Audience::Everyone => Actor::Side(roll.by.id()),
        Audience::Side(side) => Actor::Side(side),
        Audience::Umpire => Actor::Umpire,
    }
}

/// The side that chooses the section of these hits; without such a choice, the side of the ship that was hit.
fn hits_of(state: &State, due: DueId) -> Option<Actor> {
    let lot = state.due(due)?;
    let side = lot.chooser.or_else(|| side_of(state, &lot.ship))?;
    Some(Actor::Side(side.id()))
}
