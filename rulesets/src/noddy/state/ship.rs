//! A ship in battle: her card, and all that has become of her.

use crate::core::data::shared;
use crate::noddy::state::card::{Gun, GunId, GunPosition, HalfKnots, ShipCard};
use crate::noddy::state::options::NodOptions;
use crate::noddy::state::step::Step;
use geometry::{Flank, ShipId, TerrainId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What became of a gun.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GunState {
    /// Struck off (NOD-27).
    pub lost: bool,
    /// The move in which it last fired.
    pub fired: Option<u32>,
    /// At whom.
    pub target: Option<ShipId>,
    /// Its shutter is jammed up to and with this move.
    pub shut_until: u32,
}

/// Speed and turn for one move (NOD-9).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Course {
    /// Astern is negative.
    pub speed: HalfKnots,
    /// Clockwise, degrees.
    pub turn_deg: f64,
}

/// Orders as they are written.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(tag = "written", rename_all = "snake_case")]
pub enum Written {
    /// Typed or picked.
    Here {
        /// What she is to do.
        course: Course,
    },
    /// Kept on paper: read out once all are revealed.
    OnPaper,
}

/// How a ship was lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// Sunk.
    Sunk,
    /// Her magazine blew up.
    BlewUp,
    /// She left the battle.
    Left,
}

impl Fate {
    /// For sentences.
    pub fn word(self) -> &'static str {
        match self {
            Self::Sunk => "sunk",
            Self::BlewUp => "blown up",
            Self::Left => "left",
        }
    }
}

/// A ship in battle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShipState {
    /// Her card.
    #[serde(with = "shared")]
    pub card: Arc<ShipCard>,
    /// How she was lost; none while she fights.
    pub fate: Option<Fate>,
    /// What is left of her top speed; below zero she sinks (NOD-26).
    pub top_speed: HalfKnots,
    /// What she makes in this move.
    pub speed: HalfKnots,
    /// What she made before this move's orders.
    #[serde(default)]
    pub speed_before: HalfKnots,
    /// Guns that differ from the card.
    pub guns: BTreeMap<GunId, GunState>,
    /// Crippled by a ram.
    pub crippled: bool,
    /// She lists to port: starboard guns can't engage.
    pub lists_port: bool,
    /// She lists to starboard: port guns can't engage.
    pub lists_starboard: bool,
    /// Nobody steers her up to and with this move.
    pub helmless_until: u32,
    /// Her steering is damaged up to and with this move.
    pub steering_until: u32,
    /// Her screw is jammed up to and with this move.
    pub jammed_until: u32,
    /// Steam pipes are damaged.
    pub pipes: bool,
    /// Hits on her smoke stack.
    pub stack_hits: u8,
    /// On fire: attempts made to put it out.
    pub burning: Option<u8>,
    /// Filled with steam.
    pub steam: bool,
    /// Her crew has left her.
    pub abandoned: bool,
    /// She sinks at the end of this move (NOD-AMB-14).
    pub sinks_after: Option<u32>,
    /// Aground: attempts made to get free.
    pub aground: Option<u8>,
    /// She has tried in this move.
    pub refloat_tried: bool,
    /// Her orders for this move, while they are secret.
    pub written: Option<Written>,
    /// Her orders for this move, once they are revealed.
    pub course: Option<Course>,
    /// She has made her way (or her turn) of this step.
    pub moved: bool,
    /// How far she has gone in this step (or segment), inches.
    #[serde(default)]
    pub gone_in: f64,
    /// She has made her turn of this move.
    #[serde(default)]
    pub turned: bool,
    /// Her way of this move is over: aground, in contact, or it rammed.
    pub stopped: bool,
    /// She was stopped in this half move: she lies still from the next one on (NOD-AMB-27).
    #[serde(default)]
    pub just_stopped: bool,
    /// Hulls that she met at the end of her way, while nobody has said what comes of it: until then she has the speed she
    /// came with (NOD-AMB-26).
    #[serde(default)]
    pub contact: Vec<ShipId>,
    /// Mined areas that she was tested for in this half move (NOD-AMB-31).
    #[serde(default)]
    pub mines_tested: Vec<TerrainId>,
    /// The step of this move in which she fired (NOD-AMB-18).
    pub fired_in: Option<Step>,
    /// Whom she fired at last (NOD-AMB-11, vessel).
    pub last_target: Option<ShipId>,
    /// Whom she has rammed in this move.
    pub rammed: Vec<ShipId>,
}

impl ShipState {
    /// A fresh ship under way at this speed.
    pub fn fresh(card: ShipCard, speed: HalfKnots) -> Self {
        Self {
            top_speed: card.top_speed,
            card: Arc::new(card),
            fate: None,
            speed,
            speed_before: speed,
            guns: BTreeMap::new(),
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

    /// Her model stands on the table.
    pub fn present(&self) -> bool {
        self.fate.is_none()
    }

    /// Somebody on board can still fight her.
    pub fn fights(&self) -> bool {
        self.present() && !self.abandoned
    }

    /// Her engines can drive her: a jam is no loss of speed, and passes (NOD-AMB-12).
    pub fn has_power(&self) -> bool {
        self.fights() && self.top_speed > 0 && !self.crippled && !self.steam
    }

    /// Nothing but the current moves her now (NOD-25, NOD-AMB-12).
    pub fn adrift(&self, turn: u32) -> bool {
        let powerless = !self.has_power() || self.jammed_until >= turn;
        self.present() && self.aground.is_none() && self.speed == 0 && powerless
    }

    /// Does she lie still (NOD-AMB-27)? The current takes a ship along that is adrift, and one that was stopped in this
    /// half move lies still from the next on.
    pub fn stationary(&self, turn: u32, options: &NodOptions) -> bool {
        let drifts = self.adrift(turn) && !options.drifting_is_stationary;
        self.aground.is_some() || (self.speed == 0 && !self.just_stopped && !drifts)
    }

    /// Her helm answers: nothing has been hit that keeps her on her present course (NOD-19).
    pub fn steers(&self, turn: u32) -> bool {
        self.steering_until < turn && self.helmless_until < turn
    }

    /// Orders are written for her (NOD-9): somebody commands her, and she can steam.
    pub fn takes_orders(&self, turn: u32) -> bool {
        self.has_power() && self.aground.is_none() && self.helmless_until < turn
    }

    /// What is left of a gun.
    pub fn gun(&self, id: &GunId) -> GunState {
        self.guns.get(id).cloned().unwrap_or_default()
    }

    /// Why a gun can't be used by what happened to it or to her; none if it can.
    pub fn gun_is_out(&self, gun: &Gun, turn: u32) -> Option<(&'static str, String)> {
        let state = self.gun(&gun.id);
        if state.lost {
            return Some(("NOD-27", format!("{} is lost.", gun.id)));
        }
        if state.shut_until >= turn && state.shut_until > 0 {
            return Some(("NOD-19", format!("The shutter of {} is jammed.", gun.id)));
        }
        let low = |side: GunPosition, lists: bool| lists && gun.place == side;
        if low(GunPosition::Starboard, self.lists_port) || low(GunPosition::Port, self.lists_starboard) {
            return Some(("NOD-19", format!("{} can't be depressed while she lists.", gun.id)));
        }
        None
    }

    /// The gun that a hit from this side strikes (NOD-AMB-23): of the side engaged, else of a turret.
    pub fn gun_struck(&self, struck: Option<GunPosition>) -> Option<&Gun> {
        let stands = |gun: &&Gun| !self.gun(&gun.id).lost;
        let at = |place: GunPosition| self.card.guns.iter().filter(stands).find(|gun| gun.place == place);
        match struck {
            Some(place) => at(place).or_else(|| at(GunPosition::Turret)),
            None => self.card.guns.iter().find(stands),
        }
    }

    /// The gun whose shutter a hit from this side jams (NOD-AMB-29): the nearest that can still jam, wherever it stands.
    pub fn gun_to_jam(&self, struck: Option<GunPosition>, turn: u32) -> Option<&Gun> {
        let can_jam = |gun: &&Gun| {
            let state = self.gun(&gun.id);
            !state.lost && state.shut_until < turn
        };
        let guns = self.card.guns.iter().filter(can_jam);
        guns.min_by_key(|gun| struck.map_or(0, |struck| gun.place.steps_from(struck)))
    }

    /// She lists to this side.
    pub fn lists(&mut self, to: Flank) {
        match to {
            Flank::Port => self.lists_port = true,
            Flank::Starboard => self.lists_starboard = true,
        }
    }

    /// A new move begins for her.
    pub fn begin_move(&mut self) {
        (self.written, self.course) = (None, None);
        (self.moved, self.stopped, self.refloat_tried) = (false, false, false);
        self.turned = false;
        self.contact.clear();
        self.fired_in = None;
        self.rammed.clear();
    }
}
