//! Mahan's orders phase (MAH-11 to MAH-20): his orders follow from the rules without a decision (MAH-3).

use crate::core::{Die, RuleId};
use crate::mahan::display::Bearings;
use crate::mahan::orders::{
    MOST_REROLLS, MahanOrder, Mode, Side, Target, assign, behind_each_other, mode, player_reference,
    ram_allowed, sixty_turns,
};
use crate::mahan::play::events::event::Event;
use crate::mahan::play::movement::sailing::{turn_event, turned};
use crate::mahan::play::state::battle::{Course, GroupId, HexPose, Piece, RollUse, Ship, State};
use crate::mahan::play::state::board::{Waters, calling, sees};
use crate::mahan::play::turn::advance::Log;
use geometry::{Facing, ShipId};

/// The die for a draw among several; some faces draw none and are thrown again.
const DRAW: u8 = 20;

/// The index that a D20 draws among `of`, all equally likely; none where it must be thrown again.
pub(in crate::mahan::play) fn draw(face: u8, of: usize) -> Option<usize> {
    let of = u8::try_from(of).ok().filter(|of| *of > 0)?;
    let fair = DRAW - DRAW % of;
    (1..=fair).contains(&face).then(|| usize::from((face - 1) % of))
}

/// The highest speed that a formation may take now (MAH-14): within the Engine Capacity of each of its ships,
/// counted from the speed at the start of the turn or from the present one (MAH-AMB-8).
pub(in crate::mahan::play) fn highest_speed(state: &State, id: &GroupId) -> u8 {
    let Some(group) = state.groups.get(id) else { return 0 };
    let from = match group.side {
        Side::Mahan if !state.options.ec_per_phase => group.start_speed,
        Side::Mahan | Side::Player => group.speed,
    };
    let most = |(id, ship, _): (&ShipId, &Ship, HexPose)| {
        from.saturating_add(ship.card.engine).min(state.top_speed(id))
    };
    state.members(id).into_iter().map(most).min().unwrap_or(0)
}

/// Gives a formation its orders, or makes their dice due.
pub(in crate::mahan::play) fn orders_for(log: &mut Log<'_>, id: &GroupId) {
    let state = &log.state;
    let Some(group) = state.groups.get(id) else { return };
    let unfinished = group.mahan_order.turns() > 1 && group.turns_done < group.mahan_order.turns();
    if state.options.about_carries_over && unfinished && group.course == Course::Ordered && !group.retreats {
        return log.push(Event::AboutKept { group: id.clone() });
    }
    if group.retreats {
        return ordered(log, id, Course::Retreat, None, "MAH-13");
    }
    if let Some((course, target)) = attack(log, id) {
        let rule = if matches!(course, Course::Spar { .. }) { "MAH-34" } else { "MAH-32" };
        return ordered(log, id, course, Some(target), rule);
    }
    let visible = enemies(state, id, true);
    let nearest = visible.iter().map(|target| target.distance as u32).min();
    match mode(log.tables, nearest, false) {
        Mode::Bmd => {
            if let Some(player) = player_reference(&visible) {
                reference(log, id, player);
            }
        }
        Mode::ApproachNearest | Mode::Retreat => {
            let Some(target) = player_reference(&enemies(state, id, false)) else {
                return ordered(log, id, Course::Ordered, None, "MAH-12");
            };
            let course = Course::Approach { target: target.clone() };
            ordered(log, id, course, Some(target), "MAH-12");
        }
    }
}

/// The Player's ships by their distance from a formation.
fn enemies(state: &State, id: &GroupId, visible: bool) -> Vec<Target<ShipId>> {
    let own = state.members(id);
    let of = |(ship, enemy, at): (&ShipId, &Ship, HexPose)| {
        let seen = |from: &&HexPose| !visible || sees(state, from.hex, at.hex);
        let places: Vec<HexPose> = own.iter().map(|(_, _, place)| *place).collect();
        let hexes = places.iter().filter(seen).map(|from| from.hex.distance(at.hex)).min()?;
        Some(Target { ship: ship.clone(), distance: f64::from(hexes), value: enemy.card.value })
    };
    state.placed(Side::Player).filter_map(of).collect()
}

/// The target that a ship sailing alone attacks with its ram or spar torpedo (MAH-32, MAH-34); formations
/// stay together (house).
fn attack(log: &Log<'_>, id: &GroupId) -> Option<(Course, ShipId)> {
    let state = &log.state;
    let members = state.members(id);
    let [(_, own, _)] = members.as_slice() else { return None };
    let may = |target: &Target<ShipId>| {
        own.has_spar() || ram_allowed(log.tables, own.card.ram_bow, calling(state, &target.ship))
    };
    let eligible: Vec<Target<ShipId>> = enemies(state, id, true).into_iter().filter(may).collect();
    let target = player_reference(&eligible)?;
    let course = if own.has_spar() {
        Course::Spar { target: target.clone(), turns: 0 }
    } else {
        Course::Ram { target: target.clone() }
    };
    Some((course, target))
}

/// Orders without dice: the highest speed, and a course.
fn ordered(log: &mut Log<'_>, id: &GroupId, course: Course, player: Option<ShipId>, rule: &'static str) {
    let speed = highest_speed(&log.state, id);
    log.push(Event::MahanOrdered {
        group: id.clone(),
        order: MahanOrder::Ahead,
        course,
        places: Vec::new(),
        track: None,
        speed,
        cost: 0,
        player,
        rerolls: 0,
        rule: RuleId::of(rule),
    });
}

/// Picks the Mahan reference ship: the formation's nearest, by lot among equally near ones (MAH-14).
fn reference(log: &mut Log<'_>, id: &GroupId, player: ShipId) {
    let state = &log.state;
    let Some(at) = state.ships.get(&player).and_then(|ship| ship.place) else { return };
    let members = state.members(id);
    let distance = |place: &HexPose| place.hex.distance(at.hex);
    let nearest = members.iter().map(|(_, _, place)| distance(place)).min();
    let tied: Vec<ShipId> = members
        .iter()
        .filter(|(_, _, place)| Some(distance(place)) == nearest)
        .map(|(ship, _, _)| (*ship).clone())
        .collect();
    match tied.as_slice() {
        [mahan] => look_up(log, id, player, mahan.clone()),
        _ => {
            let label = format!("Which of {} is the reference ship?", log.state.group_name(id));
            log.roll(Die::D20, label, "MAH-14", RollUse::Reference { group: id.clone(), player, tied });
        }
    }
}

/// Range and bearing between two ships.
fn bearings(from: HexPose, to: HexPose) -> Bearings {
    Bearings { distance: from.hex.distance(to.hex), bearing_deg: from.bearing_deg(to.hex) }
}

/// Both reference ships are known: makes the die due for the display, or for the direction of an About
/// (MAH-19).
fn look_up(log: &mut Log<'_>, id: &GroupId, player: ShipId, mahan: ShipId) {
    let place = |ship: &ShipId| log.state.ships.get(ship).and_then(|ship| ship.place);
    let (Some(theirs), Some(own)) = (place(&player), place(&mahan)) else { return };
    let opposite = own.facing == theirs.facing.opposite();
    let name = log.state.group_name(id).to_owned();
    if behind_each_other(bearings(theirs, own), bearings(own, theirs), opposite) {
        let label = format!("{name} goes About: to port, or to starboard?");
        log.roll(Die::D10, label, "MAH-19", RollUse::About { group: id.clone(), player, mahan });
    } else {
        display(log, id, (player, mahan), 0);
    }
}

fn display(log: &mut Log<'_>, id: &GroupId, (player, mahan): (ShipId, ShipId), rerolls: usize) {
    let label = format!("Battle Movement Display: {}", log.state.group_name(id));
    let decides = RollUse::Display { group: id.clone(), player, mahan, rerolls };
    log.roll(Die::D10, label, "MAH-14", decides);
}

/// Reads one of Mahan's dice.
pub(in crate::mahan::play) fn read(log: &mut Log<'_>, decides: &RollUse, face: u8) {
    match decides {
        RollUse::Reference { group, player, tied } => match draw(face, tied.len()) {
            Some(at) => {
                if let Some(mahan) = tied.get(at) {
                    look_up(log, group, player.clone(), mahan.clone());
                }
            }
            None => {
                let label = format!("Which of {} is the reference ship?", log.state.group_name(group));
                log.roll(Die::D20, label, "MAH-14", decides.clone());
            }
        },
        RollUse::About { group, player, .. } => {
            let port = face <= log.tables.about_port_at();
            let order = if port { MahanOrder::AboutPort } else { MahanOrder::AboutStarboard };
            let speed = highest_speed(&log.state, group);
            log.push(Event::MahanOrdered {
                group: group.clone(),
                order,
                course: Course::Ordered,
                places: Vec::new(),
                track: None,
                speed,
                cost: 0,
                player: Some(player.clone()),
                rerolls: 0,
                rule: RuleId::of("MAH-19"),
            });
        }
        RollUse::Display { group, player, mahan, rerolls } => {
            by_display(log, group, (player, mahan), *rerolls, face);
        }
        RollUse::Sixty { group } => {
            let rounds = log.rounds_of_orders();
            let hexsides = log.state.groups.get(group).map_or(0, |group| group.mahan_order.turn());
            if sixty_turns(log.tables, rounds, Some(face)) == Some(true) {
                log.push(turn_event(&log.state, group, hexsides, "MAH-21"));
            }
        }
    }
}

/// Heading and order by the display (MAH-14 to MAH-18, MAH-23).
fn by_display(
    log: &mut Log<'_>,
    id: &GroupId,
    (player, mahan): (&ShipId, &ShipId),
    rerolls: usize,
    face: u8,
) {
    let state = &log.state;
    let place = |ship: &ShipId| state.ships.get(ship).and_then(|ship| ship.place);
    let lead = state.members(id).first().map(|(_, _, place)| *place);
    let (Some(theirs), Some(own), Some(lead)) = (place(player), place(mahan), lead) else { return };
    let sector = log.tables.display().sector(bearings(theirs, own));
    let Some((hexsides, order)) = sector.and_then(|sector| sector.read(face)) else { return };
    let heading = theirs.facing.turned(i32::from(hexsides)).number();
    let speed = highest_speed(state, id);
    let stays =
        |heading: u8, order, slowed| stays_on_map(log, id, Facing::new(i32::from(heading)), (order, slowed));
    let reading = (heading, order);
    let assigned = assign(log.tables, (speed, lead.facing.number()), [reading], stays);
    if assigned.rerolls == MOST_REROLLS && rerolls < MOST_REROLLS {
        let astern = lead.facing.hexsides_to(Facing::new(i32::from(heading))) == 3;
        let rule = RuleId::of(if astern { "MAH-15" } else { "MAH-16" });
        log.push(Event::Rerolled { group: id.clone(), face, rule });
        return display(log, id, (player.clone(), mahan.clone()), rerolls + 1);
    }
    // After twenty rerolls the ship goes Ahead on its present heading (MAH-AMB-11).
    let rule = RuleId::of(if assigned.rerolls == MOST_REROLLS { "MAH-AMB-11" } else { "MAH-14" });
    let facing = Facing::new(i32::from(assigned.heading));
    let (places, track) = turned(state, id, |_| facing);
    let at_once = places.into_iter().filter(|(ship, to)| place(ship) != Some(*to)).collect::<Vec<_>>();
    log.push(Event::MahanOrdered {
        group: id.clone(),
        order: assigned.order,
        course: Course::Ordered,
        track: track.filter(|_| !at_once.is_empty()),
        places: at_once,
        speed: assigned.speed,
        cost: speed.saturating_sub(assigned.speed),
        player: Some(player.clone()),
        rerolls,
        rule,
    });
}

/// Tells whether the whole formation would stay on the map for the four rounds (MAH-16), in whichever round
/// it turns (MAH-21), and off the shore where the option demands it (house).
fn stays_on_map(log: &Log<'_>, id: &GroupId, heading: Facing, (order, speed): (MahanOrder, u8)) -> bool {
    let state = &log.state;
    let Some(board) = state.grid.map(|grid| grid.board) else { return false };
    let schedule = log.tables.schedule(speed);
    let rounds: Vec<u8> = schedule.iter().skip(usize::from(state.round)).take(4).copied().collect();
    let wet = |hex: geometry::Hex| {
        let dry = |piece: &Piece| piece.hex == hex;
        board.holds(hex) && !(state.options.reroll_ashore && state.terrain.iter().any(dry))
    };
    let sails = |from: HexPose, turns_after: usize| {
        let (mut here, mut facing, mut turns) = (from.hex, heading, 0);
        rounds.iter().enumerate().all(|(at, hexes)| {
            let stays = (0..*hexes).all(|_| {
                here = here.moved(facing, 1);
                wet(here)
            });
            let now = match order.turns() {
                0 => false,
                1 => at == turns_after,
                most => *hexes > 0 && turns < most,
            };
            if now {
                turns += 1;
                facing = facing.turned(order.turn());
            }
            stays
        })
    };
    let whenever = if order.turns() == 1 { 0..4 } else { 0..1 };
    let members = state.members(id);
    whenever.into_iter().all(|after| members.iter().all(|(_, _, place)| sails(*place, after)))
}

/// Tells whether a ship may be at this place of the board.
pub(in crate::mahan::play) fn may_stand(
    state: &State,
    tables: &crate::mahan::Tables,
    ship: &ShipId,
    place: HexPose,
) -> bool {
    Waters::of(tables, state).is_some_and(|waters| waters.free(place.hex, ship))
}
