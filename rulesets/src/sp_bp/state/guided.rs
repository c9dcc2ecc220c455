//! Procedures that the sheet names without giving them (SPB-AMB-4): the umpire enters the result.

use crate::core::worded;
use crate::sp_bp::state::ship::ShipState;
use crate::sp_bp::state::step::Step;
use geometry::{ShipId, TerrainId};
use serde::{Deserialize, Serialize};

worded! {
    /// Something for which the sheet gives no procedure.
    #[derive(PartialOrd, Ord)]
    pub enum Procedure: title {
        /// 1b: damage by fires.
        FireDamage = "take the damage of her fires",
        /// 1c: damage by flooding.
        FloodDamage = "take the damage of her flooding",
        /// 1b to 1e: fire fighting, plugging and repairs, where SPB-AMB-3 is not played.
        DamageControl = "fight fires, plug leaks or repair",
        /// 1d: pass a tow.
        PassTow = "pass a tow",
        /// 1e: cut away a ship alongside.
        CutAway = "cut away a ship alongside",
        /// 1e: prepare a mortar raft.
        MortarRaft = "prepare a mortar raft",
        /// 3a: place a torpedo marker alongside.
        PlaceTorpedo = "launch a torpedo",
        /// 3b: force the engines.
        ForceEngines = "force her engines",
        /// 3b: unlock from a rammed ship.
        Unlock = "unlock from a rammed ship",
        /// 3b: get afloat again.
        Refloat = "come afloat",
        /// 3c and 4: a mined area.
        Mine = "pass a mined area",
        /// 3c: a spar torpedo strikes.
        SparStrike = "strike with her spar torpedo",
        /// 3c: a ram.
        Ram = "ram",
        /// 3c: a collision.
        Collision = "take a collision",
        /// 5a: torpedoes move and strike.
        Torpedo = "run her torpedo",
        /// 5c: rig a spar torpedo.
        RigSpar = "rig her spar torpedo",
        /// 5c: clear a minefield.
        ClearMines = "clear a minefield",
        /// 5c: drop drifting mines.
        DropMines = "drop drifting mines",
        /// 6: boarding.
        Board = "board",
        /// Critical 8: the player generates a new commander, "as shown in the Introduction".
        NewCommander = "get a new commander",
    }
}

impl Procedure {
    /// Every procedure that a ship may choose to undertake.
    pub const UNDERTAKEN: [Self; 11] = [
        Self::PassTow,
        Self::CutAway,
        Self::MortarRaft,
        Self::PlaceTorpedo,
        Self::ForceEngines,
        Self::Unlock,
        Self::Refloat,
        Self::RigSpar,
        Self::ClearMines,
        Self::DropMines,
        Self::Board,
    ];

    /// The rule that names the procedure.
    pub fn rule(self) -> &'static str {
        match self {
            Self::FireDamage
            | Self::FloodDamage
            | Self::DamageControl
            | Self::PassTow
            | Self::CutAway
            | Self::MortarRaft => "SPB-1",
            Self::PlaceTorpedo
            | Self::ForceEngines
            | Self::Unlock
            | Self::Refloat
            | Self::SparStrike
            | Self::Ram
            | Self::Mine
            | Self::Collision => "SPB-3",
            Self::Torpedo | Self::RigSpar | Self::ClearMines | Self::DropMines => "SPB-5",
            Self::Board => "SPB-6",
            Self::NewCommander => "SPB-26",
        }
    }

    /// Tells whether it comes after the placing of torpedoes (SPB-3b).
    pub fn follows_torpedoes(self) -> bool {
        matches!(self, Self::ForceEngines | Self::Unlock | Self::Refloat)
    }

    /// Returns what the ship has already done that the sheet places after this procedure (SPB-3, a before b
    /// before c), for sentences; none where it is not too late.
    pub fn comes_before(self, ship: &ShipState) -> Option<&'static str> {
        match self {
            Self::PlaceTorpedo | Self::ForceEngines | Self::Unlock | Self::Refloat if ship.moved => {
                Some("has moved")
            }
            Self::PlaceTorpedo if ship.tried => {
                Some("has rolled to force her engines, to unlock or to come afloat")
            }
            _ => None,
        }
    }

    /// Returns the guide for the umpire: what the sheet says, and what to enter.
    pub fn guide(self) -> &'static str {
        match self {
            Self::FireDamage => {
                "Ships take damage from fires; the sheet does not say how much. Enter the SP she loses."
            }
            Self::FloodDamage => {
                "Ships take damage from flooding; the sheet does not say how much. Enter the BP she loses."
            }
            Self::DamageControl => {
                "The sheet's summary of damage control breaks off. Enter what her crew parties achieve."
            }
            Self::PassTow => {
                "Ships may attempt to pass a tow; the sheet does not say how. Enter the tow if it holds."
            }
            Self::CutAway => {
                "She may cut away a ship alongside; the sheet does not say how. Take the bond away if she does."
            }
            Self::MortarRaft => {
                "A mortar raft may be prepared; the sheet does not say how. Note whether it is."
            }
            Self::PlaceTorpedo => {
                "A torpedo marker is placed alongside; the sheet gives no torpedo. Its run is entered in 5a."
            }
            Self::ForceEngines => "She may force her engines; the sheet does not say how. Enter her speed.",
            Self::Unlock => {
                "She may unlock from a rammed ship; the sheet does not say how. Take the bond away if she does."
            }
            Self::Refloat => "She may come afloat; the sheet does not say how. Enter whether she is.",
            Self::Mine => {
                "Mine hits are resolved when a ship starts in or enters a mined area; the sheet does not say how. Enter what a mine costs her, if she strikes one."
            }
            Self::SparStrike => {
                "Spar torpedo attacks are resolved before rams; the sheet does not say how. Enter what it does."
            }
            Self::Ram => {
                "Rams are resolved on contact; the sheet does not say how. Enter what both ships lose, and whether they are locked."
            }
            Self::Collision => {
                "Collisions with a ship or an obstacle are resolved on contact; the sheet does not say how. Enter what is lost."
            }
            Self::Torpedo => {
                "Torpedoes move and their hits are resolved; the sheet does not say how. Enter what it does, if it strikes."
            }
            Self::RigSpar => {
                "She may rig a spar torpedo, and fires no gun; the sheet does not say how. Enter whether it is rigged."
            }
            Self::ClearMines => {
                "She may clear a minefield, and fires no gun; the sheet does not say how. Take the area away if she does."
            }
            Self::DropMines => {
                "She may drop drifting mines, and fires no gun; the sheet does not say how they drift. Lay them on the table."
            }
            Self::Board => {
                "Boarding attempts are resolved where ships touch; the sheet does not say how. Enter what comes of it."
            }
            Self::NewCommander => {
                "The player generates a new commander as shown in the Introduction, which is missing. Enter his trait."
            }
        }
    }

    /// Tells whether a ship may undertake it in this step.
    pub fn may_be_done_in(self, step: Step) -> bool {
        match self {
            Self::PassTow | Self::CutAway | Self::MortarRaft => step == Step::Repairs,
            Self::PlaceTorpedo | Self::ForceEngines | Self::Unlock | Self::Refloat => step == Step::Movement,
            Self::RigSpar | Self::ClearMines | Self::DropMines => step.is_fire(),
            Self::Board => step == Step::Boarding,
            Self::FireDamage
            | Self::FloodDamage
            | Self::DamageControl
            | Self::Mine
            | Self::SparStrike
            | Self::Ram
            | Self::Collision
            | Self::Torpedo
            | Self::NewCommander => false,
        }
    }

    /// Tells whether it forbids the ship's gunfire in the same phase (SPB-5).
    pub fn forbids_gunfire(self) -> bool {
        matches!(self, Self::RigSpar | Self::ClearMines | Self::DropMines)
    }

    /// Tells whether it involves another ship.
    pub fn needs_other(self) -> bool {
        matches!(self, Self::PassTow | Self::CutAway | Self::Unlock | Self::Board)
    }

    /// Tells whether a crew test may replace it under the house procedure (`spb.house.crew_tests`).
    pub fn has_house_test(self) -> bool {
        !self.needs_marker() && self != Self::Board && Self::UNDERTAKEN.contains(&self)
    }

    fn needs_marker(self) -> bool {
        self == Self::PlaceTorpedo
    }
}

/// The id of an open entry of the umpire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GuidedId(pub u32);

/// An entry that the umpire must make before the step can end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Guided {
    /// The unique id.
    pub id: GuidedId,
    /// The procedure that called for it.
    pub procedure: Procedure,
    /// The ship concerned.
    pub ship: ShipId,
    /// The other ship, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other: Option<ShipId>,
    /// The mined area, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<TerrainId>,
}
