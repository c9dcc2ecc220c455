//! The state of a ship: its card with all damage and orders.

use crate::core::{Shared, worded};
use crate::noddy::state::cant_fire::CantFire;
use crate::noddy::state::card::{Gun, GunId, GunPosition, HalfKnots, ShipCard};
use crate::noddy::state::options::NodOptions;
use crate::noddy::state::step::Step;
use geometry::{Flank, ShipId, TerrainId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The state of a gun.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GunState {
    /// True if it is lost (NOD-27).
    pub lost: bool,
    /// The move in which it last fired.
    pub fired: Option<u32>,
    /// The target of that shot.
    pub target: Option<ShipId>,
    /// The last move in which its shutter is jammed.
    pub shut_until: u32,
}

/// The state of a gun as the card has it.
pub(super) static FRESH_GUN: GunState = GunState { lost: false, fired: None, target: None, shut_until: 0 };

/// Speed and turn for one move (NOD-9).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Course {
    /// Astern is negative.
    pub speed: HalfKnots,
    /// The turn, degrees clockwise.
    pub turn_deg: f64,
}

/// Written orders.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(tag = "written", rename_all = "snake_case")]
pub enum Written {
    /// Entered in the app.
    Here {
        /// The ordered course.
        course: Course,
    },
    /// Kept on paper: read out after all orders are revealed.
    OnPaper,
}

worded! {
    /// The way in which a ship was lost.
    #[derive(PartialOrd, Ord)]
    pub enum Fate: word {
        /// Sunk.
        Sunk = "sunk",
        /// The magazine blew up.
        BlewUp = "blown up",
        /// The ship left the battle.
        Left = "left",
    }
}

/// The state of a ship.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShipState {
    /// The card.
    pub card: Shared<ShipCard>,
    /// The fate; none while the ship is in the battle.
    pub fate: Option<Fate>,
    /// The remaining top speed; a ship with less than zero sinks (NOD-26).
    pub top_speed: HalfKnots,
    /// The speed in this move.
    pub speed: HalfKnots,
    /// The speed before this move's orders.
    #[serde(default)]
    pub speed_before: HalfKnots,
    /// The guns that differ from the card.
    pub guns: Shared<BTreeMap<GunId, GunState>>,
    /// True if a ram has crippled the ship.
    pub crippled: bool,
    /// True if it lists to port: starboard guns can't engage.
    pub lists_port: bool,
    /// True if it lists to starboard: port guns can't engage.
    pub lists_starboard: bool,
    /// The last move without a helmsman.
    pub helmless_until: u32,
    /// The last move with damaged steering.
    pub steering_until: u32,
    /// The last move with a jammed screw.
    pub jammed_until: u32,
    /// True if steam pipes are damaged.
    pub pipes: bool,
    /// The number of hits on the smoke stack.
    pub stack_hits: u8,
    /// The number of attempts to put out the fire; none if the ship does not burn.
    pub burning: Option<u8>,
    /// True if filled with steam.
    pub steam: bool,
    /// True if the crew has left.
    pub abandoned: bool,
    /// The move at whose end the ship sinks (NOD-AMB-14).
    pub sinks_after: Option<u32>,
    /// The number of attempts to refloat; none if the ship is not aground.
    pub aground: Option<u8>,
    /// True if it has tried to refloat in this move.
    pub refloat_tried: bool,
    /// The orders for this move, while they are secret.
    pub written: Option<Written>,
    /// The orders for this move, once they are revealed.
    pub course: Option<Course>,
    /// True if the ship has finished its movement (or its turn) in this step.
    pub moved: bool,
    /// The distance gone in this step (or segment), inches.
    #[serde(default)]
    pub gone_in: f64,
    /// True if the ship has turned in this move.
    #[serde(default)]
    pub turned: bool,
    /// True if its movement in this move is over: aground, in contact, or after a ram.
    pub stopped: bool,
    /// True if it was stopped in this half move; it counts as stationary from the next one on (NOD-AMB-27).
    #[serde(default)]
    pub just_stopped: bool,
    /// Ships in contact at the end of its way, until the contact is settled; the ship keeps its speed until then
    /// (NOD-AMB-26).
    #[serde(default)]
    pub contact: Vec<ShipId>,
    /// Mined areas that were tested for this ship in this half move (NOD-AMB-31).
    #[serde(default)]
    pub mines_tested: Vec<TerrainId>,
    /// The step of this move in which it fired (NOD-AMB-18).
    pub fired_in: Option<Step>,
    /// The last target (NOD-AMB-11, for the whole ship).
    pub last_target: Option<ShipId>,
    /// The ships that it has rammed in this move.
    pub rammed: Vec<ShipId>,
}

impl ShipState {
    /// An undamaged ship under way at this speed.
    pub fn fresh(card: ShipCard, speed: HalfKnots) -> Self {
        Self {
            top_speed: card.top_speed,
            card: card.into(),
            fate: None,
            speed,
            speed_before: speed,
            guns: Shared::default(),
            crippled: false,
            lists_port: false,
            lists_starboard: false,
            helmless_until: 0,
            steering_until: 0,
            jammed_until: 0,
            pipes: false,
            stack_hits: 0,
            burning: None,
            steam: false,
            abandoned: false,
            sinks_after: None,
            aground: None,
            refloat_tried: false,
            written: None,
            course: None,
            moved: false,
            gone_in: 0.0,
            turned: false,
            stopped: false,
            just_stopped: false,
            contact: Vec::new(),
            mines_tested: Vec::new(),
            fired_in: None,
            last_target: None,
            rammed: Vec::new(),
        }
    }

    /// Returns true if the ship's model is on the table.
    pub fn present(&self) -> bool {
        self.fate.is_none()
    }

    /// Returns true if a crew is on board.
    pub fn fights(&self) -> bool {
        self.present() && !self.abandoned
    }

    /// Returns true if the engines work. A jam is temporary and no loss of power (NOD-AMB-12).
    pub fn has_power(&self) -> bool {
        self.fights() && self.top_speed > 0 && !self.crippled && !self.steam
    }

    /// Returns true if only the current moves the ship now (NOD-25, NOD-AMB-12).
    pub fn adrift(&self, turn: u32) -> bool {
        let powerless = !self.has_power() || self.jammed_until >= turn;
        self.present() && self.aground.is_none() && self.speed == 0 && powerless
    }

    /// Returns true if the ship is stationary (NOD-AMB-27). A ship adrift moves with the current, and one that was
    /// stopped in this half move is stationary only from the next one on.
    pub fn stationary(&self, turn: u32, options: &NodOptions) -> bool {
        let drifts = self.adrift(turn) && !options.drifting_is_stationary;
        self.aground.is_some() || (self.speed == 0 && !self.just_stopped && !drifts)
    }

    /// Returns true if the ship can be steered: no hit forces it to keep its course (NOD-19).
    pub fn steers(&self, turn: u32) -> bool {
        self.steering_until < turn && self.helmless_until < turn
    }

    /// Returns true if orders may be written for the ship (NOD-9): it has a commander and power.
    pub fn takes_orders(&self, turn: u32) -> bool {
        self.has_power() && self.aground.is_none() && self.helmless_until < turn
    }

    /// The state of a gun.
    pub fn gun(&self, id: &GunId) -> &GunState {
        self.guns.get(id).unwrap_or(&FRESH_GUN)
    }

    /// The damage to the gun or the ship that prevents its use; none if it can be used.
    pub fn gun_is_out(&self, gun: &Gun, turn: u32) -> Option<CantFire> {
        let state = self.gun(&gun.id);
        let high = |side: GunPosition, lists: bool| lists && gun.place == side;
        if state.lost {
            Some(CantFire::Lost)
        } else if state.shut_until >= turn && state.shut_until > 0 {
            Some(CantFire::Shut)
        } else {
            let lists = high(GunPosition::Starboard, self.lists_port)
                || high(GunPosition::Port, self.lists_starboard);
            lists.then_some(CantFire::Lists)
        }
    }

    /// The gun that a hit on this side destroys (NOD-AMB-23): one of that side, or else of a turret.
    pub fn gun_struck(&self, struck: Option<GunPosition>) -> Option<&Gun> {
        let stands = |gun: &&Gun| !self.gun(&gun.id).lost;
        let at = |place: GunPosition| self.card.guns.iter().filter(stands).find(|gun| gun.place == place);
        match struck {
            Some(place) => at(place).or_else(|| at(GunPosition::Turret)),
            None => self.card.guns.iter().find(stands),
        }
    }

    /// The gun whose shutter a hit on this side jams (NOD-AMB-29): the nearest one that can still jam.
    pub fn gun_to_jam(&self, struck: Option<GunPosition>, turn: u32) -> Option<&Gun> {
        let can_jam = |gun: &&Gun| {
            let state = self.gun(&gun.id);
            !state.lost && state.shut_until < turn
        };
        let guns = self.card.guns.iter().filter(can_jam);
        guns.min_by_key(|gun| struck.map_or(0, |struck| gun.place.steps_from(struck)))
    }

    /// Sets a list to this side.
    pub fn lists(&mut self, to: Flank) {
        match to {
            Flank::Port => self.lists_port = true,
            Flank::Starboard => self.lists_starboard = true,
        }
    }

    /// Begins a new move for the ship.
    pub fn begin_move(&mut self) {
        (self.written, self.course) = (None, None);
        (self.moved, self.stopped, self.refloat_tried) = (false, false, false);
        self.turned = false;
        self.contact.clear();
        self.fired_in = None;
        self.rammed.clear();
    }
}
