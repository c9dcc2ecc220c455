//! Invariants of every reachable state: random play and property tests check them after each event.

use crate::noddy::events::event::Event;
use crate::noddy::state::battle::State;
use geometry::ShipId;
use std::collections::BTreeSet;

/// The invariants that a state breaks, one sentence each; empty for a valid state.
pub fn faults(state: &State) -> Vec<String> {
    let mut faults = Vec::new();
    for (id, ship) in &state.ships {
        let name = &ship.card.name;
        if *id != ship.card.id {
            faults.push(format!("{id} has the card of {}.", ship.card.id));
        }
        if ship.top_speed > ship.card.top_speed {
            faults.push(format!("{name} is faster than her card."));
        }
        if ship.fights() && ship.top_speed < 0 && !state.sinks(ship) {
            faults.push(format!("{name} is below no speed, and nobody throws for her sinking."));
        }
        if ship.aground.is_some() && ship.speed != 0 {
            faults.push(format!("{name} is aground and makes way."));
        }
        let present = |other: &ShipId| state.ships.get(other).is_some_and(|other| other.present());
        if !ship.contact.iter().all(present) || (!ship.contact.is_empty() && !ship.present()) {
            faults.push(format!("{name} is in contact with somebody who is not there."));
        }
        if ship.fate.is_some() && (ship.written.is_some() || ship.course.is_some()) {
            faults.push(format!("{name} is lost and has orders."));
        }
        for gun in ship.guns.keys() {
            if ship.card.gun(gun).is_none() {
                faults.push(format!("{name} has no gun {gun}."));
            }
        }
        if ship.course.is_some() && ship.written.is_some() {
            faults.push(format!("{name}'s orders are both secret and revealed."));
        }
        if ship.aground.is_some_and(|attempts| attempts > 3)
            || ship.burning.is_some_and(|attempts| attempts > 4)
        {
            faults.push(format!("{name} has tried too often."));
        }
    }
    if state.opened && (state.segments == 0 || state.segment >= state.segments) {
        faults.push(format!("Segment {} of {}.", state.segment, state.segments));
    }
    let numbers: Vec<u32> = state.rolls.iter().map(|roll| roll.request.id.0).collect();
    let different: BTreeSet<u32> = numbers.iter().copied().collect();
    if different.len() != numbers.len() || numbers.iter().any(|number| *number >= state.next_number) {
        faults.push(format!("Numbers {numbers:?} are not all different and below {}.", state.next_number));
    }
    for roll in &state.rolls {
        let gone = state.ships.get(&roll.ship).is_some_and(|ship| !ship.present());
        if gone || state.side(&roll.ship).is_none() {
            faults.push(format!("A roll is due for {}, who is not there.", roll.ship));
        }
    }
    faults
}

/// The reason why this event is impossible in the state before it; none if it is possible. A lost ship can't act.
pub fn acts_from_nowhere(before: &State, event: &Event) -> Option<String> {
    let actors: Vec<&ShipId> = match event {
        Event::FireDeclared { fire, .. } => vec![&fire.firer, &fire.target],
        Event::MusketryDeclared { fire, .. } => vec![&fire.target],
        Event::Moved { review, .. } => vec![&review.ship],
        Event::Rammed { impact, .. } => vec![&impact.rammer, &impact.rammee],
        Event::ContactSettled { ship, .. }
        | Event::RefloatTried { ship, .. }
        | Event::Left { ship, .. }
        | Event::OrdersReadOut { ship, .. } => {
            vec![ship]
        }
        _ => return None,
    };
    let absent = |id: &&ShipId| before.ships.get(*id).is_some_and(|ship| !ship.present());
    let gone = actors.into_iter().find(absent)?;
    Some(format!("{gone} is lost, and acts: {event:?}"))
}
