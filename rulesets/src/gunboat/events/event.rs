//! The events of a battle. Each carries its outcome, so `apply` looks up no table.

use crate::core::{Asked, Edge, OptionValue, RollId, RuleId, ThrownRoll};
use crate::gunboat::events::decision::{BoxTick, MountGuns, ShipSetup, UmpireOrder};
use crate::gunboat::events::move_review::{MoveReview, SpeedLimits};
use crate::gunboat::events::outcome::{
    Drifting, EffectsLeft, FortHit, Impact, LostShip, SpeedKept, TableOutcome,
};
use crate::gunboat::events::special_event::SpecialEvent;
use crate::gunboat::state::battle::MineArea;
use crate::gunboat::state::bond::Bond;
use crate::gunboat::state::card::{HalfKnots, SectionKind, Side};
use crate::gunboat::state::declared_salvo::{Pool, Salvo};
use crate::gunboat::state::due::{Chart, ChartCell, DueId, HitsDue, PendingRoll, RamDie, SalvoId, TableId};
use crate::gunboat::state::fort::FortCard;
use crate::gunboat::state::options::GunOptions;
use crate::gunboat::state::ship::Fate;
use crate::gunboat::state::step::{Step, TakesHold};
use geometry::{ShipId, Terrain, TerrainId};
use serde::{Deserialize, Serialize};

/// An event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
#[allow(missing_docs, reason = "a field without a line is what its name and type say")]
pub enum Event {
    /// The battle began.
    Opened {
        version: u32,
        ships: Vec<ShipSetup>,
        #[serde(default)]
        forts: Vec<FortCard>,
        options: GunOptions,
        #[serde(default)]
        terrain: Vec<Terrain>,
        /// The rolls that it causes (GUN-76).
        #[serde(default)]
        rolls: Vec<PendingRoll>,
    },
    /// A side embarked its boarding parties: secret until they try to grapple (GUN-76).
    PartiesEmbarked {
        side: Side,
        /// The ships with their parties.
        ships: Vec<(ShipId, u8)>,
    },
    /// The real mined areas were recorded (GUN-56): secret.
    MinesLaid {
        /// The areas, all of one owner.
        areas: Vec<MineArea>,
    },
    /// A die was thrown for a shoal (GUN-53).
    ShoalTested { roll: RollId, ship: ShipId, area: TerrainId, die: u8, aground: bool },
    /// A die was thrown for a mined area (GUN-56): secret unless the ship struck a mine.
    MineTested {
        roll: RollId,
        ship: ShipId,
        area: TerrainId,
        die: u8,
        /// True if the ship struck a torpedo.
        struck: bool,
        /// The roll on the torpedo table.
        rolls: Vec<PendingRoll>,
    },
    /// The number of guns that a torpedo destroys was thrown (GUN-58).
    TorpedoGunsRolled {
        roll: RollId,
        /// The damaged ship.
        ship: ShipId,
        die: u8,
        /// All hits of the torpedo.
        due: Option<HitsDue>,
    },
    /// A ship tries to refloat, instead of moving (GUN-54).
    RefloatTried { ship: ShipId, rolls: Vec<PendingRoll> },
    /// The die for refloating was thrown.
    RefloatRolled {
        roll: RollId,
        ship: ShipId,
        die: u8,
        /// True if the ship is afloat again.
        afloat: bool,
        /// The fate of a ship that sinks at once (GUN-AMB-33).
        fate: Option<Fate>,
    },
    /// A ship rammed another (GUN-47).
    Rammed {
        impact: Impact,
        /// True if the rammer is stopped (GUN-AMB-25).
        stops: bool,
        /// The rolls for the two dice.
        rolls: Vec<PendingRoll>,
    },
    /// A ship ran into another without ramming it (GUN-AMB-25).
    Collided {
        impact: Impact,
        /// True if the ship is stopped.
        stops: bool,
    },
    /// One die of a ram was read.
    RamRead {
        roll: RollId,
        /// The die's role: white or colored.
        which: RamDie,
        /// The damaged ship.
        ship: ShipId,
        rammer: ShipId,
        die: u8,
        /// The draft boxes lost.
        draft: u8,
        /// True if the rammer lost its ram (GUN-49).
        ram_lost: bool,
        due: Option<HitsDue>,
        /// The stack checks that follow (GUN-50).
        rolls: Vec<PendingRoll>,
        rules: Vec<RuleId>,
    },
    /// A stack check of a ram was thrown (GUN-50).
    StackChecked {
        roll: RollId,
        ship: ShipId,
        die: u8,
        /// True if the stack is lost.
        lost: bool,
        /// The roll on GUN-STACK, if there is one.
        rolls: Vec<PendingRoll>,
    },
    /// The current moved the ships (GUN-4, step 6); this does not count as movement.
    Drifted { drift: Drifting },
    /// Facts were typed for the next ruling that needs them.
    FactsTyped { facts: Vec<Asked>, reason: String },
    /// Guns were declared at a target that they can't hit; they count as fired (option `gun.measure`).
    FiredInVain {
        shooter: ShipId,
        target: ShipId,
        mounts: Vec<MountGuns>,
        /// The reasons why they can't hit.
        reasons: Vec<crate::core::Reason>,
        asked: Vec<Asked>,
    },
    /// All ships that fire at one target threw together (GUN-AMB-9 per target).
    VolleyClosed {
        target: ShipId,
        /// The pools for chart A, then chart B.
        pools: Vec<Pool>,
        rolls: Vec<PendingRoll>,
    },
    /// A salvo was declared.
    SalvoDeclared { salvo: Salvo, rolls: Vec<PendingRoll> },
    /// Dice were thrown, for all these rolls at once.
    DiceThrown { thrown: Vec<ThrownRoll> },
    /// A damage chart was read.
    ChartRead {
        roll: RollId,
        salvo: SalvoId,
        target: ShipId,
        chart: Chart,
        /// The column's heading.
        column_label: String,
        /// The number of guns or the sum of penetration factors.
        total: u32,
        /// The die, 1 to 10.
        die: u8,
        /// The content of the cell.
        cell: ChartCell,
        /// Boarding parties lost (GUN-34).
        parties_lost: u8,
        due: Option<HitsDue>,
        /// The loss of a fort (GUN-74).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fort: Option<FortHit>,
        rolls: Vec<PendingRoll>,
        rules: Vec<RuleId>,
    },
    /// A D6 table was read.
    TableRead {
        roll: RollId,
        /// The damaged ship.
        ship: ShipId,
        table: TableId,
        /// The faces thrown on it, including those after "roll again".
        path: Vec<u8>,
        /// The text of the table's row.
        text: String,
        outcome: TableOutcome,
        /// Boarding parties lost (Lucky 3).
        parties_lost: u8,
        /// The launch that its own spar torpedo sinks (GUN-89).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sinks_launch: Option<ShipId>,
        due: Option<HitsDue>,
        rolls: Vec<PendingRoll>,
        rules: Vec<RuleId>,
    },
    /// The power of a ship's disabled engines was thrown (GUN-45).
    PowerRolled {
        roll: RollId,
        ship: ShipId,
        die: u8,
        /// The power this turn, knots.
        knots: u8,
    },
    /// The section for a group of hits was chosen (GUN-AMB-15).
    SectionChosen { due: DueId, section: SectionKind },
    /// Hits were checked off.
    Ticked {
        due: DueId,
        /// The ship whose card it is.
        ship: ShipId,
        boxes: Vec<BoxTick>,
        /// The time when they take effect.
        takes_hold: TakesHold,
        /// The ship's fate, if it is lost at once.
        fate: Option<Fate>,
        /// The rolls that follow (a stack was lost, GUN-43).
        rolls: Vec<PendingRoll>,
    },
    /// Damage that waited for the end of the step took effect (GUN-AMB-11).
    DamageTookHold {
        ships: Vec<ShipId>,
        /// The ships that it destroyed.
        lost: Vec<LostShip>,
        #[serde(default)]
        forts: Vec<ShipId>,
    },
    /// Effects were counted down at the end of their owner's movement step (GUN-AMB-18).
    EffectsCounted {
        /// The ships with their remaining effects.
        ships: Vec<EffectsLeft>,
    },
    /// A speed was rung up (GUN-9).
    SpeedRung {
        ship: ShipId,
        speed: HalfKnots,
        /// The permitted speeds.
        limits: SpeedLimits,
    },
    /// A ship's move was accepted.
    Moved { review: MoveReview, rolls: Vec<PendingRoll> },
    /// The other ships of the side did not move in their movement step.
    StayedPut {
        /// The ships with their present speeds.
        ships: Vec<SpeedKept>,
    },
    /// An anchor was dropped or weighed.
    Anchored {
        ship: ShipId,
        /// True if dropped.
        down: bool,
    },
    /// Two ships were bound together.
    Bound {
        bond: Bond,
        #[serde(default)]
        asked: Vec<Asked>,
    },
    /// A bond was cast off.
    CastOff { bond: Bond },
    /// A ship entered the table.
    Arrived { ship: ShipId },
    /// A ship left the table.
    Left { ship: ShipId, edge: Edge },
    /// A step of the turn began.
    StepBegan {
        turn: u32,
        step: Step,
        /// Rolls due at its beginning (GUN-45).
        rolls: Vec<PendingRoll>,
    },
    /// An option was changed.
    OptionSet {
        option: OptionValue,
        /// The values of all options now.
        options: GunOptions,
        reason: String,
    },
    /// The umpire gave an order.
    UmpireOrdered {
        order: UmpireOrder,
        reason: String,
        /// The ship's fate, if the order destroys it.
        fate: Option<Fate>,
        rolls: Vec<PendingRoll>,
    },
    /// An event of mortars, forts, boarding parties or steam launches; serialised like any other event.
    #[serde(untagged)]
    Special(SpecialEvent),
}

/// The version of the serialised states, decisions and events.
pub const BODY_VERSION: u32 = 1;
