//! Activation order where the sides alternate ship by ship (SPB-3, SPB-5, SPB-6).

use crate::core::{Reason, SideId};
use crate::sp_bp::events::event::Event;
use crate::sp_bp::state::battle::State;
use crate::sp_bp::state::card::Captain;
use crate::sp_bp::state::ship::ShipState;
use crate::sp_bp::state::step::Step;
use geometry::ShipId;

/// Tells whether a ship acts in this step at all.
pub(in crate::sp_bp) fn eligible(state: &State, step: Step, ship: &ShipState) -> bool {
    let captain = if state.options.personality { ship.captain } else { Captain::Ordinary };
    let hers = match step {
        Step::RazorSharp => captain == Captain::RazorSharp,
        Step::Gunfire => captain == Captain::Ordinary,
        Step::SlowWitted => captain == Captain::SlowWitted,
        Step::Movement | Step::Boarding => true,
        _ => false,
    };
    ship.present() && hers
}

/// Sides in order of initiative; by name before initiative is thrown.
fn order(state: &State) -> Vec<SideId> {
    if state.order.is_empty() { state.sides() } else { state.order.clone() }
}

fn waiting(state: &State, side: &SideId, but: Option<&ShipId>) -> bool {
    state.ships.values().any(|ship| {
        ship.card.side == *side
            && !ship.acted
            && Some(&ship.card.id) != but
            && eligible(state, state.step, ship)
    })
}

/// The side that acts after this ship: the other side, as long as it has ships that have not acted.
pub(in crate::sp_bp) fn next_side(state: &State, ship: &ShipState) -> Option<SideId> {
    let order = order(state);
    let at = order.iter().position(|side| *side == ship.card.side).map_or(0, |at| at + 1);
    let turns = order.iter().cycle().skip(at).take(order.len());
    let mut turns = turns.filter(|side| waiting(state, side, Some(&ship.card.id)));
    turns.next().cloned()
}

/// The side that begins a step: the first in order of initiative that has a ship for it.
pub(in crate::sp_bp) fn first_side(state: &State, step: Step) -> Option<SideId> {
    let has = |side: &SideId| {
        state.ships.values().any(|ship| ship.card.side == *side && eligible(state, step, ship))
    };
    order(state).into_iter().find(has)
}

/// The reason why a ship may not act now, before it is put into words.
enum Idle {
    Absent,
    /// Ships don't act in turn in this step.
    NoTurns,
    NotInStep,
    HasActed,
    SomethingDue,
    TurnOf(SideId),
}

fn idle(state: &State, ship: &ShipState) -> Option<Idle> {
    if !ship.present() {
        return Some(Idle::Absent);
    }
    if !state.step.alternates() {
        return Some(Idle::NoTurns);
    }
    if !eligible(state, state.step, ship) {
        return Some(Idle::NotInStep);
    }
    if ship.acted {
        return Some(Idle::HasActed);
    }
    let active = state.active.as_ref().filter(|active| **active != ship.card.id);
    let turn = match (active.and_then(|active| state.ships.get(active)), &state.active) {
        (Some(_), _) if state.something_due() => return Some(Idle::SomethingDue),
        (Some(other), _) => next_side(state, other),
        (None, Some(_)) => return None,
        (None, None) => state.to_act.clone(),
    };
    turn.filter(|side| *side != ship.card.side).map(Idle::TurnOf)
}

/// Returns true if a ship may act now.
pub(in crate::sp_bp) fn acts_now(state: &State, ship: &ShipState) -> bool {
    idle(state, ship).is_none()
}

/// Reasons why a ship may not act now; empty if it may.
pub(in crate::sp_bp) fn may_act(state: &State, ship: &ShipState) -> Vec<Reason> {
    let (name, step) = (&ship.card.name, state.step.title());
    let text = |idle: Idle| match idle {
        Idle::Absent => format!("{name} is not on the table, or lost."),
        Idle::NoTurns => format!("Ships don't act in turn in “{step}”."),
        Idle::NotInStep => format!("{name} does not act in “{step}”."),
        Idle::HasActed => format!("{name} has acted in this phase."),
        Idle::SomethingDue => "Throw the dice and make the entries that are due first.".to_owned(),
        Idle::TurnOf(side) => format!("It is the turn of the {} to act.", side.title()),
    };
    idle(state, ship).map(|idle| Reason::new(state.step.rule(), text(idle))).into_iter().collect()
}

/// Makes this ship the active one; the ship that acted before has then ended its action.
pub(in crate::sp_bp) fn activate(state: &State, ship: &ShipState) -> Vec<Event> {
    if state.active.as_ref() == Some(&ship.card.id) {
        return Vec::new();
    }
    let mut events = Vec::new();
    if let Some(other) = state.active.as_ref().and_then(|active| state.ships.get(active)) {
        events.push(Event::ActionEnded { ship: other.card.id.clone(), to_act: next_side(state, other) });
    }
    events.push(Event::ActionBegan { ship: ship.card.id.clone() });
    events
}
