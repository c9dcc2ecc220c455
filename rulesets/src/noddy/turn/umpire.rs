//! The umpire's orders (NOD-11, NOD-31), and typed facts.

use crate::core::{Asked, Reason, Refusal, check_typed};
use crate::noddy::events::change::{Becomes, Change};
use crate::noddy::events::decision::UmpireOrder;
use crate::noddy::events::event::Event;
use crate::noddy::state::battle::State;
use crate::noddy::state::due::{Numbers, PendingRoll, RollUse};
use geometry::ShipId;

/// The greatest number of segments of a half move.
const MOST_SEGMENTS: u8 = 12;

/// Carries out an order.
pub(crate) fn order(state: &State, order: &UmpireOrder, reason: &str) -> Result<Vec<Event>, Refusal> {
    let mut numbers = Numbers::after(state);
    let (mut changes, mut rolls) = (Vec::new(), Vec::new());
    match order {
        UmpireOrder::Split { segments } => split(state, *segments)?,
        UmpireOrder::Special { ship } => {
            present(state, ship)?;
            rolls.push(numbers.roll(state, ship, RollUse::Special { struck: None, musketry: false }));
        }
        UmpireOrder::Hit { ship, struck } => {
            if !state.batteries.contains_key(ship) {
                present(state, ship)?;
            }
            rolls.push(numbers.roll(state, ship, RollUse::Effect { struck: *struck }));
        }
        UmpireOrder::LoseSpeed { ship, half_knots } => {
            let top = present(state, ship)?;
            let left = top.saturating_sub((*half_knots).max(0));
            changes.push(Change::of(ship, Becomes::TopSpeed { half_knots: left }));
            rolls.extend(sinking(state, (ship, left), &mut numbers));
        }
        UmpireOrder::Set { change } => {
            let gun_ashore =
                state.batteries.contains_key(&change.ship) && matches!(change.to, Becomes::Gun { .. });
            if !gun_ashore && !state.ships.contains_key(&change.ship) {
                return Err(Refusal::because("NOD-11", format!("{} does not take part.", change.ship)));
            }
            check_gun(state, change)?;
            changes.push(change.clone());
            if let Becomes::TopSpeed { half_knots } = change.to {
                rolls.extend(sinking(state, (&change.ship, half_knots), &mut numbers));
            }
        }
        UmpireOrder::MoveAgain { ship } => {
            present(state, ship)?;
        }
        UmpireOrder::Chart { area } => {
            let on_table = state.terrain.iter().any(|piece| piece.id == area.area.id);
            if area.area.outline.len() < 3 || on_table {
                let text =
                    "An area of the chart needs three corners, and a name that nothing on the table has.";
                return Err(Refusal::because("NOD-30", text));
            }
        }
        UmpireOrder::Unchart { area } => {
            if !state.hidden.iter().any(|hidden| hidden.area.id == *area) {
                return Err(Refusal::because("NOD-30", format!("{area} is not on the chart.")));
            }
        }
        UmpireOrder::Note { text } => {
            if text.trim().is_empty() {
                return Err(Refusal::because("NOD-11", "Say what is ruled."));
            }
        }
    }
    Ok(vec![Event::UmpireOrdered { order: order.clone(), reason: reason.to_owned(), changes, rolls }])
}

/// A ship with a top speed below zero sinks; a single die decides when (NOD-26, NOD-AMB-14).
fn sinking(state: &State, (id, left): (&ShipId, i16), numbers: &mut Numbers) -> Option<PendingRoll> {
    let sinks = left < 0 && state.ships.get(id).is_some_and(|ship| ship.present() && !state.sinks(ship));
    sinks.then(|| numbers.roll(state, id, RollUse::SinkDelay))
}

/// The top speed of a ship that is on the table.
fn present(state: &State, ship: &ShipId) -> Result<i16, Refusal> {
    match state.ships.get(ship) {
        Some(found) if found.present() => Ok(found.top_speed),
        _ => Err(Refusal::because("NOD-11", format!("{} is not on the table.", state.name(ship)))),
    }
}

fn check_gun(state: &State, change: &Change) -> Result<(), Refusal> {
    let (Becomes::Gun { gun, .. } | Becomes::Shut { gun, .. }) = &change.to else { return Ok(()) };
    let ship = state.ships.get(&change.ship).is_some_and(|ship| ship.card.gun(gun).is_some());
    let battery = state.batteries.get(&change.ship);
    if ship || battery.is_some_and(|battery| battery.card.guns.iter().any(|own| own.id == *gun)) {
        return Ok(());
    }
    Err(Refusal::because("NOD-32", format!("{} has no gun {gun}.", state.name(&change.ship))))
}

/// Checks the split of a half move: only before any ship has moved (NOD-11).
fn split(state: &State, segments: u8) -> Result<(), Refusal> {
    let mut reasons = Vec::new();
    if !state.step.is_half() {
        reasons.push(Reason::new("NOD-11", "Only half moves are split."));
    }
    if !(2..=MOST_SEGMENTS).contains(&segments) {
        reasons.push(Reason::new("NOD-11", format!("A half move has 2 to {MOST_SEGMENTS} segments.")));
    }
    if state.segment > 0 || state.ships.values().any(|ship| ship.moved) {
        reasons.push(Reason::new("NOD-11", "Ships have moved already: split before they do."));
    }
    Refusal::unless_clear(reasons)
}

/// Records typed facts for the next ruling that needs them.
pub(crate) fn type_facts(facts: &[Asked], reason: &str) -> Result<Vec<Event>, Refusal> {
    check_typed(facts, "NOD-11")?;
    Ok(vec![Event::FactsTyped { facts: facts.to_vec(), reason: reason.to_owned() }])
}
