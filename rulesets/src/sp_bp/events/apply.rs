//! Folding events into the state: assignments only, no table, no refusal.

use crate::core::RollId;
use crate::sp_bp::events::change::Change;
use crate::sp_bp::events::decision::UmpireOrder;
use crate::sp_bp::events::event::{Event, Follows};
use crate::sp_bp::events::outcome::{Read, Salvo};
use crate::sp_bp::state::battle::{SalvoBrief, State, has_moved};
use crate::sp_bp::state::due::{PendingRoll, RollUse};
use crate::sp_bp::state::ship::{Fate, Location, ShipState};
use crate::sp_bp::state::step::Step;
use geometry::ShipId;

/// Folds an event.
pub(in crate::sp_bp) fn apply(mut state: State, event: &Event) -> State {
    match event {
        Event::Opened { version, ships, options, terrain } => {
            state = State {
                version: *version,
                opened: true,
                turn: 1,
                // The first turn begins with initiative: there is nothing to repair.
                step: Step::Repairs,
                options: options.clone(),
                terrain: terrain.clone().into(),
                ..State::default()
            };
            for setup in ships {
                let ship = ShipState {
                    speed: setup.speed,
                    anchored: setup.anchored,
                    aground: setup.aground,
                    location: setup.location,
                    ..ShipState::new(setup.card.clone())
                };
                state.ships.insert(setup.card.id.clone(), ship);
            }
        }
        Event::StepBegan { turn, step, to_act, follows } => {
            begin_step(&mut state, *turn, *step);
            state.to_act.clone_from(to_act);
            apply_consequences(&mut state, follows);
        }
        Event::DiceThrown { .. } => {}
        Event::RollRead { roll, read, follows, .. } => {
            settle(&mut state, *roll);
            if let Read::Initiative { side, total, order, tied } = read {
                state.initiative.insert(side.to_string(), *total);
                if *tied {
                    state.initiative.clear();
                }
                state.order.clone_from(order);
            }
            apply_consequences(&mut state, follows);
        }
        Event::InitiativeAdded { side, modifier, .. } => {
            state.initiative_modifiers.insert(side.to_string(), *modifier);
            for roll in state.rolls.iter_mut().filter(|roll| roll.by == *side) {
                if let RollUse::Initiative { modifier: of_roll } = &mut roll.decides {
                    *of_roll = *modifier;
                }
            }
        }
        Event::RepairTried { ship, parties, follows, .. } => {
            state.ships.change(ship, |ship| ship.parties_used = ship.parties_used.saturating_add(*parties));
            apply_consequences(&mut state, follows);
        }
        Event::Undertaken { ship, procedure, marker, follows, .. } => {
            if let Some(ship) = state.ships.get_mut(ship) {
                ship.busy |= procedure.forbids_gunfire();
                ship.tried |= procedure.follows_torpedoes();
            }
            if let Some(marker) = marker {
                state.next_number = state.next_number.max(marker.number.saturating_add(1));
                state.markers.push(marker.clone());
            }
            apply_consequences(&mut state, follows);
        }
        Event::Adjudicated { entry, follows, .. } => {
            state.guided.retain(|guided| guided.id != *entry);
            apply_consequences(&mut state, follows);
        }
        Event::ActionBegan { ship } => state.active = Some(ship.clone()),
        Event::ActionEnded { ship, to_act } => {
            state.ships.change(ship, |ship| ship.acted = true);
            state.active = None;
            state.to_act.clone_from(to_act);
        }
        Event::Moved { review, follows, .. } => {
            if let Some(ship) = state.ships.get_mut(&review.ship) {
                ship.moved = true;
                ship.made_way = review.way.as_ref().is_some_and(has_moved);
                ship.against = review.obstacles.iter().cloned().collect();
            }
            apply_consequences(&mut state, follows);
        }
        Event::Anchored { ship, down } => state.ships.change(ship, |ship| ship.anchored = *down),
        Event::SpeedPlanned { ship, knots } => state.ships.change(ship, |ship| ship.planned = Some(*knots)),
        Event::LieInMines { ships, follows, .. } => {
            for (id, ship) in state.ships.iter_mut() {
                let lies_in = ships.iter().filter(|(other, _)| other == id);
                ship.mined = lies_in.flat_map(|(_, areas)| areas.iter().cloned()).collect();
            }
            apply_consequences(&mut state, follows);
        }
        Event::StayedPut { .. } => {}
        Event::Drifted { .. } => state.drift_checked = false,
        Event::DriftChecked { follows, .. } => {
            state.drift_checked = true;
            apply_consequences(&mut state, follows);
        }
        Event::SalvoFired { salvo, rolls } => {
            fire(&mut state, salvo);
            apply_consequences(&mut state, &Follows { rolls: rolls.clone(), ..Follows::default() });
        }
        Event::Arrived { ship } => relocate(&mut state, ship, Location::OnTable),
        Event::Left { ship, edge } => relocate(&mut state, ship, Location::Left { edge: *edge }),
        Event::FactsTyped { facts, .. } => {
            state.typed.retain(|old| !facts.iter().any(|new| new.query == old.query));
            state.typed.extend(facts.iter().cloned());
        }
        Event::OptionSet { options, .. } => state.options = options.clone(),
        Event::UmpireOrdered { order, rolls, .. } => {
            carry_out(&mut state, order);
            apply_consequences(&mut state, &Follows { rolls: rolls.clone(), ..Follows::default() });
        }
    }
    settle_losses(&mut state);
    state
}

fn begin_step(state: &mut State, turn: u32, step: Step) {
    let new_turn = turn != state.turn;
    let shooting = step.phase() == 5 && state.step.phase() != 5;
    (state.turn, state.step, state.active) = (turn, step, None);
    state.drift_checked = false;
    // Typed facts were meant for the step that is over.
    state.typed.clear();
    if new_turn {
        state.order.clear();
        state.initiative.clear();
    }
    for ship in state.ships.values_mut() {
        ship.acted = false;
        if new_turn {
            ship.parties_used = 0;
        }
        if step == Step::Movement {
            (ship.moved, ship.tried, ship.made_way) = (false, false, false);
            // A planned change is made once (SPB-3): a ship slowed later gains speed only by a new plan.
            ship.planned = None;
        }
        if shooting {
            ship.fired.clear();
            ship.busy = false;
        }
    }
    if shooting {
        state.salvos.clear();
    }
    if step == Step::Initiative {
        state.order.clear();
        state.initiative.clear();
    }
}

/// Applies consequences to the state.
fn apply_consequences(state: &mut State, follows: &Follows) {
    for change in &follows.changes {
        state.ships.change(&change.ship, |ship| change.change.set(ship));
    }
    if let Some(bonds) = &follows.bonds {
        state.bonds.clone_from(bonds);
    }
    let numbers = follows.rolls.iter().map(|roll| roll.request.id.0);
    let numbers = numbers.chain(follows.guided.iter().map(|guided| guided.id.0));
    let next = numbers.max().map_or(0, |number| number.saturating_add(1));
    state.next_number = state.next_number.max(next);
    state.rolls.extend(follows.rolls.iter().cloned());
    state.guided.extend(follows.guided.iter().cloned());
    if state.guided.is_empty() && state.step == Step::Torpedoes {
        state.markers.clear();
    }
}

fn settle(state: &mut State, roll: RollId) {
    state.rolls.retain(|pending| pending.request.id != roll);
}

fn fire(state: &mut State, salvo: &Salvo) {
    state.next_number = state.next_number.max(salvo.id.0.saturating_add(1));
    if let Some(shooter) = state.ships.get_mut(&salvo.shooter) {
        for mount in &salvo.mounts {
            let fired = shooter.fired.entry(mount.mount.clone()).or_default();
            *fired = fired.saturating_add(mount.guns);
        }
    }
    let (shooter, target) = (salvo.shooter.clone(), salvo.target.clone());
    state.salvos.push(SalvoBrief { id: salvo.id, shooter, target });
}

fn relocate(state: &mut State, ship: &ShipId, location: Location) {
    state.ships.change(ship, |ship| ship.location = location);
}

/// Sinks ships after their last sinking test (SPB-AMB-24), and removes bonds of ships that are lost or away.
fn settle_losses(state: &mut State) {
    let State { ships, bonds, active, rolls, .. } = state;
    for (id, ship) in ships.iter_mut().filter(|(_, ship)| ship.going_down) {
        let tested = |roll: &PendingRoll| roll.ship == *id && matches!(roll.decides, RollUse::Sinking { .. });
        if !rolls.iter().any(tested) {
            Change::Fate { fate: Some(Fate::Sunk) }.set(ship);
        }
    }
    let there = |id: &ShipId| ships.get(id).is_some_and(ShipState::present);
    bonds.retain(|bond| there(&bond.first) && there(&bond.second));
    if active.as_ref().is_some_and(|active| !ships.contains_key(active)) {
        *active = None;
    }
}

fn carry_out(state: &mut State, order: &UmpireOrder) {
    match order {
        UmpireOrder::Set { changes, bonds } => apply_consequences(
            state,
            &Follows { changes: changes.clone(), bonds: bonds.clone(), ..Follows::default() },
        ),
        UmpireOrder::SetMarkers { markers } => {
            let next = markers.iter().map(|marker| marker.number.saturating_add(1)).max().unwrap_or(0);
            state.next_number = state.next_number.max(next);
            state.markers = markers.clone().into();
        }
        UmpireOrder::SetTerrain { terrain } => state.terrain = terrain.clone().into(),
        UmpireOrder::WaiveRoll { roll } => settle(state, *roll),
        UmpireOrder::SetToAct { side } => {
            state.active = None;
            state.to_act = Some(side.clone());
        }
        // The effects of these are rolls and events of their own.
        UmpireOrder::CriticalHit { .. } | UmpireOrder::AllowMove { .. } => {}
    }
}
