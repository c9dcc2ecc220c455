//! The options of the book, which choose the readings of gaps in its rules. Typed here, described in
//! `data/options.toml`.

use crate::core::{TieRule, choices, options};

choices! {
    /// GUN-AMB-5: the range bands.
    pub enum RangeBands {
        /// Each gun type has its own bands.
        ByType,
        /// 6 and 12 inches for all; each type keeps its distant limit.
        #[serde(rename = "flat_6_12")]
        Flat,
    }

    /// GUN-AMB-8: the guns of a halved pool that still count on chart B.
    pub enum DistantPool {
        /// Those with the highest penetration factors.
        FirerBest,
        /// Those with the lowest.
        FirerWorst,
    }

    /// GUN-AMB-10: the number of times that a gun may fire.
    pub enum GunFireLimit {
        /// Once per turn; its owner chooses the step.
        OncePerTurn,
        /// Once per fire step.
        OncePerFireStep,
    }

    /// GUN-AMB-12: the armor that a shot must penetrate.
    pub enum ArmorBasis {
        /// The boxes that are still unchecked.
        Current,
        /// The boxes as printed.
        Original,
    }

    /// GUN-AMB-14: the effect of the battering factor.
    pub enum Battering {
        /// Chart B hits beyond it must go into armor.
        ExcessToArmor,
        /// No effect.
        Off,
        /// If chart B's hits exceed it, all of them must go into armor.
        AllToArmor,
    }

    /// GUN-AMB-15: the side that chooses between draft and guns.
    pub enum DraftOrGuns {
        /// The target's owner.
        Target,
        /// The firer.
        Firer,
    }

    /// GUN-AMB-21: the distance that a ship with power goes.
    pub enum Distance {
        /// Up to the speed rung up.
        UpTo,
        /// Exactly the speed rung up.
        Exact,
    }

    /// GUN-AMB-9: the ships that throw together.
    pub enum VolleyScope {
        /// Each firing ship alone.
        PerShip,
        /// All ships that fire at one target in a step.
        PerTarget,
    }

    /// GUN-AMB-35: the damage to an ironclad from a torpedo's 3 or 4.
    pub enum TorpedoHit {
        /// Draft, engines and guns.
        All,
        /// One of them, by choice of the ship's owner.
        TargetChoice,
    }

    /// The measures that are allowed before a decision (house).
    pub enum Measuring {
        /// Everything.
        Everything,
        /// Nothing: fire is declared first, then measured.
        DeclareFirst,
        /// One's own ships and their reach; no measures to the enemy.
        OwnShips,
    }
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

choices! {
    /// GUN-71: the sides with spotters on the ground.
    pub enum Spotters {
        /// Neither side.
        None,
        /// The Union.
        Union,
        /// The Confederates.
        Confederate,
        /// Both sides.
        Both,
    }

    /// GUN-76: the source of the number of boarding parties.
    pub enum PartiesFormed {
        /// The scenario gives it for each ship.
        AsSet,
        /// A D6 when the battle begins; then the Confederates embark the parties.
        Dice,
    }
}

options! {
    /// All options of the book. A log of an older version lacks the newer options: these get their defaults.
    pub struct GunOptions refused under "GUN-3" {
        /// GUN-AMB-5.
        "gun.range_bands" range_bands: RangeBands,
        /// GUN-AMB-7: a single distant gun still counts as one.
        "gun.distant_min_one_gun" distant_min_one_gun: bool = false,
        /// GUN-AMB-8.
        "gun.distant_pool" distant_pool: DistantPool,
        /// GUN-AMB-10.
        "gun.gun_fire_limit" gun_fire_limit: GunFireLimit,
        /// GUN-AMB-11: the damage of a fire step takes effect at its end.
        "gun.fire_simultaneous" fire_simultaneous: bool = true,
        /// GUN-AMB-12.
        "gun.armor_basis" armor_basis: ArmorBasis,
        /// GUN-AMB-14.
        "gun.battering" battering: Battering,
        /// GUN-AMB-15.
        "gun.crit_draft_or_guns" crit_draft_or_guns: DraftOrGuns,
        /// GUN-AMB-19: no loss of speed in the first turn without power.
        "gun.coast_first_turn_free" coast_first_turn_free: bool = false,
        /// GUN-AMB-21.
        "gun.distance" distance: Distance,
        /// GUN-AMB-21: the speed of a stopped ship straight astern, knots.
        "gun.astern_max" astern_max: f64 = 0.0,
        /// GUN-AMB-9.
        "gun.volley_scope" volley_scope: VolleyScope,
        /// GUN-AMB-24: sidewheel steamers may use any circle in moves of any length.
        "gun.sidewheel_any_circle_always" sidewheel_any_circle_always: bool = true,
        /// GUN-AMB-25: a ship that has rammed or collided is stopped.
        "gun.ram_stops" ram_stops: bool = true,
        /// GUN-AMB-31: the depth of water over the shoal along every shore, feet.
        "gun.bank_shoal_depth_ft" bank_shoal_depth_ft: f64 = 0.0,
        /// GUN-AMB-35.
        "gun.torpedo_ironclad_34" torpedo_ironclad_34: TorpedoHit,
        /// GUN-AMB-40: the drift per turn, inches.
        "gun.current_in" current_in: f64 = 0.0,
        /// GUN-AMB-40: the direction in which the current flows, degrees clockwise from north.
        "gun.current_toward_deg" current_toward_deg: f64 = 0.0,
        /// GUN-AMB-43: GUN-STACK is thrown for every loss of a stack, whatever the cause.
        "gun.stack_table_on_ram" stack_table_on_ram: bool = true,
        /// The measures that are allowed before a decision.
        "gun.measure" measure: Measuring,
        /// The treatment of a measure too close to call.
        "gun.too_close" too_close: TieRule,
        /// GUN-71: ground spotters for mortars.
        "gun.ground_spotters" ground_spotters: Spotters,
        /// GUN-76.
        "gun.boarding_parties" boarding_parties: PartiesFormed,
        /// GUN-AMB-38: a roll for several parties uses up all of them.
        "gun.board_uses_all" board_uses_all: bool = true,
        /// GUN-AMB-42: the Union may board, too.
        "gun.union_boarding" union_boarding: bool = false,
        /// GUN-83: steam launches are allowed.
        "gun.launches" launches: bool = false,
        /// GUN-89: a spar torpedo that is a dud is used up.
        "gun.spar_dud_spent" spar_dud_spent: bool = true,
        /// GUN-2: inches on the table per inch in the rules; for larger models.
        "gun.length_factor" length_factor: f64 = 1.0,
    }
}
