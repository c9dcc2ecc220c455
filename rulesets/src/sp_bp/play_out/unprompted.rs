//! Entries of the umpire by lot, and decisions that no question asks for.

use crate::core::play_out::Lot;
use crate::core::{Answer, Asked, Audience, BookData, OptionValue, Outlook, Query, RangeFact, TableFacts};
use crate::sp_bp::book::SpBp;
use crate::sp_bp::events::change::{Change, ShipChange};
use crate::sp_bp::events::decision::{Decision, UmpireOrder};
use crate::sp_bp::play_out::FOR_PEOPLE;
use crate::sp_bp::state::battle::{Bond, BondKind, Marker, State};
use crate::sp_bp::state::card::{Captain, MountId, Spar};
use crate::sp_bp::state::due::Shot;
use crate::sp_bp::state::guided::{GuidedId, Procedure};
use crate::sp_bp::state::ship::{Fate, ShipState, SpeedHit};
use geometry::{Flank, Measured, ShipId};

const REASON: &str = "Drawn by lot.";

/// A random entry of the umpire for a procedure.
pub(super) fn entry(
    lot: &mut Lot,
    state: &State,
    entry: GuidedId,
    procedure: Procedure,
    ship: &ShipId,
) -> Decision {
    let guided = state.guided(entry);
    let other = guided.and_then(|guided| guided.other.as_ref()).and_then(|other| state.ships.get(other));
    let own = state.ships.get(ship);
    let mut changes = Vec::new();
    let mut bonds = None;
    let mut hit = |ship: Option<&ShipState>, change: &dyn Fn(&ShipState) -> Change| {
        changes.extend(ship.map(|ship| ShipChange::of(ship, change(ship))));
    };
    let loss = lot.below(4) as u16;
    let sp = |ship: &ShipState| Change::Sp { left: ship.sp.saturating_sub(loss) };
    let bp = |ship: &ShipState| Change::Bp { left: ship.bp.saturating_sub(2 * loss) };
    let together = |kind: BondKind| {
        let (own, other) = (own?, other?);
        let there = own.present() && other.present() && own.card.id != other.card.id;
        let bond = Bond { kind, first: own.card.id.clone(), second: other.card.id.clone() };
        let known = |old: &Bond| old.kind == kind && old.joins(&bond.first) && old.joins(&bond.second);
        let mut all = state.bonds.clone();
        (there && !all.iter().any(known)).then(|| {
            all.push(bond.clone());
            all
        })
    };
    match procedure {
        Procedure::FireDamage => hit(own, &sp),
        Procedure::FloodDamage | Procedure::Mine | Procedure::SparStrike => hit(own, &bp),
        Procedure::DamageControl => {
            hit(own, &|ship| Change::Fires { fires: ship.fires.saturating_sub(1) });
            hit(own, &|_| Change::Steering { damaged: false });
        }
        Procedure::Ram => {
            hit(other, &bp);
            hit(own, &sp);
            bonds = together(BondKind::Locked);
        }
        Procedure::Collision => {
            hit(other, &sp);
            hit(own, &sp);
        }
        Procedure::Unlock | Procedure::CutAway => {
            let loose = |bond: &&Bond| !bond.joins(ship);
            bonds = Some(state.bonds.iter().filter(loose).cloned().collect());
        }
        Procedure::Refloat => hit(own, &|_| Change::Aground { aground: false }),
        Procedure::RigSpar => hit(own, &|_| Change::Spar { spar: Spar::Rigged }),
        Procedure::ForceEngines => {
            hit(own, &|ship| Change::Speed { knots: ship.speed.saturating_add(1).min(ship.card.max_speed) });
        }
        Procedure::PassTow => bonds = together(BondKind::Towed),
        Procedure::Board => {
            hit(other, &|ship| match ship.crew_parties {
                0 => Change::Fate { fate: Some(Fate::Captured) },
                parties => Change::CrewParties { parties: parties - 1 },
            });
            bonds = together(BondKind::Alongside);
        }
        Procedure::NewCommander => hit(own, &|_| Change::Captain { captain: Captain::SlowWitted }),
        Procedure::Torpedo
        | Procedure::MortarRaft
        | Procedure::PlaceTorpedo
        | Procedure::ClearMines
        | Procedure::DropMines => {}
    }
    Decision::Adjudicate { entry, changes, bonds, note: REASON.to_owned() }
}

/// A decision that a side, or the umpire, makes without a question; none when nothing is possible.
pub(super) fn unprompted(lot: &mut Lot, outlook: &Outlook<'_, SpBp>, role: &Audience) -> Option<Decision> {
    let state = outlook.state;
    let reason = REASON.to_owned();
    if let Audience::Side(side) = role {
        let own: Vec<&ShipState> =
            state.ships.values().filter(|ship| ship.card.side == *side && ship.present()).collect();
        let ship = *lot.pick(&own)?;
        let id = ship.card.id.clone();
        return Some(match lot.below(4) {
            0 => Decision::AddToInitiative { side: side.clone(), modifier: 1, reason },
            1 => Decision::Done { ship: id },
            2 if ship.withdrawing => {
                let edge = outlook.table.edge_of(&id).ok()?.edge;
                Decision::Leave { ship: id, edge }
            }
            _ => Decision::Undertake {
                ship: id,
                procedure: *lot.pick(&Procedure::UNDERTAKEN)?,
                other: None,
                settled: Vec::new(),
            },
        });
    }
    let afloat: Vec<&ShipState> = state.ships.values().filter(|ship| ship.present()).collect();
    let ship = *lot.pick(&afloat)?;
    let id = ship.card.id.clone();
    let order = match lot.below(8) {
        0 => {
            let ids: Vec<&ShipId> = state.ships.keys().collect();
            let (from, to) = ((*lot.pick(&ids)?).clone(), (*lot.pick(&ids)?).clone());
            let range_in = Measured::exact(geometry::round_in(lot.between(0.5, 60.0)));
            let fact =
                Asked { query: Query::Range { from, to }, answer: Answer::Range(RangeFact { range_in }) };
            return Some(Decision::TypeFacts { facts: vec![fact], reason });
        }
        1 => {
            let spec = lot.pick(outlook.book.options()).filter(|spec| spec.name != FOR_PEOPLE)?;
            let value = lot.pick(&spec.choices)?.clone();
            let option = OptionValue { name: spec.name.clone(), value };
            return Some(Decision::SetOption { option, reason });
        }
        2 => UmpireOrder::CriticalHit { ship: id, shot: shot(lot, ship) },
        3 => UmpireOrder::AllowMove { ship: id },
        4 => UmpireOrder::WaiveRoll { roll: lot.pick(&state.rolls)?.request.id },
        5 => UmpireOrder::SetMarkers { markers: vec![Marker { number: state.next_number, from: id }] },
        6 => UmpireOrder::SetToAct { side: ship.card.side.clone() },
        _ => {
            let changes = vec![ShipChange::of(ship, change(lot, ship))];
            UmpireOrder::Set { changes, bonds: None }
        }
    };
    Some(Decision::Umpire { order, reason })
}

fn shot(lot: &mut Lot, ship: &ShipState) -> Shot {
    Shot {
        salvo: None,
        shooter: None,
        gun: "a hit that the umpire orders".to_owned(),
        penetration: lot.below(10) as u8,
        dr: (2, 5),
        side: if lot.chance(0.5) { Flank::Port } else { Flank::Starboard },
        engaged: ship.card.mounts.iter().map(|mount| mount.id.clone()).collect::<Vec<MountId>>(),
        hull_at: ship.hull_at,
    }
}

fn change(lot: &mut Lot, ship: &ShipState) -> Change {
    match lot.below(12) {
        0 => Change::Sp { left: lot.below(u32::from(ship.card.sp) + 1) as u16 },
        1 => Change::Bp { left: lot.below(u32::from(ship.card.bp) + 1) as u16 },
        2 => Change::Aground { aground: lot.chance(0.5) },
        3 => Change::Fires { fires: lot.below(3) as u8 },
        4 => Change::Floods { floods: lot.below(3) as u8 },
        5 => Change::Concealed { concealed: lot.chance(0.5) },
        6 => Change::Spar { spar: Spar::Carried },
        7 => Change::SpeedHits { hits: vec![SpeedHit::Boiler] },
        8 => Change::Moved { moved: lot.chance(0.5) },
        9 => Change::Captain { captain: Captain::RazorSharp },
        10 => Change::Steering { damaged: true },
        _ => Change::Pressure { lost: false },
    }
}
