//! The state of a ship in the battle.

use crate::core::{Edge, Shared, worded};
use crate::sp_bp::state::card::{Captain, GunMount, MountId, PaddleWheels, ShipCard, Spar};
use geometry::{Flank, ShipId, TerrainId};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

worded! {
    /// The way a ship was lost.
    #[derive(PartialOrd, Ord)]
    pub enum Fate: key, word {
        /// Sunk (SPB-8).
        Sunk = "sunk", "is sunk";
        /// Abandoned by its crew (SPB-37).
        Abandoned = "abandoned", "is abandoned by her crew";
        /// Struck (SPB-AMB-26, house).
        Struck = "struck", "strikes";
        /// Captured by boarders, or by the umpire's order.
        Captured = "captured", "is taken";
    }
}

/// Where a ship is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
#[allow(missing_docs, reason = "a field without a line is what its name and type say")]
pub enum Location {
    /// On the table.
    #[default]
    OnTable,
    /// Enters over this edge at the start of this turn's Movement Phase.
    Arriving { turn: u32, edge: Edge },
    /// Left over this edge.
    Left { edge: Edge },
}

/// Hits that reduce the best speed, in order (SPB-11, SPB-AMB-27).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SpeedHit {
    /// A funnel: two knots (SPB-25).
    Funnel,
    /// Steamed: a half, permanently (SPB-32, SPB-37).
    Steamed,
    /// A damaged boiler: a half, until it is repaired (SPB-33).
    Boiler,
}

/// Paddle wheels that are out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wheel {
    /// To port.
    Port,
    /// To starboard.
    Starboard,
    /// The one amidships or at the stern.
    Middle,
}

/// A ship in the battle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShipState {
    /// The ship's card.
    pub card: Shared<ShipCard>,
    /// Structure points left.
    pub sp: u16,
    /// Buoyancy points left.
    pub bp: u16,
    /// Current armour of the hull; none for an unarmoured one.
    pub hull_at: Option<u8>,
    /// Crew quality now.
    pub crew_quality: i8,
    /// Crew parties left.
    pub crew_parties: u8,
    /// Parties sent to damage control in this turn (SPB-AMB-3).
    pub parties_used: u8,
    /// Fires on board.
    pub fires: u8,
    /// Flood markers.
    pub floods: u8,
    /// Guns lost, by mount.
    pub guns_lost: BTreeMap<MountId, u8>,
    /// Guns that have fired in this Shooting Phase, by mount.
    pub fired: BTreeMap<MountId, u8>,
    /// Turrets that are jammed.
    pub jammed: BTreeSet<MountId>,
    /// Speed, knots.
    pub speed: u8,
    /// Speed planned for the next turn, knots; none once that turn has come.
    pub planned: Option<u8>,
    /// Hits that reduce the best speed.
    pub speed_hits: Vec<SpeedHit>,
    /// All pressure is lost.
    pub pressure_lost: bool,
    /// The ship has been steamed (critical 16); this also affects its gunnery.
    pub steamed: bool,
    /// Boiler valves are damaged.
    pub valves: bool,
    /// Steering cables are damaged.
    pub steering: bool,
    /// The helm is jammed to this side.
    pub helm: Option<Flank>,
    /// The helmsman is dead: the ship keeps its course through this turn's movement.
    pub helmsman_through: Option<u32>,
    /// Wheels that are out.
    pub wheels_lost: BTreeSet<Wheel>,
    /// True if the anchor is lost.
    pub anchor_lost: bool,
    /// At anchor.
    pub anchored: bool,
    /// Aground.
    pub aground: bool,
    /// The ram bow is (still) fitted.
    pub ram_bow: bool,
    /// The ship's spar torpedo.
    pub spar: Spar,
    /// The ship's captain.
    pub captain: Captain,
    /// Hard to see: smoke, a bank, other ships.
    pub concealed: bool,
    /// True while something illuminates the ship.
    pub illuminated: bool,
    /// Ships lit by this ship's searchlight.
    pub lights: BTreeSet<ShipId>,
    /// The ship has made its move in this turn.
    pub moved: bool,
    /// The ship has rolled to force its engines, to unlock or to get afloat in this Movement Phase (SPB-3).
    #[serde(default)]
    pub tried: bool,
    /// The ship's move of this turn changed its place.
    #[serde(default)]
    pub made_way: bool,
    /// Mined areas that the ship is in and has been tested for (SPB-AMB-31).
    #[serde(default)]
    pub mined: BTreeSet<TerrainId>,
    /// Obstacles that the ship still touches after a collision that was ruled on (SPB-AMB-33).
    #[serde(default)]
    pub against: BTreeSet<TerrainId>,
    /// The ship's action in this step is over.
    pub acted: bool,
    /// The ship rigs a spar, or clears or drops mines, and may not fire in this phase (SPB-5).
    pub busy: bool,
    /// The ship must withdraw (SPB-AMB-26).
    pub withdrawing: bool,
    /// The ship sinks once the other test is read (SPB-AMB-24).
    pub going_down: bool,
    /// How the ship was lost; none if it is in the battle.
    pub fate: Option<Fate>,
    /// On the table, away, or still to come.
    pub location: Location,
}

impl ShipState {
    /// The undamaged ship of a card.
    pub fn new(card: ShipCard) -> Self {
        Self {
            sp: card.sp,
            bp: card.bp,
            hull_at: card.hull_at,
            crew_quality: card.crew_quality,
            crew_parties: card.crew_parties,
            parties_used: 0,
            fires: 0,
            floods: 0,
            guns_lost: BTreeMap::new(),
            fired: BTreeMap::new(),
            jammed: BTreeSet::new(),
            speed: 0,
            planned: None,
            speed_hits: Vec::new(),
            pressure_lost: false,
            steamed: false,
            valves: false,
            steering: false,
            helm: None,
            helmsman_through: None,
            wheels_lost: BTreeSet::new(),
            anchor_lost: !card.anchor,
            anchored: false,
            aground: false,
            ram_bow: card.ram_bow,
            spar: card.spar,
            captain: card.captain,
            concealed: false,
            illuminated: false,
            lights: BTreeSet::new(),
            moved: false,
            tried: false,
            made_way: false,
            mined: BTreeSet::new(),
            against: BTreeSet::new(),
            acted: false,
            busy: false,
            withdrawing: false,
            going_down: false,
            fate: None,
            location: Location::OnTable,
            card: card.into(),
        }
    }

    /// Tells whether the ship is still in the battle.
    pub fn afloat(&self) -> bool {
        self.fate.is_none()
    }

    /// Tells whether the ship is in the battle and on the table.
    pub fn present(&self) -> bool {
        self.afloat() && self.location == Location::OnTable
    }

    /// The guns left of a mount.
    pub fn guns_left(&self, mount: &GunMount) -> u8 {
        mount.guns.saturating_sub(self.guns_lost.get(&mount.id).copied().unwrap_or(0))
    }

    /// The guns of a mount that can still fire in this phase.
    pub fn ready(&self, mount: &GunMount) -> u8 {
        self.guns_left(mount).saturating_sub(self.fired.get(&mount.id).copied().unwrap_or(0))
    }

    /// All guns left.
    pub fn guns(&self) -> u32 {
        self.card.mounts.iter().map(|mount| u32::from(self.guns_left(mount))).sum()
    }

    /// All guns that can still fire in this phase.
    pub fn guns_ready(&self) -> u32 {
        if self.busy {
            return 0;
        }
        self.card.mounts.iter().map(|mount| u32::from(self.ready(mount))).sum()
    }

    /// Tells whether less than half the SP is left (SPB-AMB-12: exactly half is not less).
    pub fn sp_below_half(&self) -> bool {
        2 * u32::from(self.sp) < u32::from(self.card.sp)
    }

    /// Tells whether less than a quarter of the SP is left.
    pub fn sp_below_quarter(&self) -> bool {
        4 * u32::from(self.sp) < u32::from(self.card.sp)
    }

    /// Tells whether less than a quarter of the BP is left.
    pub fn bp_below_quarter(&self) -> bool {
        4 * u32::from(self.bp) < u32::from(self.card.bp)
    }

    /// Crew parties without a task in this turn.
    pub fn free_parties(&self) -> u8 {
        self.crew_parties.saturating_sub(self.parties_used)
    }

    /// Tells whether the ship is stationary: stopped, anchored or aground (SPB-15).
    pub fn lies_still(&self) -> bool {
        self.speed == 0 || self.anchored || self.aground
    }

    /// Funnels that are not hit yet.
    pub fn funnels_left(&self) -> u8 {
        let hit = self.speed_hits.iter().filter(|hit| **hit == SpeedHit::Funnel).count();
        self.card.funnels.saturating_sub(u8::try_from(hit).unwrap_or(u8::MAX))
    }

    /// The working wheel that fire from this side strikes, if any (SPB-35).
    pub fn wheel_towards(&self, side: Flank) -> Option<Wheel> {
        let wheel = match (self.card.paddle_wheels, side) {
            (PaddleWheels::None, _) => return None,
            (PaddleWheels::Middle, _) => Wheel::Middle,
            (PaddleWheels::Sides, Flank::Port) => Wheel::Port,
            (PaddleWheels::Sides, Flank::Starboard) => Wheel::Starboard,
        };
        (!self.wheels_lost.contains(&wheel)).then_some(wheel)
    }
}
