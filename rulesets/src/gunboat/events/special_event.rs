//! Events of mortars, forts, boarding parties and steam launches.

use crate::core::{RollId, RuleId};
use crate::gunboat::events::decision::PartyOrder;
use crate::gunboat::events::outcome::{
    BoardingOutcome, GrappleTry, Impact, LaunchOutcome, MeleeOutcome, MortarShot, Silenced,
};
use crate::gunboat::state::bond::Bond;
use crate::gunboat::state::due::{FortTable, HitsDue, PendingRoll, SalvoId};
use crate::gunboat::state::fort::FortLoss;
use crate::gunboat::state::step::TakesHold;
use geometry::ShipId;
use serde::{Deserialize, Serialize};

/// An event of mortars, forts, boarding parties or steam launches.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
#[allow(missing_docs, reason = "a field without a line is what its name and type say")]
pub enum SpecialEvent {
    /// A steam launch struck with its spar torpedo (GUN-89).
    SparStruck {
        impact: Impact,
        /// True if the launch is stopped (GUN-AMB-25).
        stops: bool,
        /// True if the torpedo is used up, dud or not.
        spent: bool,
        /// The roll on the torpedo table.
        rolls: Vec<PendingRoll>,
    },
    /// A mortar shot was declared (GUN-59).
    MortarFired {
        shot: MortarShot,
        /// The roll that it causes.
        rolls: Vec<PendingRoll>,
    },
    /// A mortar's die was read (GUN-62).
    MortarRead {
        roll: RollId,
        shot: SalvoId,
        /// The ship fired at; the mortar boat itself if the target is ashore.
        ship: ShipId,
        /// The die, 1 to 10.
        die: u8,
        /// The die with the bonus for successive turns (GUN-63).
        total: u8,
        /// True for a hit.
        hit: bool,
        /// The guns that it silences (GUN-66).
        silenced: Vec<Silenced>,
        rolls: Vec<PendingRoll>,
        rules: Vec<RuleId>,
    },
    /// The additional die for shells that hit a fort was read (GUN-67).
    FortCheckRead {
        roll: RollId,
        fort: ShipId,
        /// The die, 1 to 10.
        die: u8,
        /// True for an additional critical hit.
        critical: bool,
        rolls: Vec<PendingRoll>,
    },
    /// A fort's table was read (GUN-75).
    FortTableRead {
        roll: RollId,
        fort: ShipId,
        table: FortTable,
        /// The results thrown on it, including the mortars' bonus.
        path: Vec<u8>,
        /// The text of the table's row.
        text: String,
        /// The loss of the fort.
        loss: FortLoss,
        /// The time when the loss takes effect.
        takes_hold: TakesHold,
        rolls: Vec<PendingRoll>,
        rules: Vec<RuleId>,
    },
    /// The number of boarding parties was thrown (GUN-76).
    PartiesFormed { roll: RollId, parties: u8 },
    /// Boarding parties went on board.
    Embarked {
        /// The ships with their new parties.
        ships: Vec<PartyOrder>,
    },
    /// A ship tries to grapple (GUN-77, GUN-85).
    GrappleTried {
        attempt: GrappleTry,
        /// The roll that it causes.
        rolls: Vec<PendingRoll>,
    },
    /// The dice of an attempt to grapple were read (GUN-77).
    GrappleRead {
        roll: RollId,
        /// The ship that tried.
        ship: ShipId,
        target: ShipId,
        /// A face for each party.
        faces: Vec<u8>,
        /// The number of parties that boarded the target.
        over: u8,
    },
    /// The dice for hits on boarders were read (GUN-78).
    PartiesFiredAt {
        roll: RollId,
        /// The ship that is boarded.
        ship: ShipId,
        /// A face for each hit.
        faces: Vec<u8>,
        /// Parties destroyed.
        destroyed: u8,
    },
    /// The result of boarding was read (GUN-80, GUN-81).
    BoardingRead {
        roll: RollId,
        /// The ship that is boarded.
        ship: ShipId,
        /// The number of parties that the die represents.
        parties: u8,
        die: u8,
        /// The text of the table's row.
        text: String,
        outcome: BoardingOutcome,
        /// The number of parties that are killed, or busy from now on (GUN-82).
        spent: u8,
        due: Option<HitsDue>,
        rules: Vec<RuleId>,
    },
    /// The effect of hits on a launch was read (GUN-84).
    LaunchHitRead {
        roll: RollId,
        launch: ShipId,
        hits: u8,
        die: u8,
        /// The effect.
        outcome: LaunchOutcome,
        /// The time when it takes effect.
        takes_hold: TakesHold,
    },
    /// The launch of a locked pair that each hit struck was read (GUN-88).
    LockedHitsRead {
        roll: RollId,
        /// The Union's launch.
        union: ShipId,
        /// The Confederates' launch.
        confederate: ShipId,
        /// A face for each hit.
        faces: Vec<u8>,
        rolls: Vec<PendingRoll>,
    },
    /// A launch's attempt to grapple another was read (GUN-85).
    LaunchGrappleRead {
        roll: RollId,
        /// The new bond: the launch that tried, and the target.
        bond: Bond,
        die: u8,
        /// True if they are locked together now.
        locked: bool,
    },
    /// A melee of launches was read (GUN-86).
    MeleeRead {
        roll: RollId,
        /// The Union's launches.
        union: Vec<ShipId>,
        /// The Confederates' launches.
        confederate: Vec<ShipId>,
        /// The Union's die, then the Confederates'.
        faces: Vec<u8>,
        /// The dice with the bonus for numbers.
        totals: Vec<u8>,
        outcome: MeleeOutcome,
    },
}
