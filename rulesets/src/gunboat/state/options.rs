//! The options of the book, which choose the readings of gaps in its rules. Typed here, described in
//! `data/options.toml`.

use crate::core::{OptionSpec, OptionValue, Refusal, TieRule, with_option};
use serde::{Deserialize, Serialize};

/// GUN-AMB-5: the range bands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RangeBands {
    /// Each gun type has its own bands.
    #[default]
    ByType,
    /// 6 and 12 inches for all; each type keeps its distant limit.
    #[serde(rename = "flat_6_12")]
    Flat,
}

/// GUN-AMB-8: the guns of a halved pool that still count on chart B.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DistantPool {
    /// Those with the highest penetration factors.
    #[default]
    FirerBest,
    /// Those with the lowest.
    FirerWorst,
}

/// GUN-AMB-10: the number of times that a gun may fire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GunFireLimit {
    /// Once per turn; its owner chooses the step.
    #[default]
    OncePerTurn,
    /// Once per fire step.
    OncePerFireStep,
}

/// GUN-AMB-12: the armor that a shot must penetrate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ArmorBasis {
    /// The boxes that are still unchecked.
    #[default]
    Current,
    /// The boxes as printed.
    Original,
}

/// GUN-AMB-14: the effect of the battering factor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Battering {
    /// No effect.
    Off,
    /// Chart B hits beyond it must go into armor.
    #[default]
    ExcessToArmor,
    /// If chart B's hits exceed it, all of them must go into armor.
    AllToArmor,
}

/// GUN-AMB-15: the side that chooses between draft and guns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DraftOrGuns {
    /// The target's owner.
    #[default]
    Target,
    /// The firer.
    Firer,
}

/// GUN-AMB-21: the distance that a ship with power goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Distance {
    /// Up to the speed rung up.
    #[default]
    UpTo,
    /// Exactly the speed rung up.
    Exact,
}

/// GUN-AMB-9: the ships that throw together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VolleyScope {
    /// Each firing ship alone.
    #[default]
    PerShip,
    /// All ships that fire at one target in a step.
    PerTarget,
}

/// GUN-AMB-35: the damage to an ironclad from a torpedo's 3 or 4.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TorpedoHit {
    /// Draft, engines and guns.
    #[default]
    All,
    /// One of them, by choice of the ship's owner.
    TargetChoice,
}

/// The measures that are allowed before a decision (house).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Measuring {
    /// Everything.
    #[default]
    Everything,
    /// Nothing: fire is declared first, then measured.
    DeclareFirst,
    /// One's own ships and their reach; no measures to the enemy.
    OwnShips,
}

impl Measuring {
    /// Returns true if ranges and bearings of an enemy, and the odds based on them, may be shown before fire is
    /// declared.
    pub fn shows_enemies(self) -> bool {
        self == Self::Everything
    }

    /// Returns true if the reach of one's own ships may be shown before they are moved.
    pub fn shows_own_reach(self) -> bool {
        self != Self::DeclareFirst
    }
}

/// GUN-71: the sides with spotters on the ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Spotters {
    /// Neither side.
    #[default]
    None,
    /// The Union.
    Union,
    /// The Confederates.
    Confederate,
    /// Both sides.
    Both,
}

/// GUN-76: the source of the number of boarding parties.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PartiesFormed {
    /// The scenario gives it for each ship.
    #[default]
    AsSet,
    /// A D6 when the battle begins; then the Confederates embark the parties.
    Dice,
}

/// All options of the book. A log of an older version lacks the newer options: these get their defaults.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GunOptions {
    /// GUN-AMB-5.
    #[serde(rename = "gun.range_bands")]
    pub range_bands: RangeBands,
    /// GUN-AMB-7: a single distant gun still counts as one.
    #[serde(rename = "gun.distant_min_one_gun")]
    pub distant_min_one_gun: bool,
    /// GUN-AMB-8.
    #[serde(rename = "gun.distant_pool")]
    pub distant_pool: DistantPool,
    /// GUN-AMB-10.
    #[serde(rename = "gun.gun_fire_limit")]
    pub gun_fire_limit: GunFireLimit,
    /// GUN-AMB-11: the damage of a fire step takes effect at its end.
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
    /// GUN-AMB-19: no loss of speed in the first turn without power.
    #[serde(rename = "gun.coast_first_turn_free")]
    pub coast_first_turn_free: bool,
    /// GUN-AMB-21.
    #[serde(rename = "gun.distance")]
    pub distance: Distance,
    /// GUN-AMB-21: the speed of a stopped ship straight astern, knots.
    #[serde(rename = "gun.astern_max")]
    pub astern_max: f64,
    /// GUN-AMB-9.
    #[serde(rename = "gun.volley_scope")]
    pub volley_scope: VolleyScope,
    /// GUN-AMB-24: sidewheel steamers may use any circle in moves of any length.
    #[serde(rename = "gun.sidewheel_any_circle_always")]
    pub sidewheel_any_circle_always: bool,
    /// GUN-AMB-25: a ship that has rammed or collided is stopped.
    #[serde(rename = "gun.ram_stops")]
    pub ram_stops: bool,
    /// GUN-AMB-31: the depth of water over the shoal along every shore, feet.
    #[serde(rename = "gun.bank_shoal_depth_ft")]
    pub bank_shoal_depth_ft: f64,
    /// GUN-AMB-35.
    #[serde(rename = "gun.torpedo_ironclad_34")]
    pub torpedo_ironclad_34: TorpedoHit,
    /// GUN-AMB-40: the drift per turn, inches.
    #[serde(rename = "gun.current_in")]
    pub current_in: f64,
    /// GUN-AMB-40: the direction in which the current flows, degrees clockwise from north.
    #[serde(rename = "gun.current_toward_deg")]
    pub current_toward_deg: f64,
    /// GUN-AMB-43: GUN-STACK is thrown for every loss of a stack, whatever the cause.
    #[serde(rename = "gun.stack_table_on_ram")]
    pub stack_table_on_ram: bool,
    /// The measures that are allowed before a decision.
    #[serde(rename = "gun.measure")]
    pub measure: Measuring,
    /// The treatment of a measure too close to call.
    #[serde(rename = "gun.too_close")]
    pub too_close: TieRule,
    /// GUN-71: ground spotters for mortars.
    #[serde(rename = "gun.ground_spotters")]
    pub ground_spotters: Spotters,
    /// GUN-76.
    #[serde(rename = "gun.boarding_parties")]
    pub boarding_parties: PartiesFormed,
    /// GUN-AMB-38: a roll for several parties uses up all of them.
    #[serde(rename = "gun.board_uses_all")]
    pub board_uses_all: bool,
    /// GUN-AMB-42: the Union may board, too.
    #[serde(rename = "gun.union_boarding")]
    pub union_boarding: bool,
    /// GUN-83: steam launches are allowed.
    #[serde(rename = "gun.launches")]
    pub launches: bool,
    /// GUN-89: a spar torpedo that is a dud is used up.
    #[serde(rename = "gun.spar_dud_spent")]
    pub spar_dud_spent: bool,
    /// GUN-2: inches on the table per inch in the rules; for larger models.
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
    /// The options with one of them changed.
    ///
    /// # Errors If the book has no such option, or the option can't have that value.
    pub fn with(&self, option: &OptionValue, specs: &[OptionSpec]) -> Result<Self, Refusal> {
        with_option(self, option, specs, "GUN-3")
    }
}
