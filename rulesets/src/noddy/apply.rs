//! Folding events into the state: no table is looked up, and nothing can fail.

use crate::noddy::card::GunId;
use crate::noddy::decision::{ShipSetup, UmpireOrder};
use crate::noddy::due::PendingRoll;
use crate::noddy::event::{Event, Reading};
use crate::noddy::fire::Fire;
use crate::noddy::moving::MoveReview;
use crate::noddy::ship_state::{Course, Fate, GunState, ShipState};
use crate::noddy::state::{BatteryState, RegimentState, State};
use crate::noddy::step::Step;
use geometry::ShipId;
use std::collections::BTreeMap;

/// Folds an event into the state.
pub(crate) fn apply(mut state: State, event: &Event) -> State {
    match event {
        Event::Opened { version, ships, batteries, regiments, options, terrain } => {
            state = State {
                version: *version,
                opened: true,
                turn: 1,
                segments: 1,
                options: options.clone(),
                terrain: terrain.clone(),
                ships: ships.iter().map(|setup| (setup.card.id.clone(), entered(setup))).collect(),
                ..State::default()
            };
            for card in batteries {
                let battery = BatteryState {
                    card: card.clone(),
                    guns: BTreeMap::new(),
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
                if let Some(ship) = state.ships.get_mut(&order.ship) {
                    ship.written = Some(order.order);
                }
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
            if let Some(ship) = state.ships.get_mut(ship) {
                take(ship, *course);
            }
        }
        Event::StepBegan { turn, step, segment, segments, rolls } => {
            begin(&mut state, (*turn, *step), (*segment, *segments));
            add_rolls(&mut state, rolls);
        }
        Event::ChartMet { rolls, .. } => add_rolls(&mut state, rolls),
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
            if let Some(regiment) = state.regiments.get_mut(&fire.regiment) {
                regiment.fired = true;
            }
            add_rolls(&mut state, rolls);
        }
        Event::Rammed { impact, rolls } => {
            state.typed.clear();
            if let Some(rammer) = state.ships.get_mut(&impact.rammer) {
                rammer.rammed.push(impact.rammee.clone());
            }
            add_rolls(&mut state, rolls);
        }
        Event::RefloatTried { ship, rolls } => {
            if let Some(ship) = state.ships.get_mut(ship) {
                ship.refloat_tried = true;
            }
            add_rolls(&mut state, rolls);
        }
        Event::DiceThrown { .. } | Event::Drifted { .. } => {}
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

/// She makes what her orders say.
fn take(ship: &mut ShipState, course: Course) {
    (ship.speed, ship.course) = (course.speed, Some(course));
    ship.written = None;
}

fn moved(state: &mut State, review: &MoveReview) {
    if let Some(ship) = state.ships.get_mut(&review.ship) {
        ship.moved = true;
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
        ship.moved = false;
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
                (ship.moved, ship.stopped) = (false, false);
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
