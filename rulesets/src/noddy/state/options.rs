//! The options of the book, which choose the readings of gaps in its rules. Typed here, described in
//! `data/options.toml`.

use crate::core::{TieRule, choices, options};

choices! {
    /// The part of a target that must be within the arc (house).
    pub enum ArcTarget {
        /// Any part of the hull.
        AnyPart,
        /// The stack.
        Stack,
    }

    /// NOD-AMB-5: the effect of further hits on the stack.
    pub enum StackHits {
        /// A further loss of two knots.
        SpeedOnly,
        /// A further -1 for fire as well.
        SpeedAndFire,
    }

    /// NOD-AMB-11: the scope in which a change of target counts.
    pub enum ChangeScope {
        /// Each gun.
        Gun,
        /// The whole ship.
        Vessel,
    }
}

options! {
    /// All options of the book.
    pub struct NodOptions refused under "NOD-11" {
        /// NOD-AMB-2.
        "nod.arc_half_angle_deg" arc_half_angle_deg: f64 = 5.0,
        /// The part of a target that must be within the arc.
        "nod.arc_target" arc_target: ArcTarget,
        /// The angle that guns ashore train to each side, degrees.
        "nod.shore_arc_half_deg" shore_arc_half_deg: f64 = 45.0,
        /// NOD-AMB-3.
        "nod.daddy_100lb" daddy_100lb: bool = false,
        /// NOD-AMB-4.
        "nod.fire_steam_stack" fire_steam_stack: bool = false,
        /// NOD-AMB-5.
        "nod.stack_hits_cumulate" stack_hits_cumulate: StackHits,
        /// NOD-AMB-8: the bonus in knots.
        "nod.downstream_bonus" downstream_bonus: f64 = 0.0,
        /// The direction in which the current flows, degrees clockwise from north.
        "nod.current_toward_deg" current_toward_deg: f64 = 180.0,
        /// NOD-AMB-9.
        "nod.side_on_min_deg" side_on_min_deg: f64 = 45.0,
        /// NOD-AMB-9.
        "nod.end_on_half_deg" end_on_half_deg: f64 = 30.0,
        /// NOD-AMB-11.
        "nod.change_target_scope" change_target_scope: ChangeScope,
        /// NOD-AMB-27.
        "nod.drifting_is_stationary" drifting_is_stationary: bool = false,
        /// NOD-AMB-13.
        "nod.crippled_top_speed_zero" crippled_top_speed_zero: bool = true,
        /// True if a ram stops the rammer.
        "nod.ram_stops" ram_stops: bool = true,
        /// The range of musketry, inches.
        "nod.musket_range_in" musket_range_in: f64 = 3.0,
        /// The greatest deviation of a model's position, inches.
        "nod.move_tolerance_in" move_tolerance_in: f64 = 0.25,
        /// The greatest deviation of a model's heading, degrees.
        "nod.turn_tolerance_deg" turn_tolerance_deg: f64 = 3.0,
        /// The treatment of a measure too close to call.
        "nod.too_close" too_close: TieRule,
    }
}
