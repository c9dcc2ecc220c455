//! The board in a round: occupied hexes, obstacles, and shortest ways around them.

use crate::core::Edge;
use crate::mahan::orders::{Calling, RamRun, ram_allowed};
use crate::mahan::play::state::battle::{End, Ground, HexPose, Ship, State};
use crate::mahan::tables::Tables;
use geometry::{Facing, Hex, HexBoard, ShipId};
use std::collections::{BTreeMap, VecDeque};

/// Turns allowed before a hex by default, hexsides (house).
const DEFAULT_TURNS: [i32; 3] = [0, -1, 1];

/// All possible turns, hexsides.
pub(in crate::mahan::play) const ALL_TURNS: [i32; 6] = [0, -1, 1, -2, 2, 3];

/// What keeps a ship out of a hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Obstacle {
    None,
    /// Another ship; the goal of a way may be its hex.
    Ship,
    /// Land or a shoal.
    Ground,
}

/// The board in the middle of a round.
pub(in crate::mahan::play) struct Waters<'a> {
    tables: &'a Tables,
    state: &'a State,
    board: HexBoard,
    positions: BTreeMap<ShipId, HexPose>,
}

impl<'a> Waters<'a> {
    /// The board of a state; none before it is registered.
    pub(in crate::mahan::play) fn of(tables: &'a Tables, state: &'a State) -> Option<Self> {
        let there = state.ships.iter().filter(|(_, ship)| ship.present());
        let positions = there.filter_map(|(id, ship)| Some((id.clone(), ship.place?))).collect();
        Some(Self { tables, state, board: state.grid?.board, positions })
    }

    /// Moves a ship to a place.
    pub(in crate::mahan::play) fn put(&mut self, ship: &ShipId, place: HexPose) {
        self.positions.insert(ship.clone(), place);
    }

    /// Removes a ship.
    pub(in crate::mahan::play) fn take_off(&mut self, ship: &ShipId) {
        self.positions.remove(ship);
    }

    pub(in crate::mahan::play) fn place(&self, ship: &ShipId) -> Option<HexPose> {
        self.positions.get(ship).copied()
    }

    fn ashore(&self, hex: Hex) -> bool {
        self.state.terrain.iter().any(|piece| piece.hex == hex)
    }

    fn occupant(&self, hex: Hex, but: &ShipId) -> Option<&ShipId> {
        self.positions.iter().find(|(id, place)| place.hex == hex && *id != but).map(|(id, _)| id)
    }

    /// The number of a hex on the board, row by row; none off it.
    fn hex_index(&self, hex: Hex) -> Option<usize> {
        let (column, row) = self.board.column_row(hex);
        let (column, row) = (u32::try_from(column).ok()?, u32::try_from(row).ok()?);
        (column < self.board.columns && row < self.board.rows)
            .then_some(row as usize * self.board.columns as usize + column as usize)
    }

    /// The obstacle in every hex of the board for a ship, by [`Self::hex_index`].
    fn closed(&self, but: &ShipId) -> Vec<Obstacle> {
        let mut closed = vec![Obstacle::None; self.board.columns as usize * self.board.rows as usize];
        let others = self.positions.iter().filter(|(id, _)| *id != but);
        let ships = others.map(|(_, place)| (place.hex, Obstacle::Ship));
        let ashore = self.state.terrain.iter().map(|piece| (piece.hex, Obstacle::Ground));
        for (hex, obstacle) in ships.chain(ashore) {
            if let Some(there) = self.hex_index(hex).and_then(|at| closed.get_mut(at)) {
                *there = obstacle;
            }
        }
        closed
    }

    /// Tells whether the hex is water without a ship.
    pub(in crate::mahan::play) fn free(&self, hex: Hex, ship: &ShipId) -> bool {
        self.board.holds(hex) && !self.ashore(hex) && self.occupant(hex, ship).is_none()
    }

    /// The hex straight ahead, or the obstacle in it.
    pub(in crate::mahan::play) fn step(
        &self,
        id: &ShipId,
        ship: &Ship,
        here: HexPose,
    ) -> Result<HexPose, End> {
        let hex = here.hex.moved(here.facing, 1);
        if !self.board.holds(hex) {
            return Err(End::Edge);
        }
        if self.ashore(hex) {
            return Err(End::Ashore);
        }
        match self.occupant(hex, id) {
            Some(other) => Err(self.contact(ship, other, here.facing)),
            None => Ok(HexPose { hex, ..here }),
        }
    }

    /// The result of a contact: a strike with the spar torpedo (MAH-34), a ram (MAH-30, MAH-31), or a stop.
    fn contact(&self, ship: &Ship, other: &ShipId, course: Facing) -> End {
        let target = other.clone();
        let Some(enemy) = self.state.ships.get(other).filter(|enemy| enemy.side != ship.side) else {
            return End::Ship { ship: target };
        };
        if ship.has_spar() {
            return End::Struck { target };
        }
        if !ram_allowed(self.tables, ship.card.ram_bow, calling(self.state, other)) {
            return End::Ship { ship: target };
        }
        let facing = self.place(other).or(enemy.place).map_or(course, |place| place.facing);
        End::Rammed { target, part: struck_part(course, facing) }
    }

    /// The shortest way to a goal hex with limited turns before each hex, as places. Goal hexes may be
    /// occupied.
    pub(in crate::mahan::play) fn way(
        &self,
        ship: &ShipId,
        from: HexPose,
        turns: &[i32],
        goal: impl Fn(Hex) -> bool,
    ) -> Option<Vec<HexPose>> {
        let mut closed = self.closed(ship);
        let mut came: Vec<Option<HexPose>> = vec![None; 6 * closed.len()];
        let place_index = |place: HexPose| {
            self.hex_index(place.hex).map(|hex| 6 * hex + usize::from(place.facing.number()))
        };
        let before = |came: &[Option<HexPose>], place| came.get(place_index(place)?).copied().flatten();
        let mut open = VecDeque::from([from]);
        while let Some(here) = open.pop_front() {
            if here != from && goal(here.hex) {
                let mut way = vec![here];
                let mut at = here;
                while let Some(previous) = before(&came, at).filter(|previous| *previous != from) {
                    way.push(previous);
                    at = previous;
                }
                way.reverse();
                return Some(way);
            }
            for turn in turns {
                let facing = here.facing.turned(*turn);
                let next = HexPose { hex: here.hex.moved(facing, 1), facing };
                let Some(hex) = self.hex_index(next.hex) else { continue };
                let Some(obstacle) = closed.get_mut(hex) else { continue };
                if *obstacle == Obstacle::Ship && goal(next.hex) {
                    *obstacle = Obstacle::None;
                }
                let first = came.get_mut(6 * hex + usize::from(facing.number()));
                if let Some(first @ None) = first.filter(|_| *obstacle == Obstacle::None && next != from) {
                    *first = Some(here);
                    open.push_back(next);
                }
            }
        }
        None
    }

    /// The same, with at most one hexside of turn before each hex.
    pub(in crate::mahan::play) fn gentle_way(
        &self,
        ship: &ShipId,
        from: HexPose,
        goal: impl Fn(Hex) -> bool,
    ) -> Option<Vec<HexPose>> {
        self.way(ship, from, &DEFAULT_TURNS, goal)
    }

    /// The way to a hex with a limited number of one-hexside turns in all, and the number it needs.
    pub(in crate::mahan::play) fn straight_way(
        &self,
        ship: &ShipId,
        from: HexPose,
        to: Hex,
        turns: u8,
    ) -> Option<(u8, Vec<HexPose>)> {
        let run = |start: HexPose, mut way: Vec<HexPose>| {
            let mut here = start;
            for _ in 0..start.hex.distance(to) {
                here = HexPose { hex: here.hex.moved(here.facing, 1), ..here };
                way.push(here);
                if here.hex == to {
                    return Some(way);
                }
                if !self.free(here.hex, ship) {
                    return None;
                }
            }
            None
        };
        if let Some(way) = run(from, Vec::new()) {
            return Some((0, way));
        }
        if turns == 0 {
            return None;
        }
        let mut before = Vec::new();
        let mut here = from;
        for _ in 0..=from.hex.distance(to) {
            for turn in [-1, 1] {
                let turned = HexPose { facing: here.facing.turned(turn), ..here };
                if let Some(way) = run(turned, before.clone()) {
                    return Some((1, way));
                }
            }
            here = HexPose { hex: here.hex.moved(here.facing, 1), ..here };
            if !self.free(here.hex, ship) {
                return None;
            }
            before.push(here);
        }
        None
    }

    /// Tells whether a hex is at this edge of the map.
    pub(in crate::mahan::play) fn at_edge(&self, hex: Hex, edge: Edge) -> bool {
        let (column, row) = self.board.column_row(hex);
        let last = |count: u32, at: i32| i64::from(at) + 1 == i64::from(count);
        match edge {
            Edge::North => row == 0,
            Edge::South => last(self.board.rows, row),
            Edge::West => column == 0,
            Edge::East => last(self.board.columns, column),
        }
    }
}

/// The data that decide whether a ship may be rammed (MAH-31, MAH-AMB-15).
pub(in crate::mahan::play) fn calling(state: &State, id: &ShipId) -> Calling {
    let ship = state.ships.get(id);
    let group = ship.and_then(|ship| state.groups.get(&ship.group));
    let held = ship.is_some_and(|ship| ship.anchored || ship.fouled);
    Calling {
        powered_speed: group.map_or(0, |group| group.speed),
        helpless: held || state.top_speed(id) == 0,
    }
}

/// The part of a ship that a bow strikes on this course (MAH-33).
fn struck_part(course: Facing, target: Facing) -> RamRun {
    match target.hexsides_to(course) {
        0 => RamRun::Stern,
        3 => RamRun::Bow,
        _ => RamRun::Broadside,
    }
}

/// The part that is hit from a neighbouring hex.
pub(in crate::mahan::play) fn part_from(hex: Hex, target: HexPose) -> Option<RamRun> {
    hex.facing_to(target.hex).map(|course| struck_part(course, target.facing))
}

/// Tells whether a hex is visible from another (MAH-12, MAH-AMB-12): not across land, nor beyond the
/// visibility.
pub(in crate::mahan::play) fn sees(state: &State, from: Hex, to: Hex) -> bool {
    let hexes = from.distance(to);
    let land = |hex: &Hex| {
        let piece = state.terrain.iter().find(|piece| piece.hex == *hex);
        piece.is_some_and(|piece| piece.ground == Ground::Land)
    };
    f64::from(hexes) <= state.options.visibility_hexes
        && !from.entered_by_line(to).iter().any(|hex| *hex != from && *hex != to && land(hex))
}
