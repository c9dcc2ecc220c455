//! Relations between ships: errors, arcs, lines of fire, contact, rams.

use crate::common::{HULL, placed, pose, shifted, standing};
use geometry::{
    Arc, ArcTarget, Barrier, CONTACT_TOLERANCE_IN, Flank, Heading, HullEnds, HullPart, Measured, Point, Pose,
    ShipId, Standing, Terrain, TerrainId, TerrainKind, Verdict, bears, gap, in_arc, line_of_fire, strike,
    wrap_pi,
};
use proptest::prelude::*;
use std::f64::consts::FRAC_PI_2;

fn at(x_in: f64, y_in: f64, heading_deg: f64) -> Pose {
    Pose { stack: Point::new(x_in, y_in), heading: Heading::from_deg(heading_deg) }
}

/// A ship whose middle, not its stack, is at this place.
fn middle_at(x_in: f64, y_in: f64, heading_deg: f64, sigma_in: f64, heading_sigma_deg: f64) -> Standing {
    let heading = Heading::from_deg(heading_deg);
    let stack = Point::new(x_in, y_in).moved(heading, HULL.stack_ahead_in);
    standing(Pose { stack, heading }, sigma_in, heading_sigma_deg)
}

/// The sigma of a quantity from numeric derivatives by each error of both ships.
fn sigma_by_steps(one: &Standing, other: &Standing, of: impl Fn(&Standing, &Standing) -> f64) -> f64 {
    let moved = |ship: &Standing, moves: [f64; 3]| {
        Standing::exact(shifted(ship, moves[0], moves[1], moves[2]), &HULL)
    };
    let sigmas = |ship: &Standing| [ship.middle_sigma_in, ship.middle_sigma_in, ship.heading_sigma_rad];
    let mut variance = 0.0;
    for index in 0..3 {
        let step = |size: f64| {
            let mut moves = [0.0; 3];
            moves[index] = size;
            moves
        };
        let still = [0.0; 3];
        let slope = |ahead: f64, back: f64| wrap_pi(ahead - back) / 2e-5;
        let by_one = slope(
            of(&moved(one, step(1e-5)), &moved(other, still)),
            of(&moved(one, step(-1e-5)), &moved(other, still)),
        );
        let by_other = slope(
            of(&moved(one, still), &moved(other, step(1e-5))),
            of(&moved(one, still), &moved(other, step(-1e-5))),
        );
        variance += (sigmas(one)[index] * by_one).powi(2) + (sigmas(other)[index] * by_other).powi(2);
    }
    variance.sqrt()
}

proptest! {
    #[test]
    fn sigmas_of_range_and_bearing_are_those_of_their_scatter(one in placed(0.02, 1.0), other in placed(0.03, 2.0)) {
        prop_assume!(one.pose.stack.distance_in(other.pose.stack) > 0.5);
        let range = sigma_by_steps(&one, &other, |a, b| a.range_in(b).value);
        prop_assert!((one.range_in(&other).sigma - range).abs() < 1e-4, "{range}");
        let bearing = sigma_by_steps(&one, &other, |a, b| a.bearing_rad(b).value);
        prop_assert!((one.bearing_rad(&other).sigma - bearing).abs() < 1e-4, "{bearing}");
    }

    #[test]
    fn the_sigma_of_a_gap_is_that_of_its_scatter(one in placed(0.02, 1.0), other in placed(0.03, 2.0)) {
        let found = gap(&one, &other);
        prop_assume!(found.gap_in.value > 0.05);
        let (a, b) = (gap(&one, &other).on_one, gap(&one, &other).on_other);
        prop_assert!((a.distance_in(b) - found.gap_in.value).abs() < 1e-9);
        let sigma = sigma_by_steps(&one, &other, |a, b| gap(a, b).gap_in.value);
        // If two corners, or two parallel sides, are equally near, the derivatives differ on either side.
        let bend = |moves: [f64; 3]| {
            let moved = |size: f64| {
                let by = moves.map(|part| part * size);
                gap(&Standing::exact(shifted(&one, by[0], by[1], by[2]), &HULL), &other).gap_in.value
            };
            (moved(1e-4) + moved(-1e-4) - 2.0 * moved(0.0)).abs()
        };
        prop_assume!([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].into_iter().all(|moves| bend(moves) < 1e-6));
        prop_assert!((found.gap_in.sigma - sigma).abs() < 1e-3, "{} {sigma}", found.gap_in.sigma);
    }

    #[test]
    fn a_gap_is_the_same_both_ways_and_negative_just_where_hulls_overlap(one in placed(0.02, 1.0), other in placed(0.03, 2.0)) {
        let (there, back) = (gap(&one, &other).gap_in, gap(&other, &one).gap_in);
        prop_assert!((there.value - back.value).abs() < 1e-9 && (there.sigma - back.sigma).abs() < 1e-9);
        prop_assert_eq!(there.value > 0.0, geometry::outline_gap_in(&one.outline, &other.outline) > 0.0);
    }

    #[test]
    fn a_hull_meets_another_just_where_a_close_look_along_its_way_finds_it(
        one in placed(0.02, 1.0), other in placed(0.03, 2.0), heading_deg in 0.0..360.0_f64, length_in in 0.5..12.0_f64,
    ) {
        prop_assume!(gap(&one, &other).gap_in.value > 0.0);
        let heading = Heading::from_deg(heading_deg);
        let apart_in = |run_in: f64| {
            let gone: Vec<Point> = one.outline.iter().map(|corner| corner.moved(heading, run_in)).collect();
            geometry::signed_outline_gap_in(&gone, &other.outline)
        };
        let met_in = geometry::first_meeting_in(&one.outline, heading, length_in, &other.outline);
        if let Some(met_in) = met_in {
            prop_assert!(apart_in(met_in).abs() < 1e-6, "{met_in}: {}", apart_in(met_in));
        }
        let before_in = met_in.unwrap_or(length_in);
        prop_assert!((0..400).all(|step| apart_in(before_in * f64::from(step) / 400.0) > -1e-6));
    }

    #[test]
    fn the_sigma_about_the_stack_is_the_observed_one(pose in pose(), sigma_in in 0.01..0.05_f64, deg in 0.0..2.0_f64) {
        let ship = standing(pose, sigma_in, deg);
        let along = ship.point_sigma_in(pose.stack, pose.heading);
        let across = ship.point_sigma_in(pose.stack, pose.heading.turned(FRAC_PI_2));
        prop_assert!(((along.powi(2) + across.powi(2)) / 2.0 - sigma_in.powi(2)).abs() < 1e-12);
        prop_assert!(across >= along);
        prop_assert!((ship.stack_ahead_in() - HULL.stack_ahead_in).abs() < 1e-9);
    }

    #[test]
    fn any_part_is_in_an_arc_just_where_some_point_of_the_hull_is(
        shooter in placed(0.0, 0.0), target in placed(0.0, 0.0), from in 0.0..360.0_f64, width in 1.0..300.0_f64,
    ) {
        prop_assume!(!geometry::outline_contains(&target.outline, shooter.pose.stack));
        let arcs = [Arc::new(from, from + width)];
        let any = in_arc(&shooter, &arcs, &target, ArcTarget::AnyPart);
        let some_point = target.outline.iter().zip(target.outline.iter().cycle().skip(1)).any(|(a, b)| {
            (0..200).map(|n| f64::from(n) / 200.0).any(|t| {
                let point = Point::new(a.x_in + t * (b.x_in - a.x_in), a.y_in + t * (b.y_in - a.y_in));
                arcs[0].contains(shooter.bearing_of_point_rad(&target, point).value.to_degrees())
            })
        });
        // Two hundred points per side may miss a narrow overlap.
        prop_assert!(some_point == (any.bears == Verdict::Yes) || any.margin_deg.unwrap() < 2.0);
        let stack = in_arc(&shooter, &arcs, &target, ArcTarget::Stack);
        prop_assert!(stack.bears != Verdict::Yes || any.bears == Verdict::Yes);
        prop_assert_eq!(stack.bears, bears(&arcs, stack.bearing_deg));
    }

    #[test]
    fn the_ramming_angle_is_the_acute_angle_of_the_keels(rammer in placed(0.01, 1.0), target in placed(0.01, 1.0)) {
        let found = strike(&rammer, &target, HullEnds::default());
        let (u, v) = (rammer.pose.heading.unit(), target.pose.heading.unit());
        let cosine = (u.0 * v.0 + u.1 * v.1).abs().min(1.0);
        prop_assert!((found.angle_rad.value.cos() - cosine).abs() < 1e-9);
        prop_assert!((0.0..=FRAC_PI_2).contains(&found.angle_rad.value));
        prop_assert!((found.angle_rad.sigma.to_degrees() - 2.0_f64.sqrt()).abs() < 1e-9);
        // The bow is a part of the hull.
        let whole_in = gap(&rammer, &target).gap_in.value;
        prop_assert!(whole_in <= 0.0 || found.gap_in.value >= whole_in - 1e-9);
        let off = geometry::signed_gap_in(&target.outline, found.struck).abs();
        prop_assert!(off < 1e-9);
    }
}

#[test]
fn a_narrow_arc_takes_a_long_hull_before_its_stack() {
    // Noddy's broadside: five degrees either side of the beam. The target heads as the shooter does, 8 in
    // away.
    let shooter = middle_at(10.0, 10.0, 0.0, 0.01, 0.3);
    let target = middle_at(18.0, 11.4, 0.0, 0.01, 0.3);
    let arcs = [Arc::centred(90.0, 10.0), Arc::centred(270.0, 10.0)];
    let any = in_arc(&shooter, &arcs, &target, ArcTarget::AnyPart);
    let stack = in_arc(&shooter, &arcs, &target, ArcTarget::Stack);
    assert_eq!((any.bears, stack.bears), (Verdict::Yes, Verdict::No), "{any:?} {stack:?}");
    assert!((stack.nearest_edge_deg.unwrap() - 85.0).abs() < 1e-9);
    assert!((stack.margin_deg.unwrap() - (85.0 - stack.bearing_deg.value)).abs() < 1e-9);
    assert!(any.before_deg > 5.0 && any.after_deg > 5.0);
    assert_eq!(in_arc(&shooter, &[Arc::ALL_ROUND], &target, ArcTarget::Stack).bears, Verdict::Yes);
    assert_eq!(in_arc(&shooter, &[Arc::ALL_ROUND], &target, ArcTarget::Stack).margin_deg, None);
    assert_eq!(Arc::centred(0.0, 400.0), Arc::ALL_ROUND);
}

#[test]
fn a_square_hit_amidships() {
    // The rammer heads east, with its stem 0.02 in from the side of a target that heads north.
    let target = middle_at(20.0, 10.0, 0.0, 0.005, 0.5);
    let rammer = middle_at(20.0 - 0.25 - 1.0 - 0.02, 10.1, 90.0, 0.005, 0.5);
    let found = strike(&rammer, &target, HullEnds::default());
    assert!((found.gap_in.value - 0.02).abs() < 1e-9);
    assert_eq!(found.touching(CONTACT_TOLERANCE_IN), Verdict::Yes);
    assert!((found.angle_rad.value.to_degrees() - 90.0).abs() < 1e-9);
    assert_eq!(found.angle_rad.at_least(60_f64.to_radians()), Verdict::Yes);
    assert_eq!((found.part, found.flank), (HullPart::Side, Flank::Port));
    assert_eq!((found.strikes(HullPart::Side), found.strikes(HullPart::Bow)), (Verdict::Yes, Verdict::No));
    assert!((found.course.deg() - 90.0).abs() < 1e-9);
    // The same ram, measured 0.05 in inside the hull.
    let deeper = strike(&middle_at(18.8, 10.1, 90.0, 0.005, 0.5), &target, HullEnds::default());
    assert!((deeper.gap_in.value + 0.05).abs() < 1e-9 && deeper.part == HullPart::Side);
    assert!((deeper.struck.x_in - 19.75).abs() < 1e-9 && (deeper.struck.y_in - 10.1).abs() < 1e-9);
}

#[test]
fn bow_stern_and_the_border_between() {
    let target = middle_at(20.0, 10.0, 0.0, 0.005, 0.5);
    let from_west =
        |y_in: f64| strike(&middle_at(18.72, y_in, 90.0, 0.005, 0.5), &target, HullEnds::default());
    assert_eq!(from_west(10.9).part, HullPart::Bow);
    assert_eq!(from_west(9.1).part, HullPart::Stern);
    assert_eq!(from_west(9.1).strikes(HullPart::Stern), Verdict::Yes);
    // The side begins at one sixth of two inches from the stern.
    let border = from_west(9.0 + 1.0 / 3.0 + 0.005);
    assert_eq!(
        (border.strikes(HullPart::Side), border.strikes(HullPart::Stern)),
        (Verdict::TooClose, Verdict::TooClose)
    );
    // Into the stern, from straight astern.
    let astern = strike(&middle_at(20.0, 7.98, 0.0, 0.005, 0.5), &target, HullEnds::default());
    assert_eq!(astern.part, HullPart::Stern);
    assert!(astern.angle_rad.value < 1e-9 && astern.course.deg().abs() < 1e-9);
    // Head on.
    let head_on = strike(&middle_at(20.0, 12.02, 180.0, 0.005, 0.5), &target, HullEnds::default());
    assert!(head_on.part == HullPart::Bow && (head_on.course.deg().abs() - 180.0).abs() < 1e-9);
    assert!(head_on.angle_rad.value < 1e-9);
}

#[test]
fn a_base_touches_before_the_hull() {
    let bare = middle_at(10.0, 10.0, 0.0, 0.005, 0.5);
    let seen = crate::common::observed(at(10.75, 10.2, 0.0), 0.005, 0.5);
    let hull = Standing::of_hull(&seen, &HULL);
    // A base of 2.4 by 0.8 in about the middle, which is 0.2 in aft of the stack.
    let based = Standing::of_base(&seen, &[(1.0, 0.4), (-1.4, 0.4), (-1.4, -0.4), (1.0, -0.4)]);
    assert!((gap(&bare, &hull).gap_in.value - 0.25).abs() < 1e-9);
    assert!((gap(&bare, &based).gap_in.value - 0.1).abs() < 1e-9);
    assert_eq!(gap(&bare, &based).touching(CONTACT_TOLERANCE_IN), Verdict::No);
    assert!((based.middle.y_in - 10.0).abs() < 1e-9);
}

fn island(x_in: f64, y_in: f64, blocks_sight: bool) -> Terrain {
    let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (0.0, 0.0), (-1.0, 1.0)];
    Terrain {
        id: TerrainId("island".to_owned()),
        name: "the island".to_owned(),
        kind: TerrainKind::Land,
        outline: corners.iter().map(|(x, y)| Point::new(x_in + x, y_in + y)).collect(),
        outline_sigma_in: 0.03,
        height_in: 0.5,
        blocks_sight,
    }
}

#[test]
fn lines_of_fire_past_ships_and_islands() {
    let (from, to) = (middle_at(5.0, 10.0, 0.0, 0.01, 0.5), middle_at(25.0, 10.0, 0.0, 0.01, 0.5));
    let line_y = from.pose.stack.y_in;
    let other = ShipId::new("other");
    let clear = |ship: &Standing, pieces: &[Terrain]| line_of_fire(&from, &to, [(&other, ship)], pieces);
    let far = middle_at(15.0, 15.0, 90.0, 0.01, 0.5);
    assert_eq!(clear(&far, &[]).clear, Verdict::Yes);
    assert!(clear(&far, &[]).in_the_way.is_empty());
    let across = middle_at(15.0, 10.0, 0.0, 0.01, 0.5);
    let blocked = clear(&across, &[island(10.0, 8.0, true)]);
    assert_eq!(blocked.clear, Verdict::No);
    assert_eq!(blocked.in_the_way.len(), 1);
    assert_eq!(blocked.in_the_way[0].barrier, Barrier::Ship(other.clone()));
    // In the bay of the island, and just beyond its two points.
    let bay = |dy: f64, blocks| clear(&far, &[island(10.0, line_y - dy, blocks)]);
    assert_eq!(bay(0.5, true).clear, Verdict::No);
    // The bay's points are one inch above the middle; the line is half an inch lower.
    assert!((bay(0.5, true).in_the_way[0].gap_in.value + 0.5).abs() < 1e-9);
    assert_eq!(bay(1.04, true).clear, Verdict::TooClose);
    assert_eq!(bay(1.2, true).clear, Verdict::Yes);
    assert_eq!(bay(0.5, false).clear, Verdict::Yes);
    // A gun on the island can fire; a gun on the water of its bay cannot.
    assert_eq!(clear(&far, &[island(5.0, line_y - 0.3, true)]).clear, Verdict::No);
    assert_eq!(clear(&far, &[island(5.0, line_y + 0.4, true)]).clear, Verdict::Yes);
}

#[test]
fn verdicts_combine() {
    use Verdict::{No, TooClose, Yes};
    for (one, other, and, or) in [
        (Yes, Yes, Yes, Yes),
        (Yes, No, No, Yes),
        (No, No, No, No),
        (Yes, TooClose, TooClose, Yes),
        (No, TooClose, No, TooClose),
        (TooClose, TooClose, TooClose, TooClose),
    ] {
        assert_eq!((one.and(other), other.and(one)), (and, and));
        assert_eq!((one.or(other), other.or(one)), (or, or));
    }
    assert_eq!(Measured::exact(60.0).between(60.0, 90.0), Yes);
    assert_eq!(Measured::exact(90.1).between(60.0, 90.0), No);
    assert_eq!(Measured::new(61.0, 1.0).between(60.0, 90.0), TooClose);
    assert_eq!(Measured::exact(6.0).at_least(6.0), Yes);
}
