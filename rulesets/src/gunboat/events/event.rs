//! What happened, each with its outcome: `apply` looks up no table.

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
        /// The version of the bodies.
        version: u32,
        /// The ships.
        ships: Vec<ShipSetup>,
        /// The forts.
        #[serde(default)]
        forts: Vec<FortCard>,
        /// All options as they stand.
        options: GunOptions,
        /// What lies on the table besides ships.
        #[serde(default)]
        terrain: Vec<Terrain>,
        /// The rolls it calls for (GUN-76).
        #[serde(default)]
        rolls: Vec<PendingRoll>,
    },
    /// A side's boarding parties are embarked: secret until they try to grapple (GUN-76).
    PartiesEmbarked {
        /// Whose.
        side: Side,
        /// Ships with their parties.
        ships: Vec<(ShipId, u8)>,
    },
    /// It was noted which mined areas are real (GUN-56): secret.
    MinesLaid {
        /// The areas; all of one owner.
        areas: Vec<MineArea>,
    },
    /// A die was thrown for a shoal (GUN-53).
    ShoalTested {
        /// The roll that is settled.
        roll: RollId,
        /// Who.
        ship: ShipId,
        /// Where.
        area: TerrainId,
        /// The die.
        die: u8,
        /// She is aground.
        aground: bool,
    },
    /// A die was thrown for a mined area (GUN-56): secret unless she struck a mine.
    MineTested {
        /// The roll that is settled.
        roll: RollId,
        /// Who.
        ship: ShipId,
        /// Where.
        area: TerrainId,
        /// The die.
        die: u8,
        /// She struck a torpedo.
        struck: bool,
        /// The roll on the torpedo table.
        rolls: Vec<PendingRoll>,
    },
    /// A torpedo's guns were thrown for (GUN-58).
    TorpedoGunsRolled {
        /// The roll that is settled.
        roll: RollId,
        /// Who suffers.
        ship: ShipId,
        /// The die.
        die: u8,
        /// All hits of the torpedo.
        due: Option<HitsDue>,
    },
    /// A ship tries to come afloat, instead of moving (GUN-54).
    RefloatTried {
        /// Who.
        ship: ShipId,
        /// The die.
        rolls: Vec<PendingRoll>,
    },
    /// The die for it was thrown.
    RefloatRolled {
        /// The roll that is settled.
        roll: RollId,
        /// Who.
        ship: ShipId,
        /// The die.
        die: u8,
        /// She floats.
        afloat: bool,
        /// She sinks at once (GUN-AMB-33).
        fate: Option<Fate>,
    },
    /// A ship rammed another (GUN-47).
    Rammed {
        /// The whole of it.
        impact: Impact,
        /// The rammer lies stopped (GUN-AMB-25).
        stops: bool,
        /// The two dice.
        rolls: Vec<PendingRoll>,
    },
    /// A ship ran into another without ramming her (GUN-AMB-25).
    Collided {
        /// The whole of it.
        impact: Impact,
        /// She lies stopped.
        stops: bool,
    },
    /// One die of a ram was read.
    RamRead {
        /// The roll that is settled.
        roll: RollId,
        /// Which die.
        which: RamDie,
        /// Who suffers it.
        ship: ShipId,
        /// Who rammed.
        rammer: ShipId,
        /// The die.
        die: u8,
        /// Draft boxes it costs her.
        draft: u8,
        /// The rammer lost her ram (GUN-49).
        ram_lost: bool,
        /// The hits to check off.
        due: Option<HitsDue>,
        /// The stack checks that follow (GUN-50).
        rolls: Vec<PendingRoll>,
        /// The rules it rests on.
        rules: Vec<RuleId>,
    },
    /// A stack check of a ram was thrown (GUN-50).
    StackChecked {
        /// The roll that is settled.
        roll: RollId,
        /// Who.
        ship: ShipId,
        /// The die.
        die: u8,
        /// Her stack is gone.
        lost: bool,
        /// GUN-STACK, if it is thrown.
        rolls: Vec<PendingRoll>,
    },
    /// The current took the ships along (GUN-4, step 6); it counts as nobody's movement.
    Drifted {
        /// How far, and whom.
        drift: Drifting,
    },
    /// Facts were typed for the next ruling that asks for them.
    FactsTyped {
        /// Each question with its typed answer.
        facts: Vec<Asked>,
        /// Why, for the log.
        reason: String,
    },
    /// Guns were declared at what they can't hit, and have fired (option `gun.measure`).
    FiredInVain {
        /// Who.
        shooter: ShipId,
        /// At whom.
        target: ShipId,
        /// Which guns.
        mounts: Vec<MountGuns>,
        /// Why they can't hit.
        reasons: Vec<crate::core::Reason>,
        /// Every question to the table with its answer.
        asked: Vec<Asked>,
    },
    /// All ships that fire at one target throw together (GUN-AMB-9 per target).
    VolleyClosed {
        /// The target.
        target: ShipId,
        /// Chart A, then chart B.
        pools: Vec<Pool>,
        /// The rolls it calls for.
        rolls: Vec<PendingRoll>,
    },
    /// A salvo was declared.
    SalvoDeclared {
        /// The whole of it.
        salvo: Salvo,
        /// The rolls it calls for.
        rolls: Vec<PendingRoll>,
    },
    /// Dice were thrown, one handful for all these rolls.
    DiceThrown {
        /// Each roll with its faces.
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
        /// Which chart.
        chart: Chart,
        /// The column's heading.
        column_label: String,
        /// Guns or penetration factors.
        total: u32,
        /// The die, 1 to 10.
        die: u8,
        /// What the cell says.
        cell: ChartCell,
        /// Boarding parties lost (GUN-34).
        parties_lost: u8,
        /// The hits to check off.
        due: Option<HitsDue>,
        /// What a fort loses (GUN-74).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fort: Option<FortHit>,
        /// The rolls that follow.
        rolls: Vec<PendingRoll>,
        /// The rules it rests on.
        rules: Vec<RuleId>,
    },
    /// A D6 table was read.
    TableRead {
        /// The roll that is settled.
        roll: RollId,
        /// The ship that suffers it.
        ship: ShipId,
        /// Which table.
        table: TableId,
        /// The faces thrown in it, "roll again" included.
        path: Vec<u8>,
        /// The table's own words.
        text: String,
        /// What it did.
        outcome: TableOutcome,
        /// Boarding parties lost (Lucky 3).
        parties_lost: u8,
        /// The launch that is sunk by her own spar torpedo (GUN-89).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sinks_launch: Option<ShipId>,
        /// The hits to check off.
        due: Option<HitsDue>,
        /// The rolls that follow.
        rolls: Vec<PendingRoll>,
        /// The rules it rests on.
        rules: Vec<RuleId>,
    },
    /// A disabled ship's engines were rolled for (GUN-45).
    PowerRolled {
        /// The roll that is settled.
        roll: RollId,
        /// Which ship.
        ship: ShipId,
        /// The die.
        die: u8,
        /// Knots available this turn.
        knots: u8,
    },
    /// The section for a lot of hits was chosen (GUN-AMB-15).
    SectionChosen {
        /// Which lot.
        due: DueId,
        /// Which section.
        section: SectionKind,
    },
    /// Hits were checked off.
    Ticked {
        /// Which lot is settled.
        due: DueId,
        /// Whose card.
        ship: ShipId,
        /// Which boxes.
        boxes: Vec<BoxTick>,
        /// When they take hold.
        takes_hold: TakesHold,
        /// Her fate, if she is lost at once.
        fate: Option<Fate>,
        /// The rolls that follow (a stack was lost, GUN-43).
        rolls: Vec<PendingRoll>,
    },
    /// Damage that waited for the end of the step took hold (GUN-AMB-11).
    DamageTookHold {
        /// The ships it concerns.
        ships: Vec<ShipId>,
        /// Those that are lost by it.
        lost: Vec<LostShip>,
        /// The forts it concerns.
        #[serde(default)]
        forts: Vec<ShipId>,
    },
    /// Effects were counted down at the end of their owner's movement step (GUN-AMB-18).
    EffectsCounted {
        /// The ships and what is left on each.
        ships: Vec<EffectsLeft>,
    },
    /// A speed was rung up (GUN-9).
    SpeedRung {
        /// Whose.
        ship: ShipId,
        /// The speed.
        speed: HalfKnots,
        /// What she could have rung up.
        limits: SpeedLimits,
    },
    /// A ship's move was judged legal and stands.
    Moved {
        /// The whole of it.
        review: MoveReview,
        /// The rolls it calls for.
        rolls: Vec<PendingRoll>,
    },
    /// The other ships of the side did not go anywhere in their movement step.
    StayedPut {
        /// Each with the speed she has now.
        ships: Vec<SpeedKept>,
    },
    /// An anchor was dropped or weighed.
    Anchored {
        /// Whose.
        ship: ShipId,
        /// Dropped?
        down: bool,
    },
    /// Two ships were bound to one another.
    Bound {
        /// How.
        bond: Bond,
        /// Every question to the table with its answer.
        #[serde(default)]
        asked: Vec<Asked>,
    },
    /// A bond was cast off.
    CastOff {
        /// Which.
        bond: Bond,
    },
    /// A ship came on the table.
    Arrived {
        /// Who.
        ship: ShipId,
    },
    /// A ship left the table.
    Left {
        /// Who.
        ship: ShipId,
        /// Over which edge.
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
        /// Which, and to what.
        option: OptionValue,
        /// All options as they stand now.
        options: GunOptions,
        /// Why.
        reason: String,
    },
    /// The umpire ordered something.
    UmpireOrdered {
        /// What.
        order: UmpireOrder,
        /// Why.
        reason: String,
        /// Her fate, if the order loses the ship.
        fate: Option<Fate>,
        /// The rolls it calls for.
        rolls: Vec<PendingRoll>,
    },
    /// Of mortars, forts, boarding parties or steam launches; in the record it stands like any other event.
    #[serde(untagged)]
    Special(SpecialEvent),
}

/// The version of the bodies of states, decisions and events.
pub const BODY_VERSION: u32 = 1;
