//! Folding events into the state: events carry outcomes, and no table is looked up.

use crate::core::{Book, RollId};
use crate::gunboat::Gunboat;
use crate::mahan::orders::Side;
use crate::mahan::play::events::decision::UmpireOrder;
use crate::mahan::play::events::event::{Event, Passage};
use crate::mahan::play::state::battle::{Course, End, Fate, Group, GroupId, HexPose, Phase, Ship, State};
use geometry::ShipId;
use std::collections::{BTreeMap, BTreeSet};

/// Folds an event into the state.
pub(in crate::mahan::play) fn apply(mut state: State, event: &Event) -> State {
    match event {
        Event::Opened { .. } => open(&mut state, event),
        Event::SetOut { .. } | Event::Rerolled { .. } => {}
        Event::TurnBegan { turn, cup } => {
            (state.turn, state.round, state.cup) = (*turn, 0, Some(*cup));
            for group in state.groups.values_mut() {
                group.start_speed = group.speed;
            }
        }
        Event::PhaseBegan { round, phase } => {
            (state.round, state.phase) = (*round, *phase);
            state.groups.values_mut().for_each(|group| group.done = false);
            if *phase == Phase::MahanMove {
                state.drawn.clear();
            }
        }
        Event::PlayerOrdered { orders } => {
            for order in orders {
                let Some(group) = state.groups.get_mut(&order.group) else { continue };
                group.speed = order.speed;
                group.player_order = Some(order.order);
                group.turns_left = order.order.turns();
                group.done = true;
            }
        }
        Event::DiceDue { rolls } => {
            let last = rolls.iter().map(|roll| roll.request.id.0.saturating_add(1)).max();
            state.next_roll = last.unwrap_or(0).max(state.next_roll);
            state.rolls.extend(rolls.iter().cloned());
        }
        Event::DiceThrown { thrown } => {
            let ids: Vec<RollId> = thrown.iter().map(|roll| roll.request.id).collect();
            state.rolls.retain(|roll| !ids.contains(&roll.request.id));
        }
        Event::MahanOrdered { group, order, course, places, track, speed, .. } => {
            turn(&mut state, group, places, *track);
            if let Some(group) = state.groups.get_mut(group) {
                (group.mahan_order, group.turns_done) = (*order, 0);
                (group.course, group.speed, group.done) = (course.clone(), *speed, true);
            }
        }
        Event::AboutKept { group } => state.groups.change(group, |group| group.done = true),
        Event::Moved { group, passages, .. } => {
            passages.iter().for_each(|passage| pass(&mut state, group, passage));
            state.groups.change(group, |group| group.done = true);
        }
        Event::Turned { group, places, track, hexsides, .. } => {
            turn(&mut state, group, places, *track);
            if let Some(group) = state.groups.get_mut(group) {
                group.turns_done = group.turns_done.saturating_add(1);
                let made = hexsides.unsigned_abs() as usize;
                group.turns_left.drain(..made.min(group.turns_left.len()));
            }
        }
        Event::CourseSet { group, course, .. } => {
            state.groups.change(group, |group| group.course = course.clone());
        }
        Event::ChitsDrawn { drawn, cup, thrown } => {
            state.drawn = drawn.clone();
            state.cup = Some(*cup);
            state.next_roll = state.next_roll.saturating_add(thrown.len() as u32);
        }
        Event::FireBegan { firing } => {
            state.firing = *firing;
            state.fired_turn = state.turn;
        }
        Event::GunsReady => state.firing.ready = true,
        Event::Gunnery { event } => state.guns = Gunboat::apply(std::mem::take(&mut state.guns), event),
        Event::MahanFired { shots } => {
            for shot in shots {
                if let (Some(ship), Some(turn)) = (state.ships.get_mut(&shot.ship), shot.loads_until) {
                    ship.loading.insert(shot.gun.clone(), turn);
                }
            }
        }
        Event::FireDone { side } => match side {
            Side::Player => state.firing.player = false,
            Side::Mahan => state.firing.mahan = false,
        },
        Event::Entered { changes, .. } => {
            for change in changes {
                state.ships.change(&change.ship, |ship| change.to.set(ship));
            }
        }
        Event::Slowed { group, speed } => state.groups.change(group, |group| group.speed = *speed),
        Event::Detached { ship, group, speed } => detach(&mut state, ship, group, *speed),
        Event::Lost { ship, fate, .. } => state.ships.change(ship, |ship| ship.fate = Some(*fate)),
        Event::Ended { outcome } => state.outcome = Some(outcome.clone()),
        Event::GridRegistered { grid, .. } => state.grid = Some(*grid),
        Event::OptionSet { options, .. } => state.options = options.clone(),
        Event::UmpireOrdered { order, .. } => match order {
            UmpireOrder::Put { ship, place } => {
                if let Some(ship) = state.ships.get_mut(ship) {
                    (ship.place, ship.turned_here) = (Some(*place), false);
                    ship.track.clear();
                }
            }
            UmpireOrder::Retreat { group, retreats } => {
                state.groups.change(group, |group| group.retreats = *retreats);
            }
            UmpireOrder::End { .. } => {}
        },
    }
    state
}

fn open(state: &mut State, event: &Event) {
    let Event::Opened { ships, formations, sides, mahan_edge, terrain, grid, options, .. } = event else {
        return;
    };
    state.phase = Phase::SetOut;
    state.sides = Some(sides.clone());
    state.mahan_edge = Some(*mahan_edge);
    state.terrain = terrain.clone().into();
    state.grid = Some(*grid);
    state.options = options.clone();
    let mut groups: BTreeMap<GroupId, Group> = BTreeMap::new();
    for entry in ships {
        let id = &entry.card.id;
        let formation = formations.iter().find(|formation| formation.ships.contains(id));
        let group = formation.map_or_else(|| GroupId(id.to_string()), |formation| formation.id.clone());
        let members = formation.map_or_else(|| vec![id.clone()], |formation| formation.ships.clone());
        groups.entry(group.clone()).or_insert_with(|| Group::new(entry.side, members, 0));
        let ship = Ship {
            card: entry.card.clone().into(),
            side: entry.side,
            group,
            place: Some(entry.place),
            turned_here: false,
            track: Vec::new(),
            speed_lost: 0,
            hull: entry.card.hull.clone(),
            guns_lost: BTreeSet::new(),
            loading: BTreeMap::new(),
            anchored: false,
            fouled: false,
            spar_spent: false,
            fate: None,
        };
        state.ships.insert(id.clone(), ship);
    }
    state.groups = groups.into();
}

/// Turns ships: those that turn at once face anew; the others turn where the first one did (MAH-36).
fn turn(state: &mut State, group: &GroupId, places: &[(ShipId, HexPose)], track: Option<HexPose>) {
    for (id, place) in places {
        if let Some(ship) = state.ships.get_mut(id) {
            let turned = ship.place.is_some_and(|was| was.facing != place.facing);
            ship.turned_here |= turned;
            ship.place = Some(*place);
            if track.is_none() {
                ship.track.clear();
            }
        }
    }
    let Some(track) = track else { return };
    let followers = state.groups.get(group).map(|group| group.ships.clone()).unwrap_or_default();
    for id in followers.iter().filter(|id| !places.iter().any(|(turned, _)| turned == *id)) {
        state.ships.change(id, |ship| ship.track.push(track));
    }
}

fn pass(state: &mut State, group: &GroupId, passage: &Passage) {
    if let Some(ship) = state.ships.get_mut(&passage.ship) {
        let to = passage.to();
        // A turn before the move belongs to the hex that was left; a turn on the way belongs to the hex
        // reached.
        ship.turned_here = if passage.moved() { passage.followed > 0 } else { ship.turned_here };
        ship.place = Some(to);
        ship.track.drain(..passage.followed.min(ship.track.len()));
        match passage.end {
            End::Left => ship.fate = Some(Fate::Left),
            End::Struck { .. } => ship.spar_spent = true,
            _ => {}
        }
    }
    if let Some(group) = state.groups.get_mut(group) {
        // A ram stops the rammer (house).
        if matches!(passage.end, End::Rammed { .. } | End::Struck { .. }) {
            group.speed = 0;
            group.course = Course::Ordered;
        }
    }
}

fn detach(state: &mut State, id: &ShipId, alone: &GroupId, speed: u8) {
    let Some(ship) = state.ships.get_mut(id) else { return };
    let old = std::mem::replace(&mut ship.group, alone.clone());
    ship.track.clear();
    let Some(group) = state.groups.get_mut(&old) else { return };
    group.ships.retain(|member| member != id);
    let mut own = Group { ships: vec![id.clone()], speed, ..group.clone() };
    own.start_speed = own.start_speed.min(speed);
    state.groups.insert(alone.clone(), own);
}
