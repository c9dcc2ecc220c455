//! Applies events to the state, without tables or failures.

use crate::core::Shared;
use crate::noddy::events::decision::{ShipSetup, UmpireOrder};
use crate::noddy::events::event::{Event, Reading};
use crate::noddy::events::outcome::{Fire, MoveReview};
use crate::noddy::state::battle::{BatteryState, RegimentState, State};
use crate::noddy::state::card::GunId;
use crate::noddy::state::due::{PendingRoll, RollUse};
use crate::noddy::state::ship::{Course, Fate, GunState, ShipState};
use crate::noddy::state::step::Step;
use geometry::{ShipId, TerrainId};
use std::collections::BTreeMap;

/// Applies an event to the state.
pub(crate) fn apply(mut state: State, event: &Event) -> State {
    match event {
        Event::Opened { version, ships, batteries, regiments, options, terrain } => {
            state = State {
                version: *version,
                opened: true,
                turn: 1,
                segments: 1,
                options: options.clone(),
                terrain: terrain.clone().into(),
                ships: ships.iter().map(|setup| (setup.card.id.clone(), entered(setup))).collect(),
                ..State::default()
            };
            for card in batteries {
                let battery = BatteryState {
                    card: card.clone(),
                    guns: Shared::default(),
                    fired_in: None,
                    last_target: None,
                };
                state.batteries.insert(card.id.clone(), battery);
            }
            for card in regiments {
                state.regiments.insert(card.id.clone(), RegimentState { card: card.clone(), fired: false });
            }
        }
        Event::ChartDrawn { areas } => {
            for area in areas {
                state.hidden.retain(|other| other.area.id != area.area.id);
                state.hidden.push(area.clone());
            }
        }
        Event::OrdersWritten { orders, .. } => {
            state.typed.clear();
            for order in orders {
                state.ships.change(&order.ship, |ship| ship.written = Some(order.order));
            }
        }
        Event::OrdersRevealed { courses, .. } => {
            for revealed in courses {
                let Some(ship) = state.ships.get_mut(&revealed.ship) else { continue };
                if let Some(course) = revealed.course {
                    take(ship, course);
                }
            }
        }
        Event::OrdersReadOut { ship, course, .. } => {
            state.typed.clear();
            state.ships.change(ship, |ship| take(ship, *course));
        }
        Event::StepBegan { turn, step, segment, segments, rolls } => {
            begin(&mut state, (*turn, *step), (*segment, *segments));
            add_rolls(&mut state, rolls);
        }
        Event::ChartMet { ship, rolls, .. } => {
            state.ships.change(ship, |ship| ship.mines_tested.extend(rolls.iter().filter_map(mined)));
            add_rolls(&mut state, rolls);
        }
        Event::Moved { review, changes, found } => {
            state.typed.clear();
            moved(&mut state, review);
            changes.iter().for_each(|change| change.fold(&mut state));
            for area in found {
                if let Some(hidden) = state.hidden.iter_mut().find(|hidden| hidden.area.id == *area) {
                    hidden.revealed = true;
                }
            }
        }
        Event::FireDeclared { fire, rolls } => {
            state.typed.clear();
            fired(&mut state, fire);
            add_rolls(&mut state, rolls);
        }
        Event::MusketryDeclared { fire, rolls } => {
            state.typed.clear();
            state.regiments.change(&fire.regiment, |regiment| regiment.fired = true);
            add_rolls(&mut state, rolls);
        }
        Event::Rammed { impact, rolls } => {
            state.typed.clear();
            settle_ram(&mut state, (&impact.rammer, &impact.rammee));
            add_rolls(&mut state, rolls);
        }
        Event::ContactSettled { ship, goes_on, changes } => {
            state.typed.clear();
            state.settle_contact(ship);
            if let Some(ship) = state.ships.get_mut(ship).filter(|_| *goes_on) {
                (ship.moved, ship.stopped) = (false, false);
            }
            changes.iter().for_each(|change| change.fold(&mut state));
        }
        Event::RefloatTried { ship, rolls } => {
            state.ships.change(ship, |ship| ship.refloat_tried = true);
            add_rolls(&mut state, rolls);
        }
        Event::Drifted { drift } => drift.ships.iter().for_each(|ship| state.keep_alongside(ship, &[])),
        Event::DiceThrown { .. } => {}
        Event::Read { read } => settle(&mut state, read),
        Event::Sank { changes } => changes.iter().for_each(|change| change.fold(&mut state)),
        Event::Left { ship, .. } => {
            state.typed.clear();
            if let Some(ship) = state.ships.get_mut(ship) {
                ship.fate = Some(Fate::Left);
                (ship.written, ship.course) = (None, None);
            }
        }
        Event::FactsTyped { facts, .. } => state.typed = facts.clone(),
        Event::OptionSet { options, .. } => state.options = options.clone(),
        Event::UmpireOrdered { order, changes, rolls, .. } => {
            ruled(&mut state, order);
            changes.iter().for_each(|change| change.fold(&mut state));
            add_rolls(&mut state, rolls);
        }
    }
    state
}

fn entered(setup: &ShipSetup) -> ShipState {
    let mut ship = ShipState::fresh(setup.card.clone(), setup.speed);
    ship.aground = setup.aground.then_some(0);
    ship
}

/// Sets a ship's course and speed to its orders.
fn take(ship: &mut ShipState, course: Course) {
    ship.speed_before = ship.speed;
    (ship.speed, ship.course) = (course.speed, Some(course));
    ship.written = None;
}

fn moved(state: &mut State, review: &MoveReview) {
    let Some(ship) = state.ships.get_mut(&review.ship) else { return };
    ship.moved = true;
    ship.turned |= review.step == Step::Turn;
    if let Some(way) = review.way.filter(|_| review.step.is_half()) {
        ship.gone_in += way.length_in.value.max(0.0);
        state.keep_alongside(&review.ship, &review.touching);
    }
}

/// Settles the rammer's contacts after a ram. If the ram does not stop the ship, it goes on at its speed.
fn settle_ram(state: &mut State, (rammer, rammee): (&ShipId, &ShipId)) {
    let in_contact = state.ships.get(rammer).is_some_and(|ship| !ship.contact.is_empty());
    state.settle_contact(rammer);
    if let Some(ship) = state.ships.get_mut(rammer) {
        ship.rammed.push(rammee.clone());
        ship.stopped &= !in_contact;
    }
}

/// The mined area that a roll is for.
fn mined(roll: &PendingRoll) -> Option<TerrainId> {
    match &roll.decides {
        RollUse::Mine { area } => Some(area.clone()),
        _ => None,
    }
}

fn add_rolls(state: &mut State, rolls: &[PendingRoll]) {
    for roll in rolls {
        state.next_number = state.next_number.max(roll.request.id.0.saturating_add(1));
        state.rolls.push(roll.clone());
    }
}

fn settle(state: &mut State, read: &Reading) {
    state.rolls.retain(|roll| roll.request.id != read.roll);
    add_rolls(state, &read.rolls);
    read.changes.iter().for_each(|change| change.fold(state));
}

fn fired(state: &mut State, fire: &Fire) {
    let shot = |guns: &mut BTreeMap<GunId, GunState>, turn: u32, target: &ShipId| {
        for gun in &fire.guns {
            let own = guns.entry(gun.gun.clone()).or_default();
            (own.fired, own.target) = (Some(turn), Some(target.clone()));
        }
    };
    if let Some(ship) = state.ships.get_mut(&fire.firer) {
        shot(&mut ship.guns, state.turn, &fire.target);
        (ship.fired_in, ship.last_target) = (Some(state.step), Some(fire.target.clone()));
    }
    if let Some(battery) = state.batteries.get_mut(&fire.firer) {
        shot(&mut battery.guns, state.turn, &fire.target);
        (battery.fired_in, battery.last_target) = (Some(state.step), Some(fire.target.clone()));
    }
}

fn begin(state: &mut State, (turn, step): (u32, Step), (segment, segments): (u8, u8)) {
    let new_move = turn != state.turn;
    (state.turn, state.step) = (turn, step);
    (state.segment, state.segments) = (segment, segments);
    state.typed.clear();
    for ship in state.ships.values_mut() {
        if new_move {
            ship.begin_move();
        }
        (ship.moved, ship.gone_in) = (false, 0.0);
        if step.is_half() && segment == 0 {
            ship.just_stopped = false;
            ship.mines_tested.clear();
        }
    }
    if new_move {
        state.batteries.values_mut().for_each(|battery| battery.fired_in = None);
        state.regiments.values_mut().for_each(|regiment| regiment.fired = false);
    }
}

fn ruled(state: &mut State, order: &UmpireOrder) {
    match order {
        UmpireOrder::Split { segments } => (state.segment, state.segments) = (0, *segments),
        UmpireOrder::MoveAgain { ship } => {
            if let Some(ship) = state.ships.get_mut(ship) {
                (ship.moved, ship.stopped, ship.gone_in) = (false, false, 0.0);
                ship.contact.clear();
            }
        }
        UmpireOrder::Chart { area } => {
            state.hidden.retain(|other| other.area.id != area.area.id);
            state.hidden.push(area.clone());
        }
        UmpireOrder::Unchart { area } => state.hidden.retain(|other| other.area.id != *area),
        UmpireOrder::Special { .. }
        | UmpireOrder::Hit { .. }
        | UmpireOrder::LoseSpeed { .. }
        | UmpireOrder::Set { .. }
        | UmpireOrder::Note { .. } => {}
    }
}
