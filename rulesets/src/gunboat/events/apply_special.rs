//! Folding events of mortars, forts, boarding parties and steam launches into the state.

use crate::gunboat::boarding::{launches, parties};
use crate::gunboat::events::apply::{add_rolls, forget_typed, lose, number, run_into, settle};
use crate::gunboat::events::special_event::SpecialEvent;
use crate::gunboat::mortars::burst;
use crate::gunboat::state::battle::State;
use crate::gunboat::state::fort;

/// Folds one such event.
pub(in crate::gunboat) fn apply_special(state: &mut State, event: &SpecialEvent) {
    match event {
        SpecialEvent::SparStruck { impact, stops, spent, rolls } => {
            run_into(state, &impact.rammer, *stops);
            if let Some(launch) = state.ships.get_mut(&impact.rammer) {
                launch.spar_torpedo &= !spent;
            }
            forget_typed(state, &impact.asked);
            add_rolls(state, rolls);
        }
        SpecialEvent::MortarFired { shot, rolls } => {
            burst::apply_shot(state, shot);
            number(state, shot.id.0);
            add_rolls(state, rolls);
        }
        SpecialEvent::MortarRead { roll, silenced, rolls, .. } => {
            settle(state, roll, None, rolls);
            burst::apply_burst(state, silenced);
        }
        SpecialEvent::FortCheckRead { roll, rolls, .. }
        | SpecialEvent::LockedHitsRead { roll, rolls, .. } => {
            settle(state, roll, None, rolls);
        }
        SpecialEvent::FortTableRead { roll, fort, loss, takes_hold, rolls, .. } => {
            settle(state, roll, None, rolls);
            fort::lose(state, fort, loss, *takes_hold);
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
            parties::apply_try(state, attempt);
            add_rolls(state, rolls);
        }
        SpecialEvent::GrappleRead { roll, ship, target, over, .. } => {
            settle(state, roll, None, &[]);
            parties::apply_grapple(state, ship, target, *over);
        }
        SpecialEvent::PartiesFiredAt { roll, ship, destroyed, .. } => {
            settle(state, roll, None, &[]);
            if let Some(ship) = state.ships.get_mut(ship) {
                parties::lose_boarders(ship, *destroyed);
            }
        }
        SpecialEvent::BoardingRead { roll, ship: id, outcome, spent, due, .. } => {
            settle(state, roll, due.as_ref(), &[]);
            let fate =
                state.ships.get_mut(id).and_then(|ship| parties::apply_boarding(ship, outcome, *spent));
            lose(state, id, fate);
        }
        SpecialEvent::LaunchHitRead { roll, launch, outcome, takes_hold, .. } => {
            settle(state, roll, None, &[]);
            let ship = state.ships.get_mut(launch);
            let fate = ship.and_then(|ship| launches::apply_hit(ship, *outcome, *takes_hold));
            lose(state, launch, fate);
        }
        SpecialEvent::LaunchGrappleRead { roll, bond, locked, .. } => {
            settle(state, roll, None, &[]);
            if *locked {
                state.bonds.push(bond.clone());
            }
        }
        SpecialEvent::MeleeRead { roll, union, confederate, outcome, .. } => {
            settle(state, roll, None, &[]);
            for (ship, fate) in launches::melee_fates(union, confederate, outcome) {
                lose(state, &ship, Some(fate));
            }
        }
    }
}
