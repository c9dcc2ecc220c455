//! What happened, each with its outcome: `apply` looks up no table.

use crate::core::{Asked, DiceKind, Edge, RollId, RollRequest, RuleId, Settlement, Term};
use crate::gunboat::aim::Aim;
use crate::gunboat::boarding::{BoardingOutcome, GrappleTry, PartyOrder};
use crate::gunboat::card::{GunKind, MountId, SectionKind, Side};
use crate::gunboat::decision::{BoxTick, MountGuns, OptionValue, ShipSetup, UmpireOrder};
use crate::gunboat::drift::Drifting;
use crate::gunboat::fort::{FortCard, FortLoss, FortTable};
use crate::gunboat::hazard_files::RamDie;
use crate::gunboat::launches::{LaunchOutcome, MeleeOutcome};
use crate::gunboat::mortar::{MortarShot, Silenced};
use crate::gunboat::movement::{HalfKnots, MoveReview, SpeedLimits};
use crate::gunboat::options::GunOptions;
use crate::gunboat::ram::Impact;
use crate::gunboat::state::{
    Bond, Chart, DueId, Effect, Fate, HitsDue, MineArea, PendingRoll, SalvoId, Step, TableId,
};
use geometry::{Measured, ShipId, Terrain, TerrainId};
use serde::{Deserialize, Serialize};

/// Range bands (GUN-23).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Band {
    /// Penetration and guns count double.
    Close,
    /// As they are.
    Normal,
    /// Both halved, fractions dropped.
    Distant,
    /// Can't fire.
    OutOfRange,
}

impl Band {
    /// For keys and sentences.
    pub fn word(self) -> &'static str {
        match self {
            Self::Close => "close",
            Self::Normal => "normal",
            Self::Distant => "distant",
            Self::OutOfRange => "out_of_range",
        }
    }
}

/// The guns of one mount in a salvo.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FiringMount {
    /// Which mount.
    pub mount: MountId,
    /// The gun's name.
    pub gun: String,
    /// Its row of the range table.
    pub kind: GunKind,
    /// How many guns fire.
    pub guns: u8,
    /// The band they fire in.
    pub band: Band,
    /// Their penetration factor at this range.
    pub pf: u8,
    /// How `pf` came about.
    pub pf_terms: Vec<Term>,
    /// `pf` is enough for the target's armor (GUN-31).
    pub penetrates: bool,
}

/// The guns of a salvo that go to one chart (GUN-32).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Pool {
    /// Which chart.
    pub chart: Chart,
    /// Guns counted after doubling and halving (GUN-26, GUN-27).
    pub counted_guns: u32,
    /// What the chart is entered with: guns on A, the sum of penetration factors on B.
    pub total: u32,
    /// How `total` came about.
    pub terms: Vec<Term>,
    /// The column, counted from 0; none when nothing is left to count (GUN-AMB-7).
    pub column: Option<usize>,
    /// The column's heading ("3-4").
    pub column_label: Option<String>,
}

/// A salvo as declared: everything the ruling rests on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Salvo {
    /// Names it.
    pub id: SalvoId,
    /// Who fires.
    pub shooter: ShipId,
    /// At whom.
    pub target: ShipId,
    /// At what of hers.
    #[serde(default)]
    pub aim: Aim,
    /// Stack to stack, inches (GUN-29).
    pub range_in: Measured,
    /// Where the target lies, degrees clockwise from the shooter's bow.
    pub bearing_deg: Measured,
    /// The target's armor that counts (GUN-31, GUN-AMB-12).
    pub armor: u8,
    /// The guns that fire.
    pub mounts: Vec<FiringMount>,
    /// Penetrating guns first (chart A), then the others (chart B).
    pub pools: Vec<Pool>,
    /// Every question to the table with its answer.
    pub asked: Vec<Asked>,
    /// What the players said about measures too close to call.
    pub settled: Vec<Settlement>,
    /// It was forgotten, and is fired late.
    #[serde(default)]
    pub late: Option<LateShot>,
}

/// The step in which a shot that is fired late should have been fired.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LateShot {
    /// The turn.
    pub turn: u32,
    /// The fire step.
    pub step: Step,
    /// It lies in the turn (or fire step) before the present one: her guns of then count.
    pub before: bool,
    /// Why it is allowed, for the log.
    pub reason: String,
}

/// The faces of one roll.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThrownRoll {
    /// What it was for.
    pub request: RollRequest,
    /// The faces.
    pub faces: Vec<u8>,
    /// Where they came from.
    pub kind: DiceKind,
}

/// What a cell of a chart says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(tag = "cell", rename_all = "snake_case")]
pub enum ChartCell {
    /// So many hits; `party` for the asterisk (GUN-34).
    Hits {
        /// How many; 0 for "None".
        hits: u8,
        /// One boarding party is destroyed or diverted besides.
        party: bool,
    },
    /// Roll on GUN-CRIT.
    Critical,
    /// Roll on GUN-LUCKY.
    Lucky,
}

/// What a D6 table did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum TableOutcome {
    /// Hits to check off (in the event's `due`; none when the card has no box left).
    Hits,
    /// Nothing: what would be lost is gone already (GUN-39).
    Miss,
    /// Something that lasts.
    Effect {
        /// What.
        effect: Effect,
    },
    /// The magazine explodes (GUN-44).
    MagazineExplodes {
        /// When that destroys her.
        takes_hold: TakesHold,
    },
    /// Another roll follows (in the event's `rolls`).
    RollFollows,
    /// Nothing at all.
    Nothing,
    /// The vessel sinks: all her draft boxes go, so that one aground stays until she floats (GUN-54, GUN-58).
    Sinks {
        /// When.
        takes_hold: TakesHold,
    },
}

/// When checked boxes take hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TakesHold {
    /// At once.
    Now,
    /// With everything else, when the step ends (GUN-AMB-11).
    StepEnd,
}

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
}

/// What a fort loses by a chart's hits, and when.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FortHit {
    /// Which fort.
    pub fort: ShipId,
    /// What it loses.
    pub loss: FortLoss,
    /// When that takes hold.
    pub takes_hold: TakesHold,
}

/// A ship that stayed where she was, and the speed she has now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpeedKept {
    /// Which ship.
    pub ship: ShipId,
    /// Her speed.
    pub speed: HalfKnots,
    /// She has no power.
    pub coasting: bool,
}

/// A ship that was lost, and how.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LostShip {
    /// Which ship.
    pub ship: ShipId,
    /// How.
    pub fate: Fate,
}

/// What is left of a ship's effects.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EffectsLeft {
    /// Which ship.
    pub ship: ShipId,
    /// Her effects now.
    pub effects: Vec<Effect>,
}
