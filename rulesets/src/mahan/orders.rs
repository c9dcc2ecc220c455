//! Mahan's procedure and the Player's orders, step by step: each rule once, for any grid.

use crate::mahan::display::Bearings;
use crate::mahan::tables::Tables;
use geometry::Flank;
use serde::{Deserialize, Serialize};

/// So often a die is thrown again before a ship goes Ahead as she heads (MAH-AMB-11, house).
pub const MOST_REROLLS: usize = 20;

/// Who plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// A person.
    Player,
    /// Nobody (MAH-3).
    Mahan,
}

/// What Mahan's ships may be ordered (MAH-20).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum MahanOrder {
    /// Straight on.
    #[serde(rename = "ahead")]
    Ahead,
    /// One hexside to port, some time.
    #[serde(rename = "60_port")]
    Port60,
    /// One hexside to starboard.
    #[serde(rename = "60_starboard")]
    Starboard60,
    /// Round by port.
    #[serde(rename = "about_port")]
    AboutPort,
    /// Round by starboard.
    #[serde(rename = "about_starboard")]
    AboutStarboard,
}

impl MahanOrder {
    /// Hexsides of each of its turns, clockwise positive; 0 for none.
    pub fn turn(self) -> i32 {
        match self {
            Self::Ahead => 0,
            Self::Port60 | Self::AboutPort => -1,
            Self::Starboard60 | Self::AboutStarboard => 1,
        }
    }

    /// How many turns it has.
    pub fn turns(self) -> u8 {
        match self {
            Self::Ahead => 0,
            Self::Port60 | Self::Starboard60 => 1,
            Self::AboutPort | Self::AboutStarboard => 3,
        }
    }
}

/// What the Player's ships may be ordered for a whole turn (MAH-5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "order", content = "side", rename_all = "snake_case")]
pub enum PlayerOrder {
    /// Straight on (MAH-10).
    Ahead,
    /// One hexside.
    Turn60(Flank),
    /// Two.
    Turn120(Flank),
    /// Three (MAH-6).
    About(Flank),
    /// One, and one back (MAH-6).
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

/// Turning capacity "a/b": so many hexsides in one hex, so many in a turn (MAH-AMB-9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnCapacity {
    /// In one hex.
    pub per_hex: u8,
    /// In a turn.
    pub per_turn: u8,
}

/// How a 120-degree turn may be taken (MAH-9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Way120 {
    /// At once.
    #[serde(rename = "120 in one hex")]
    OneHex,
    /// In two halves.
    #[serde(rename = "60+60 in different hexes")]
    TwoHexes,
}

impl TurnCapacity {
    /// May the Player give this order at a speed with this capacity (MAH-7)?
    pub fn allows(self, order: PlayerOrder) -> bool {
        order.turns().len() <= usize::from(self.per_turn)
    }

    /// How a 120-degree turn may be taken (MAH-9).
    pub fn ways_120(self) -> Vec<Way120> {
        match (self.allows(PlayerOrder::Turn120(Flank::Port)), self.per_hex) {
            (false, _) => vec![],
            (true, 0 | 1) => vec![Way120::TwoHexes],
            (true, _) => vec![Way120::OneHex, Way120::TwoHexes],
        }
    }
}

/// When in a round the Player turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TurnWhen {
    /// Before she moves.
    Before,
    /// After it.
    After,
}

/// May a Player's ship turn now (MAH-8)? Only where the chart moves her in this round (counted from 1), not both before
/// and after it, and never twice in one hex, also from one turn to the next.
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

/// What Mahan does (MAH-12, MAH-13).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Straight for the nearest, round land and shoals.
    ApproachNearest,
    /// By the display.
    Bmd,
    /// To the nearest friendly edge; the umpire says so (MAH-AMB-13).
    Retreat,
}

/// The nearest *visible* Player ship decides (MAH-12, MAH-AMB-12).
pub fn mode(tables: &Tables, nearest_visible: Option<u32>, retreats: bool) -> Mode {
    match nearest_visible {
        _ if retreats => Mode::Retreat,
        Some(hexes) if hexes <= tables.gate_hexes() => Mode::Bmd,
        _ => Mode::ApproachNearest,
    }
}

/// A Player ship that may be the reference.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Target<T> {
    /// The ship that acts.
    pub ship: T,
    /// How far, hexes or inches.
    pub distance: f64,
    /// The ship's Value.
    pub value: u32,
}

/// The closest, and among those equally close the one of the highest Value (MAH-14, MAH-25).
pub fn player_reference<T: Clone>(ships: &[Target<T>]) -> Option<T> {
    let first = |one: &&Target<T>, other: &&Target<T>| {
        one.distance.total_cmp(&other.distance).then(other.value.cmp(&one.value))
    };
    ships.iter().min_by(first).map(|target| target.ship.clone())
}

/// What a ship was assigned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assigned {
    /// Her heading, hexsides.
    pub heading: u8,
    /// The ship's order.
    pub order: MahanOrder,
    /// Her speed, after what the turn cost.
    pub speed: u8,
    /// How far she turned, hexsides: 0 to 2.
    pub turn: u8,
    /// How often the die was thrown again.
    pub rerolls: usize,
}

/// Assigns the first of some readings of the display that is allowed (MAH-15 to MAH-18): no turn of 180 degrees, nobody
/// off the map. `speed` is the one that was raised to already (MAH-14); the turn reduces it at once, never below 1, but a
/// ship that lies stopped stays stopped (MAH-AMB-18), and by that speed it is asked whether she stays on the map. An order's
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

/// Does a 60-degree order turn the ship at the end of the round, the how-manieth since it was given (from 1)? The last
/// needs no die; it turns also where she did not move (MAH-21, MAH-AMB-7). None where a die is still wanted.
pub fn sixty_turns(tables: &Tables, rounds: u8, die: Option<u8>) -> Option<bool> {
    let sixty = tables.sixty();
    if rounds >= sixty.rounds { Some(true) } else { die.map(|face| face <= sixty.turns_at) }
}

/// In which of these rounds an About turns the ship: in those in which she moves, three times (MAH-22).
pub fn about_turns(hexes: &[u8]) -> Vec<usize> {
    let moves = hexes.iter().enumerate().filter(|(_, hexes)| **hexes > 0);
    moves.map(|(at, _)| at).take(3).collect()
}

/// Are both ships behind one another's sterns, on opposite courses (MAH-19)? Each lies in the sextant astern of the
/// other (MAH-AMB-10, house).
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

/// The chits in the cup (MAH-2). Drawn ones stay out of it (MAH-AMB-4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cup {
    blank: u8,
    player: u8,
    mahan: u8,
}

impl Cup {
    /// All sixteen.
    pub fn full(tables: &Tables) -> Self {
        let chits = tables.chits();
        Self { blank: chits.blank, player: chits.player_fire, mahan: chits.mahan_fire }
    }

    /// How many are left.
    pub fn left(&self) -> u8 {
        self.blank + self.player + self.mahan
    }

    /// How many are drawn in a round (MAH-4).
    pub fn draws(tables: &Tables) -> u8 {
        tables.chits().draw
    }

    /// Takes one out; false where there is none of it.
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

    /// The chit at a place in the cup, counted from 0.
    pub fn at(&self, place: u8) -> Chit {
        match place {
            _ if place < self.player => Chit::Player,
            _ if place < self.player + self.mahan => Chit::Mahan,
            _ => Chit::Blank,
        }
    }
}

/// A shot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Load {
    /// Solid shot.
    Solid,
    /// Shell.
    Shell,
}

/// What of a Mahan gun and its target decides the load, when the rounds hit (MAH-29).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gun {
    /// Its rate of fire is 1/1, not 1/2.
    pub every_turn: bool,
    /// The penetration of its shell.
    pub shell_pf: u32,
    /// The target is a wooden vessel.
    pub wooden: bool,
    /// The highest hull armor on that side.
    pub armor: u32,
    /// Hull armor sections at zero on that side.
    pub bare_sections: u32,
}

/// Mahan never fires grape, hot shot, double or triple loads (MAH-27 to MAH-29).
pub fn load(tables: &Tables, gun: Gun) -> Load {
    let table = tables.load_table();
    let through = gun.wooden && gun.shell_pf >= gun.armor + table.shell_margin;
    if gun.every_turn && (through || gun.bare_sections >= table.bare_sections) {
        Load::Shell
    } else {
        Load::Solid
    }
}

/// What of a ship decides whether she may be rammed (MAH-31): engine speed, without the current (MAH-AMB-15).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Calling {
    /// Engine speed.
    pub powered_speed: u8,
    /// She lies at anchor, is fouled, or drifts.
    pub helpless: bool,
}

/// May she be rammed by an attacker with or without a ram bow (MAH-30, MAH-31)?
pub fn ram_allowed(tables: &Tables, ram_bow: bool, target: Calling) -> bool {
    ram_bow && (target.helpless || target.powered_speed <= tables.ram().target_speed)
}

/// How a Mahan ram goes about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunMode {
    /// Not at all: by the display.
    Bmd,
    /// For the point two hexes ahead of the target's bow (MAH-32).
    AimTwoHexesAheadOfBow,
    /// To hit, with any number of turns; the chart still says how far (MAH-33, MAH-AMB-14).
    HitRunFreeTurns,
}

/// How a ram goes about a target so far away (MAH-32, MAH-33).
pub fn ram_run(tables: &Tables, allowed: bool, distance: u32) -> RunMode {
    match allowed {
        false => RunMode::Bmd,
        true if distance <= tables.ram().close_hexes => RunMode::HitRunFreeTurns,
        true => RunMode::AimTwoHexesAheadOfBow,
    }
}

/// A part of a target, in the order in which Mahan prefers them (MAH-33).
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

/// The part that a ram goes for (MAH-33).
pub fn ram_choice(choices: &[RamRun]) -> Option<RamRun> {
    choices.iter().copied().min()
}

/// What comes of a run with a spar torpedo.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum SparEnd {
    /// She is still too far away to lower it.
    #[serde(rename = "approach")]
    Approach,
    /// She can hit.
    #[serde(rename = "hit")]
    Hit,
    /// Another ship that she can hit.
    #[serde(rename = "target another ship")]
    Another,
    /// None.
    #[serde(rename = "raise spar and revert to BMD")]
    Raise,
}

/// A spar torpedo is lowered at four hexes, and one turn is left then (MAH-34, MAH-35): whatever the target's speed.
pub fn spar_run(tables: &Tables, distance: u32, turns_needed: u8, another: bool) -> SparEnd {
    let ram = tables.ram();
    match () {
        () if distance > ram.close_hexes => SparEnd::Approach,
        () if turns_needed <= ram.spar_turns => SparEnd::Hit,
        () if another => SparEnd::Another,
        () => SparEnd::Raise,
    }
}
