//! The umpire: entries where the sheet is silent (SPB-AMB-4), and orders on the record.

use crate::core::{Asked, Die, Reason, Refusal, RuleId, TableFacts, check_typed, terrain_reasons};
use crate::sp_bp::events::change::{Change, ShipChange};
use crate::sp_bp::events::decision::UmpireOrder;
use crate::sp_bp::events::event::{Event, Follows};
use crate::sp_bp::movement::review::{moved, review};
use crate::sp_bp::state::battle::{Bond, Numbers, State};
use crate::sp_bp::state::due::{RollUse, Shot};
use crate::sp_bp::state::guided::GuidedId;
use crate::sp_bp::state::ship::{ShipState, SpeedHit};
use crate::sp_bp::state::step::Step;
use crate::sp_bp::tables::table_set::Tables;

/// Enters the result of an open matter.
pub(in crate::sp_bp) fn adjudicate(
    state: &State,
    entry: GuidedId,
    (changes, bonds): (&[ShipChange], Option<&[Bond]>),
    note: &str,
) -> Result<Vec<Event>, Refusal> {
    let mut reasons = set_reasons(state, changes, bonds);
    let Some(guided) = state.guided(entry) else {
        reasons.push(Reason::new("SPB-AMB-4", format!("Entry {} is not due (any more).", entry.0)));
        return Err(Refusal { reasons });
    };
    Refusal::unless_clear(reasons)?;
    Ok(vec![Event::Adjudicated {
        entry,
        procedure: guided.procedure,
        ship: guided.ship.clone(),
        follows: Follows {
            changes: changes.to_vec(),
            bonds: bonds.map(<[Bond]>::to_vec),
            ..Follows::default()
        },
        note: note.to_owned(),
    }])
}

/// Carries out an order of the umpire.
pub(in crate::sp_bp) fn order(
    tables: &Tables,
    state: &State,
    facts: &dyn TableFacts,
    order: &UmpireOrder,
    reason: &str,
) -> Result<Vec<Event>, Refusal> {
    let reasons = order_reasons(state, order);
    Refusal::unless_clear(reasons)?;
    let mut rolls = Vec::new();
    let mut more = Vec::new();
    match order {
        UmpireOrder::CriticalHit { ship, shot } => {
            if let Some(ship) = state.ships.get(ship) {
                rolls.push(critical_roll(state, ship, shot));
            }
        }
        UmpireOrder::AllowMove { ship } => {
            if let Some(ship) = state.ships.get(ship) {
                let mut allowed = review(tables, state, facts, ship, &[]);
                allowed.too_close.clear();
                more.push(moved(state, ship, allowed, &[]));
            }
        }
        UmpireOrder::Set { .. }
        | UmpireOrder::SetMarkers { .. }
        | UmpireOrder::SetTerrain { .. }
        | UmpireOrder::WaiveRoll { .. }
        | UmpireOrder::SetToAct { .. } => {}
    }
    let ordered = Event::UmpireOrdered { order: order.clone(), reason: reason.to_owned(), rolls };
    Ok([vec![ordered], more].concat())
}

fn critical_roll(state: &State, ship: &ShipState, shot: &Shot) -> crate::sp_bp::state::due::PendingRoll {
    let label = format!("Critical hit on {}", ship.card.name);
    let what = ("critical", label, RuleId::of("SPB-21"));
    let decides = RollUse::Critical { shot: shot.clone() };
    Numbers::after(state).roll((Die::D20, 1), what, ship, decides)
}

fn order_reasons(state: &State, order: &UmpireOrder) -> Vec<Reason> {
    let mut reasons = Vec::new();
    let mut refuse = |rule: &'static str, text: String| reasons.push(Reason::new(rule, text));
    match order {
        UmpireOrder::Set { changes, bonds } => {
            return set_reasons(state, changes, bonds.as_deref());
        }
        UmpireOrder::CriticalHit { ship, .. } => match state.ships.get(ship) {
            None => refuse("SPB-21", format!("No ship called “{ship}” takes part in this battle.")),
            Some(ship) if !ship.afloat() => refuse("SPB-21", format!("{} is lost.", ship.card.name)),
            Some(_) => {}
        },
        UmpireOrder::SetMarkers { markers } => {
            for marker in markers.iter().filter(|marker| !state.ships.contains_key(&marker.from)) {
                refuse("SPB-3", format!("No ship called “{}” takes part in this battle.", marker.from));
            }
            let twice = markers
                .iter()
                .enumerate()
                .any(|(i, one)| markers.iter().take(i).any(|other| other.number == one.number));
            if twice || markers.iter().any(|marker| marker.number == u32::MAX) {
                refuse("SPB-3", "Each torpedo marker has a number of its own.".to_owned());
            }
        }
        UmpireOrder::SetTerrain { terrain } => return terrain_reasons(terrain, "SPB-3"),
        UmpireOrder::AllowMove { ship } => match state.ships.get(ship) {
            Some(ship) if ship.present() && !ship.moved && state.step == Step::Movement => {}
            _ => refuse("SPB-3", format!("{} has no move to allow now.", state.name(ship))),
        },
        UmpireOrder::WaiveRoll { roll } if state.roll(*roll).is_none() => {
            refuse("SPB-15", format!("Roll {} is not due (any more).", roll.0));
        }
        UmpireOrder::SetToAct { side } if !state.sides().contains(side) => {
            refuse("SPB-2", format!("No side called “{}” takes part in this battle.", side.as_str()));
        }
        UmpireOrder::SetToAct { .. } if state.something_due() || !state.step.alternates() => {
            refuse("SPB-2", "Nobody's turn can be changed now.".to_owned());
        }
        UmpireOrder::WaiveRoll { .. } | UmpireOrder::SetToAct { .. } => {}
    }
    reasons
}

/// Reasons why values can't be set; empty if they can.
fn set_reasons(state: &State, changes: &[ShipChange], bonds: Option<&[Bond]>) -> Vec<Reason> {
    let mut reasons = Vec::new();
    for change in changes {
        match state.ships.get(&change.ship) {
            None => {
                let text = format!("No ship called “{}” takes part in this battle.", change.ship);
                reasons.push(Reason::new("SPB-AMB-4", text));
            }
            Some(ship) => reasons.extend(change_reason(ship, &change.change)),
        }
    }
    for (i, bond) in bonds.unwrap_or_default().iter().enumerate() {
        let there = |id| state.ships.get(id).is_some_and(ShipState::present);
        let earlier = bonds.unwrap_or_default().iter().take(i);
        let twice = earlier
            .into_iter()
            .any(|other| other.kind == bond.kind && other.joins(&bond.first) && other.joins(&bond.second));
        if bond.first == bond.second || !there(&bond.first) || !there(&bond.second) || twice {
            let text = "Two different ships on the table hang together, and once in each way.".to_owned();
            reasons.push(Reason::new("SPB-AMB-4", text));
        }
    }
    reasons
}

/// The reason why a value can't be set; none if it can.
fn change_reason(ship: &ShipState, change: &Change) -> Option<Reason> {
    let name = &ship.card.name;
    let text = match change {
        Change::Sp { left } if *left > ship.card.sp => format!("{name} has {} SP at most.", ship.card.sp),
        Change::Bp { left } if *left > ship.card.bp => format!("{name} has {} BP at most.", ship.card.bp),
        Change::CrewQuality { quality } if !(-2..=2).contains(quality) => {
            "Crew quality goes from -2 to +2.".to_owned()
        }
        Change::GunsLost { mount, lost } if ship.card.mount(mount).is_none_or(|it| it.guns < *lost) => {
            format!("{name} has no mount “{mount}” of {lost} guns.")
        }
        Change::Turret { mount, .. } if !ship.card.mount(mount).is_some_and(|it| it.turret) => {
            format!("{name} has no turret “{mount}”.")
        }
        Change::SpeedHits { hits } => {
            let once = |wanted| hits.iter().filter(|hit| **hit == wanted).count() <= 1;
            if once(SpeedHit::Boiler) && once(SpeedHit::Steamed) {
                return None;
            }
            "A second hit on the boilers loses all pressure: enter that.".to_owned()
        }
        Change::GoingDown { .. } => "Whether she goes down, her own tests say.".to_owned(),
        _ => return None,
    };
    Some(Reason::new("SPB-AMB-4", text))
}

/// Types facts for the next ruling that needs them.
pub(in crate::sp_bp) fn type_facts(facts: &[Asked], reason: &str) -> Result<Vec<Event>, Refusal> {
    check_typed(facts, "SPB-14")?;
    Ok(vec![Event::FactsTyped { facts: facts.to_vec(), reason: reason.to_owned() }])
}
