//! Ramming (NOD-23), and contacts without a ram (NOD-AMB-26).

use crate::noddy::battle::Battle;
use crate::noddy::kept::{Becomes, Change, Decides, Due, Impact};
use crate::noddy::sheet;
use crate::plane::{self, Point};
use crate::record::{Event, ReadError};
use crate::report::Report;

/// The share of the hull, from the stem, that is bow (house).
const BOW_SHARE: f64 = 1.0 / 6.0;
/// Outlines closer than this touch, inches.
const TOUCH_IN: f64 = 0.05;

/// Checks a ram.
pub fn rammed(battle: &mut Battle, event: &Event, report: &mut Report) -> Result<(), ReadError> {
    let impact: Impact = event.read("/event/impact")?;
    let rolls: Vec<Due> = event.read("/event/rolls")?;
    let (seq, rammer, rammee) = (event.seq, impact.rammer.clone(), impact.rammee.clone());
    report.hold(
        "NOD-7",
        seq,
        battle.step.is_half(),
        "ships ram while they move",
        &format!("{:?}", battle.step),
    );
    let (Some(own), Some(other)) = (battle.ships.get(&rammer), battle.ships.get(&rammee)) else {
        report.disagree("NOD-23", seq, "both take part", format!("{rammer}, {rammee}"));
        return Ok(());
    };
    let both = own.present() && other.present() && own.card.side != other.card.side;
    report.hold("NOD-11", seq, both, "two enemies on the table", &format!("{rammer}, {rammee}"));
    let fresh = own.moved && own.speed > 0 && !own.rammed.contains(&rammee);
    report.hold(
        "NOD-23",
        seq,
        fresh,
        "she has come ahead, and has not rammed her",
        &format!("{}", own.speed),
    );
    report.compare("NOD-AMB-26", seq, own.speed, impact.speed);
    if let Some((rammer_place, rammee_place)) = battle.place(&rammer).zip(battle.place(&rammee)) {
        let keels_deg = plane::apart_deg(rammer_place.heading_deg, rammee_place.heading_deg);
        let angle_deg = keels_deg.min(180.0 - keels_deg);
        let recorded = impact.angle_deg;
        let holds = (angle_deg - recorded.value).abs() <= 0.03 + 4.0 * recorded.sigma;
        report.hold("NOD-AMB-9", seq, holds, &format!("{angle_deg} degrees"), &format!("{recorded:?}"));
        let gap_in = plane::gap_in(&bow(battle, &rammer), &battle.hull(&rammee).unwrap_or_default());
        let holds = gap_in <= TOUCH_IN + 0.004 + if recorded.sigma > 0.0 { 0.2 } else { 0.0 };
        report.hold("NOD-11", seq, holds, "her bow does not touch", &format!("{gap_in} in"));
    }
    let stationary = other.stationary(battle.turn, battle.options.drifting_is_stationary);
    let plus = |side_on| sheet::ram_plus(own.speed, stationary, side_on, own.card.reinforced_bow);
    let edge = battle.options.side_on_min_deg;
    let near_edge = impact.angle_deg.sigma > 0.0 && impact.angle_deg.near(edge);
    if !near_edge {
        report.compare("NOD-23", seq, plus(impact.angle_deg.value >= edge), impact.plus);
    }
    let reads = vec![(&rammee, Decides::Ram { rammer: rammer.clone(), plus: impact.plus })];
    let recorded: Vec<(&String, Decides)> =
        rolls.iter().map(|due| (&due.ship, due.decides.clone())).collect();
    report.compare("NOD-24", seq, reads, recorded);
    let in_contact = !own.contact.is_empty();
    battle.settle_contact(&rammer);
    if let Some(own) = battle.ships.get_mut(&rammer) {
        own.rammed.push(rammee);
        own.stopped &= !in_contact;
    }
    battle.due.extend(rolls);
    Ok(())
}

/// The outline of a hull's forward part.
fn bow(battle: &Battle, id: &str) -> Vec<Point> {
    let Some((place, hull)) = battle.place(id).zip(battle.hulls.get(id)) else { return Vec::new() };
    let ahead = |at: &Point| at[1];
    let stem = hull.iter().map(ahead).fold(f64::NEG_INFINITY, f64::max);
    let stern = hull.iter().map(ahead).fold(f64::INFINITY, f64::min);
    let from = stem - BOW_SHARE * (stem - stern);
    let mut forward = Vec::new();
    for (a, b) in plane::edges(hull) {
        if a[1] >= from {
            forward.push(a);
        }
        if (a[1] >= from) != (b[1] >= from) {
            let share = (from - a[1]) / (b[1] - a[1]);
            forward.push([a[0] + share * (b[0] - a[0]), from]);
        }
    }
    plane::outline_in(&forward, place)
}

/// Checks a contact without a ram: the ship comes to rest, or the umpire lets it go on.
pub fn settled(battle: &mut Battle, event: &Event, report: &mut Report) -> Result<(), ReadError> {
    let id: String = event.read("/event/ship")?;
    let goes_on: bool = event.read("/event/goes_on")?;
    let changes: Vec<Change> = event.read("/event/changes")?;
    let open = battle.ships.get(&id).is_some_and(|ship| ship.present() && !ship.contact.is_empty());
    report.hold("NOD-AMB-26", event.seq, open, "she touches nobody", &format!("the contact of {id}"));
    let stops = Change { ship: id.clone(), to: Becomes::Stopped };
    let reads = if goes_on { Vec::new() } else { vec![stops] };
    report.compare("NOD-AMB-26", event.seq, &reads, &changes);
    battle.settle_contact(&id);
    if let Some(ship) = battle.ships.get_mut(&id).filter(|_| goes_on) {
        (ship.moved, ship.stopped) = (false, false);
    }
    battle.take_up(&changes);
    battle.begin_way(&id);
    Ok(())
}
