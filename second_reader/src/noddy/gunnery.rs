//! Fire: permission, guns, range, and every modifier of each gun (NOD-12 to NOD-17, NOD-21).

use crate::noddy::battle::{Battle, face};
use crate::noddy::kept::{Asked, Decides, Due, Fire, Measured, MusketFire, Side, Step};
use crate::noddy::sheet::{self, Band};
use crate::noddy::ship::{Armour, Gun, GunState};
use crate::plane::{self, Point};
use crate::record::{Event, ReadError};
use crate::report::Report;
use std::collections::BTreeMap;

/// A firing ship or battery.
struct Firer<'a> {
    guns: &'a [Gun],
    states: &'a BTreeMap<String, GunState>,
    fired_in: Option<Step>,
    last_target: Option<&'a str>,
    ashore: Option<f64>,
}

/// Checks a fire.
pub fn fire(battle: &mut Battle, event: &Event, report: &mut Report) -> Result<(), ReadError> {
    let fire: Fire = event.read("/event/fire")?;
    let rolls: Vec<Due> = event.read("/event/rolls")?;
    who_may(battle, event, report, &fire);
    line(battle, event, report, &fire);
    aspect(battle, event, report, &fire);
    guns(battle, event, report, &fire);
    let reads: Vec<(String, Decides)> = fire
        .guns
        .iter()
        .map(|shot| {
            let decides = Decides::ToHit {
                firer: fire.firer.clone(),
                gun: shot.gun.clone(),
                plus: shot.value + shot.modifier,
                needs: fire.armour,
                struck: fire.struck,
            };
            (fire.target.clone(), decides)
        })
        .collect();
    let recorded: Vec<(String, Decides)> =
        rolls.iter().map(|due| (due.ship.clone(), due.decides.clone())).collect();
    report.compare("NOD-17", event.seq, reads, recorded);
    battle.due.extend(rolls);
    let (turn, step) = (battle.turn, battle.step);
    let shot = |states: &mut BTreeMap<String, GunState>| {
        for shot in &fire.guns {
            let gun = states.entry(shot.gun.clone()).or_default();
            (gun.fired, gun.target) = (Some(turn), Some(fire.target.clone()));
        }
    };
    if let Some(ship) = battle.ships.get_mut(&fire.firer) {
        shot(&mut ship.guns);
        (ship.fired_in, ship.last_target) = (Some(step), Some(fire.target.clone()));
    }
    if let Some(battery) = battle.batteries.get_mut(&fire.firer) {
        shot(&mut battery.guns);
        (battery.fired_in, battery.last_target) = (Some(step), Some(fire.target.clone()));
    }
    Ok(())
}

fn firer<'a>(battle: &'a Battle, id: &str) -> Option<Firer<'a>> {
    let ship = battle.ships.get(id).map(|ship| Firer {
        guns: &ship.card.guns,
        states: &ship.guns,
        fired_in: ship.fired_in,
        last_target: ship.last_target.as_deref(),
        ashore: None,
    });
    ship.or_else(|| {
        battle.batteries.get(id).map(|battery| Firer {
            guns: &battery.card.guns,
            states: &battery.guns,
            fired_in: battery.fired_in,
            last_target: battery.last_target.as_deref(),
            ashore: Some(battery.card.facing_deg),
        })
    })
}

/// "Any vessel not turning may fire … any vessel not previously fired that turn may fire" (NOD-7, NOD-8, NOD-AMB-18).
fn who_may(battle: &Battle, event: &Event, report: &mut Report, fire: &Fire) {
    let seq = event.seq;
    report.hold("NOD-7", seq, battle.step.is_fire(), "nobody fires now", &format!("{:?}", battle.step));
    let fired_in = firer(battle, &fire.firer).and_then(|firer| firer.fired_in);
    let holds = fired_in.is_none_or(|step| step == battle.step);
    report.hold("NOD-AMB-18", seq, holds, "a vessel fires in one step of a move", &format!("{fired_in:?}"));
    let enemies = battle.side(&fire.firer) != battle.side(&fire.target);
    report.hold(
        "NOD-11",
        seq,
        enemies,
        "she fires at enemies",
        &format!("{} at {}", fire.firer, fire.target),
    );
    if let Some(ship) = battle.ships.get(&fire.firer) {
        report.hold("NOD-17", seq, ship.fights(), "nobody serves her guns", &fire.firer);
        // Turns are over by then: a ship that could not make its turn does not count as turning.
        let holds = battle.step != Step::FirstFire || !ship.turned;
        report.hold("NOD-8", seq, holds, "who turns fires in step 6", &fire.firer);
    }
    let there = battle.ships.get(&fire.target).is_some_and(|ship| ship.present())
        || battle.batteries.get(&fire.target).is_some_and(|battery| battery.stands());
    report.hold("NOD-17", seq, there, "there is no such target", &fire.target);
}

/// Checks the range, and that the line of fire is clear (NOD-11).
fn line(battle: &Battle, event: &Event, report: &mut Report, fire: &Fire) {
    let Some((from, to)) = battle.place(&fire.firer).zip(battle.place(&fire.target)) else { return };
    let (from, to) = (plane::point(from), plane::point(to));
    range(event, report, plane::distance_in(from, to), fire.range_in);
    let edge = sheet::BAND_EDGES_IN.iter().any(|edge| fire.range_in.sigma > 0.0 && fire.range_in.near(*edge));
    if !edge {
        report.compare("NOD-14", event.seq, sheet::band(fire.range_in.value), fire.band);
    }
    let ends = [fire.firer.as_str(), fire.target.as_str()];
    let ships = battle.others(&ends);
    let land = battle.terrain.iter().filter(|piece| piece.blocks_sight);
    let land = land.map(|piece| (piece.id.clone(), piece.outline_in()));
    // A gun on a bank fires from it.
    let land = land.filter(|(_, outline)| !plane::within(from, outline) && !plane::within(to, outline));
    let grazed_in = if fire.range_in.sigma > 0.0 { 0.25 } else { 0.01 };
    for (other, outline) in ships.into_iter().chain(land) {
        let blocked = plane::line_meets(from, to, &outline) && cut_in(from, to, &outline) > grazed_in;
        let reads = format!("{other} stands between");
        report.hold("NOD-11", event.seq, !blocked, &reads, &format!("{} at {}", fire.firer, fire.target));
    }
}

fn range(event: &Event, report: &mut Report, reads_in: f64, recorded: Measured) {
    let unsure_in = 0.006 + if recorded.sigma > 0.0 { 4.0 * recorded.sigma + 0.15 } else { 0.0 };
    let holds = (reads_in - recorded.value).abs() <= unsure_in;
    report.hold("NOD-14", event.seq, holds, &format!("{reads_in} in"), &format!("{recorded:?}"));
}

/// The shift by which a line would miss an outline that it cuts, inches.
fn cut_in(from: Point, to: Point, outline: &[Point]) -> f64 {
    let length_in = plane::distance_in(from, to).max(f64::MIN_POSITIVE);
    let (east, north) = ((to[0] - from[0]) / length_in, (to[1] - from[1]) / length_in);
    let off = |at: &Point| (at[0] - from[0]) * north - (at[1] - from[1]) * east;
    let right = outline.iter().map(off).fold(f64::NEG_INFINITY, f64::max);
    let left = outline.iter().map(off).fold(f64::INFINITY, f64::min);
    right.min(-left)
}

/// Checks the face of the target that is struck, and its class (NOD-16, NOD-AMB-23, NOD-AMB-25).
fn aspect(battle: &Battle, event: &Event, report: &mut Report, fire: &Fire) {
    if let Some(battery) = battle.batteries.get(&fire.target) {
        report.compare("NOD-16", event.seq, (battery.card.armour, None), (fire.armour, fire.struck));
    }
    let Some(ship) = battle.ships.get(&fire.target) else { return };
    struck(battle, event, report, (&fire.firer, &fire.target), (fire.struck, &ship.card.armour));
    let recorded = Asked::bearing_deg(&fire.asked, &fire.target, &fire.firer);
    if let Some((reads, recorded)) = seen_deg(battle, &fire.firer, &fire.target).zip(recorded) {
        let rounded_deg = rounded_deg(fire.range_in.value);
        let holds = plane::apart_deg(reads, recorded.value) <= rounded_deg + 5.0 * recorded.sigma;
        report.hold("NOD-AMB-9", event.seq, holds, &format!("{reads} degrees"), &format!("{recorded:?}"));
    }
    report.compare("NOD-16", event.seq, ship.card.armour.facing(fire.struck), fire.armour);
}

/// A place this close to an outline, rounded to 0.001 in, may be on it.
const ON_OUTLINE_IN: f64 = 0.005;

/// The effect of rounding places to 0.001 in on a bearing at this distance, degrees.
fn rounded_deg(range_in: f64) -> f64 {
    0.012 + (0.002 / range_in.max(0.01)).to_degrees()
}

/// The bearing of a firer from its target's bow, degrees; none while both are in one place.
fn seen_deg(battle: &Battle, firer: &str, target: &str) -> Option<f64> {
    let (from, to) = battle.place(firer).zip(battle.place(target))?;
    let bearing_deg = plane::bearing_deg(plane::point(to), plane::point(from));
    Some((bearing_deg - to.heading_deg).rem_euclid(360.0))
}

fn struck(
    battle: &Battle,
    event: &Event,
    report: &mut Report,
    (firer, target): (&str, &str),
    (recorded, armour): (Option<Side>, &Armour),
) {
    let Some(seen_deg) = seen_deg(battle, firer, target) else { return };
    let apart_in = battle.place(firer).zip(battle.place(target));
    let apart_in = apart_in.map_or(0.0, |(a, b)| plane::distance_in(plane::point(a), plane::point(b)));
    let rounded_deg = rounded_deg(apart_in);
    let corner = [45.0, 135.0, 225.0, 315.0].iter().any(|corner| (seen_deg - corner).abs() < rounded_deg);
    let differs = [armour.bow, armour.side, armour.stern].iter().flatten().any(|it| *it != armour.hull);
    let settled = differs && event.at("/event/fire/settled/0").is_some();
    if !(corner || settled) {
        report.compare("NOD-AMB-23", event.seq, Some(face(seen_deg)), recorded);
    }
}

/// Checks the guns that fire (NOD-13 to NOD-15), each with its sum (NOD-17).
fn guns(battle: &Battle, event: &Event, report: &mut Report, fire: &Fire) {
    let Some(firer) = firer(battle, &fire.firer) else { return };
    let seq = event.seq;
    let all = event.text("/decision/guns/guns") == Some("all_that_bear");
    let settled = event.at("/event/fire/settled/0").is_some();
    let mut alone: Vec<Side> = Vec::new();
    for gun in firer.guns {
        let recorded = fire.guns.iter().find(|shot| shot.gun == gun.id);
        if recorded.is_none() && !all {
            continue;
        }
        let ready = ready(battle, &firer, &fire.firer, gun) && gun.class.reaches(fire.band);
        let arc = bears(battle, fire, &firer, gun);
        let mut fires = arc.map(|bears| ready && bears);
        if !ready {
            fires = Some(false);
        }
        if gun.one_at_a_time && recorded.is_some() {
            let first = !alone.contains(&gun.place);
            report.hold("NOD-33", seq, first, "one gun of the turret at a time", &gun.id);
            alone.push(gun.place);
        }
        let waits = gun.one_at_a_time && recorded.is_none() && alone.contains(&gun.place);
        if let Some(fires) = fires.filter(|_| !waits && !settled) {
            report.compare("NOD-15", seq, (&gun.id, fires), (&gun.id, recorded.is_some()));
        }
        if let Some(recorded) = recorded {
            report.compare("NOD-12", seq, (&gun.id, gun.class), (&gun.id, recorded.class));
            report.compare("NOD-13", seq, gun.class.value(), recorded.value);
            if let Some(reads) = modifier(battle, fire, &firer, gun, settled) {
                report.compare("NOD-17", seq, (&gun.id, reads), (&gun.id, recorded.modifier));
            }
        }
    }
    let known = fire.guns.iter().all(|shot| firer.guns.iter().any(|gun| gun.id == shot.gun));
    let some = known && !fire.guns.is_empty();
    report.hold("NOD-32", seq, some, "guns of her card", &format!("{:?}", fire.guns));
}

/// Tells whether a gun is intact, not shut, and has not fired too recently (NOD-13, NOD-AMB-19).
fn ready(battle: &Battle, firer: &Firer<'_>, id: &str, gun: &Gun) -> bool {
    let serves = match battle.ships.get(id) {
        Some(ship) => ship.serves(gun, battle.turn),
        None => !firer.states.get(&gun.id).is_some_and(|state| state.lost),
    };
    let fired = firer.states.get(&gun.id).and_then(|state| state.fired);
    serves && fired.is_none_or(|fired| battle.turn >= fired + gun.class.every_moves())
}

/// "10 degrees only. Turreted vessels may fire in any direction" (NOD-15, NOD-AMB-2). None where the edge of
/// the arc is within rounding.
fn bears(battle: &Battle, fire: &Fire, firer: &Firer<'_>, gun: &Gun) -> Option<bool> {
    let middle_deg = match gun.place {
        Side::Turret => return Some(true),
        Side::Bow => 0.0,
        Side::Starboard => 90.0,
        Side::Stern => 180.0,
        Side::Port => 270.0,
    };
    let (middle_deg, half_deg) = match firer.ashore {
        Some(facing_deg) => (facing_deg, battle.options.shore_arc_half_deg),
        None => (middle_deg, battle.options.arc_half_angle_deg),
    };
    let from = battle.place(&fire.firer)?;
    let at = plane::point(from);
    let off_deg = |to: Point| {
        let off = (plane::bearing_deg(at, to) - from.heading_deg - middle_deg).rem_euclid(360.0);
        if off > 180.0 { off - 360.0 } else { off }
    };
    let outline = match battle.options.arc_target.as_str() {
        "stack" => vec![plane::point(battle.place(&fire.target)?)],
        _ => battle.hull(&fire.target)?,
    };
    // From the outline itself, or from inside it, rounding can reverse the bearing of its corners.
    let off_in = plane::nearest_on(at, &outline).map_or(0.0, |nearest| plane::distance_in(at, nearest));
    if off_in < ON_OUTLINE_IN || plane::within(at, &outline) {
        return None;
    }
    // Relative to the target's centre, so that a target astern of the arc does not seem a whole circle wide.
    let stack_deg = off_deg(plane::point(battle.place(&fire.target)?));
    let corners = outline.iter().map(|corner| {
        let off = (off_deg(*corner) - stack_deg).rem_euclid(360.0);
        stack_deg + if off > 180.0 { off - 360.0 } else { off }
    });
    let corners: Vec<f64> = corners.collect();
    let low = corners.iter().copied().fold(stack_deg, f64::min);
    let high = corners.iter().copied().fold(stack_deg, f64::max);
    let unsure_deg = rounded_deg(off_in) + if fire.range_in.sigma > 0.0 { 5.0 } else { 0.0 };
    // Bearings repeat after a whole circle.
    let shifts = [-360.0, 0.0, 360.0];
    let meets = |half_deg: f64| shifts.iter().any(|by| low + by <= half_deg && high + by >= -half_deg);
    let (narrow, wide) = (meets(half_deg - unsure_deg), meets(half_deg + unsure_deg));
    (narrow == wide).then_some(narrow)
}

/// "Plus or minus the following" (NOD-17). None where the players had to settle whether the target is end on.
fn modifier(battle: &Battle, fire: &Fire, firer: &Firer<'_>, gun: &Gun, settled: bool) -> Option<i32> {
    let still = battle.options.drifting_is_stationary;
    let stationary = |id: &str| battle.ships.get(id).is_some_and(|ship| ship.stationary(battle.turn, still));
    let once = i32::from;
    let mut sum = once(gun.rifled) + once(stationary(&fire.target)) + once(stationary(&fire.firer));
    sum += match fire.band {
        Band::PointBlank => 1,
        Band::Long => -1,
        Band::Effective | Band::Out => 0,
    };
    if let Some(ship) = battle.ships.get(&fire.firer) {
        let (burns, steam) = (once(ship.burning.is_some()), once(ship.steam));
        sum -= if battle.options.fire_steam_stack { burns + steam } else { burns.max(steam) };
        let cumulate = battle.options.stack_hits_cumulate == "speed_and_fire";
        sum -= if cumulate { ship.stack_hits } else { ship.stack_hits.min(1) };
    }
    sum -= once(firer.ashore.is_some());
    let before = match battle.options.change_target_scope.as_str() {
        "vessel" => firer.last_target,
        _ => firer.states.get(&gun.id).and_then(|state| state.target.as_deref()),
    };
    sum -= once(before.is_some_and(|before| before != fire.target));
    if battle.ships.contains_key(&fire.target) {
        let seen_deg = Asked::bearing_deg(&fire.asked, &fire.target, &fire.firer)
            .map_or_else(|| seen_deg(battle, &fire.firer, &fire.target), |seen| Some(seen.value))?;
        let off_deg = plane::apart_deg(seen_deg, 0.0).min(plane::apart_deg(seen_deg, 180.0));
        if settled || (off_deg - battle.options.end_on_half_deg).abs() < 1e-9 {
            return None;
        }
        sum -= once(off_deg < battle.options.end_on_half_deg);
    }
    Some(sum)
}

/// "A regiment firing from the bank" (NOD-21).
pub fn musketry(battle: &mut Battle, event: &Event, report: &mut Report) -> Result<(), ReadError> {
    let fire: MusketFire = event.read("/event/fire")?;
    let rolls: Vec<Due> = event.read("/event/rolls")?;
    let seq = event.seq;
    report.hold("NOD-7", seq, battle.step.is_fire(), "nobody fires now", &format!("{:?}", battle.step));
    let fired = battle.regiments.get(&fire.regiment).is_none_or(|(_, fired)| *fired);
    report.hold("NOD-21", seq, !fired, "a regiment fires once in a move", &fire.regiment);
    let enemies = battle.side(&fire.regiment) != battle.side(&fire.target);
    report.hold("NOD-11", seq, enemies, "it fires at enemies", &fire.target);
    if let Some((from, to)) = battle.place(&fire.regiment).zip(battle.place(&fire.target)) {
        range(event, report, plane::distance_in(plane::point(from), plane::point(to)), fire.range_in);
    }
    let near = fire.range_in.value <= battle.options.musket_range_in || fire.range_in.sigma > 0.0;
    report.hold("NOD-21", seq, near, "muskets reach less far", &format!("{:?}", fire.range_in));
    if let Some(ship) = battle.ships.get(&fire.target) {
        let armour = ship.card.armour;
        struck(battle, event, report, (&fire.regiment, &fire.target), (fire.struck, &armour));
    }
    let decides = Decides::Musketry { regiment: fire.regiment.clone(), struck: fire.struck };
    let recorded: Vec<(&String, &Decides)> = rolls.iter().map(|due| (&due.ship, &due.decides)).collect();
    report.compare("NOD-21", seq, vec![(&fire.target, &decides)], recorded);
    if let Some((_, fired)) = battle.regiments.get_mut(&fire.regiment) {
        *fired = true;
    }
    battle.due.extend(rolls);
    Ok(())
}
