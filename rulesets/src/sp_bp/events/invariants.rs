//! Invariants of every state that a battle can reach: random play and property tests check them after each event.

use crate::sp_bp::events::event::Event;
use crate::sp_bp::state::battle::State;
use crate::sp_bp::state::ship::{ShipState, SpeedHit};
use geometry::ShipId;
use std::collections::BTreeSet;

/// Returns a sentence for each contradiction in a state; empty for a sound one.
pub fn faults(state: &State) -> Vec<String> {
    let mut faults = Vec::new();
    for (id, ship) in &state.ships {
        if *id != ship.card.id {
            faults.push(format!("{id} has the card of {}.", ship.card.id));
        }
        of_ship(ship, &mut faults);
    }
    for (i, bond) in state.bonds.iter().enumerate() {
        let there = |id| state.ships.get(id).is_some_and(ShipState::present);
        if bond.first == bond.second || !there(&bond.first) || !there(&bond.second) {
            faults.push(format!("{bond:?} binds what is not there, or a ship to herself."));
        }
        if state.bonds.iter().take(i).any(|other| other == bond) {
            faults.push(format!("{bond:?} is there twice."));
        }
    }
    let rolls = state.rolls.iter().map(|roll| roll.request.id.0);
    let guided = state.guided.iter().map(|guided| guided.id.0);
    let numbers: Vec<u32> = rolls.chain(guided).chain(state.salvos.iter().map(|salvo| salvo.id.0)).collect();
    let markers: Vec<u32> = state.markers.iter().map(|marker| marker.number).collect();
    for numbers in [numbers, markers] {
        let different: BTreeSet<u32> = numbers.iter().copied().collect();
        if different.len() != numbers.len() || numbers.iter().any(|number| *number >= state.next_number) {
            faults
                .push(format!("Numbers {numbers:?} are not all different and below {}.", state.next_number));
        }
    }
    for ship in state.rolls.iter().map(|roll| &roll.ship).chain(state.guided.iter().map(|it| &it.ship)) {
        if !state.ships.contains_key(ship) {
            faults.push(format!("Something is due of {ship}, who does not take part."));
        }
    }
    if state.to_act.as_ref().is_some_and(|side| !state.sides().contains(side)) {
        faults.push(format!("It is the turn of {:?}, who does not take part.", state.to_act));
    }
    faults
}

fn of_ship(ship: &ShipState, faults: &mut Vec<String>) {
    let name = &ship.card.name;
    if ship.sp > ship.card.sp || ship.bp > ship.card.bp {
        faults.push(format!("{name} has {} SP and {} BP, more than printed.", ship.sp, ship.bp));
    }
    if !(-2..=2).contains(&ship.crew_quality) {
        faults.push(format!("{name}'s crew quality is {}.", ship.crew_quality));
    }
    if ship.parties_used > ship.crew_parties {
        faults.push(format!("{name} has sent {} of {} parties.", ship.parties_used, ship.crew_parties));
    }
    for (mount, lost) in &ship.guns_lost {
        if ship.card.mount(mount).is_none_or(|mount| mount.guns < *lost) {
            faults.push(format!("{name} has lost {lost} guns of {mount}."));
        }
    }
    for (mount, fired) in &ship.fired {
        if ship.card.mount(mount).is_none_or(|mount| mount.guns < *fired) {
            faults.push(format!("{name} has fired {fired} guns of {mount}."));
        }
    }
    for mount in &ship.jammed {
        if !ship.card.mount(mount).is_some_and(|mount| mount.turret) {
            faults.push(format!("{name} has a jammed turret {mount}, which she does not have."));
        }
    }
    let times = |wanted: SpeedHit| ship.speed_hits.iter().filter(|hit| **hit == wanted).count();
    if times(SpeedHit::Boiler) > 1 || times(SpeedHit::Steamed) > 1 {
        faults.push(format!("{name} suffers {:?}.", ship.speed_hits));
    }
    if ship.anchor_lost && ship.anchored {
        faults.push(format!("{name} lies at an anchor that is gone."));
    }
    if !ship.afloat() && ship.going_down {
        faults.push(format!("{name} is lost, and still goes down."));
    }
}

/// Returns why an event can't happen in this state; none if it can. Ships that are lost or away don't act.
pub fn acts_from_nowhere(before: &State, event: &Event) -> Option<String> {
    let actors: Vec<&ShipId> = match event {
        Event::SalvoFired { salvo, .. } => vec![&salvo.shooter, &salvo.target],
        Event::Moved { review, .. } => vec![&review.ship],
        Event::Anchored { ship, .. }
        | Event::SpeedPlanned { ship, .. }
        | Event::RepairTried { ship, .. }
        | Event::Undertaken { ship, .. }
        | Event::ActionBegan { ship }
        | Event::Left { ship, .. } => vec![ship],
        _ => return None,
    };
    let absent = |id: &&ShipId| before.ships.get(*id).is_none_or(|ship| !ship.present());
    let gone = actors.into_iter().find(absent)?;
    Some(format!("{gone} is lost or away, and acts: {event:?}"))
}
