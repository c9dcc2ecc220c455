//! Options of the book for gaps in its rules. Typed here, described in `data/options.toml`.

use crate::core::{TieRule, choices, options};

choices! {
    /// The value that is rounded down (SPB-AMB-2).
    pub enum RoundSpeed {
        /// The loss.
        LossDown,
        /// The remaining speed.
        ResultDown,
    }

    /// The effect of a hull hit that penetrates less than the armour (SPB-AMB-5).
    pub enum BelowArmour {
        /// No effect.
        None,
        /// The non-penetrating damage.
        NonPen,
    }

    /// Reading of the SP damage column of the critical hits (SPB-AMB-15).
    pub enum SpColumn {
        /// Its cells are merged.
        Merged,
        /// Only what is printed in a row.
        PrintedOnly,
    }

    /// The number of guns lost by an internal blast (SPB-AMB-18).
    pub enum BlastGuns {
        /// Four.
        #[serde(rename = "4")]
        Four,
        /// A four-sided die.
        #[serde(rename = "d4")]
        Die,
    }

    /// The effect of a failed morale test (SPB-AMB-26).
    pub enum MoraleFail {
        /// The ship must withdraw.
        Withdraw,
        /// The ship strikes.
        Strike,
        /// Nothing.
        None,
    }

    /// The water where the battle is fought (SPB-4).
    pub enum Water {
        /// The open sea: downwind.
        Sea,
        /// A river: downstream.
        River,
        /// An estuary: both (SPB-AMB-25).
        Estuary,
        /// Sheltered water without current: no drift.
        Still,
    }
}

options! {
    /// All options of the book. Options missing in an older log have their defaults.
    pub struct SpbOptions refused under "SPB-1" {
        /// SPB-AMB-1.
        "spb.bp_half_speed_threshold" bp_half_speed_threshold: f64 = 0.25,
        /// SPB-AMB-2.
        "spb.round_speed" round_speed: RoundSpeed,
        /// SPB-AMB-3: damage control is thrown for.
        "spb.dc_enabled" dc_enabled: bool = true,
        /// SPB-AMB-3.
        "spb.damage_control_target" damage_control_target: f64 = 6.0,
        /// SPB-AMB-5.
        "spb.hull_hit_below_at" hull_hit_below_at: BelowArmour,
        /// SPB-16: the Liberal interpretation.
        "spb.liberal_special" liberal_special: bool = false,
        /// SPB-AMB-9.
        "spb.liberal_value" liberal_value: f64 = -1.0,
        /// SPB-AMB-10.
        "spb.sp_mods_cumulative" sp_mods_cumulative: bool = false,
        /// SPB-AMB-15.
        "spb.crit_sp_column" crit_sp_column: SpColumn,
        /// SPB-AMB-16.
        "spb.penetrates_on_equal" penetrates_on_equal: bool = false,
        /// SPB-AMB-18.
        "spb.blast_guns" blast_guns: BlastGuns,
        /// SPB-AMB-19.
        "spb.crew_test_target" crew_test_target: f64 = 6.0,
        /// SPB-AMB-20.
        "spb.nat10_hits" nat10_hits: bool = false,
        /// SPB-AMB-21.
        "spb.head_on_includes_stern" head_on_includes_stern: bool = false,
        /// SPB-AMB-22: the erratum.
        "spb.errata_10in_25" errata_10in_25: bool = false,
        /// SPB-AMB-23: 0 for none.
        "spb.howitzer_special_to_hit" howitzer_special_to_hit: f64 = 0.0,
        /// SPB-AMB-26.
        "spb.morale_fail" morale_fail: MoraleFail,
        /// SPB-AMB-32: a ship with way on may not stay in place.
        "spb.must_make_way" must_make_way: bool = false,
        /// SPB-5: personality traits are played.
        "spb.personality" personality: bool = false,
        /// SPB-4.
        "spb.water" water: Water,
        /// SPB-4: degrees clockwise from north.
        "spb.current_toward_deg" current_toward_deg: f64 = 180.0,
        /// SPB-4: degrees clockwise from north.
        "spb.wind_toward_deg" wind_toward_deg: f64 = 90.0,
        /// SPB-15: it is night.
        "spb.night" night: bool = false,
        /// The treatment of measures too close to call.
        "spb.too_close" too_close: TieRule,
        /// House: SP that a fire costs; 0 for none.
        "spb.house.fire_sp" fire_sp: f64 = 0.0,
        /// House: BP that a flood marker costs; 0 for none.
        "spb.house.flood_bp" flood_bp: f64 = 0.0,
        /// House: inches for a knot; 0 for none.
        "spb.house.inches_per_knot" inches_per_knot: f64 = 0.0,
        /// House: inches of turning radius for a turn class; 0 for none.
        "spb.house.turn_radius_in" turn_radius_in: f64 = 0.0,
        /// House: knots gained or lost in a turn; 0 for any.
        "spb.house.knots_a_turn" knots_a_turn: f64 = 0.0,
        /// House: tows and the like on crew tests.
        "spb.house.crew_tests" crew_tests: bool = false,
        /// House: rams and collisions.
        "spb.house.ram" ram: bool = false,
        /// House: D6 of BP for a mine or torpedo; 0 for none.
        "spb.house.explosion_d6" explosion_d6: f64 = 0.0,
        /// House: boarding.
        "spb.house.boarding" boarding: bool = false,
    }
}

/// An option's number as the whole number that dice are compared with.
pub(in crate::sp_bp) fn whole(option: f64) -> i32 {
    option.round().clamp(-1000.0, 1000.0) as i32
}

/// An option's number as a whole number that can't be negative.
pub(in crate::sp_bp) fn count(option: f64) -> u16 {
    whole(option).max(0) as u16
}
