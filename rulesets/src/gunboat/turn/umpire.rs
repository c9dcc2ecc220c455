//! The umpire's orders: set any value, overrule any ruling, type any fact; always with a reason.

use crate::core::{Asked, Reason, Refusal, TableFacts, check_typed, terrain_reasons};
use crate::gunboat::events::apply::apply;
use crate::gunboat::events::decision::{ShipValue, UmpireOrder};
use crate::gunboat::events::event::Event;
use crate::gunboat::events::roll_requests::{Numbers, table_roll};
use crate::gunboat::movement::hazards::hazard_rolls;
use crate::gunboat::movement::review::review;
use crate::gunboat::state::battle::State;
use crate::gunboat::state::due::TableId;
use crate::gunboat::state::ship::{ShipState, fate};
use crate::gunboat::tables::table_set::Tables;
use geometry::{Terrain, TerrainKind};

/// Carries out an order.
pub(crate) fn order(
    tables: &Tables,
    state: &State,
    facts: &dyn TableFacts,
    order: &UmpireOrder,
    reason: &str,
) -> Result<Vec<Event>, Refusal> {
    let ship = match order.ship() {
        None => None,
        Some(id) => Some(state.ships.get(id).ok_or_else(|| {
            Refusal::because("GUN-3", format!("No ship called “{id}” takes part in this battle."))
        })?),
    };
    let reasons = reasons(state, order, ship);
    Refusal::unless_clear(reasons)?;
    let mut numbers = Numbers::after(state);
    let rolls = match order {
        UmpireOrder::CriticalHit { ship } => {
            vec![table_roll(state, tables, &mut numbers, ship, None, (TableId::Critical, vec![]))]
        }
        _ => Vec::new(),
    };
    let event = |fate| Event::UmpireOrdered {
        order: order.clone(),
        reason: reason.to_owned(),
        fate,
        rolls: rolls.clone(),
    };
    let after = apply(state.clone(), &event(None));
    let lost = order.ship().and_then(|id| after.ships.get(id)).and_then(|ship| match order {
        // A ship that the umpire brings back on purpose does not sink again at once because of its old hits.
        UmpireOrder::Set { value: ShipValue::Fate { .. }, .. } => None,
        _ => fate(ship),
    });
    let mut events = vec![event(lost)];
    if let (UmpireOrder::AllowMove { .. }, Some(ship)) = (order, ship) {
        events.push(allowed_move(tables, state, facts, ship));
    }
    Ok(events)
}

/// The ship's present move, accepted together with every objection of the review.
fn allowed_move(tables: &Tables, state: &State, facts: &dyn TableFacts, ship: &ShipState) -> Event {
    let mut allowed = review(tables, state, facts, ship, &[], false);
    allowed.too_close.clear();
    let mut numbers = Numbers::after(state);
    let rolls = hazard_rolls(state, &mut numbers, ship, &allowed.hazards);
    Event::Moved { review: allowed, rolls }
}

fn reasons(state: &State, order: &UmpireOrder, ship: Option<&ShipState>) -> Vec<Reason> {
    let mut reasons = Vec::new();
    let mut refuse = |rule: &'static str, text: String| reasons.push(Reason::new(rule, text));
    if let Some(ship) = ship.filter(|ship| !ship.afloat())
        && !matches!(order, UmpireOrder::Set { .. })
    {
        refuse("GUN-41", format!("{} is lost.", ship.card.name));
    }
    match order {
        UmpireOrder::Set { value, .. } => {
            if let Some(ship) = ship {
                reasons.extend(value_reasons(ship, value));
            }
        }
        UmpireOrder::SetBonds { bonds } => {
            for id in bonds.iter().flat_map(|bond| [&bond.first, &bond.second]) {
                if !state.ships.contains_key(id) {
                    refuse("GUN-3", format!("No ship called “{id}” takes part in this battle."));
                }
            }
            if bonds.iter().any(|bond| bond.first == bond.second) {
                refuse("GUN-16", "A ship can't be made fast to herself.".to_owned());
            }
        }
        UmpireOrder::SetTerrain { terrain } => {
            reasons.extend(terrain_reasons(terrain, "GUN-3"));
        }
        UmpireOrder::SetFort { fort: id, guns, .. } => match state.forts.get(id) {
            None => refuse("GUN-74", format!("No fort called “{id}” takes part in this battle.")),
            Some(fort) => {
                for value in guns {
                    match fort.gun(&value.gun) {
                        None => refuse("GUN-74", format!("{} has no gun “{}”.", fort.card.name, value.gun)),
                        Some(gun) if gun.armor < value.state.lost => {
                            let text = format!("{} has {} armor boxes.", gun.place, gun.armor);
                            refuse("GUN-74", text);
                        }
                        Some(_) => {}
                    }
                }
            }
        },
        UmpireOrder::SetMines { areas } => {
            for laid in areas {
                let mined = |piece: &Terrain| piece.id == laid.area && piece.kind == TerrainKind::Mined;
                if !state.terrain.iter().any(mined) {
                    refuse("GUN-56", format!("No mined area called “{}” lies on the table.", laid.area));
                }
            }
        }
        UmpireOrder::AllowMove { .. } => {
            if let Some(ship) = ship.filter(|ship| ship.has_moved || !ship.present()) {
                refuse("GUN-4", format!("{} has no move to allow now.", ship.card.name));
            }
        }
        UmpireOrder::WaiveRoll { roll } if state.roll(*roll).is_none() => {
            refuse("GUN-1", format!("Roll {} is not due (any more).", roll.0));
        }
        UmpireOrder::WaiveHits { due } if state.due(*due).is_none() => {
            refuse("GUN-40", format!("The hits numbered {} are not due (any more).", due.0));
        }
        UmpireOrder::CriticalHit { .. }
        | UmpireOrder::Aground { .. }
        | UmpireOrder::SetPartiesAshore { .. }
        | UmpireOrder::WaiveRoll { .. }
        | UmpireOrder::WaiveHits { .. } => {}
    }
    reasons
}

/// The reasons why a value can't be set; empty if it can.
fn value_reasons(ship: &ShipState, value: &ShipValue) -> Vec<Reason> {
    let name = &ship.card.name;
    let text = match value {
        ShipValue::Ticked { row, boxes } if *boxes > ship.card.printed(row) => {
            format!("{name}'s card has {} {row} boxes, not {boxes}.", ship.card.printed(row))
        }
        ShipValue::SparTorpedo { carried: true } if !ship.card.launch => {
            format!("{name} is no steam launch: those carry spar torpedoes.")
        }
        ShipValue::Fired { mount, guns } if ship.card.mount(mount).is_none_or(|it| it.guns < *guns) => {
            format!("{name} has no mount “{mount}” of {guns} guns.")
        }
        _ => return Vec::new(),
    };
    vec![Reason::new("GUN-72", text)]
}

/// Records typed facts for the next ruling that needs them.
pub(crate) fn type_facts(facts: &[Asked], reason: &str) -> Result<Vec<Event>, Refusal> {
    check_typed(facts, "GUN-3")?;
    Ok(vec![Event::FactsTyped { facts: facts.to_vec(), reason: reason.to_owned() }])
}
