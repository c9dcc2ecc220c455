//! The duel of two ironclads as somebody would write it for this one purpose: no log, no questions, no table, no options.
//! Its captains choose as the book's random ones do. It shows what a battle must cost at least.

use geometry::{Facing, Hex, HexBoard, HexTop, Shoved};
use rulesets::core::HexPose;
use rulesets::core::play_out::Lot;

const BOARD: HexBoard = HexBoard { top: HexTop::Flat, shoved: Shoved::Odd, columns: 12, rows: 10 };
const TURNS: u32 = 150;
const RANGE_HEXES: u32 = 5;
const DASH_HEXES: u32 = 3;

#[derive(Clone, Copy, PartialEq)]
enum End {
    Water,
    Rammed,
    OpenSea,
}

struct Ship {
    place: HexPose,
    flotation: u32,
    /// The row of the board's edge that is her open sea.
    sea_row: i32,
}

/// A duel, ship 0 in the north.
struct Duel {
    lot: Lot,
    ships: [Ship; 2],
    islands: Vec<Hex>,
    rocks: Vec<Hex>,
}

/// Plays a duel; returns the number of its turns.
pub fn play(seed: u64) -> u32 {
    let mut lot = Lot::new(seed);
    let facings = [Facing::new(3), Facing::new(0)];
    let ship = |at: usize, column: i32| Ship {
        place: HexPose { hex: BOARD.hex(column, if at == 0 { 0 } else { 9 }), facing: facings[at] },
        flotation: 20,
        sea_row: if at == 0 { 9 } else { 0 },
    };
    let columns = [lot.below(2), lot.below(2)].map(|more| 5 + more as i32);
    let ships = [ship(0, columns[0]), ship(1, columns[1])];
    let mut duel = Duel { lot, ships, islands: Vec::new(), rocks: Vec::new() };
    duel.place_terrain();
    let mut mover = duel.lot.below(2) as usize;
    for turn in 1..=TURNS {
        match duel.turn(mover) {
            Some(last) => mover = 1 - last,
            None => return turn,
        }
    }
    TURNS
}

impl Duel {
    fn place_terrain(&mut self) {
        for from_ends in [2, 1] {
            for _ in 0..self.lot.below(4) {
                let (column, row) = (self.lot.below(12) as i32, self.lot.below(10) as i32);
                let hex = BOARD.hex(column, row);
                let apart = self.islands.iter().chain(&self.rocks).all(|other| other.distance(hex) > 1);
                if row.min(9 - row) >= from_ends && column.min(11 - column) >= 1 && apart {
                    if from_ends == 2 { self.islands.push(hex) } else { self.rocks.push(hex) }
                }
            }
        }
    }

    /// A ship's turn: she moves and fires. Returns the ship that moved last; none at the end of the duel.
    fn turn(&mut self, ship: usize) -> Option<usize> {
        self.go(ship, 1, &[0, -1, 1])?;
        let (mut firer, mut disabled) = (ship, self.fire(ship)?);
        // The disabled ship may turn; the other one dashes; the disabled one gets under way again, and fires.
        while disabled {
            let turn = self.lot.below(3) as i32 - 1;
            self.ships[1 - firer].place.facing = self.ships[1 - firer].place.facing.turned(turn);
            self.go(firer, DASH_HEXES, &[0, -1, 1])?;
            self.go(1 - firer, 1, &[0])?;
            (firer, disabled) = (1 - firer, self.fire(1 - firer)?);
        }
        Some(firer)
    }

    fn free(&self, hex: Hex) -> bool {
        BOARD.holds(hex) && !self.islands.contains(&hex) && !self.rocks.contains(&hex)
    }

    fn ahead(&self, ship: usize, from: HexPose, turn: i32) -> Option<(HexPose, End)> {
        let facing = from.facing.turned(turn);
        let enemy = self.ships[1 - ship].place;
        let mut hex = from.hex.moved(facing, 1);
        if !self.free(hex) {
            return None;
        }
        if hex == enemy.hex {
            if facing != enemy.facing.opposite() {
                return Some((HexPose { hex, facing }, End::Rammed));
            }
            hex = hex.moved(facing, 1);
            if !self.free(hex) {
                return None;
            }
        }
        let gained = BOARD.column_row(hex).1 == self.ships[ship].sea_row;
        Some((HexPose { hex, facing }, if gained { End::OpenSea } else { End::Water }))
    }

    /// Moves a ship by a route chosen at random; none if that ends the duel.
    fn go(&mut self, ship: usize, hexes: u32, turns: &[i32]) -> Option<()> {
        let mut routes: Vec<(HexPose, End)> = Vec::new();
        let mut open = vec![self.ships[ship].place];
        for hex in 1..=hexes {
            let mut next = Vec::new();
            for from in &open {
                for step in turns.iter().filter_map(|turn| self.ahead(ship, *from, *turn)) {
                    if step.1 == End::Water && hex < hexes { next.push(step.0) } else { routes.push(step) }
                }
            }
            open = next;
        }
        let enemy = self.ships[1 - ship].place.hex;
        if routes.is_empty() || routes.iter().any(|route| route.1 == End::Rammed) {
            return None;
        }
        let fights: Vec<(HexPose, End)> = routes.iter().copied().filter(|it| it.1 == End::Water).collect();
        let (place, end) = if fights.is_empty() || self.lot.chance(0.05) {
            *self.lot.pick(&routes)?
        } else if self.lot.chance(0.6) {
            *fights.iter().min_by_key(|(place, _)| place.hex.distance(enemy))?
        } else {
            *self.lot.pick(&fights)?
        };
        self.ships[ship].place = place;
        (end == End::Water).then_some(())
    }

    /// Fires what bears; returns whether the enemy is disabled, none if she sinks.
    fn fire(&mut self, ship: usize) -> Option<bool> {
        let (own, enemy) = (self.ships[ship].place, self.ships[1 - ship].place.hex);
        let bearing_deg = own.bearing_deg(enemy);
        let near = own.hex.distance(enemy) <= RANGE_HEXES;
        if !near || own.hex.entered_by_line(enemy).iter().any(|hex| self.islands.contains(hex)) {
            return Some(false);
        }
        let arcs = [(300.0, 60.0), (30.0, 150.0), (120.0, 240.0), (210.0, 330.0)];
        let bears = |(from, to): &(f64, f64)| {
            if from > to {
                bearing_deg >= *from || bearing_deg <= *to
            } else {
                (*from..=*to).contains(&bearing_deg)
            }
        };
        let guns = arcs.iter().filter(|arc| bears(arc)).count();
        if guns == 0 || self.lot.chance(0.05) {
            return Some(false);
        }
        let (mut loss, mut disables) = (0, false);
        for _ in 0..guns {
            let face = self.lot.below(6) + 1;
            loss += [4, 2, 1].get(face as usize - 1).copied().unwrap_or(0);
            disables |= face == 1;
        }
        let enemy = &mut self.ships[1 - ship];
        enemy.flotation = enemy.flotation.saturating_sub(loss);
        (enemy.flotation > 0).then_some(disables)
    }
}
