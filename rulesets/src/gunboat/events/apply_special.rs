//! Applies events of mortars, forts, boarding parties and steam launches to the state.

use crate::gunboat::events::apply::{add_rolls, number, remove_used_facts, run_into, set_fate, settle};
use crate::gunboat::events::outcome::{
    BoardingOutcome, GrappleTry, LaunchOutcome, MeleeOutcome, MortarShot, Silenced,
};
use crate::gunboat::events::special_event::SpecialEvent;
use crate::gunboat::state::battle::State;
use crate::gunboat::state::bond::{Bond, BondKind};
use crate::gunboat::state::card::Side;
use crate::gunboat::state::fort::FortLoss;
use crate::gunboat::state::ship::{Effect, Fate, MortarSpot, ShipState};
use crate::gunboat::state::step::TakesHold;
use geometry::ShipId;

/// Applies one such event.
pub(in crate::gunboat) fn apply_special(state: &mut State, event: &SpecialEvent) {
    match event {
        SpecialEvent::SparStruck { impact, stops, spent, rolls } => {
            run_into(state, &impact.rammer, *stops);
            state.ships.change(&impact.rammer, |launch| launch.spar_torpedo &= !spent);
            remove_used_facts(state, &impact.asked);
            add_rolls(state, rolls);
        }
        SpecialEvent::MortarFired { shot, rolls } => {
            apply_shot(state, shot);
            number(state, shot.id.0);
            add_rolls(state, rolls);
        }
        SpecialEvent::MortarRead { roll, silenced, rolls, .. } => {
            settle(state, roll, None, rolls);
            apply_burst(state, silenced);
        }
        SpecialEvent::FortCheckRead { roll, rolls, .. }
        | SpecialEvent::LockedHitsRead { roll, rolls, .. } => {
            settle(state, roll, None, rolls);
        }
        SpecialEvent::FortTableRead { roll, fort, loss, takes_hold, rolls, .. } => {
            settle(state, roll, None, rolls);
            apply_fort_loss(state, fort, loss, *takes_hold);
        }
        SpecialEvent::PartiesFormed { roll, parties } => {
            settle(state, roll, None, &[]);
            state.parties_ashore = *parties;
        }
        SpecialEvent::Embarked { ships } => {
            for order in ships {
                state.parties_ashore = state.parties_ashore.saturating_sub(order.parties);
                if let Some(ship) = state.ships.get_mut(&order.ship) {
                    ship.boarding_parties = ship.boarding_parties.saturating_add(order.parties);
                }
            }
        }
        SpecialEvent::GrappleTried { attempt, rolls } => {
            apply_try(state, attempt);
            add_rolls(state, rolls);
        }
        SpecialEvent::GrappleRead { roll, ship, target, over, .. } => {
            settle(state, roll, None, &[]);
            apply_grapple(state, ship, target, *over);
        }
        SpecialEvent::PartiesFiredAt { roll, ship, destroyed, .. } => {
            settle(state, roll, None, &[]);
            state.ships.change(ship, |ship| lose_boarders(ship, *destroyed));
        }
        SpecialEvent::BoardingRead { roll, ship: id, outcome, spent, due, .. } => {
            settle(state, roll, due.as_ref(), &[]);
            let fate = state.ships.get_mut(id).and_then(|ship| apply_boarding(ship, outcome, *spent));
            set_fate(state, id, fate);
        }
        SpecialEvent::LaunchHitRead { roll, launch, outcome, takes_hold, .. } => {
            settle(state, roll, None, &[]);
            let ship = state.ships.get_mut(launch);
            let fate = ship.and_then(|ship| apply_hit(ship, *outcome, *takes_hold));
            set_fate(state, launch, fate);
        }
        SpecialEvent::LaunchGrappleRead { roll, bond, locked, .. } => {
            settle(state, roll, None, &[]);
            if *locked {
                state.bonds.push(bond.clone());
            }
        }
        SpecialEvent::MeleeRead { roll, union, confederate, outcome, .. } => {
            settle(state, roll, None, &[]);
            for (ship, fate) in melee_fates(union, confederate, outcome) {
                set_fate(state, &ship, Some(fate));
            }
        }
    }
}

/// Applies an attempt to grapple; from now on the enemy knows of the parties.
pub(crate) fn apply_try(state: &mut State, attempt: &GrappleTry) {
    let turn = state.turn;
    if let Some(ship) = state.ships.get_mut(&attempt.ship) {
        ship.grapple_turn = Some(turn);
        ship.parties_revealed |= ship.boarding_parties > 0;
    }
}

/// Applies the result of grappling.
pub(crate) fn apply_grapple(state: &mut State, ship: &ShipId, target: &ShipId, over: u8) {
    let Some(own) = state.ships.get_mut(ship) else { return };
    let over = over.min(own.boarding_parties);
    own.boarding_parties -= over;
    if over == 0 {
        return;
    }
    state.ships.change(target, |target| target.boarders = target.boarders.saturating_add(over));
    if !state.bonds.iter().any(|bond| bond.joins(ship) && bond.joins(target)) {
        let bond = Bond { kind: BondKind::Grappled, first: ship.clone(), second: target.clone() };
        state.bonds.push(bond);
    }
}

/// Applies the result of boarding; returns the ship's fate if it is captured.
pub(crate) fn apply_boarding(ship: &mut ShipState, outcome: &BoardingOutcome, spent: u8) -> Option<Fate> {
    ship.in_melee = *outcome == BoardingOutcome::Melee;
    lose_boarders(ship, spent);
    match outcome {
        BoardingOutcome::Effect { effect } => {
            let other_kind = |old: &Effect| std::mem::discriminant(old) != std::mem::discriminant(effect);
            if !matches!(effect, Effect::TurretJammed { .. }) {
                ship.effects.retain(other_kind);
            }
            ship.effects.push(effect.clone());
            None
        }
        BoardingOutcome::Captured => Some(Fate::Captured),
        BoardingOutcome::Nothing | BoardingOutcome::Hits | BoardingOutcome::Melee => None,
    }
}

/// Removes parties from the ship's deck; without them there is no melee.
pub(crate) fn lose_boarders(ship: &mut ShipState, parties: u8) {
    ship.boarders = ship.boarders.saturating_sub(parties);
    ship.in_melee &= ship.boarders > 0;
}

/// Applies hits on a launch; returns its fate if it sinks at once.
pub(crate) fn apply_hit(ship: &mut ShipState, outcome: LaunchOutcome, when: TakesHold) -> Option<Fate> {
    match (outcome, when) {
        (LaunchOutcome::Nothing, _) => None,
        (LaunchOutcome::FireOut, _) => {
            ship.effects.retain(|old| !matches!(old, Effect::FiresOut { .. }));
            ship.effects.push(Effect::FiresOut { moves_left: 1 });
            None
        }
        (LaunchOutcome::Sunk, TakesHold::Now) => Some(Fate::Sunk),
        (LaunchOutcome::Sunk, TakesHold::StepEnd) => {
            ship.foundering = true;
            None
        }
    }
}

/// The ships that are out of the battle after a melee, with their fates: captors go home with their captives (GUN-87).
pub(crate) fn melee_fates(
    union: &[ShipId],
    confederate: &[ShipId],
    outcome: &MeleeOutcome,
) -> Vec<(ShipId, Fate)> {
    let MeleeOutcome::Won { by, sinks } = outcome else { return Vec::new() };
    let (winners, losers) = match by {
        Side::Union => (union, confederate),
        Side::Confederate => (confederate, union),
    };
    let fate = if *sinks { Fate::Sunk } else { Fate::Captured };
    let mut fates: Vec<(ShipId, Fate)> = losers.iter().map(|ship| (ship.clone(), fate)).collect();
    if !sinks {
        fates.extend(winners.iter().map(|ship| (ship.clone(), Fate::WentHome)));
    }
    fates
}

/// Applies a mortar shot.
pub(crate) fn apply_shot(state: &mut State, shot: &MortarShot) {
    let turn = state.turn;
    state.mortar_shots.push(shot.id);
    if let Some(ship) = state.ships.get_mut(&shot.ship) {
        let fired = ship.fired.entry(shot.mount.clone()).or_default();
        *fired = fired.saturating_add(1);
        ship.mortar_fired_turn = Some(turn);
        let spot = MortarSpot { aim: shot.aim.clone(), turn, turns: shot.turns };
        ship.mortar_spots.insert(shot.mount.clone(), spot);
    }
}

/// Applies a mortar burst.
pub(crate) fn apply_burst(state: &mut State, silenced: &[Silenced]) {
    let turn = state.turn;
    for one in silenced {
        let Some(fort) = state.forts.get_mut(&one.fort) else { continue };
        fort.mortar_check_turn = Some(turn);
        if let Some(gun) = fort.guns.get_mut(&one.gun) {
            gun.mortar_hits = gun.mortar_hits.saturating_add(1);
            match one.phases {
                Some(phases) => gun.silent_phases = gun.silent_phases.max(phases),
                None => gun.silent_for_good = true,
            }
        }
    }
}

/// Applies a fort's loss.
pub(crate) fn apply_fort_loss(state: &mut State, fort: &ShipId, loss: &FortLoss, takes_hold: TakesHold) {
    let now = (state.turn, state.step);
    let Some(fort) = state.forts.get_mut(fort) else { return };
    match takes_hold {
        TakesHold::Now => fort.apply_loss(loss, now, takes_hold),
        TakesHold::StepEnd => {
            // Shelter is recorded at once, although the crew still fires in this step.
            let shelter = FortLoss { boxes: Vec::new(), fate: None, ..loss.clone() };
            fort.apply_loss(&shelter, now, takes_hold);
            if !loss.boxes.is_empty() || loss.fate.is_some() {
                fort.at_step_end.push(FortLoss { shelter: Vec::new(), ..loss.clone() });
            }
        }
    }
}

/// Applies the fort's losses that waited for the end of the step.
pub(crate) fn fort_losses_take_hold(state: &mut State, fort: &ShipId) {
    let now = (state.turn, state.step);
    let Some(fort) = state.forts.get_mut(fort) else { return };
    for loss in std::mem::take(&mut fort.at_step_end) {
        fort.apply_loss(&loss, now, TakesHold::StepEnd);
    }
}

/// Begins a step for forts: guns may fire again, and silenced guns have one fire phase less to wait.
pub(crate) fn begin_fort_step(state: &mut State, may_fire_again: bool, after_fire: bool) {
    for gun in state.forts.values_mut().flat_map(|fort| fort.guns.values_mut()) {
        if may_fire_again {
            gun.fired = false;
        }
        if after_fire {
            gun.silent_phases = gun.silent_phases.saturating_sub(1);
        }
    }
}
