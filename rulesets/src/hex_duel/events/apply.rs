//! Folding events into the state: assignments only, no table, no refusal.

use crate::hex_duel::events::decision::UmpireOrder;
use crate::hex_duel::events::event::Event;
use crate::hex_duel::state::battle::{HexPose, Ironclad, MoveKind, Phase, State};
use geometry::ShipId;

/// Folds an event into the state.
pub(in crate::hex_duel) fn apply(mut state: State, event: &Event) -> State {
    let place = |state: &mut State, ship: &ShipId, place: HexPose| {
        state.ships.change(ship, |ship| ship.place = Some(place));
    };
    match event {
        Event::Opened { ships, sides, grid, options, toss, .. } => {
            state.phase = Phase::Toss;
            state.sides = sides.clone();
            state.grid = Some(*grid);
            state.options = options.clone();
            state.next_roll = toss.request.id.0.saturating_add(1);
            state.rolls = vec![toss.clone()].into();
            let entered = ships.iter().zip(sides).map(|(entry, side)| {
                let ship = Ironclad {
                    name: entry.name.clone(),
                    side: side.clone(),
                    start: entry.start,
                    place: None,
                    flotation: options.flotation as u32,
                    fate: None,
                };
                (entry.ship.clone(), ship)
            });
            state.ships = entered.collect();
        }
        Event::DiceThrown { .. } => state.rolls.clear(),
        Event::TossWon { side } => state.toss_winner = Some(side.clone()),
        Event::ShipChosen { side, ship } => {
            let other = state.sides.iter().find(|other| *other != side).cloned();
            for (id, own) in &mut state.ships {
                own.side =
                    if id == ship { side.clone() } else { other.clone().unwrap_or_else(|| side.clone()) };
            }
        }
        Event::TerrainPlaced { pieces } => state.terrain = pieces.clone().into(),
        Event::SetOut { places, .. } => {
            places.iter().for_each(|(ship, at)| place(&mut state, ship, *at));
        }
        Event::Moved { ship, kind, route, .. } => {
            if let Some(to) = route.to() {
                place(&mut state, ship, to);
            }
            if *kind != MoveKind::Dash {
                state.moved_last = Some(ship.clone());
            }
        }
        Event::LayStill { ship, kind } => {
            if *kind != MoveKind::Dash {
                state.moved_last = Some(ship.clone());
            }
        }
        Event::Altered { ship, place: at, .. } => place(&mut state, ship, *at),
        Event::FireDeclared { rolls, .. } => {
            state.next_roll = state.next_roll.saturating_add(rolls.len() as u32);
            state.rolls = rolls.clone().into();
        }
        Event::ShotsRead { target, flotation, .. } => {
            state.ships.change(target, |target| target.flotation = *flotation);
        }
        Event::Lost { ship, fate, .. } => state.ships.change(ship, |ship| ship.fate = Some(*fate)),
        Event::Ended { outcome } => state.outcome = Some(outcome.clone()),
        Event::PhaseBegan { turn, phase, acting } => {
            state.turn = *turn;
            state.phase = *phase;
            state.acting = acting.clone();
        }
        Event::GridRegistered { grid, .. } => state.grid = Some(*grid),
        Event::OptionSet { options, .. } => state.options = options.clone(),
        Event::UmpireOrdered { order, .. } => match order {
            UmpireOrder::Put { ship, place: at } => place(&mut state, ship, *at),
            UmpireOrder::SetFlotation { ship, flotation } => {
                state.ships.change(ship, |ship| ship.flotation = *flotation);
            }
        },
        Event::FireHeld { .. } => {}
    }
    state
}
