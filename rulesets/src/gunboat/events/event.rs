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
pub enum Event {
    /// The battle began.
    Opened {
        /// The version of the serialised forms.
        version: u32,
        /// The ships.
        ships: Vec<ShipSetup>,
        /// The forts.
        #[serde(default)]
        forts: Vec<FortCard>,
        /// The values of all options.
        options: GunOptions,
        /// The terrain on the table.
        #[serde(default)]
        terrain: Vec<Terrain>,
        /// The rolls that it causes (GUN-76).
        #[serde(default)]
        rolls: Vec<PendingRoll>,
    },
    /// A side embarked its boarding parties: secret until they try to grapple (GUN-76).
    PartiesEmbarked {
        /// The side.
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
    ShoalTested {
        /// The roll that is settled.
        roll: RollId,
        /// The ship.
        ship: ShipId,
        /// The area.
        area: TerrainId,
        /// The die.
        die: u8,
        /// True if the ship is aground.
        aground: bool,
    },
    /// A die was thrown for a mined area (GUN-56): secret unless the ship struck a mine.
    MineTested {
        /// The roll that is settled.
        roll: RollId,
        /// The ship.
        ship: ShipId,
        /// The area.
        area: TerrainId,
        /// The die.
        die: u8,
        /// True if the ship struck a torpedo.
        struck: bool,
        /// The roll on the torpedo table.
        rolls: Vec<PendingRoll>,
    },
    /// The number of guns that a torpedo destroys was thrown (GUN-58).
    TorpedoGunsRolled {
        /// The roll that is settled.
        roll: RollId,
        /// The damaged ship.
        ship: ShipId,
        /// The die.
        die: u8,
        /// All hits of the torpedo.
        due: Option<HitsDue>,
    },
    /// A ship tries to refloat, instead of moving (GUN-54).
    RefloatTried {
        /// The ship.
        ship: ShipId,
        /// The roll.
        rolls: Vec<PendingRoll>,
    },
    /// The die for refloating was thrown.
    RefloatRolled {
        /// The roll that is settled.
        roll: RollId,
        /// The ship.
        ship: ShipId,
        /// The die.
        die: u8,
        /// True if the ship is afloat again.
        afloat: bool,
        /// The fate of a ship that sinks at once (GUN-AMB-33).
        fate: Option<Fate>,
    },
    /// A ship rammed another (GUN-47).
    Rammed {
        /// The impact.
        impact: Impact,
        /// True if the rammer is stopped (GUN-AMB-25).
        stops: bool,
        /// The rolls for the two dice.
        rolls: Vec<PendingRoll>,
    },
    /// A ship ran into another without ramming it (GUN-AMB-25).
    Collided {
        /// The impact.
        impact: Impact,
        /// True if the ship is stopped.
        stops: bool,
    },
    /// One die of a ram was read.
    RamRead {
        /// The roll that is settled.
        roll: RollId,
        /// The die's role: white or colored.
        which: RamDie,
        /// The damaged ship.
        ship: ShipId,
        /// The ramming ship.
        rammer: ShipId,
        /// The face.
        die: u8,
        /// The draft boxes lost.
        draft: u8,
        /// True if the rammer lost its ram (GUN-49).
        ram_lost: bool,
        /// The hits to check off.
        due: Option<HitsDue>,
        /// The stack checks that follow (GUN-50).
        rolls: Vec<PendingRoll>,
        /// The rules that apply.
        rules: Vec<RuleId>,
    },
    /// A stack check of a ram was thrown (GUN-50).
    StackChecked {
        /// The roll that is settled.
        roll: RollId,
        /// The ship.
        ship: ShipId,
        /// The die.
        die: u8,
        /// True if the stack is lost.
        lost: bool,
        /// The roll on GUN-STACK, if there is one.
        rolls: Vec<PendingRoll>,
    },
    /// The current moved the ships (GUN-4, step 6); this does not count as movement.
    Drifted {
        /// The drift with its ships.
        drift: Drifting,
    },
    /// Facts were typed for the next ruling that needs them.
    FactsTyped {
        /// The queries with their typed answers.
        facts: Vec<Asked>,
        /// The reason, for the log.
        reason: String,
    },
    /// Guns were declared at a target that they can't hit; they count as fired (option `gun.measure`).
    FiredInVain {
        /// The shooter.
        shooter: ShipId,
        /// The target.
        target: ShipId,
        /// The guns.
        mounts: Vec<MountGuns>,
        /// The reasons why they can't hit.
        reasons: Vec<crate::core::Reason>,
        /// The queries to the table with their answers.
        asked: Vec<Asked>,
    },
    /// All ships that fire at one target threw together (GUN-AMB-9 per target).
    VolleyClosed {
        /// The target.
        target: ShipId,
        /// The pools for chart A, then chart B.
        pools: Vec<Pool>,
        /// The rolls that it causes.
        rolls: Vec<PendingRoll>,
    },
    /// A salvo was declared.
    SalvoDeclared {
        /// The salvo.
        salvo: Salvo,
        /// The rolls that it causes.
        rolls: Vec<PendingRoll>,
    },
    /// Dice were thrown, for all these rolls at once.
    DiceThrown {
        /// The rolls with their faces.
        thrown: Vec<ThrownRoll>,
    },
    /// A damage chart was read.
    ChartRead {
        /// The roll that is settled.
        roll: RollId,
        /// The salvo.
        salvo: SalvoId,
        /// The target.
        target: ShipId,
        /// The chart.
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
        /// The hits to check off.
        due: Option<HitsDue>,
        /// The loss of a fort (GUN-74).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fort: Option<FortHit>,
        /// The rolls that follow.
        rolls: Vec<PendingRoll>,
        /// The rules that apply.
        rules: Vec<RuleId>,
    },
    /// A D6 table was read.
    TableRead {
        /// The roll that is settled.
        roll: RollId,
        /// The damaged ship.
        ship: ShipId,
        /// The table.
        table: TableId,
        /// The faces thrown on it, including those after "roll again".
        path: Vec<u8>,
        /// The text of the table's row.
        text: String,
        /// The outcome.
        outcome: TableOutcome,
        /// Boarding parties lost (Lucky 3).
        parties_lost: u8,
        /// The launch that its own spar torpedo sinks (GUN-89).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sinks_launch: Option<ShipId>,
        /// The hits to check off.
        due: Option<HitsDue>,
        /// The rolls that follow.
        rolls: Vec<PendingRoll>,
        /// The rules that apply.
        rules: Vec<RuleId>,
    },
    /// The power of a ship's disabled engines was thrown (GUN-45).
    PowerRolled {
        /// The roll that is settled.
        roll: RollId,
        /// The ship.
        ship: ShipId,
        /// The die.
        die: u8,
        /// The power this turn, knots.
        knots: u8,
    },
    /// The section for a group of hits was chosen (GUN-AMB-15).
    SectionChosen {
        /// The group of hits.
        due: DueId,
        /// The section.
        section: SectionKind,
    },
    /// Hits were checked off.
    Ticked {
        /// The group of hits that is settled.
        due: DueId,
        /// The ship whose card it is.
        ship: ShipId,
        /// The boxes.
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
        /// The ships concerned.
        ships: Vec<ShipId>,
        /// The ships that it destroyed.
        lost: Vec<LostShip>,
        /// The forts concerned.
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
        /// The ship.
        ship: ShipId,
        /// The speed.
        speed: HalfKnots,
        /// The permitted speeds.
        limits: SpeedLimits,
    },
    /// A ship's move was accepted.
    Moved {
        /// The review of the move.
        review: MoveReview,
        /// The rolls that it causes.
        rolls: Vec<PendingRoll>,
    },
    /// The other ships of the side did not move in their movement step.
    StayedPut {
        /// The ships with their present speeds.
        ships: Vec<SpeedKept>,
    },
    /// An anchor was dropped or weighed.
    Anchored {
        /// The ship.
        ship: ShipId,
        /// True if dropped.
        down: bool,
    },
    /// Two ships were bound together.
    Bound {
        /// The bond.
        bond: Bond,
        /// The queries to the table with their answers.
        #[serde(default)]
        asked: Vec<Asked>,
    },
    /// A bond was cast off.
    CastOff {
        /// The bond.
        bond: Bond,
    },
    /// A ship entered the table.
    Arrived {
        /// The ship.
        ship: ShipId,
    },
    /// A ship left the table.
    Left {
        /// The ship.
        ship: ShipId,
        /// The edge.
        edge: Edge,
    },
    /// A step of the turn began.
    StepBegan {
        /// The turn.
        turn: u32,
        /// The step.
        step: Step,
        /// Rolls due at its beginning (GUN-45).
        rolls: Vec<PendingRoll>,
    },
    /// An option was changed.
    OptionSet {
        /// The option with its new value.
        option: OptionValue,
        /// The values of all options now.
        options: GunOptions,
        /// The reason.
        reason: String,
    },
    /// The umpire gave an order.
    UmpireOrdered {
        /// The order.
        order: UmpireOrder,
        /// The reason.
        reason: String,
        /// The ship's fate, if the order destroys it.
        fate: Option<Fate>,
        /// The rolls that it causes.
        rolls: Vec<PendingRoll>,
    },
    /// An event of mortars, forts, boarding parties or steam launches; serialised like any other event.
    #[serde(untagged)]
    Special(SpecialEvent),
}

/// The version of the serialised states, decisions and events.
pub const BODY_VERSION: u32 = 1;
