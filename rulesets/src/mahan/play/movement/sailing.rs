//! Movement in a round: Mahan's ships by the rules, the Player's in each of the allowed ways.

use crate::core::RuleId;
use crate::mahan::orders::{
    RamRun, RunMode, Side, SparEnd, TurnWhen, Way120, player_turn, ram_allowed, ram_choice, ram_run, spar_run,
};
use crate::mahan::play::events::event::{Event, Passage};
use crate::mahan::play::state::battle::{Course, End, Group, GroupId, HexPose, Ship, State};
use crate::mahan::play::state::board::{ALL_TURNS, Waters, calling, part_from, sees};
use crate::mahan::tables::Tables;
use geometry::{Facing, Hex, ShipId};
use serde::{Deserialize, Serialize};

/// A formation's move in a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The formation concerned.
    pub group: GroupId,
    /// The turn before the move, hexsides.
    pub before: Option<i32>,
    /// Each ship's way.
    pub passages: Vec<Passage>,
    /// The turn after the move, hexsides.
    pub after: Option<i32>,
    /// The new course with its rule, where it changed.
    pub course: Option<(Course, RuleId)>,
    /// The final places of its ships; those that leave the map are left out.
    pub places: Vec<(ShipId, HexPose)>,
}

impl Plan {
    /// Tells whether any of its ships changes its place.
    pub fn moves(&self) -> bool {
        self.passages.iter().any(|passage| passage.moved() || passage.end != End::Chart)
    }
}

/// The hexes that a formation moves in the current round (MAH-24).
pub(in crate::mahan::play) fn hexes(tables: &Tables, state: &State, group: &Group) -> u8 {
    let round = usize::from(state.round.saturating_sub(1));
    tables.schedule(group.speed).get(round).copied().unwrap_or(0)
}

/// Tells whether only the first ship turns at once, and the others where it did (MAH-36).
fn in_line(state: &State, group: &Group) -> bool {
    state.options.line_ahead && group.ships.len() > 1
}

/// Ships that turn at once with their new places, and the place where the others follow.
pub(in crate::mahan::play) fn turned(
    state: &State,
    group: &GroupId,
    to: impl Fn(Facing) -> Facing,
) -> (Vec<(ShipId, HexPose)>, Option<HexPose>) {
    let members = state.members(group);
    let face = |place: HexPose| HexPose { facing: to(place.facing), ..place };
    let line = state.groups.get(group).is_some_and(|group| in_line(state, group)) && members.len() > 1;
    let turning = if line { 1 } else { members.len() };
    let places: Vec<(ShipId, HexPose)> =
        members.iter().take(turning).map(|(id, _, place)| ((*id).clone(), face(*place))).collect();
    let track = places.first().map(|(_, place)| *place).filter(|_| line);
    (places, track)
}

/// The event of a formation's turn.
pub(in crate::mahan::play) fn turn_event(
    state: &State,
    group: &GroupId,
    hexsides: i32,
    rule: &'static str,
) -> Event {
    let (places, track) = turned(state, group, |facing| facing.turned(hexsides));
    Event::Turned { group: group.clone(), hexsides, places, track, rule: RuleId::of(rule) }
}

/// The moves of all Mahan's ships in the current round, one formation after the other (MAH-4).
pub fn mahan_plans(tables: &Tables, state: &State) -> Vec<Plan> {
    let Some(mut waters) = Waters::of(tables, state) else { return Vec::new() };
    let groups = state.groups_of(Side::Mahan);
    groups.into_iter().filter_map(|id| Sailor { tables, state, waters: &mut waters }.mahan(id)).collect()
}

/// Every way in which a Player's formation may move in the current round (MAH-8 to MAH-10); none where the
/// chart does not move it. `leave` names ships that leave the map if they reach its edge.
pub fn player_plans(tables: &Tables, state: &State, id: &GroupId, leave: &[ShipId]) -> Vec<Plan> {
    let Some(group) = state.groups.get(id).filter(|group| group.side == Side::Player) else {
        return Vec::new();
    };
    let count = hexes(tables, state, group);
    if count == 0 {
        return Vec::new();
    }
    let members = state.members(id);
    let turned_here = members.iter().any(|(_, ship, _)| ship.turned_here);
    let mut turns: Vec<i32> = group.turns_left.first().copied().into_iter().collect();
    // Both turns at once, if they are one 120° turn and the ships are capable of it (MAH-9).
    if let (Some(crate::mahan::PlayerOrder::Turn120(_)), [one, other]) =
        (group.player_order, group.turns_left.as_slice())
    {
        let all = |way| {
            members.iter().all(|(_, ship, _)| ship.card.capacity(group.speed).ways_120().contains(&way))
        };
        turns.extend(all(Way120::OneHex).then_some(one + other));
    }
    let round = (group.speed, usize::from(state.round));
    let may = |when| player_turn(tables, round, when, false, turned_here);
    let mut ways: Vec<(Option<i32>, Option<i32>)> = vec![(None, None)];
    ways.extend(turns.iter().filter(|_| may(TurnWhen::Before)).map(|turn| (Some(*turn), None)));
    ways.extend(turns.iter().filter(|_| may(TurnWhen::After)).map(|turn| (None, Some(*turn))));
    let plan = |(before, after)| {
        let mut waters = Waters::of(tables, state)?;
        Sailor { tables, state, waters: &mut waters }.player(id, count, (before, after), leave)
    };
    // A blocked ship is still in the hex in which it may already have turned: no second turn there (MAH-8).
    let once_a_hex = |plan: &Plan| {
        let barred = |(at, (_, ship, _)): (usize, &(&ShipId, &Ship, HexPose))| {
            ship.turned_here && plan.passages.get(at).is_some_and(|passage| !passage.moved())
        };
        plan.after.is_none() || !members.iter().enumerate().any(barred)
    };
    ways.into_iter().filter_map(plan).filter(once_a_hex).collect()
}

/// Moves ships on the board, one after the other.
struct Sailor<'a, 'w> {
    tables: &'a Tables,
    state: &'a State,
    waters: &'w mut Waters<'a>,
}

impl Sailor<'_, '_> {
    fn player(
        &mut self,
        id: &GroupId,
        hexes: u8,
        (before, after): (Option<i32>, Option<i32>),
        leave: &[ShipId],
    ) -> Option<Plan> {
        let mut state = self.state.clone();
        if let Some(hexsides) = before {
            let (places, track) = turned(&state, id, |facing| facing.turned(hexsides));
            for (ship, place) in &places {
                state.ships.get_mut(ship)?.place = Some(*place);
            }
            for (_, ship) in state.ships.iter_mut().filter(|(_, ship)| ship.group == *id) {
                let turned = places.iter().any(|(turned, _)| *turned == ship.card.id);
                ship.track.extend(track.filter(|_| !turned));
            }
        }
        let mut passages = Vec::new();
        for (ship_id, ship, place) in state.members(id) {
            let mut passage = self.ahead(ship_id, ship, place, hexes);
            if passage.end == End::Edge && leave.contains(ship_id) {
                passage.end = End::Left;
            }
            self.done(&passage);
            passages.push(passage);
        }
        Some(self.plan(id, before, passages, after, None))
    }

    fn mahan(&mut self, id: GroupId) -> Option<Plan> {
        let group = self.state.groups.get(&id)?;
        let hexes = hexes(self.tables, self.state, group);
        let (course, changed) = self.course(&id, group)?;
        let mut passages = Vec::new();
        let mut spar_turns = None;
        for (ship_id, ship, place) in self.state.members(&id) {
            let passage = match &course {
                Course::Ordered => self.ahead(ship_id, ship, place, hexes),
                Course::Approach { target } => {
                    let to = self.waters.place(target).map(|place| place.hex);
                    self.toward(ship_id, ship, place, hexes, |hex| Some(hex) == to)
                }
                Course::Retreat => self.away(ship_id, ship, place, hexes),
                Course::Ram { target } => self.ram(ship_id, ship, place, (hexes, target)),
                Course::Spar { target, turns } => {
                    let (passage, made) = self.spar(ship_id, ship, place, (hexes, target, *turns));
                    spar_turns = Some(made).filter(|made| made != turns);
                    passage
                }
            };
            self.done(&passage);
            passages.push(passage);
        }
        let order = group.mahan_order;
        let led = passages.first().is_some_and(Passage::moved);
        // An About turns the ship in each round in which it moves (MAH-22).
        let about = course == Course::Ordered && order.turns() > 1 && group.turns_done < order.turns() && led;
        let course = match (course, spar_turns) {
            (Course::Spar { target, .. }, Some(turns)) => {
                Some((Course::Spar { target, turns }, RuleId::of("MAH-35")))
            }
            _ => changed,
        };
        Some(self.plan(&id, None, passages, about.then(|| order.turn()), course))
    }

    fn plan(
        &self,
        id: &GroupId,
        before: Option<i32>,
        passages: Vec<Passage>,
        after: Option<i32>,
        course: Option<(Course, RuleId)>,
    ) -> Plan {
        let line = self.state.groups.get(id).is_some_and(|group| in_line(self.state, group));
        let turning = if line { 1 } else { passages.len() };
        let stay = passages.iter().enumerate().filter(|(_, passage)| passage.end != End::Left);
        let places = stay.map(|(at, passage)| {
            let to = passage.to();
            let turn = after.filter(|_| at < turning).unwrap_or(0);
            (passage.ship.clone(), HexPose { facing: to.facing.turned(turn), ..to })
        });
        Plan { group: id.clone(), before, after, course, places: places.collect(), passages }
    }

    fn done(&mut self, passage: &Passage) {
        match passage.end {
            End::Left => self.waters.take_off(&passage.ship),
            _ => self.waters.put(&passage.ship, passage.to()),
        }
    }

    /// Straight ahead. A ship that follows in line turns where the first one did (MAH-36), and heads for that
    /// place if it has lost the line (house).
    fn ahead(&self, id: &ShipId, ship: &Ship, from: HexPose, hexes: u8) -> Passage {
        let mut here = from;
        let mut passage =
            Passage { ship: id.clone(), from, places: Vec::new(), end: End::Chart, followed: 0 };
        for _ in 0..hexes {
            let track = ship.track.get(passage.followed..).unwrap_or_default();
            if let Some(next) = track.first().filter(|next| !on_ray(here, next.hex)) {
                let way = self.waters.gentle_way(id, here, |hex| hex == next.hex);
                if let Some(first) = way.and_then(|way| way.first().copied()) {
                    here.facing = first.facing;
                }
            }
            match self.waters.step(id, ship, here) {
                Ok(next) => here = next,
                Err(end) => {
                    passage.end = end;
                    break;
                }
            }
            if let Some(turn) = track.first().filter(|turn| turn.hex == here.hex) {
                here.facing = turn.facing;
                passage.followed += 1;
            }
            passage.places.push(here);
        }
        passage
    }

    /// The shortest way to a goal around land, shoals and ships (MAH-12); straight on where there is none.
    fn toward(
        &self,
        id: &ShipId,
        ship: &Ship,
        from: HexPose,
        hexes: u8,
        goal: impl Fn(Hex) -> bool,
    ) -> Passage {
        match self.waters.gentle_way(id, from, goal) {
            Some(way) => self.along(id, ship, from, way.into_iter().take(usize::from(hexes))),
            None => self.ahead(id, ship, from, hexes),
        }
    }

    fn along(
        &self,
        id: &ShipId,
        ship: &Ship,
        from: HexPose,
        way: impl IntoIterator<Item = HexPose>,
    ) -> Passage {
        let mut passage =
            Passage { ship: id.clone(), from, places: Vec::new(), end: End::Chart, followed: 0 };
        let mut here = from;
        for wanted in way {
            let turned = HexPose { facing: wanted.facing, ..here };
            match self.waters.step(id, ship, turned) {
                Ok(next) => here = next,
                Err(end) => {
                    // The ship has turned towards the goal, and can't go further.
                    if turned != here {
                        passage.places.push(turned);
                    }
                    passage.end = end;
                    break;
                }
            }
            passage.places.push(here);
        }
        passage
    }

    /// To the nearest hex of the friendly edge, and off the map there (MAH-13).
    fn away(&self, id: &ShipId, ship: &Ship, from: HexPose, hexes: u8) -> Passage {
        let Some(edge) = self.state.mahan_edge else { return self.ahead(id, ship, from, hexes) };
        let mut here = from;
        let mut places = Vec::new();
        for _ in 0..hexes {
            if self.waters.at_edge(here.hex, edge) {
                return Passage { ship: id.clone(), from, places, end: End::Left, followed: 0 };
            }
            let leg = self.toward(id, ship, here, 1, |hex| self.waters.at_edge(hex, edge));
            places.extend(leg.places.iter().copied());
            here = leg.to();
            if leg.end != End::Chart {
                return Passage { places, from, ..leg };
            }
        }
        Passage { ship: id.clone(), from, places, end: End::Chart, followed: 0 }
    }

    /// A ram's run (MAH-32, MAH-33), hex by hex.
    fn ram(&self, id: &ShipId, ship: &Ship, from: HexPose, (hexes, target): (u8, &ShipId)) -> Passage {
        let mut here = from;
        let mut places = Vec::new();
        for done in 0..hexes {
            let Some(enemy) = self.waters.place(target) else { break };
            let left = usize::from(hexes - done);
            let way = match ram_run(self.tables, true, here.hex.distance(enemy.hex)) {
                RunMode::HitRunFreeTurns => self.hit_run(id, here, enemy, left),
                RunMode::AimTwoHexesAheadOfBow | RunMode::Bmd => {
                    let ahead = i32::try_from(self.tables.ram().ahead_hexes).unwrap_or(0);
                    let aim = enemy.hex.moved(enemy.facing, ahead);
                    let aim = if self.waters.free(aim, id) { aim } else { enemy.hex };
                    self.waters.gentle_way(id, here, |hex| hex == aim)
                }
            };
            let leg = match way.and_then(|way| way.first().copied()) {
                Some(next) => self.along(id, ship, here, [next]),
                None => self.ahead(id, ship, here, 1),
            };
            places.extend(leg.places.iter().copied());
            here = leg.to();
            if leg.end != End::Chart {
                return Passage { from, places, ..leg };
            }
        }
        Passage { ship: id.clone(), from, places, end: End::Chart, followed: 0 }
    }

    /// The way to hit the target: broadside before stern before bow, among those within the hexes left; the
    /// nearest where none is (MAH-33).
    fn hit_run(&self, id: &ShipId, here: HexPose, enemy: HexPose, left: usize) -> Option<Vec<HexPose>> {
        if let Some(course) = here.hex.facing_to(enemy.hex) {
            let beside = part_from(here.hex, enemy).is_some_and(|part| part == RamRun::Broadside);
            if beside || left < 2 {
                return Some(vec![HexPose { hex: enemy.hex, facing: course }]);
            }
        }
        let mut runs: Vec<(RamRun, Vec<HexPose>)> = Vec::new();
        for hex in enemy.hex.neighbours() {
            let (Some(part), Some(course)) = (part_from(hex, enemy), hex.facing_to(enemy.hex)) else {
                continue;
            };
            let last = HexPose { hex: enemy.hex, facing: course };
            if hex == here.hex {
                runs.push((part, vec![last]));
            } else if let Some(mut way) = self.waters.way(id, here, &ALL_TURNS, |goal| goal == hex)
                && self.waters.free(hex, id)
            {
                way.push(last);
                runs.push((part, way));
            }
        }
        let in_time = |way: &[HexPose]| way.len() <= left;
        let parts: Vec<RamRun> = runs.iter().filter(|(_, way)| in_time(way)).map(|(part, _)| *part).collect();
        let chosen = ram_choice(&parts);
        let best = runs.into_iter().filter(|(part, way)| match chosen {
            Some(chosen) => *part == chosen && in_time(way),
            None => true,
        });
        best.min_by_key(|(part, way)| (way.len(), *part)).map(|(_, way)| way)
    }

    /// A run with the spar torpedo (MAH-34, MAH-35), and the number of turns within four hexes.
    fn spar(
        &self,
        id: &ShipId,
        ship: &Ship,
        from: HexPose,
        (hexes, target, turns): (u8, &ShipId, u8),
    ) -> (Passage, u8) {
        let ram = self.tables.ram();
        let (mut here, mut turns) = (from, turns);
        let mut places = Vec::new();
        for _ in 0..hexes {
            let Some(enemy) = self.waters.place(target) else { break };
            let lowered = here.hex.distance(enemy.hex) <= ram.close_hexes;
            let way = if lowered {
                let left = ram.spar_turns.saturating_sub(turns);
                self.waters.straight_way(id, here, enemy.hex, left).map(|(_, way)| way)
            } else {
                self.waters.gentle_way(id, here, |hex| hex == enemy.hex)
            };
            let leg = match way.and_then(|way| way.first().copied()) {
                Some(next) => self.along(id, ship, here, [next]),
                None => self.ahead(id, ship, here, 1),
            };
            if lowered && leg.to().facing != here.facing {
                turns = turns.saturating_add(1);
            }
            places.extend(leg.places.iter().copied());
            here = leg.to();
            if leg.end != End::Chart {
                return (Passage { from, places, ..leg }, turns);
            }
        }
        (Passage { ship: id.clone(), from, places, end: End::Chart, followed: 0 }, turns)
    }

    /// The course of a ram or a spar torpedo: the same target, another one, or back to its order (MAH-32,
    /// MAH-35).
    fn course(&self, id: &GroupId, group: &Group) -> Option<(Course, Option<(Course, RuleId)>)> {
        let (own_id, own, place) = self.state.members(id).into_iter().next()?;
        let kept = |course: &Course| (course.clone(), None);
        let changed = |course: Course, rule| (course.clone(), Some((course, RuleId::of(rule))));
        Some(match &group.course {
            Course::Ram { target } => {
                let there = self.waters.place(target).is_some();
                let may = ram_allowed(self.tables, own.card.ram_bow, calling(self.state, target));
                if there && may { kept(&group.course) } else { changed(Course::Ordered, "MAH-32") }
            }
            Course::Spar { target, turns } => {
                let left = self.tables.ram().spar_turns.saturating_sub(*turns);
                let needs = |to: Hex| {
                    let way = self.waters.straight_way(own_id, place, to, left);
                    way.map_or(left.saturating_add(1), |(needs, _)| needs).saturating_add(*turns)
                };
                let close = self.tables.ram().close_hexes;
                let other = || {
                    let near = self.state.placed(Side::Player).filter(|(id, _, at)| {
                        *id != target
                            && place.hex.distance(at.hex) <= close
                            && sees(self.state, place.hex, at.hex)
                    });
                    let hit = |to: Hex| spar_run(self.tables, 0, needs(to), false) == SparEnd::Hit;
                    near.filter(|(_, _, at)| hit(at.hex))
                        .min_by_key(|(_, ship, at)| {
                            (place.hex.distance(at.hex), std::cmp::Reverse(ship.card.value))
                        })
                        .map(|(id, _, _)| id.clone())
                };
                let Some(enemy) = self.waters.place(target).filter(|_| own.has_spar()) else {
                    return Some(changed(Course::Ordered, "MAH-35"));
                };
                let next = other();
                let distance = place.hex.distance(enemy.hex);
                match (spar_run(self.tables, distance, needs(enemy.hex), next.is_some()), next) {
                    (SparEnd::Another, Some(target)) => {
                        changed(Course::Spar { target, turns: *turns }, "MAH-35")
                    }
                    (SparEnd::Raise | SparEnd::Another, _) => changed(Course::Ordered, "MAH-35"),
                    (SparEnd::Approach | SparEnd::Hit, _) => kept(&group.course),
                }
            }
            // The target may have left the map or been lost.
            Course::Approach { target } if self.waters.place(target).is_none() => {
                changed(Course::Ordered, "MAH-12")
            }
            other => kept(other),
        })
    }
}

/// Tells whether a hex is straight ahead.
fn on_ray(from: HexPose, to: Hex) -> bool {
    let hexes = i32::try_from(from.hex.distance(to)).unwrap_or(0);
    from.hex.moved(from.facing, hexes) == to
}
