//! The options of the book: how gaps in its rules are filled. Typed here, described in `data/options.toml`.

use crate::core::{OptionSpec, OptionValue, Refusal, TieRule, with_option};
use serde::{Deserialize, Serialize};

/// GUN-AMB-5: which bands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RangeBands {
    /// Each gun type has its own.
    #[default]
    ByType,
    /// 6 and 12 inches for all; each type keeps its distant limit.
    #[serde(rename = "flat_6_12")]
    Flat,
}

/// GUN-AMB-8: which guns of a halved pool still count on chart B.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DistantPool {
    /// Those with the highest penetration factors.
    #[default]
    FirerBest,
    /// Those with the lowest.
    FirerWorst,
}

/// GUN-AMB-10: how often a gun fires.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GunFireLimit {
    /// Once in a turn; its owner chooses the step.
    #[default]
    OncePerTurn,
    /// Once in each fire step.
    OncePerFireStep,
}

/// GUN-AMB-12: which armor a shot must beat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ArmorBasis {
    /// The boxes still unchecked.
    #[default]
    Current,
    /// The boxes as printed.
    Original,
}

/// GUN-AMB-14: what the battering factor does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Battering {
    /// Nothing.
    Off,
    /// Chart B hits beyond it must go into armor.
    #[default]
    ExcessToArmor,
    /// When chart B exceeds it, all its hits must go into armor.
    AllToArmor,
}

/// GUN-AMB-15: who chooses between draft and guns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DraftOrGuns {
    /// The target's owner.
    #[default]
    Target,
    /// The firer.
    Firer,
}

/// GUN-AMB-21: how far a powered ship goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Distance {
    /// Up to the speed rung up.
    #[default]
    UpTo,
    /// Exactly the speed rung up.
    Exact,
}

/// GUN-AMB-9: who throws together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VolleyScope {
    /// Each firing ship for herself.
    #[default]
    PerShip,
    /// All ships that fire at one target in a step.
    PerTarget,
}

/// GUN-AMB-35: what a torpedo's 3 or 4 costs an ironclad.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TorpedoHit {
    /// Draft, engines and guns.
    #[default]
    All,
    /// One of them, as her owner chooses.
    TargetChoice,
}

/// What may be measured before deciding (house).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Measuring {
    /// Everything.
    #[default]
    Everything,
    /// Nothing: fire is declared, then measured.
    DeclareFirst,
    /// One's own ships and their reach; not what lies between them and the enemy.
    OwnShips,
}

impl Measuring {
    /// May ranges and bearings of an enemy, and the odds that follow from them, be shown before fire is declared?
    pub fn shows_enemies(self) -> bool {
        self == Self::Everything
    }

    /// May the reach of one's own ships be shown before they are moved?
    pub fn shows_own_reach(self) -> bool {
        self != Self::DeclareFirst
    }
}

/// GUN-71: who has spotters on the ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Spotters {
    /// Nobody.
    #[default]
    None,
    /// The Union.
    Union,
    /// The Confederates.
    Confederate,
    /// Both sides.
    Both,
}

/// GUN-76: how the number of boarding parties is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PartiesFormed {
    /// As the scenario sets it on the ships.
    #[default]
    AsSet,
    /// A D6 when the battle begins, and the Confederates embark them.
    Dice,
}

/// All options of the book. A log of an older version lacks the newer ones: they have their defaults then.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GunOptions {
    /// GUN-AMB-5.
    #[serde(rename = "gun.range_bands")]
    pub range_bands: RangeBands,
    /// GUN-AMB-7: a single distant gun counts as one after all.
    #[serde(rename = "gun.distant_min_one_gun")]
    pub distant_min_one_gun: bool,
    /// GUN-AMB-8.
    #[serde(rename = "gun.distant_pool")]
    pub distant_pool: DistantPool,
    /// GUN-AMB-10.
    #[serde(rename = "gun.gun_fire_limit")]
    pub gun_fire_limit: GunFireLimit,
    /// GUN-AMB-11: damage of a fire step takes hold at its end.
    #[serde(rename = "gun.fire_simultaneous")]
    pub fire_simultaneous: bool,
    /// GUN-AMB-12.
    #[serde(rename = "gun.armor_basis")]
    pub armor_basis: ArmorBasis,
    /// GUN-AMB-14.
    #[serde(rename = "gun.battering")]
    pub battering: Battering,
    /// GUN-AMB-15.
    #[serde(rename = "gun.crit_draft_or_guns")]
    pub crit_draft_or_guns: DraftOrGuns,
    /// GUN-AMB-19: the first turn without power costs no speed yet.
    #[serde(rename = "gun.coast_first_turn_free")]
    pub coast_first_turn_free: bool,
    /// GUN-AMB-21.
    #[serde(rename = "gun.distance")]
    pub distance: Distance,
    /// GUN-AMB-21: knots that a stopped ship may make straight astern.
    #[serde(rename = "gun.astern_max")]
    pub astern_max: f64,
    /// GUN-AMB-9.
    #[serde(rename = "gun.volley_scope")]
    pub volley_scope: VolleyScope,
    /// GUN-AMB-24: sidewheel steamers use any circle in moves of any length.
    #[serde(rename = "gun.sidewheel_any_circle_always")]
    pub sidewheel_any_circle_always: bool,
    /// GUN-AMB-25: a ship that has rammed or collided lies stopped.
    #[serde(rename = "gun.ram_stops")]
    pub ram_stops: bool,
    /// GUN-AMB-31: feet of water over the shoal along every shore.
    #[serde(rename = "gun.bank_shoal_depth_ft")]
    pub bank_shoal_depth_ft: f64,
    /// GUN-AMB-35.
    #[serde(rename = "gun.torpedo_ironclad_34")]
    pub torpedo_ironclad_34: TorpedoHit,
    /// GUN-AMB-40: inches of drift in a turn.
    #[serde(rename = "gun.current_in")]
    pub current_in: f64,
    /// GUN-AMB-40: where the current sets, degrees clockwise from north.
    #[serde(rename = "gun.current_toward_deg")]
    pub current_toward_deg: f64,
    /// GUN-AMB-43: GUN-STACK is thrown however the stack is lost.
    #[serde(rename = "gun.stack_table_on_ram")]
    pub stack_table_on_ram: bool,
    /// What may be measured before deciding.
    #[serde(rename = "gun.measure")]
    pub measure: Measuring,
    /// What happens to a measure too close to call.
    #[serde(rename = "gun.too_close")]
    pub too_close: TieRule,
    /// GUN-71: ground spotters for mortars.
    #[serde(rename = "gun.ground_spotters")]
    pub ground_spotters: Spotters,
    /// GUN-76.
    #[serde(rename = "gun.boarding_parties")]
    pub boarding_parties: PartiesFormed,
    /// GUN-AMB-38: a roll for several parties uses them all up.
    #[serde(rename = "gun.board_uses_all")]
    pub board_uses_all: bool,
    /// GUN-AMB-42: the Union boards too.
    #[serde(rename = "gun.union_boarding")]
    pub union_boarding: bool,
    /// GUN-83: steam launches are allowed.
    #[serde(rename = "gun.launches")]
    pub launches: bool,
    /// GUN-89: a spar torpedo that proves a dud is used up.
    #[serde(rename = "gun.spar_dud_spent")]
    pub spar_dud_spent: bool,
    /// GUN-2: inches of the table for one inch of the rules; for larger models.
    #[serde(rename = "gun.length_factor")]
    pub length_factor: f64,
}

impl Default for GunOptions {
    fn default() -> Self {
        Self {
            range_bands: RangeBands::default(),
            distant_min_one_gun: false,
            distant_pool: DistantPool::default(),
            gun_fire_limit: GunFireLimit::default(),
            fire_simultaneous: true,
            armor_basis: ArmorBasis::default(),
            battering: Battering::default(),
            crit_draft_or_guns: DraftOrGuns::default(),
            coast_first_turn_free: false,
            distance: Distance::default(),
            astern_max: 0.0,
            volley_scope: VolleyScope::default(),
            sidewheel_any_circle_always: true,
            ram_stops: true,
            bank_shoal_depth_ft: 0.0,
            torpedo_ironclad_34: TorpedoHit::default(),
            current_in: 0.0,
            current_toward_deg: 0.0,
            stack_table_on_ram: true,
            measure: Measuring::default(),
            too_close: TieRule::default(),
            ground_spotters: Spotters::default(),
            boarding_parties: PartiesFormed::default(),
            board_uses_all: true,
            union_boarding: false,
            launches: false,
            spar_dud_spent: true,
            length_factor: 1.0,
        }
    }
}

impl GunOptions {
    /// These options with one of them changed.
    ///
    /// # Errors
    /// When the book has no such option or it can't have that value.
    pub fn with(&self, option: &OptionValue, specs: &[OptionSpec]) -> Result<Self, Refusal> {
        with_option(self, option, specs, "GUN-3")
    }
}
