//! Second reader for SP/BP: directly from the quick reference sheet (003) and the catalogue's SPB ids. Where
//! the sheet is silent the umpire makes entries (SPB-AMB-4); house rules chosen by the players are
//! recomputed.
//!
//! Not recomputed, because the sheet is silent: the winner, the choice of forces, and the contents of
//! entries.

mod crew;
mod criticals;
mod drift;
mod due;
mod guns;
mod hits;
mod moves;
mod sheet;
mod ship;
#[cfg(test)]
mod tests;
mod turn;
mod ways;
mod world;

use crate::record::{Event, ReadError, Record};
use crate::report::Report;
use due::{Due, Follows, Opened};
use serde_json::Value;
use ship::Ship;
use world::{Terrain, World};

/// Replays a battle and recomputes its rulings.
///
/// # Errors
/// When an event lacks what a ruling needs.
pub fn check(record: &Record, report: &mut Report) -> Result<(), ReadError> {
    let Some(opened) = record.standing().find(|event| event.kind == "opened") else { return Ok(()) };
    let battle: Opened = opened.read("/event")?;
    let ships = battle.ships.into_iter().map(Ship::new).collect();
    let mut world = World::new(record, opened.read("/event/options")?, ships, report);
    world.terrain = opened.read("/event/terrain")?;
    let guns = sheet::guns();
    for event in record.standing() {
        world.seq = event.seq;
        if let Some(decision) = event.at("/decision") {
            world.decision = decision.clone();
        }
        // The ships' places come before the rulings that depend on them.
        world.put(event);
        if event.kind == "terrain_laid" {
            world.terrain = event.read("/pieces")?;
        }
        if event.at("/event").is_some() {
            play(&mut world, event, &guns)?;
        }
    }
    Ok(())
}

fn play(world: &mut World<'_>, event: &Event, guns: &[sheet::Gun]) -> Result<(), ReadError> {
    match event.text("/event/event").unwrap_or_default() {
        "step_began" => world.step_began(event),
        "dice_thrown" => world.dice_thrown(event),
        "roll_read" => world.roll_read(event),
        "initiative_added" => added(world, event),
        "repair_tried" => world.repair_tried(event),
        "undertaken" => world.undertaken(event),
        "adjudicated" => world.adjudicated(event),
        "action_began" => world.action_began(event),
        "action_ended" => world.action_ended(event),
        "moved" => world.moved(event),
        "anchored" => world.anchored(event),
        "speed_planned" => world.speed_planned(event),
        "stayed_put" => world.stayed_put(event),
        "drifted" => world.drifted(event),
        "drift_checked" => world.drift_checked(event),
        "lie_in_mines" => world.lie_in_mines(event),
        "salvo_fired" => world.salvo_fired(event, guns),
        "arrived" => world.comes_or_goes(event, true),
        "left" => world.comes_or_goes(event, false),
        "facts_typed" => {
            world.typed = true;
            Ok(())
        }
        "option_set" => {
            world.options = event.read("/event/options")?;
            Ok(())
        }
        "umpire_ordered" => ordered(world, event),
        _ => Ok(()),
    }
}

/// A side adds to its initiative, also while its die is already due (SPB-2).
fn added(world: &mut World<'_>, event: &Event) -> Result<(), ReadError> {
    let (side, modifier): (String, i32) = (event.read("/event/side")?, event.read("/event/modifier")?);
    for due in world.rolls.iter_mut().filter(|due| due.by == side) {
        if let due::What::Initiative { modifier: adds } = &mut due.what {
            *adds = modifier;
        }
    }
    world.added.insert(side, modifier);
    Ok(())
}

/// Accepts an order of the umpire.
fn ordered(world: &mut World<'_>, event: &Event) -> Result<(), ReadError> {
    match event.text("/event/order/order").unwrap_or_default() {
        "set" => world.take(&event.read::<Follows>("/event/order")?),
        "set_markers" => {
            let markers: Vec<Value> = event.read("/event/order/markers")?;
            let from = markers.iter().filter_map(|marker| marker["from"].as_str());
            world.markers = from.map(str::to_owned).collect();
        }
        "set_terrain" => world.terrain = event.read::<Vec<Terrain>>("/event/order/terrain")?,
        "allow_move" => world.allowed = event.text("/event/order/ship").map(str::to_owned),
        "waive_roll" => {
            let id: u64 = event.read("/event/order/roll")?;
            world.rolls.retain(|due| due.id() != id);
        }
        "set_to_act" => {
            world.active = None;
            world.to_act = event.text("/event/order/side").map(str::to_owned);
        }
        _ => {}
    }
    if event.at("/event/rolls").is_some() {
        world.rolls.extend(event.read::<Vec<Due>>("/event/rolls")?);
    }
    world.part();
    Ok(())
}
