//! Bearings, arcs and lines of sight between ships: values, sigmas and thresholds.

use geometry::{
    Arc, Heading, HullShape, Measured, Observation, Point, Pose, ShipId, Verdict, bears, clearance,
    nearest_edge_deg, outline_gap_in, range_in, relative_bearing_rad, round_bearing_deg, round_deg, round_in,
};
use proptest::prelude::*;

fn ship(x_in: f64, y_in: f64, heading_deg: f64, sigma_in: f64, heading_sigma_deg: f64) -> Observation {
    Observation {
        sigma_in,
        heading_sigma_rad: heading_sigma_deg.to_radians(),
        ..Observation::placed(
            ShipId::new("ship"),
            Pose { stack: Point::new(x_in, y_in), heading: Heading::from_deg(heading_deg) },
        )
    }
}

const HULL: HullShape = HullShape { length_in: 2.0, beam_in: 0.5, stack_ahead_in: 0.0 };

#[test]
fn range_and_bearing_with_their_sigmas() {
    let (a, b) = (ship(10.0, 10.0, 90.0, 0.03, 1.0), ship(13.0, 14.0, 0.0, 0.04, 5.0));
    let range = range_in(&a, &b);
    assert!((range.value - 5.0).abs() < 1e-12 && (range.sigma - 0.05).abs() < 1e-12);
    let bearing = relative_bearing_rad(&a, &b);
    // The target lies 36.87 degrees east of north, seen from a ship that heads east.
    assert!((bearing.value.to_degrees() - 306.8699).abs() < 1e-3);
    let sigma_deg = (0.01_f64.to_degrees().powi(2) + 1.0).sqrt();
    assert!((bearing.sigma.to_degrees() - sigma_deg).abs() < 1e-9);
}

#[test]
fn two_ships_on_one_spot_see_each_other_anywhere() {
    let a = ship(10.0, 10.0, 90.0, 0.03, 1.0);
    assert_eq!(relative_bearing_rad(&a, &a).sigma, std::f64::consts::PI);
    assert_eq!(bears(&[Arc::new(45.0, 135.0)], Measured::new(0.0, 180.0)), Verdict::TooClose);
}

#[test]
fn arcs_with_and_without_the_bow() {
    let bow = Arc::new(315.0, 45.0);
    let starboard = Arc::new(45.0, 135.0);
    for (arc, bearing_deg, sigma_deg, verdict) in [
        (bow, 0.0, 1.0, Verdict::Yes),
        (bow, 359.9, 1.0, Verdict::Yes),
        (bow, 45.0, 0.0, Verdict::Yes),
        (bow, 45.01, 0.0, Verdict::No),
        (bow, 44.0, 1.0, Verdict::TooClose),
        (bow, 46.0, 1.0, Verdict::TooClose),
        (bow, 47.5, 1.0, Verdict::No),
        (bow, 316.0, 1.0, Verdict::TooClose),
        (bow, 180.0, 1.0, Verdict::No),
        (starboard, 90.0, 10.0, Verdict::Yes),
        (Arc::ALL_ROUND, 0.0, 5.0, Verdict::Yes),
        (Arc::new(225.0, 135.0), 180.0, 1.0, Verdict::No),
    ] {
        assert_eq!(bears(&[arc], Measured::new(bearing_deg, sigma_deg)), verdict, "{arc:?} {bearing_deg}");
    }
    // There is no edge between adjacent sectors.
    assert_eq!(bears(&[bow, starboard], Measured::new(45.0, 2.0)), Verdict::Yes);
    assert_eq!(bears(&[], Measured::new(45.0, 2.0)), Verdict::No);
    assert_eq!(nearest_edge_deg(&[bow], 350.0), Some(315.0));
    assert_eq!(nearest_edge_deg(&[Arc::ALL_ROUND], 350.0), None);
}

#[test]
fn a_hull_across_the_line_blocks_it_and_one_beside_it_does_not() {
    let (a, b) = (ship(10.0, 10.0, 0.0, 0.0, 0.0), ship(20.0, 10.0, 0.0, 0.0, 0.0));
    let verdict = |y_in: f64, sigma_in: f64| {
        let hull = HULL.outline(ship(15.0, y_in, 90.0, 0.0, 0.0).pose);
        clearance(&a, &b, &hull, sigma_in)
    };
    assert_eq!(verdict(10.0, 0.05).clear, Verdict::No);
    assert!((verdict(10.0, 0.05).gap_in.value + 0.25).abs() < 1e-9);
    // The hull's side is 0.25 in from its keel line.
    let beside = verdict(10.55, 0.05);
    assert!((beside.gap_in.value - 0.3).abs() < 1e-9, "{beside:?}");
    assert_eq!(beside.clear, Verdict::Yes);
    assert_eq!(verdict(10.33, 0.05).clear, Verdict::TooClose);
    assert_eq!(verdict(10.17, 0.05).clear, Verdict::TooClose);
    assert_eq!(verdict(10.33, 0.0).clear, Verdict::Yes);
    // An obstacle behind the target does not block the line.
    let behind = HULL.outline(ship(22.0, 10.0, 90.0, 0.0, 0.0).pose);
    assert_eq!(clearance(&a, &b, &behind, 0.05).clear, Verdict::Yes);
}

#[test]
fn outlines_touch_or_keep_their_distance() {
    let at = |x_in: f64| HULL.outline(ship(x_in, 10.0, 0.0, 0.0, 0.0).pose);
    assert!((outline_gap_in(&at(10.0), &at(11.0)) - 0.5).abs() < 1e-9);
    assert_eq!(outline_gap_in(&at(10.0), &at(10.4)), 0.0);
    assert_eq!(outline_gap_in(&at(10.0), &at(10.0)), 0.0);
}

#[test]
fn facts_are_rounded() {
    assert_eq!(round_in(7.400_49), 7.4);
    assert_eq!(round_deg(-0.004_9), 0.0);
    assert_eq!(round_bearing_deg(359.996), 0.0);
    assert_eq!(round_bearing_deg(-45.0), 315.0);
    assert_eq!(Measured::new(1.23456, 0.04567).rounded_in(), Measured::new(1.235, 0.046));
    assert_eq!(Measured::new(1.23456, 0.04567).rounded_deg(), Measured::new(1.23, 0.05));
}

fn place() -> impl Strategy<Value = Observation> {
    (0.0..60.0_f64, 0.0..36.0_f64, 0.0..360.0_f64, 0.0..0.2_f64, 0.0..4.0_f64)
        .prop_map(|(x, y, heading, sigma, heading_sigma)| ship(x, y, heading, sigma, heading_sigma))
}

proptest! {
    #[test]
    fn range_is_the_same_both_ways(a in place(), b in place()) {
        prop_assert_eq!(range_in(&a, &b), range_in(&b, &a));
    }

    #[test]
    fn bearing_follows_the_heading(a in place(), b in place(), turn_deg in 0.0..360.0_f64) {
        prop_assume!(a.pose.stack.distance_in(b.pose.stack) > 0.1);
        let mut turned = a.clone();
        turned.pose.heading = a.pose.heading.turned(turn_deg.to_radians());
        let (before, after) = (relative_bearing_rad(&a, &b), relative_bearing_rad(&turned, &b));
        let difference = geometry::wrap_pi(before.value - turn_deg.to_radians() - after.value);
        prop_assert!(difference.abs() < 1e-9);
        prop_assert!((0.0..std::f64::consts::TAU).contains(&after.value));
    }

    #[test]
    fn an_arc_and_its_complement_never_both_bear(
        from_deg in 0.0..360.0_f64,
        width_deg in 41.0..319.0_f64,
        bearing_deg in 0.0..360.0_f64,
        sigma_deg in 0.1..20.0_f64,
    ) {
        let (arc, rest) = (Arc::new(from_deg, from_deg + width_deg), Arc::new(from_deg + width_deg, from_deg));
        let measured = Measured::new(bearing_deg, sigma_deg);
        let both = (bears(&[arc], measured), bears(&[rest], measured));
        prop_assert!(matches!(
            both,
            (Verdict::Yes, Verdict::No) | (Verdict::No, Verdict::Yes) | (Verdict::TooClose, Verdict::TooClose)
        ), "{:?}", both);
        prop_assert_eq!(bears(&[arc, rest], measured), Verdict::Yes);
    }

    #[test]
    fn a_bearing_that_is_surely_in_or_out_stays_so_with_a_smaller_sigma(
        from_deg in 0.0..360.0_f64,
        width_deg in 1.0..359.0_f64,
        bearing_deg in 0.0..360.0_f64,
        sigma_deg in 0.1..20.0_f64,
    ) {
        let arc = [Arc::new(from_deg, from_deg + width_deg)];
        let wide = bears(&arc, Measured::new(bearing_deg, sigma_deg));
        let narrow = bears(&arc, Measured::new(bearing_deg, sigma_deg / 2.0));
        prop_assert!(wide == Verdict::TooClose || wide == narrow);
    }

    #[test]
    fn a_line_is_as_clear_from_the_other_end(a in place(), b in place(), c in place()) {
        prop_assume!(a.pose.stack.distance_in(b.pose.stack) > 0.1);
        let hull = HULL.outline(c.pose);
        let (there, back) = (clearance(&a, &b, &hull, c.sigma_in), clearance(&b, &a, &hull, c.sigma_in));
        prop_assert!((there.gap_in.value - back.gap_in.value).abs() < 1e-9);
        prop_assert!((there.gap_in.sigma - back.gap_in.sigma).abs() < 1e-9);
    }
}
