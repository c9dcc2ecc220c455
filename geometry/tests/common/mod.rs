//! Test data for several modules: a hull, ships and legs.
#![allow(dead_code, reason = "each test program uses its own share")]

use geometry::{Flank, Heading, HullShape, Leg, Observation, Point, Pose, ShipId, Standing};
use proptest::prelude::*;

/// A gunboat two inches long, with its stack slightly ahead of its middle.
pub const HULL: HullShape = HullShape { length_in: 2.0, beam_in: 0.5, stack_ahead_in: 0.2 };

pub fn observed(pose: Pose, sigma_in: f64, heading_sigma_deg: f64) -> Observation {
    Observation {
        sigma_in,
        heading_sigma_rad: heading_sigma_deg.to_radians(),
        ..Observation::placed(ShipId::new("ship"), pose)
    }
}

pub fn standing(pose: Pose, sigma_in: f64, heading_sigma_deg: f64) -> Standing {
    Standing::of_hull(&observed(pose, sigma_in, heading_sigma_deg), &HULL)
}

/// The pose of the stack after the middle is moved and the ship turned about it.
pub fn shifted(ship: &Standing, east_in: f64, north_in: f64, clockwise_rad: f64) -> Pose {
    let heading = ship.pose.heading.turned(clockwise_rad);
    let middle = Point::new(ship.middle.x_in + east_in, ship.middle.y_in + north_in);
    Pose { stack: middle.moved(heading, ship.stack_ahead_in()), heading }
}

pub fn point() -> impl Strategy<Value = Point> {
    (0.0..12.0_f64, 0.0..12.0_f64).prop_map(|(x, y)| Point::new(x, y))
}

pub fn pose() -> impl Strategy<Value = Pose> {
    (point(), 0.0..360.0_f64).prop_map(|(stack, deg)| Pose { stack, heading: Heading::from_deg(deg) })
}

pub fn placed(sigma_in: f64, heading_sigma_deg: f64) -> impl Strategy<Value = Standing> {
    pose().prop_map(move |pose| standing(pose, sigma_in, heading_sigma_deg))
}

pub fn flank() -> impl Strategy<Value = Flank> {
    prop_oneof![Just(Flank::Port), Just(Flank::Starboard)]
}

/// Straight ahead, or a turn on a circle of an inch or wider.
pub fn leg() -> impl Strategy<Value = Leg> {
    prop_oneof![
        (0.0..4.0_f64).prop_map(|ahead_in| Leg::Straight { ahead_in }),
        (flank(), prop_oneof![Just(1.0), 1.0..3.0_f64], 0.0..6.0_f64)
            .prop_map(|(helm, radius_in, angle_rad)| Leg::Turn { helm, radius_in, angle_rad }),
    ]
}
