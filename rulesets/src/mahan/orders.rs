//! Mahan's procedure and the Player's orders, step by step, for any grid.

use crate::mahan::display::Bearings;
use crate::mahan::tables::Tables;
use geometry::Flank;
use serde::{Deserialize, Serialize};

/// Rerolls after which a ship goes Ahead on its present heading (MAH-AMB-11, house).
pub const MOST_REROLLS: usize = 20;

/// A side of the battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// A person's side.
    Player,
    /// The side without a person (MAH-3).
    Mahan,
}

/// Orders for Mahan's ships (MAH-20).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum MahanOrder {
    /// Straight on.
    #[serde(rename = "ahead")]
    Ahead,
    /// One hexside to port, in one of the rounds.
    #[serde(rename = "60_port")]
    Port60,
    /// One hexside to starboard, in one of the rounds.
    #[serde(rename = "60_starboard")]
    Starboard60,
    /// Turn about by port.
    #[serde(rename = "about_port")]
    AboutPort,
    /// Turn about by starboard.
    #[serde(rename = "about_starboard")]
    AboutStarboard,
}

impl MahanOrder {
    /// The hexsides of each of its turns, clockwise positive; 0 for none.
    pub fn turn(self) -> i32 {
        match self {
            Self::Ahead => 0,
            Self::Port60 | Self::AboutPort => -1,
            Self::Starboard60 | Self::AboutStarboard => 1,
        }
    }

    /// The number of its turns.
    pub fn turns(self) -> u8 {
        match self {
            Self::Ahead => 0,
            Self::Port60 | Self::Starboard60 => 1,
            Self::AboutPort | Self::AboutStarboard => 3,
        }
    }
}

/// Orders for the Player's ships, for a whole turn (MAH-5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "order", content = "side", rename_all = "snake_case")]
pub enum PlayerOrder {
    /// Straight on (MAH-10).
    Ahead,
    /// A turn of one hexside.
    Turn60(Flank),
    /// A turn of two hexsides.
    Turn120(Flank),
    /// A turn of three hexsides (MAH-6).
    About(Flank),
    /// One hexside, and one back (MAH-6).
    STurn(Flank),
}

impl PlayerOrder {
    /// Its turns in order, hexsides, clockwise positive (MAH-6).
    pub fn turns(self) -> Vec<i32> {
        let sign = |side: Flank| match side {
            Flank::Port => -1,
            Flank::Starboard => 1,
        };
        match self {
            Self::Ahead => vec![],
            Self::Turn60(side) => vec![sign(side)],
            Self::Turn120(side) => vec![sign(side); 2],
            Self::About(side) => vec![sign(side); 3],
            Self::STurn(side) => vec![sign(side), -sign(side)],
        }
    }
}

/// Turning capacity "a/b": hexsides in one hex, and hexsides in a turn (MAH-AMB-9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnCapacity {
    /// Hexsides in one hex.
    pub per_hex: u8,
    /// Hexsides in a turn.
    pub per_turn: u8,
}

/// The ways to make a 120-degree turn (MAH-9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Way120 {
    /// In one hex.
    #[serde(rename = "120 in one hex")]
    OneHex,
    /// In two hexes, half in each.
    #[serde(rename = "60+60 in different hexes")]
    TwoHexes,
}

impl TurnCapacity {
    /// Tells whether this capacity allows the Player's order (MAH-7).
    pub fn allows(self, order: PlayerOrder) -> bool {
        order.turns().len() <= usize::from(self.per_turn)
    }

    /// The ways in which it allows a 120-degree turn (MAH-9).
    pub fn ways_120(self) -> Vec<Way120> {
        match (self.allows(PlayerOrder::Turn120(Flank::Port)), self.per_hex) {
            (false, _) => vec![],
            (true, 0 | 1) => vec![Way120::TwoHexes],
            (true, _) => vec![Way120::OneHex, Way120::TwoHexes],
        }
    }
}

/// The moment in a round at which the Player's ship turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TurnWhen {
    /// Before it moves.
    Before,
    /// After it has moved.
    After,
}

/// Tells whether a Player's ship may turn now (MAH-8): only if the chart moves it in this round (counted from
/// 1), not both before and after the move, and never twice in one hex, also across turns.
pub fn player_turn(
    tables: &Tables,
    (speed, round): (u8, usize),
    when: TurnWhen,
    turned_before: bool,
    turned_in_this_hex: bool,
) -> bool {
    let moves = tables.schedule(speed).get(round.wrapping_sub(1)).is_some_and(|hexes| *hexes > 0);
    let both = when == TurnWhen::After && turned_before;
    let twice = when == TurnWhen::Before && turned_in_this_hex;
    moves && !both && !twice
}

/// Mahan's mode of movement (MAH-12, MAH-13).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Towards the nearest enemy, around land and shoals.
    ApproachNearest,
    /// By the display.
    Bmd,
    /// To the nearest friendly edge, by the umpire's order (MAH-AMB-13).
    Retreat,
}

/// The mode, decided by the distance of the nearest *visible* Player ship (MAH-12, MAH-AMB-12).
pub fn mode(tables: &Tables, nearest_visible: Option<u32>, retreats: bool) -> Mode {
    match nearest_visible {
        _ if retreats => Mode::Retreat,
        Some(hexes) if hexes <= tables.gate_hexes() => Mode::Bmd,
        _ => Mode::ApproachNearest,
    }
}

/// A Player ship that may become the reference.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Target<T> {
    /// The ship.
    pub ship: T,
    /// The distance, hexes or inches.
    pub distance: f64,
    /// The ship's Value.
    pub value: u32,
}

/// The closest ship; among equally close ones that of the highest Value (MAH-14, MAH-25).
pub fn player_reference<T: Clone>(ships: &[Target<T>]) -> Option<T> {
    let first = |one: &&Target<T>, other: &&Target<T>| {
        one.distance.total_cmp(&other.distance).then(other.value.cmp(&one.value))
    };
    ships.iter().min_by(first).map(|target| target.ship.clone())
}

/// The heading and order assigned to a ship.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assigned {
    /// The heading, hexsides.
    pub heading: u8,
    /// The ship's order.
    pub order: MahanOrder,
    /// The speed, after the cost of the turn.
    pub speed: u8,
    /// The turn, hexsides: 0 to 2.
    pub turn: u8,
    /// The number of rerolls.
    pub rerolls: usize,
}

/// Assigns the first allowed reading of the display (MAH-15 to MAH-18): no turn of 180 degrees, and no ship
/// off the map. `speed` is the speed already raised to (MAH-14). The turn reduces it at once, never below 1,
/// but a stopped ship stays stopped (MAH-AMB-18); the check for the map uses the reduced speed. An order's
/// own later turn costs nothing (MAH-AMB-17).
pub fn assign(
    tables: &Tables,
    (speed, heading): (u8, u8),
    readings: impl IntoIterator<Item = (u8, MahanOrder)>,
    stays_on_map: impl Fn(u8, MahanOrder, u8) -> bool,
) -> Assigned {
    let hexsides = |to: u8| {
        let apart = (i32::from(to) - i32::from(heading)).rem_euclid(6);
        apart.min(6 - apart) as u8
    };
    let cost = tables.heading_cost();
    let tried = readings.into_iter().take(MOST_REROLLS + 1).enumerate();
    for (rerolls, (to, order)) in tried {
        let turn = hexsides(to);
        let Some(lost) = cost.lost.get(usize::from(turn)) else { continue };
        let slowed = speed.saturating_sub(*lost).max(cost.least_speed).min(speed);
        if stays_on_map(to, order, slowed) {
            return Assigned { heading: to, order, speed: slowed, turn, rerolls };
        }
    }
    Assigned { heading, order: MahanOrder::Ahead, speed, turn: 0, rerolls: MOST_REROLLS }
}

/// Tells whether a 60-degree order turns the ship at the end of the round; `rounds` counts from 1 since the
/// order was given. The last round needs no die, and turns also a ship that did not move (MAH-21, MAH-AMB-7).
/// None where a die is still needed.
pub fn sixty_turns(tables: &Tables, rounds: u8, die: Option<u8>) -> Option<bool> {
    let sixty = tables.sixty();
    if rounds >= sixty.rounds { Some(true) } else { die.map(|face| face <= sixty.turns_at) }
}

/// The rounds in which an About turns the ship: those in which it moves, at most three (MAH-22).
pub fn about_turns(hexes: &[u8]) -> Vec<usize> {
    let moves = hexes.iter().enumerate().filter(|(_, hexes)| **hexes > 0);
    moves.map(|(at, _)| at).take(3).collect()
}

/// Tells whether both ships are astern of each other, on opposite courses (MAH-19): each is in the sextant
/// astern of the other (MAH-AMB-10, house).
pub fn behind_each_other(mahan_from_player: Bearings, player_from_mahan: Bearings, opposite: bool) -> bool {
    opposite && mahan_from_player.sextant() == 3 && player_from_mahan.sextant() == 3
}

/// A chit (MAH-1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Chit {
    /// Nothing.
    Blank,
    /// The Player may fire.
    Player,
    /// Mahan fires.
    Mahan,
}

/// The chits in the cup (MAH-2). Drawn chits stay out (MAH-AMB-4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cup {
    blank: u8,
    player: u8,
    mahan: u8,
}

impl Cup {
    /// The cup with all sixteen chits.
    pub fn full(tables: &Tables) -> Self {
        let chits = tables.chits();
        Self { blank: chits.blank, player: chits.player_fire, mahan: chits.mahan_fire }
    }

    /// The number left.
    pub fn left(&self) -> u8 {
        self.blank + self.player + self.mahan
    }

    /// The number drawn in a round (MAH-4).
    pub fn draws(tables: &Tables) -> u8 {
        tables.chits().draw
    }

    /// Takes one chit out; false where none of that kind is left.
    pub fn take(&mut self, chit: Chit) -> bool {
        let of = match chit {
            Chit::Blank => &mut self.blank,
            Chit::Player => &mut self.player,
            Chit::Mahan => &mut self.mahan,
        };
        let there = *of > 0;
        *of = of.saturating_sub(1);
        there
    }

    /// The chit at an index in the cup, from 0.
    pub fn at(&self, place: u8) -> Chit {
        match place {
            _ if place < self.player => Chit::Player,
            _ if place < self.player + self.mahan => Chit::Mahan,
            _ => Chit::Blank,
        }
    }
}

/// Ammunition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Load {
    /// Solid shot.
    Solid,
    /// Shell.
    Shell,
}

/// The data of a Mahan gun and its target that decide the load, if the shot hits (MAH-29).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gun {
    /// True for a rate of fire of 1/1, false for 1/2.
    pub every_turn: bool,
    /// The penetration of its shell.
    pub shell_pf: u32,
    /// True if the target is a wooden vessel.
    pub wooden: bool,
    /// The highest hull armor on that side.
    pub armor: u32,
    /// Hull armor sections at zero on that side.
    pub bare_sections: u32,
}

/// The load for a hit; Mahan never fires grape, hot shot, double or triple loads (MAH-27 to MAH-29).
pub fn load(tables: &Tables, gun: Gun) -> Load {
    let table = tables.load_table();
    let through = gun.wooden && gun.shell_pf >= gun.armor + table.shell_margin;
    if gun.every_turn && (through || gun.bare_sections >= table.bare_sections) {
        Load::Shell
    } else {
        Load::Solid
    }
}

/// The data of a ship that decide whether it may be rammed (MAH-31): engine speed, without the current
/// (MAH-AMB-15).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Calling {
    /// Engine speed.
    pub powered_speed: u8,
    /// True at anchor, fouled or drifting.
    pub helpless: bool,
}

/// Tells whether an attacker with or without a ram bow may ram the ship (MAH-30, MAH-31).
pub fn ram_allowed(tables: &Tables, ram_bow: bool, target: Calling) -> bool {
    ram_bow && (target.helpless || target.powered_speed <= tables.ram().target_speed)
}

/// The phase of a Mahan ram's run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunMode {
    /// No ram: by the display.
    Bmd,
    /// For the point two hexes ahead of the target's bow (MAH-32).
    AimTwoHexesAheadOfBow,
    /// To hit, with any number of turns; the chart still limits the distance (MAH-33, MAH-AMB-14).
    HitRunFreeTurns,
}

/// The phase of a ram's run at this distance from the target (MAH-32, MAH-33).
pub fn ram_run(tables: &Tables, allowed: bool, distance: u32) -> RunMode {
    match allowed {
        false => RunMode::Bmd,
        true if distance <= tables.ram().close_hexes => RunMode::HitRunFreeTurns,
        true => RunMode::AimTwoHexesAheadOfBow,
    }
}

/// A part of a target, in Mahan's order of preference (MAH-33).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RamRun {
    /// Broadside on.
    Broadside,
    /// The stern.
    Stern,
    /// The bow.
    Bow,
}

/// The part that a ram aims for (MAH-33).
pub fn ram_choice(choices: &[RamRun]) -> Option<RamRun> {
    choices.iter().copied().min()
}

/// The state of a run with a spar torpedo.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum SparEnd {
    /// Too far away to lower the torpedo.
    #[serde(rename = "approach")]
    Approach,
    /// The target can be hit.
    #[serde(rename = "hit")]
    Hit,
    /// Another ship can be hit instead.
    #[serde(rename = "target another ship")]
    Another,
    /// No ship can be hit.
    #[serde(rename = "raise spar and revert to BMD")]
    Raise,
}

/// A spar torpedo is lowered at four hexes, with one turn left from then on (MAH-34, MAH-35), at any target
/// speed.
pub fn spar_run(tables: &Tables, distance: u32, turns_needed: u8, another: bool) -> SparEnd {
    let ram = tables.ram();
    match () {
        () if distance > ram.close_hexes => SparEnd::Approach,
        () if turns_needed <= ram.spar_turns => SparEnd::Hit,
        () if another => SparEnd::Another,
        () => SparEnd::Raise,
    }
}
