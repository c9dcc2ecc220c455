//! The options of the book, which choose the readings of gaps in its rules. Typed here, described in
//! `data/options.toml`.

use crate::core::{OptionSpec, OptionValue, Refusal, TieRule, with_option};
use serde::{Deserialize, Serialize};

/// The part of a target that must be within the arc (house).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ArcTarget {
    /// Any part of the hull.
    #[default]
    AnyPart,
    /// The stack.
    Stack,
}

/// NOD-AMB-5: the effect of further hits on the stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StackHits {
    /// A further loss of two knots.
    #[default]
    SpeedOnly,
    /// A further -1 for fire as well.
    SpeedAndFire,
}

/// NOD-AMB-11: the scope in which a change of target counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChangeScope {
    /// Each gun.
    #[default]
    Gun,
    /// The whole ship.
    Vessel,
}

/// All options of the book.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NodOptions {
    /// NOD-AMB-2.
    #[serde(rename = "nod.arc_half_angle_deg")]
    pub arc_half_angle_deg: f64,
    /// The part of a target that must be within the arc.
    #[serde(rename = "nod.arc_target")]
    pub arc_target: ArcTarget,
    /// The angle that guns ashore train to each side, degrees.
    #[serde(rename = "nod.shore_arc_half_deg")]
    pub shore_arc_half_deg: f64,
    /// NOD-AMB-3.
    #[serde(rename = "nod.daddy_100lb")]
    pub daddy_100lb: bool,
    /// NOD-AMB-4.
    #[serde(rename = "nod.fire_steam_stack")]
    pub fire_steam_stack: bool,
    /// NOD-AMB-5.
    #[serde(rename = "nod.stack_hits_cumulate")]
    pub stack_hits_cumulate: StackHits,
    /// NOD-AMB-8: the bonus in knots.
    #[serde(rename = "nod.downstream_bonus")]
    pub downstream_bonus: f64,
    /// The direction in which the current flows, degrees clockwise from north.
    #[serde(rename = "nod.current_toward_deg")]
    pub current_toward_deg: f64,
    /// NOD-AMB-9.
    #[serde(rename = "nod.side_on_min_deg")]
    pub side_on_min_deg: f64,
    /// NOD-AMB-9.
    #[serde(rename = "nod.end_on_half_deg")]
    pub end_on_half_deg: f64,
    /// NOD-AMB-11.
    #[serde(rename = "nod.change_target_scope")]
    pub change_target_scope: ChangeScope,
    /// NOD-AMB-27.
    #[serde(rename = "nod.drifting_is_stationary")]
    pub drifting_is_stationary: bool,
    /// NOD-AMB-13.
    #[serde(rename = "nod.crippled_top_speed_zero")]
    pub crippled_top_speed_zero: bool,
    /// True if a ram stops the rammer.
    #[serde(rename = "nod.ram_stops")]
    pub ram_stops: bool,
    /// The range of musketry, inches.
    #[serde(rename = "nod.musket_range_in")]
    pub musket_range_in: f64,
    /// The greatest deviation of a model's position, inches.
    #[serde(rename = "nod.move_tolerance_in")]
    pub move_tolerance_in: f64,
    /// The greatest deviation of a model's heading, degrees.
    #[serde(rename = "nod.turn_tolerance_deg")]
    pub turn_tolerance_deg: f64,
    /// The treatment of a measure too close to call.
    #[serde(rename = "nod.too_close")]
    pub too_close: TieRule,
}

impl Default for NodOptions {
    fn default() -> Self {
        Self {
            arc_half_angle_deg: 5.0,
            arc_target: ArcTarget::default(),
            shore_arc_half_deg: 45.0,
            daddy_100lb: false,
            fire_steam_stack: false,
            stack_hits_cumulate: StackHits::default(),
            downstream_bonus: 0.0,
            current_toward_deg: 180.0,
            side_on_min_deg: 45.0,
            end_on_half_deg: 30.0,
            change_target_scope: ChangeScope::default(),
            drifting_is_stationary: false,
            crippled_top_speed_zero: true,
            ram_stops: true,
            musket_range_in: 3.0,
            move_tolerance_in: 0.25,
            turn_tolerance_deg: 3.0,
            too_close: TieRule::default(),
        }
    }
}

impl NodOptions {
    /// The options with one of them changed.
    ///
    /// # Errors If the book has no such option, or the option can't have that value.
    pub fn with(&self, option: &OptionValue, specs: &[OptionSpec]) -> Result<Self, Refusal> {
        with_option(self, option, specs, "NOD-11")
    }
}
