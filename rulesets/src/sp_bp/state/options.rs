//! Options of the book for gaps in its rules. Typed here, described in `data/options.toml`.

use crate::core::TieRule;
use serde::{Deserialize, Serialize};

/// The value that is rounded down (SPB-AMB-2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RoundSpeed {
    /// The loss.
    #[default]
    LossDown,
    /// The remaining speed.
    ResultDown,
}

/// The effect of a hull hit that penetrates less than the armour (SPB-AMB-5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BelowArmour {
    /// No effect.
    #[default]
    None,
    /// The non-penetrating damage.
    NonPen,
}

/// Reading of the SP damage column of the critical hits (SPB-AMB-15).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SpColumn {
    /// Its cells are merged.
    #[default]
    Merged,
    /// Only what is printed in a row.
    PrintedOnly,
}

/// The number of guns lost by an internal blast (SPB-AMB-18).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum BlastGuns {
    /// Four.
    #[default]
    #[serde(rename = "4")]
    Four,
    /// A four-sided die.
    #[serde(rename = "d4")]
    Die,
}

/// The effect of a failed morale test (SPB-AMB-26).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MoraleFail {
    /// The ship must withdraw.
    #[default]
    Withdraw,
    /// The ship strikes.
    Strike,
    /// Nothing.
    None,
}

/// The water where the battle is fought (SPB-4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Water {
    /// The open sea: downwind.
    #[default]
    Sea,
    /// A river: downstream.
    River,
    /// An estuary: both (SPB-AMB-25).
    Estuary,
    /// Sheltered water without current: no drift.
    Still,
}

/// All options of the book. Options missing in an older log have their defaults.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SpbOptions {
    /// SPB-AMB-1.
    #[serde(rename = "spb.bp_half_speed_threshold")]
    pub bp_half_speed_threshold: f64,
    /// SPB-AMB-2.
    #[serde(rename = "spb.round_speed")]
    pub round_speed: RoundSpeed,
    /// SPB-AMB-3: damage control is thrown for.
    #[serde(rename = "spb.dc_enabled")]
    pub dc_enabled: bool,
    /// SPB-AMB-3.
    #[serde(rename = "spb.damage_control_target")]
    pub damage_control_target: f64,
    /// SPB-AMB-5.
    #[serde(rename = "spb.hull_hit_below_at")]
    pub hull_hit_below_at: BelowArmour,
    /// SPB-16: the Liberal interpretation.
    #[serde(rename = "spb.liberal_special")]
    pub liberal_special: bool,
    /// SPB-AMB-9.
    #[serde(rename = "spb.liberal_value")]
    pub liberal_value: f64,
    /// SPB-AMB-10.
    #[serde(rename = "spb.sp_mods_cumulative")]
    pub sp_mods_cumulative: bool,
    /// SPB-AMB-15.
    #[serde(rename = "spb.crit_sp_column")]
    pub crit_sp_column: SpColumn,
    /// SPB-AMB-16.
    #[serde(rename = "spb.penetrates_on_equal")]
    pub penetrates_on_equal: bool,
    /// SPB-AMB-18.
    #[serde(rename = "spb.blast_guns")]
    pub blast_guns: BlastGuns,
    /// SPB-AMB-19.
    #[serde(rename = "spb.crew_test_target")]
    pub crew_test_target: f64,
    /// SPB-AMB-20.
    #[serde(rename = "spb.nat10_hits")]
    pub nat10_hits: bool,
    /// SPB-AMB-21.
    #[serde(rename = "spb.head_on_includes_stern")]
    pub head_on_includes_stern: bool,
    /// SPB-AMB-22: the erratum.
    #[serde(rename = "spb.errata_10in_25")]
    pub errata_10in_25: bool,
    /// SPB-AMB-23: 0 for none.
    #[serde(rename = "spb.howitzer_special_to_hit")]
    pub howitzer_special_to_hit: f64,
    /// SPB-AMB-26.
    #[serde(rename = "spb.morale_fail")]
    pub morale_fail: MoraleFail,
    /// SPB-AMB-32: a ship with way on may not stay in place.
    #[serde(rename = "spb.must_make_way")]
    pub must_make_way: bool,
    /// SPB-5: personality traits are played.
    #[serde(rename = "spb.personality")]
    pub personality: bool,
    /// SPB-4.
    #[serde(rename = "spb.water")]
    pub water: Water,
    /// SPB-4: degrees clockwise from north.
    #[serde(rename = "spb.current_toward_deg")]
    pub current_toward_deg: f64,
    /// SPB-4: degrees clockwise from north.
    #[serde(rename = "spb.wind_toward_deg")]
    pub wind_toward_deg: f64,
    /// SPB-15: it is night.
    #[serde(rename = "spb.night")]
    pub night: bool,
    /// The treatment of measures too close to call.
    #[serde(rename = "spb.too_close")]
    pub too_close: TieRule,
    /// House: SP that a fire costs; 0 for none.
    #[serde(rename = "spb.house.fire_sp")]
    pub fire_sp: f64,
    /// House: BP that a flood marker costs; 0 for none.
    #[serde(rename = "spb.house.flood_bp")]
    pub flood_bp: f64,
    /// House: inches for a knot; 0 for none.
    #[serde(rename = "spb.house.inches_per_knot")]
    pub inches_per_knot: f64,
    /// House: inches of turning radius for a turn class; 0 for none.
    #[serde(rename = "spb.house.turn_radius_in")]
    pub turn_radius_in: f64,
    /// House: knots gained or lost in a turn; 0 for any.
    #[serde(rename = "spb.house.knots_a_turn")]
    pub knots_a_turn: f64,
    /// House: tows and the like on crew tests.
    #[serde(rename = "spb.house.crew_tests")]
    pub crew_tests: bool,
    /// House: rams and collisions.
    #[serde(rename = "spb.house.ram")]
    pub ram: bool,
    /// House: D6 of BP for a mine or torpedo; 0 for none.
    #[serde(rename = "spb.house.explosion_d6")]
    pub explosion_d6: f64,
    /// House: boarding.
    #[serde(rename = "spb.house.boarding")]
    pub boarding: bool,
}

impl Default for SpbOptions {
    fn default() -> Self {
        Self {
            bp_half_speed_threshold: 0.25,
            round_speed: RoundSpeed::default(),
            dc_enabled: true,
            damage_control_target: 6.0,
            hull_hit_below_at: BelowArmour::default(),
            liberal_special: false,
            liberal_value: -1.0,
            sp_mods_cumulative: false,
            crit_sp_column: SpColumn::default(),
            penetrates_on_equal: false,
            blast_guns: BlastGuns::default(),
            crew_test_target: 6.0,
            nat10_hits: false,
            head_on_includes_stern: false,
            errata_10in_25: false,
            howitzer_special_to_hit: 0.0,
            morale_fail: MoraleFail::default(),
            must_make_way: false,
            personality: false,
            water: Water::default(),
            current_toward_deg: 180.0,
            wind_toward_deg: 90.0,
            night: false,
            too_close: TieRule::default(),
            fire_sp: 0.0,
            flood_bp: 0.0,
            inches_per_knot: 0.0,
            turn_radius_in: 0.0,
            knots_a_turn: 0.0,
            crew_tests: false,
            ram: false,
            explosion_d6: 0.0,
            boarding: false,
        }
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
