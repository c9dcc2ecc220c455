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
pub enum SpecialEvent {
    /// A steam launch struck with her spar torpedo (GUN-89).
    SparStruck {
        /// The whole of it.
        impact: Impact,
        /// The launch lies stopped (GUN-AMB-25).
        stops: bool,
        /// Her torpedo is used up, dud or not.
        spent: bool,
        /// The roll on the torpedo table.
        rolls: Vec<PendingRoll>,
    },
    /// A mortar's shot was declared (GUN-59).
    MortarFired {
        /// The whole of it.
        shot: MortarShot,
        /// The roll it calls for.
        rolls: Vec<PendingRoll>,
    },
    /// A mortar's die was read (GUN-62).
    MortarRead {
        /// The roll that is settled.
        roll: RollId,
        /// The shot.
        shot: SalvoId,
        /// The ship fired at; the mortar boat itself where the mark stands ashore.
        ship: ShipId,
        /// The die, 1 to 10.
        die: u8,
        /// With what is added for successive turns (GUN-63).
        total: u8,
        /// It hits.
        hit: bool,
        /// Guns silenced by it (GUN-66).
        silenced: Vec<Silenced>,
        /// The rolls that follow.
        rolls: Vec<PendingRoll>,
        /// The rules it rests on.
        rules: Vec<RuleId>,
    },
    /// The extra die for shells that hit a fort was read (GUN-67).
    FortCheckRead {
        /// The roll that is settled.
        roll: RollId,
        /// Which fort.
        fort: ShipId,
        /// The die, 1 to 10.
        die: u8,
        /// A critical hit besides.
        critical: bool,
        /// The rolls that follow.
        rolls: Vec<PendingRoll>,
    },
    /// A fort's table was read (GUN-75).
    FortTableRead {
        /// The roll that is settled.
        roll: RollId,
        /// Which fort.
        fort: ShipId,
        /// Which table.
        table: FortTable,
        /// What was thrown in it, the mortars' bonus added.
        path: Vec<u8>,
        /// The table's own words.
        text: String,
        /// What the fort loses.
        loss: FortLoss,
        /// When that takes hold.
        takes_hold: TakesHold,
        /// The rolls that follow.
        rolls: Vec<PendingRoll>,
        /// The rules it rests on.
        rules: Vec<RuleId>,
    },
    /// The number of boarding parties was thrown (GUN-76).
    PartiesFormed {
        /// The roll that is settled.
        roll: RollId,
        /// How many.
        parties: u8,
    },
    /// Boarding parties went on board.
    Embarked {
        /// Ships, each with the parties she took.
        ships: Vec<PartyOrder>,
    },
    /// A ship tries to grapple (GUN-77, GUN-85).
    GrappleTried {
        /// The whole of it.
        attempt: GrappleTry,
        /// The roll it calls for.
        rolls: Vec<PendingRoll>,
    },
    /// The dice of an attempt were read (GUN-77).
    GrappleRead {
        /// The roll that is settled.
        roll: RollId,
        /// Who tried.
        ship: ShipId,
        /// Whom.
        target: ShipId,
        /// A face for each party.
        faces: Vec<u8>,
        /// Parties that came over.
        over: u8,
    },
    /// The dice for hits on boarders were read (GUN-78).
    PartiesFiredAt {
        /// The roll that is settled.
        roll: RollId,
        /// The ship that is boarded.
        ship: ShipId,
        /// A face for each hit.
        faces: Vec<u8>,
        /// Parties destroyed.
        destroyed: u8,
    },
    /// What boarders bring about was read (GUN-80, GUN-81).
    BoardingRead {
        /// The roll that is settled.
        roll: RollId,
        /// The ship that is boarded.
        ship: ShipId,
        /// Parties the die stood for.
        parties: u8,
        /// The die.
        die: u8,
        /// The table's own words.
        text: String,
        /// What it brought about.
        outcome: BoardingOutcome,
        /// Parties killed or busy from now on (GUN-82).
        spent: u8,
        /// The hits to check off.
        due: Option<HitsDue>,
        /// The rules it rests on.
        rules: Vec<RuleId>,
    },
    /// What hits did to a launch was read (GUN-84).
    LaunchHitRead {
        /// The roll that is settled.
        roll: RollId,
        /// Which launch.
        launch: ShipId,
        /// How many hits.
        hits: u8,
        /// The die.
        die: u8,
        /// What they did.
        outcome: LaunchOutcome,
        /// When she is lost, if she is.
        takes_hold: TakesHold,
    },
    /// Which of a locked pair each hit struck (GUN-88).
    LockedHitsRead {
        /// The roll that is settled.
        roll: RollId,
        /// The Union's launch.
        union: ShipId,
        /// The Confederates' launch.
        confederate: ShipId,
        /// A face for each hit.
        faces: Vec<u8>,
        /// The rolls that follow.
        rolls: Vec<PendingRoll>,
    },
    /// A launch's attempt to grapple another was read (GUN-85).
    LaunchGrappleRead {
        /// The roll that is settled.
        roll: RollId,
        /// Who tried, and whom.
        bond: Bond,
        /// The die.
        die: u8,
        /// They are locked together now.
        locked: bool,
    },
    /// A melee of launches was read (GUN-86).
    MeleeRead {
        /// The roll that is settled.
        roll: RollId,
        /// The Union's launches.
        union: Vec<ShipId>,
        /// The Confederates' launches.
        confederate: Vec<ShipId>,
        /// The Union's die, then the Confederates'.
        faces: Vec<u8>,
        /// The same with what numbers add.
        totals: Vec<u8>,
        /// How it went.
        outcome: MeleeOutcome,
    },
}
