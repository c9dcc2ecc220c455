//! Invariants of every reachable state: random play and property tests check them after each event.

use crate::gunboat::events::event::Event;
use crate::gunboat::events::special_event::SpecialEvent;
use crate::gunboat::state::battle::State;
use crate::gunboat::state::bond::BondKind;
use crate::gunboat::state::card::{Section, SectionKind};
use crate::gunboat::state::ship::{Effect, Location, ShipState};
use geometry::ShipId;
use std::collections::BTreeSet;

/// The invariants that a state breaks, one sentence each; empty for a valid state.
pub fn faults(state: &State) -> Vec<String> {
    let mut faults = Vec::new();
    for (id, ship) in &state.ships {
        if *id != ship.card.id {
            faults.push(format!("{id} has the card of {}.", ship.card.id));
        }
        boxes(ship, &mut faults);
        lasting(ship, &mut faults);
        lost(state, ship, &mut faults);
    }
    for fort in state.forts.values() {
        for gun in &fort.card.guns {
            let lost = fort.guns.get(&gun.id).map_or(0, |own| own.lost);
            if lost > gun.armor {
                faults.push(format!("{} has lost {lost} of {} boxes of armor.", gun.id, gun.armor));
            }
        }
    }
    bonds(state, &mut faults);
    due(state, &mut faults);
    faults
}

fn boxes(ship: &ShipState, faults: &mut Vec<String>) {
    let name = &ship.card.name;
    for row in ship.card.rows() {
        let printed = u32::from(ship.card.printed(&row));
        let ticked = u32::from(ship.ticks.of(&row));
        let waiting = u32::from(ship.ticks_at_step_end.of(&row));
        if ticked + waiting > printed {
            faults.push(format!("{name} has {ticked} and {waiting} of {printed} {row} boxes checked off."));
        }
    }
    let known = |mount: &&crate::gunboat::MountId| ship.card.mount(mount).is_none();
    for mount in ship.ticks.guns.keys().chain(ship.ticks_at_step_end.guns.keys()).filter(known) {
        faults.push(format!("{name} has lost guns of {mount}, which she does not have."));
    }
    for (mount, fired) in &ship.fired {
        let guns = ship.card.mount(mount).map_or(0, |mount| mount.guns);
        if *fired > guns {
            faults.push(format!("{name} has fired {fired} of {guns} guns of {mount}."));
        }
    }
}

fn lasting(ship: &ShipState, faults: &mut Vec<String>) {
    for (i, effect) in ship.effects.iter().enumerate() {
        let spent = matches!(
            effect,
            Effect::RudderJammed { moves_left: 0, .. }
                | Effect::PilotBlinded { moves_left: 0 }
                | Effect::FiresOut { moves_left: 0 }
                | Effect::RudderBound { moves_left: 0 }
        );
        let same = |other: &Effect| match (other, effect) {
            (Effect::TurretJammed { mount }, Effect::TurretJammed { mount: other }) => mount == other,
            _ => std::mem::discriminant(other) == std::mem::discriminant(effect),
        };
        if spent || ship.effects.iter().take(i).any(same) {
            faults.push(format!("{} suffers {effect:?} twice, or no longer.", ship.card.name));
        }
    }
}

fn lost(state: &State, ship: &ShipState, faults: &mut Vec<String>) {
    let name = &ship.card.name;
    if ship.afloat() {
        if ship.free_of(SectionKind::Draft) == 0
            && ship.in_force(&Section::Draft) == 0
            && !ship.aground
            && !ship.exploding
        {
            faults.push(format!("{name} has no draft box left, and floats."));
        }
        return;
    }
    if ship.exploding || ship.foundering || ship.in_melee || ship.boarders > 0 {
        faults.push(format!("{name} is lost, and something still happens on her."));
    }
    if state.hits.iter().any(|lot| lot.ship == ship.card.id) {
        faults.push(format!("{name} is lost, and must check off hits."));
    }
}

fn bonds(state: &State, faults: &mut Vec<String>) {
    for (i, bond) in state.bonds.iter().enumerate() {
        let ends = [&bond.first, &bond.second].map(|id| state.ships.get(id));
        let [Some(first), Some(second)] = ends else {
            faults.push(format!("{bond:?} binds a ship that does not take part."));
            continue;
        };
        let gone = |ship: &ShipState| !ship.afloat() || matches!(ship.location, Location::Left { .. });
        if bond.first == bond.second || gone(first) || gone(second) {
            faults.push(format!("{bond:?} binds what is not there, or a ship to herself."));
        }
        if state.bonds.iter().take(i).any(|other| other.joins(&bond.first) && other.joins(&bond.second)) {
            faults.push(format!("{bond:?} is the second bond between the two."));
        }
        let enemies = first.card.side != second.card.side;
        let launches = first.card.launch && second.card.launch;
        let fits = match bond.kind {
            BondKind::Locked => enemies && launches,
            BondKind::Grappled => enemies,
            BondKind::Towed | BondKind::Tugged | BondKind::Lashed => !enemies,
        };
        if !fits {
            faults.push(format!("{bond:?} can't be between these two."));
        }
    }
}

fn due(state: &State, faults: &mut Vec<String>) {
    let numbers: Vec<u32> = state
        .rolls
        .iter()
        .map(|roll| roll.request.id.0)
        .chain(state.hits.iter().map(|lot| lot.id.0))
        .chain(state.salvos.iter().map(|salvo| salvo.id.0))
        .collect();
    let different: BTreeSet<u32> = numbers.iter().copied().collect();
    if different.len() != numbers.len() || numbers.iter().any(|number| *number >= state.next_number) {
        faults.push(format!("Numbers {numbers:?} are not all different and below {}.", state.next_number));
    }
    for lot in &state.hits {
        let hits: u32 = lot.demands.iter().map(|demand| u32::from(demand.hits)).sum();
        if hits == 0 || !state.ships.contains_key(&lot.ship) {
            faults.push(format!("{} hits are due on {}.", hits, lot.ship));
        }
    }
}

/// The reason why this event is impossible in the state before it; none if it is possible. A ship that is lost or away
/// can't act.
pub fn acts_from_nowhere(before: &State, event: &Event) -> Option<String> {
    let actors: Vec<&ShipId> = match event {
        Event::SalvoDeclared { salvo, .. } if salvo.late.is_none() => vec![&salvo.shooter, &salvo.target],
        Event::FiredInVain { shooter, .. } => vec![shooter],
        Event::Special(SpecialEvent::MortarFired { shot, .. }) => vec![&shot.ship],
        Event::Moved { review, .. } => vec![&review.ship],
        Event::SpeedRung { ship, .. } | Event::Anchored { ship, .. } | Event::RefloatTried { ship, .. } => {
            vec![ship]
        }
        Event::Rammed { impact, .. } | Event::Collided { impact, .. } => {
            vec![&impact.rammer, &impact.target]
        }
        Event::Special(SpecialEvent::GrappleTried { attempt, .. }) => vec![&attempt.ship, &attempt.target],
        Event::Bound { bond, .. } => vec![&bond.first, &bond.second],
        Event::Left { ship, .. } => vec![ship],
        _ => return None,
    };
    let absent = |id: &&ShipId| before.ships.get(*id).is_some_and(|ship| !ship.present());
    let gone = actors.into_iter().find(absent)?;
    let where_to = match before.ships.get(gone).map(|ship| (&ship.location, ship.fate)) {
        Some((Location::OnTable, Some(fate))) => format!("lost ({fate:?})"),
        _ => "not on the table".to_owned(),
    };
    Some(format!("{gone} is {where_to}, and acts: {event:?}"))
}
