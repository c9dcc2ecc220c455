//! The steps of a move (NOD-7): the conditions for ending a step, and the events at the beginning of the next.

use crate::core::{Asked, Reason, Recorder, Refusal, TableFacts, TieResolver};
use crate::noddy::events::change::{Becomes, Change};
use crate::noddy::events::event::{Drifting, Event, ShipCourse};
use crate::noddy::movement::contact::in_contact;
use crate::noddy::movement::orders::{Current, current_for, damaged_course, default_course};
use crate::noddy::movement::review::{must_act, task};
use crate::noddy::state::battle::State;
use crate::noddy::state::due::{Numbers, PendingRoll, RollUse};
use crate::noddy::state::ship::{Fate, ShipState, Written};
use crate::noddy::state::step::Step;
use crate::noddy::tables::table_set::Tables;
use geometry::{Heading, ShipId, Steering, Verdict};

/// Goes on to the next step, or to the next segment of a half move that the umpire has split (NOD-11).
pub(crate) fn next_step(
    tables: &Tables,
    state: &State,
    facts: &dyn TableFacts,
) -> Result<Vec<Event>, Refusal> {
    let mut reasons = Vec::new();
    for roll in &state.rolls {
        let text = format!("These dice must be thrown first: {}.", roll.request.label);
        reasons.push(Reason { rule: roll.request.rule.clone(), text });
    }
    for ship in state.ships.values().filter(|ship| ship.present()) {
        step_end_reasons(state, facts, ship, &mut reasons);
    }
    Refusal::unless_clear(reasons)?;
    let mut events = Vec::new();
    if state.step == Step::Orders {
        let (courses, asked) = revealed(tables, state, facts);
        events.push(Event::OrdersRevealed { courses, asked });
    }
    let mut rolls = Vec::new();
    let (turn, step, segment, segments) = if state.step.is_half() && state.segment + 1 < state.segments {
        (state.turn, state.step, state.segment + 1, state.segments)
    } else {
        match state.step.next() {
            Some(step) => (state.turn, step, 0, 1),
            None => {
                let sank = sinking(state);
                events.extend((!sank.is_empty()).then(|| Event::Sank { changes: sank.clone() }));
                let gone = |id: &ShipId| sank.iter().any(|change| change.ship == *id);
                rolls = fires(state, &gone);
                events.extend(drift(tables, state, &gone));
                (state.turn.saturating_add(1), Step::Orders, 0, 1)
            }
        }
    };
    events.push(Event::StepBegan { turn, step, segment, segments, rolls });
    Ok(events)
}

/// Adds the reasons why a ship does not allow the step to end.
fn step_end_reasons(state: &State, facts: &dyn TableFacts, ship: &ShipState, reasons: &mut Vec<Reason>) {
    let name = &ship.card.name;
    match state.step {
        Step::Orders => {
            if ship.takes_orders(state.turn) && ship.written.is_none() {
                reasons.push(Reason::new("NOD-9", format!("{name} has no orders yet.")));
            }
        }
        Step::FirstFire | Step::SecondFire => {}
        Step::FirstHalf | Step::Turn | Step::SecondHalf => {
            if !ship.contact.is_empty() {
                let text = format!("{}: say what comes of it.", in_contact(state, ship));
                reasons.push(Reason::new("NOD-AMB-26", text));
            } else if ship.course.is_none() {
                let text = format!("{name}'s orders are still on paper: read them out.");
                reasons.push(Reason::new("NOD-9", text));
            } else if must_act(state, ship) {
                reasons.push(Reason::new("NOD-7", task(state, ship)));
            } else if !ship.moved && was_moved(state, facts, ship) {
                let text = format!("{name} stands elsewhere than before: put her back.");
                reasons.push(Reason::new("NOD-9", text));
            }
        }
    }
}

/// Returns true if a ship that does not move in this step was moved. If the table can't answer, no move was observed.
fn was_moved(state: &State, facts: &dyn TableFacts, ship: &ShipState) -> bool {
    let off_in = state.options.move_tolerance_in;
    facts.way(&ship.card.id, Steering::Pivot).is_ok_and(|way| way.straight_in.at_most(off_in) == Verdict::No)
}

/// The courses of all ships when orders are revealed. A ship without orders keeps its course (NOD-19, NOD-AMB-15).
fn revealed(tables: &Tables, state: &State, facts: &dyn TableFacts) -> (Vec<ShipCourse>, Vec<Asked>) {
    let recorder = Recorder::new(facts);
    let course = |ship: &ShipState| {
        let (course, of_itself) = match ship.written.filter(|_| ship.takes_orders(state.turn)) {
            Some(Written::Here { course }) => (Some(damaged_course(tables, state, ship, course)), false),
            Some(Written::OnPaper) => (None, false),
            None => {
                let mut ties = TieResolver::new(&[]).with_tie(crate::core::TieRule::Firer);
                let current = current_for(state, &recorder, ship, &mut ties).unwrap_or(Current::With);
                (Some(default_course(tables, state, ship, current)), true)
            }
        };
        ShipCourse { ship: ship.card.id.clone(), course, of_itself }
    };
    let courses = state.ships.values().filter(|ship| ship.present()).map(course).collect();
    (courses, recorder.into_asked())
}

/// The losses of ships that sink at the end of this move (NOD-26, NOD-AMB-14).
fn sinking(state: &State) -> Vec<Change> {
    let due = |ship: &&ShipState| ship.present() && ship.sinks_after.is_some_and(|after| after <= state.turn);
    let sunk = |ship: &ShipState| Change::of(&ship.card.id, Becomes::Lost { fate: Fate::Sunk });
    state.ships.values().filter(due).map(sunk).collect()
}

/// One attempt at each fire, from the move after the hit on (NOD-AMB-22).
fn fires(state: &State, gone: &dyn Fn(&ShipId) -> bool) -> Vec<PendingRoll> {
    let mut numbers = Numbers::after(state);
    let burns = |ship: &&ShipState| ship.fights() && ship.burning.is_some() && !gone(&ship.card.id);
    let ships = state.ships.values().filter(burns);
    ships.map(|ship| numbers.roll(state, &ship.card.id, RollUse::FireFighting)).collect()
}

/// The drift of all ships without propulsion (NOD-2, NOD-25).
fn drift(tables: &Tables, state: &State, gone: &dyn Fn(&ShipId) -> bool) -> Option<Event> {
    let adrift = |ship: &&ShipState| ship.adrift(state.turn) && !gone(&ship.card.id);
    let ships: Vec<ShipId> = state.ships.values().filter(adrift).map(|ship| ship.card.id.clone()).collect();
    let (east, north) = Heading::from_deg(state.options.current_toward_deg).unit();
    let inches = tables.speeds().current_in;
    let drift = Drifting {
        ships,
        east_in: geometry::round_in(east * inches),
        north_in: geometry::round_in(north * inches),
    };
    (!drift.ships.is_empty()).then_some(Event::Drifted { drift })
}
