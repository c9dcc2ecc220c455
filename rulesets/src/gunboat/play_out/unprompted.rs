//! Random decisions without a question: anchors, tows, mines, late shots, departures, and the umpire's orders.

use crate::core::play_out::{Lot, touched};
use crate::core::{Answer, Asked, BookData, OptionValue, Order, Outlook, Query, RangeFact, TableFacts};
use crate::gunboat::book::Gunboat;
use crate::gunboat::events::decision::{Decision, MountChoice, ShipValue, UmpireOrder};
use crate::gunboat::state::battle::{MineArea, State};
use crate::gunboat::state::bond::{Bond, BondKind};
use crate::gunboat::state::card::{Section, Side};
use crate::gunboat::state::ship::{Effect, ShipState};
use crate::gunboat::state::step::Step;
use geometry::{Flank, Measured, ShipId, TerrainKind};

/// The reason in the log.
const REASON: &str = "Drawn by lot.";

/// A random unprompted decision of a side or the umpire; none if there is nothing to decide.
pub(super) fn unprompted(
    lot: &mut Lot,
    outlook: &Outlook<'_, Gunboat>,
    side: Option<Side>,
) -> Option<Order<Decision>> {
    let decision = match side {
        Some(side) => by_side(lot, outlook, side),
        None => by_umpire(lot, outlook),
    };
    decision.map(Order::only)
}

fn by_side(lot: &mut Lot, outlook: &Outlook<'_, Gunboat>, side: Side) -> Option<Decision> {
    let state = outlook.state;
    if lot.chance(0.2) {
        return late_shot(lot, outlook, side);
    }
    if state.turn == 1 && lot.chance(0.5) {
        let areas: Vec<MineArea> = mined(state, lot, Some(side)).into_iter().collect();
        if !areas.is_empty() {
            return Some(Decision::LayMines { areas });
        }
    }
    if state.step.moving_side() != Some(side) {
        return None;
    }
    let own: Vec<&ShipState> =
        state.ships.values().filter(|ship| ship.card.side == side && ship.present()).collect();
    let ship = *lot.pick(&own)?;
    let id = ship.card.id.clone();
    match lot.below(6) {
        0 => Some(Decision::Anchor { down: !ship.anchored, ship: id }),
        1 if ship.anchored => Some(Decision::Anchor { down: false, ship: id }),
        1 | 2 => {
            let near = touched(outlook.table, outlook.table.placed(&id)?);
            let friend = |other: &&ShipId| state.ships.get(*other).is_some_and(|it| it.card.side == side);
            let second = near.iter().find(friend)?.clone();
            let kind = *lot.pick(&[BondKind::Towed, BondKind::Tugged, BondKind::Lashed])?;
            Some(Decision::Bind { bond: Bond { kind, first: id, second } })
        }
        3 | 4 => {
            let bonds: Vec<&Bond> = state.bonds.iter().filter(|bond| bond.joins(&id)).collect();
            Some(Decision::CastOff { bond: (*lot.pick(&bonds)?).clone() })
        }
        _ => {
            let edge = outlook.table.edge_of(&id).ok()?.edge;
            (is_crippled(ship) || lot.chance(0.05)).then_some(Decision::Leave { ship: id, edge })
        }
    }
}

/// Returns true if at most half of the draft boxes are left, or no gun; such a ship had better leave.
pub(super) fn is_crippled(ship: &ShipState) -> bool {
    let has_gun =
        |mount: &crate::gunboat::GunMount| ship.in_force(&Section::Gun { mount: mount.id.clone() }) > 0;
    ship.in_force(&Section::Draft) * 2 <= ship.card.draft || !ship.card.mounts.iter().any(has_gun)
}

/// A late shot for the last fire step.
fn late_shot(lot: &mut Lot, outlook: &Outlook<'_, Gunboat>, side: Side) -> Option<Decision> {
    let state = outlook.state;
    let (turn, step) = match state.step {
        Step::UnionMove | Step::FirstFire => (state.turn.checked_sub(1)?, Step::SecondFire),
        Step::ConfederateMove | Step::SecondFire => (state.turn, Step::FirstFire),
        Step::Boarding | Step::TurnEnd => (state.turn, Step::SecondFire),
    };
    let of = |wanted: Side| -> Vec<ShipId> {
        let ships = state.ships.values().filter(|ship| ship.card.side == wanted && ship.present());
        ships.map(|ship| ship.card.id.clone()).collect()
    };
    Some(Decision::FireLate {
        turn,
        step,
        shooter: lot.pick(&of(side))?.clone(),
        target: lot.pick(&of(side.other()))?.clone(),
        mounts: MountChoice::AllThatBear,
        settled: Vec::new(),
        reason: REASON.to_owned(),
    })
}

fn mined(state: &State, lot: &mut Lot, laid_by: Option<Side>) -> Option<MineArea> {
    let mined = |piece: &&geometry::Terrain| piece.kind == TerrainKind::Mined;
    let areas: Vec<&geometry::Terrain> = state.terrain.iter().filter(mined).collect();
    let area = lot.pick(&areas)?.id.clone();
    Some(MineArea { area, real: lot.chance(0.6), laid_by })
}

fn by_umpire(lot: &mut Lot, outlook: &Outlook<'_, Gunboat>) -> Option<Decision> {
    let state = outlook.state;
    let reason = REASON.to_owned();
    let afloat: Vec<&ShipState> = state.ships.values().filter(|ship| ship.present()).collect();
    let ship = *lot.pick(&afloat)?;
    let id = ship.card.id.clone();
    let order = match lot.below(10) {
        0 => return mined(state, lot, None).map(|area| Decision::LayMines { areas: vec![area] }),
        1 => return typed(lot, outlook),
        2 => {
            let spec = lot.pick(outlook.book.options())?;
            let value = lot.pick(&spec.choices)?.clone();
            let option = OptionValue { name: spec.name.clone(), value };
            return Some(Decision::SetOption { option, reason });
        }
        3 => UmpireOrder::CriticalHit { ship: id },
        4 => UmpireOrder::Aground { ship: id, aground: !ship.aground },
        5 => UmpireOrder::AllowMove { ship: id },
        6 => UmpireOrder::WaiveRoll { roll: lot.pick(&state.rolls)?.request.id },
        7 => UmpireOrder::WaiveHits { due: lot.pick(&state.hits)?.id },
        8 => UmpireOrder::SetBonds { bonds: Vec::new() },
        _ => UmpireOrder::Set { ship: id, value: value(lot, ship) },
    };
    Some(Decision::Umpire { order, reason })
}

fn typed(lot: &mut Lot, outlook: &Outlook<'_, Gunboat>) -> Option<Decision> {
    let ids: Vec<&ShipId> = outlook.state.ships.keys().collect();
    let (from, to) = ((*lot.pick(&ids)?).clone(), (*lot.pick(&ids)?).clone());
    let range_in = Measured::exact(geometry::round_in(lot.between(0.5, 20.0)));
    let fact = Asked { query: Query::Range { from, to }, answer: Answer::Range(RangeFact { range_in }) };
    Some(Decision::TypeFacts { facts: vec![fact], reason: REASON.to_owned() })
}

fn value(lot: &mut Lot, ship: &ShipState) -> ShipValue {
    match lot.below(8) {
        0 => {
            let rows = ship.card.sections();
            let row = lot.pick(&rows).cloned().unwrap_or(Section::Draft);
            // Ticks that wait for the end of the step must still find their boxes.
            let most = ship.card.printed(&row).saturating_sub(ship.ticks_at_step_end.of(&row));
            let boxes = lot.below(u32::from(most) + 1) as u8;
            ShipValue::Ticked { row, boxes }
        }
        1 => ShipValue::Speed { speed: lot.below(u32::from(ship.top_speed_half_knots()) + 1) as u16 },
        2 => ShipValue::Rung { speed: None },
        3 => {
            let helm = if lot.chance(0.5) { Flank::Port } else { Flank::Starboard };
            ShipValue::Effects { effects: vec![Effect::RudderJammed { helm, moves_left: 2 }] }
        }
        4 => ShipValue::PowerKnots { knots: None },
        5 => ShipValue::BoardingParties { parties: lot.below(3) as u8 },
        6 => ShipValue::Anchored { anchored: lot.chance(0.5) },
        _ => ShipValue::Moved { moved: lot.chance(0.5) },
    }
}
