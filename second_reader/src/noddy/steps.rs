//! The six steps of a move (NOD-7), with everything at their start and end.

use crate::noddy::battle::{Battle, Ending};
use crate::noddy::kept::{Becomes, Change, Decides, Due, Step};
use crate::noddy::moves;
use crate::noddy::sheet;
use crate::noddy::ship::Ship;
use crate::record::{Event, ReadError};
use crate::report::Report;

/// Checks the start of a step, or of a segment of one.
pub fn began(battle: &mut Battle, event: &Event, report: &mut Report) -> Result<(), ReadError> {
    let turn: i64 = event.read("/event/turn")?;
    let step: Step = event.read("/event/step")?;
    let (segment, segments): (i64, i64) = (event.read("/event/segment")?, event.read("/event/segments")?);
    let rolls: Vec<Due> = event.read("/event/rolls")?;
    let seq = event.seq;
    let more = battle.step.is_half() && battle.segment + 1 < battle.segments;
    let new_move = !more && battle.step == Step::SecondFire;
    let reads = match more {
        true => (battle.turn, battle.step, battle.segment + 1, battle.segments),
        false => (battle.turn + i64::from(new_move), battle.step.next(), 0, 1),
    };
    report.compare("NOD-7", seq, reads, (turn, step, segment, segments));
    report.hold("NOD-7", seq, battle.due.is_empty(), "dice are thrown first", &format!("{:?}", battle.due));
    for (id, ship) in battle.ships.iter().filter(|(_, ship)| ship.present()) {
        let done = !moves::owes(battle, id);
        report.hold("NOD-7", seq, done, &format!("{id} owes her way"), "the next step");
        report.hold("NOD-AMB-26", seq, ship.contact.is_empty(), &format!("{id} touches"), "the next step");
    }
    if new_move {
        end_of_move(battle, event, report, &rolls);
    } else {
        report.compare("NOD-AMB-22", seq, 0, rolls.len());
    }
    (battle.turn, battle.step, battle.segment, battle.segments) = (turn, step, segment, segments);
    for ship in battle.ships.values_mut() {
        if new_move {
            ship.begin_move();
        }
        (ship.moved, ship.gone_in) = (false, 0.0);
        if step.is_half() && segment == 0 {
            ship.just_stopped = false;
            ship.mines_tested.clear();
        }
    }
    if new_move {
        battle.recorded_end = Ending::default();
        battle.batteries.values_mut().for_each(|battery| battery.fired_in = None);
        battle.regiments.values_mut().for_each(|(_, fired)| *fired = false);
    }
    let ids: Vec<String> = battle.places.keys().cloned().collect();
    ids.iter().for_each(|id| battle.begin_way(id));
    battle.due.extend(rolls);
    Ok(())
}

/// Checks that nothing is missing at the end of a move; fires are fought in step 1 of the next (NOD-AMB-22).
fn end_of_move(battle: &Battle, event: &Event, report: &mut Report, rolls: &[Due]) {
    if !battle.recorded_end.sank {
        report.compare("NOD-26", event.seq, Vec::<String>::new(), sinking(battle));
    }
    if !battle.recorded_end.drifted {
        report.compare("NOD-25", event.seq, Vec::<String>::new(), adrift(battle));
    }
    let burns = |ship: &&Ship| ship.fights() && ship.burning.is_some();
    let reads: Vec<(String, Decides)> = battle
        .ships
        .values()
        .filter(burns)
        .map(|ship| (ship.card.id.clone(), Decides::FireFighting))
        .collect();
    let recorded: Vec<(String, Decides)> =
        rolls.iter().map(|due| (due.ship.clone(), due.decides.clone())).collect();
    report.compare("NOD-AMB-22", event.seq, reads, recorded);
}

/// Ships for which this was the last move (NOD-AMB-14).
fn sinking(battle: &Battle) -> Vec<String> {
    let due = |ship: &&Ship| ship.present() && ship.sinks_after.is_some_and(|after| after <= battle.turn);
    battle.ships.values().filter(due).map(|ship| ship.card.id.clone()).collect()
}

/// Ships that drift with the current (NOD-25).
fn adrift(battle: &Battle) -> Vec<String> {
    let adrift = |ship: &&Ship| ship.adrift(battle.turn);
    battle.ships.values().filter(adrift).map(|ship| ship.card.id.clone()).collect()
}

/// Checks the ships that sink now (NOD-26).
pub fn sank(battle: &mut Battle, event: &Event, report: &mut Report) -> Result<(), ReadError> {
    let changes: Vec<Change> = event.read("/event/changes")?;
    report.compare("NOD-7", event.seq, Step::SecondFire, battle.step);
    let sunk = |ship| Change { ship, to: Becomes::Lost { fate: "sunk".to_owned() } };
    let reads: Vec<Change> = sinking(battle).into_iter().map(sunk).collect();
    report.compare("NOD-26", event.seq, &reads, &changes);
    battle.take_up(&changes);
    battle.recorded_end.sank = true;
    Ok(())
}

/// Checks the drift of ships (NOD-2, NOD-25).
pub fn drifted(battle: &mut Battle, event: &Event, report: &mut Report) -> Result<(), ReadError> {
    let ships: Vec<String> = event.read("/event/drift/ships")?;
    let (east_in, north_in): (f64, f64) =
        (event.read("/event/drift/east_in")?, event.read("/event/drift/north_in")?);
    report.compare("NOD-7", event.seq, Step::SecondFire, battle.step);
    report.compare("NOD-25", event.seq, &adrift(battle), &ships);
    let (sin, cos) = battle.options.current_toward_deg.to_radians().sin_cos();
    let (east, north) = (sheet::CURRENT_IN * sin, sheet::CURRENT_IN * cos);
    let holds = (east - east_in).abs() < 0.002 && (north - north_in).abs() < 0.002;
    report.hold("NOD-2", event.seq, holds, &format!("{east}, {north}"), &format!("{east_in}, {north_in}"));
    for ship in ships {
        battle.part(&ship, &[]);
    }
    battle.recorded_end.drifted = true;
    Ok(())
}

/// Checks an attempt to get afloat: "three attempts only" (NOD-10), one in a move (NOD-AMB-17).
pub fn refloat_tried(battle: &mut Battle, event: &Event, report: &mut Report) -> Result<(), ReadError> {
    let id: String = event.read("/event/ship")?;
    let rolls: Vec<Due> = event.read("/event/rolls")?;
    if let Some(ship) = battle.ships.get_mut(&id) {
        let fast = ship.aground.is_some_and(|made| made < sheet::FREE_ATTEMPTS);
        report.hold(
            "NOD-10",
            event.seq,
            fast,
            "aground, with an attempt left",
            &format!("{:?}", ship.aground),
        );
        report.hold("NOD-AMB-17", event.seq, !ship.refloat_tried, "one attempt in a move", &id);
        report.hold("NOD-10", event.seq, ship.fights(), "somebody aboard", &id);
        ship.refloat_tried = true;
    }
    let recorded: Vec<(&String, &Decides)> = rolls.iter().map(|due| (&due.ship, &due.decides)).collect();
    report.compare("NOD-10", event.seq, vec![(&id, &Decides::Refloat)], recorded);
    battle.due.extend(rolls);
    Ok(())
}
