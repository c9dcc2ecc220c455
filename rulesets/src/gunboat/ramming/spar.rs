//! Spar torpedoes (GUN-89): a steam launch strikes as in a ram, and the torpedo table gives the damage.

use crate::gunboat::events::event::Event;
use crate::gunboat::events::outcome::{Impact, TableOutcome};
use crate::gunboat::events::roll_requests::Numbers;
use crate::gunboat::events::special_event::SpecialEvent;
use crate::gunboat::movement::hazards::torpedo_roll;
use crate::gunboat::state::battle::State;
use crate::gunboat::state::card::Side;
use crate::gunboat::state::due::{PendingRoll, RollUse};
use crate::gunboat::tables::table_set::Tables;
use geometry::ShipId;

/// A launch's strike; its side throws on the torpedo table.
pub(in crate::gunboat) fn strike(tables: &Tables, state: &State, impact: Impact, stops: bool) -> Event {
    let by = state.ships.get(&impact.rammer).map_or(Side::Union, |ship| ship.card.side);
    let mut numbers = Numbers::after(state);
    let roll = state.ships.get(&impact.target).map(|target| {
        let roll = torpedo_roll(state, tables, &mut numbers, target);
        carried_by(PendingRoll { by, ..roll }, &impact.rammer)
    });
    let spent = state.options.spar_dud_spent;
    Event::Special(SpecialEvent::SparStruck { impact, stops, spent, rolls: roll.into_iter().collect() })
}

/// A roll on the torpedo table that a launch's torpedo caused.
pub(in crate::gunboat) fn carried_by(mut roll: PendingRoll, launch: &ShipId) -> PendingRoll {
    if let RollUse::Table { spar, .. } = &mut roll.decides {
        *spar = Some(launch.clone());
    }
    roll
}

/// The launch that sinks with its torpedo: every result but a dud explodes.
pub(in crate::gunboat) fn sinks_with_it(roll: &PendingRoll, outcome: &TableOutcome) -> Option<ShipId> {
    match (&roll.decides, outcome) {
        (_, TableOutcome::Nothing) => None,
        (RollUse::Table { spar, .. }, _) => spar.clone(),
        _ => None,
    }
}
