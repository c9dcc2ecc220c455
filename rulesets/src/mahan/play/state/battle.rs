//! The state of a battle.

pub use crate::core::Outcome;
use crate::core::{Edge, RollRequest, Shared, SideId, worded};
use crate::gunboat;
use crate::mahan::orders::{Chit, Cup, MahanOrder, PlayerOrder, RamRun, Side};
use crate::mahan::play::state::card::{HullArmor, ShipCard};
use crate::mahan::play::state::options::MahOptions;
use geometry::{Hex, HexGrid, ShipId};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

pub use crate::core::HexPose;

/// The id of a formation, or of a ship that sails alone.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GroupId(pub String);

impl fmt::Display for GroupId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The content of a hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ground {
    /// Land: blocks sight and fire.
    Land,
    /// A shoal: ships can't enter.
    Shoal,
}

/// A hex of land or shoal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    /// Land or shoal.
    pub ground: Ground,
    /// The hex.
    pub hex: Hex,
}

worded! {
    /// The fate of a ship.
    #[derive(PartialOrd, Ord)]
    pub enum Fate: word {
        /// Sunk or blown up.
        Sunk = "sunk",
        /// Captured, or struck.
        Captured = "captured",
        /// Left the map.
        Left = "left the map",
    }
}

/// A ship in battle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Ship {
    /// The ship's card.
    pub card: Shared<ShipCard>,
    /// The side that commands the ship.
    pub side: Side,
    /// The formation that the ship belongs to.
    pub group: GroupId,
    /// The ship's hex and facing; none before it is set out.
    pub place: Option<HexPose>,
    /// True if it has turned in this hex (MAH-8).
    pub turned_here: bool,
    /// Places where it still has to turn, following in line ahead (MAH-36).
    pub track: Vec<HexPose>,
    /// Speed lost, as entered by hand.
    pub speed_lost: u8,
    /// Hull armor left.
    pub hull: HullArmor,
    /// Guns lost, as entered by hand.
    pub guns_lost: BTreeSet<String>,
    /// Guns being loaded, with the last turn of loading (MAH-27).
    pub loading: BTreeMap<String, u32>,
    /// True at anchor (MAH-31).
    pub anchored: bool,
    /// True if fouled (MAH-31).
    pub fouled: bool,
    /// True once the spar torpedo is spent (house).
    pub spar_spent: bool,
    /// The ship's fate.
    pub fate: Option<Fate>,
}

impl Ship {
    /// Tells whether the ship has a spar torpedo to strike with (MAH-34).
    pub fn has_spar(&self) -> bool {
        self.card.spar_torpedo && !self.spar_spent
    }

    /// Tells whether the ship is on the map.
    pub fn present(&self) -> bool {
        self.fate.is_none()
    }
}

/// The way a Mahan formation finds its course.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(tag = "course", rename_all = "snake_case")]
#[allow(missing_docs, reason = "a field without a line is what its name and type say")]
pub enum Course {
    /// By its order from the display (MAH-14).
    #[default]
    Ordered,
    /// To the nearest Player ship (MAH-12).
    Approach { target: ShipId },
    /// To the nearest friendly edge (MAH-13).
    Retreat,
    /// To ram this ship (MAH-32).
    Ram { target: ShipId },
    /// To strike this ship with the spar torpedo (MAH-34).
    Spar {
        target: ShipId,
        /// Turns made within four hexes (MAH-35).
        turns: u8,
    },
}

/// A formation, or a ship that sails alone.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Group {
    /// The side that commands it.
    pub side: Side,
    /// The ships; the first leads.
    pub ships: Vec<ShipId>,
    /// Its speed.
    pub speed: u8,
    /// Its speed when the turn began (MAH-AMB-8).
    pub start_speed: u8,
    /// The Player's order of this turn (MAH-5).
    pub player_order: Option<PlayerOrder>,
    /// Turns of it still to be made, hexsides.
    pub turns_left: Vec<i32>,
    /// Mahan's order (MAH-20).
    pub mahan_order: MahanOrder,
    /// The number of its turns made.
    pub turns_done: u8,
    /// The way it finds its course.
    pub course: Course,
    /// True while the umpire lets it retreat (MAH-13, MAH-AMB-13).
    pub retreats: bool,
    /// True once it has its orders of this orders phase, or has made its move of this round.
    pub done: bool,
}

impl Group {
    /// A stationary formation.
    pub fn new(side: Side, ships: Vec<ShipId>, speed: u8) -> Self {
        Self {
            side,
            ships,
            speed,
            start_speed: speed,
            player_order: None,
            turns_left: Vec::new(),
            mahan_order: MahanOrder::Ahead,
            turns_done: 0,
            course: Course::Ordered,
            retreats: false,
            done: false,
        }
    }
}

worded! {
    /// The action due now.
    #[derive(PartialOrd, Ord, Default)]
    pub enum Phase: key, title {
        /// The battle is not open yet.
        #[default]
        SetUp = "set_up", "Setting up";
        /// The models are set out.
        SetOut = "set_out", "Setting out";
        /// The Player's orders (MAH-5).
        PlayerOrders = "player_orders", "Player movement orders";
        /// Mahan's orders, first or second (MAH-11).
        MahanOrders = "mahan_orders", "Mahan movement orders";
        /// Mahan's ships move (MAH-4).
        MahanMove = "mahan_move", "Mahan's ships move";
        /// The Player's ships move (MAH-4).
        PlayerMove = "player_move", "Player's ships move";
        /// Two chits are drawn (MAH-4).
        Draw = "draw", "Chits";
        /// The sides whose chits were drawn fire (MAH-25).
        Fire = "fire", "Fire";
        /// Dice for turns at the end of the round (MAH-21).
        RoundEnd = "round_end", "End of the round";
        /// It is over.
        Over = "over", "Over";
    }
}

/// The question that a roll decides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "decides", rename_all = "snake_case")]
#[allow(missing_docs, reason = "a field without a line is what its name and type say")]
pub enum RollUse {
    /// The choice of the Mahan reference ship among equally near ones (MAH-14).
    Reference {
        group: GroupId,
        /// The Player reference ship.
        player: ShipId,
        /// The equally near ships.
        tied: Vec<ShipId>,
    },
    /// Heading and order by the display (MAH-14).
    Display {
        group: GroupId,
        /// The Player reference ship.
        player: ShipId,
        /// The Mahan reference ship.
        mahan: ShipId,
        /// The number of earlier throws.
        rerolls: usize,
    },
    /// The direction of an About, port or starboard (MAH-19).
    About {
        group: GroupId,
        /// The Player reference ship.
        player: ShipId,
        /// The Mahan reference ship.
        mahan: ShipId,
    },
    /// Whether a 60° order turns the formation now (MAH-21).
    Sixty { group: GroupId },
}

/// A roll that is due.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PendingRoll {
    /// The dice to throw.
    pub request: RollRequest,
    /// The question that the roll decides.
    pub decides: RollUse,
}

/// The sides that may fire in the current round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Firing {
    /// The Player may still fire.
    pub player: bool,
    /// True while Mahan still has to fire.
    pub mahan: bool,
    /// The turn of the book that resolves fire, in which this fire happens.
    pub gun_turn: u32,
    /// True once that book has reached a fire step.
    pub ready: bool,
}

/// A battle.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// The turn, from 1.
    pub turn: u32,
    /// The round, 1 to 8; 0 before the first.
    pub round: u8,
    /// The action due now.
    pub phase: Phase,
    /// The Player's side, and Mahan's.
    pub sides: Option<(SideId, SideId)>,
    /// Mahan's friendly map edge (MAH-13).
    pub mahan_edge: Option<Edge>,
    /// The ships.
    pub ships: Shared<BTreeMap<ShipId, Ship>>,
    /// The formations.
    pub groups: Shared<BTreeMap<GroupId, Group>>,
    /// Land and shoals.
    pub terrain: Shared<Vec<Piece>>,
    /// The board on the table.
    pub grid: Option<HexGrid>,
    /// The readings in force.
    pub options: MahOptions,
    /// The cup (MAH-1); none before it is filled for the first time.
    pub cup: Option<Cup>,
    /// The chits drawn in this round.
    pub drawn: Vec<Chit>,
    /// The sides that may still fire.
    pub firing: Firing,
    /// The last turn in which fire was resolved.
    pub fired_turn: u32,
    /// The battle of the book that resolves fire: its cards are used, its movement is not.
    pub guns: gunboat::State,
    /// Dice that are due.
    pub rolls: Shared<Vec<PendingRoll>>,
    /// The next roll's number.
    pub next_roll: u32,
    /// The outcome; none before the end.
    pub outcome: Option<Outcome>,
}

impl State {
    /// A ship's name to show; the bare id when there is no such ship.
    pub fn name<'a>(&'a self, ship: &'a ShipId) -> &'a str {
        self.ships.get(ship).map_or(ship.as_str(), |ship| &ship.card.name)
    }

    /// A formation's name for people: that of its first ship.
    pub fn group_name<'a>(&'a self, group: &'a GroupId) -> &'a str {
        let first = self.groups.get(group).and_then(|group| group.ships.first());
        first.map_or(group.0.as_str(), |ship| self.name(ship))
    }

    /// The side's name.
    pub fn side_id(&self, side: Side) -> SideId {
        let nobody = || SideId::of("");
        match (&self.sides, side) {
            (Some((player, _)), Side::Player) => player.clone(),
            (Some((_, mahan)), Side::Mahan) => mahan.clone(),
            (None, _) => nobody(),
        }
    }

    /// Every ship of a side that is on the map, with its place.
    pub fn placed(&self, side: Side) -> impl Iterator<Item = (&ShipId, &Ship, HexPose)> {
        let own = self.ships.iter().filter(move |(_, ship)| ship.side == side && ship.present());
        own.filter_map(|(id, ship)| Some((id, ship, ship.place?)))
    }

    /// The ships of a formation that are on the map, with their places; the first leads.
    pub fn members(&self, group: &GroupId) -> Vec<(&ShipId, &Ship, HexPose)> {
        let ships = self.groups.get(group).map_or(&[][..], |group| &group.ships);
        let there = ships.iter().filter_map(|id| {
            let ship = self.ships.get(id).filter(|ship| ship.present())?;
            Some((id, ship, ship.place?))
        });
        there.collect()
    }

    /// The formations of a side, in order, that have a ship on the map.
    pub fn groups_of(&self, side: Side) -> Vec<GroupId> {
        let own = self.groups.iter().filter(|(_, group)| group.side == side);
        own.map(|(id, _)| id.clone()).filter(|id| !self.members(id).is_empty()).collect()
    }

    /// Tells whether the Gunboat book resolves fire and rams.
    pub fn by_gunboat(&self) -> bool {
        self.options.combat_backend == crate::mahan::play::state::options::CombatBackend::Gunboat
            && self.guns.opened
    }

    /// The ship's top speed with its present damage.
    pub fn top_speed(&self, id: &ShipId) -> u8 {
        let Some(ship) = self.ships.get(id).filter(|ship| !ship.anchored && !ship.fouled) else { return 0 };
        let own = ship.card.top_speed.saturating_sub(ship.speed_lost);
        let Some(guns) = self.guns.ships.get(id).filter(|_| self.by_gunboat()) else { return own };
        let left = u8::try_from(guns.top_speed_half_knots() / 2).unwrap_or(u8::MAX);
        let power = guns.limited_power_knots(self.guns.turn).unwrap_or(u8::MAX);
        own.min(left).min(power)
    }

    /// Tells whether dice or hits are due in the book that resolves fire.
    pub fn guns_wait(&self) -> bool {
        !self.guns.rolls.is_empty() || !self.guns.hits.is_empty()
    }
}

/// The end of a ship's move in a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "end", rename_all = "snake_case")]
#[allow(missing_docs, reason = "a field without a line is what its name and type say")]
pub enum End {
    /// The chart's full distance.
    Chart,
    /// A ship in the way: stops short (house; collisions are the base game's).
    Ship {
        /// The ship in the way.
        ship: ShipId,
    },
    /// Land or a shoal ahead: stops short (house; grounding is the base game's).
    Ashore,
    /// The edge of the map: stops short of it (house), unless the ship leaves.
    Edge,
    /// The ship leaves the map.
    Left,
    /// The ship rams an enemy, and stops short of its hex (MAH-30 to MAH-33).
    Rammed {
        target: ShipId,
        /// The part that is hit.
        part: RamRun,
    },
    /// The ship strikes an enemy with its spar torpedo (MAH-34).
    Struck { target: ShipId },
}
