//! Paths on turning circles: Dubins' words, steerings, and reachable areas.

use crate::common::{flank, leg, placed, pose, standing};
use geometry::{
    Flank, Heading, Leg, Path, Point, Pose, Standing, Steering, TOO_CLOSE_SIGMAS, Verdict, outline_contains,
    reach, shortest_path, shortest_to_point, way, way_through, way_through_points, wrap_pi,
};
use proptest::prelude::*;
use std::f64::consts::{FRAC_PI_2, PI, TAU};

const CIRCLE: Steering = Steering::Circle { radius_in: 1.75 };

fn mirrored(pose: Pose) -> Pose {
    Pose {
        stack: Point::new(-pose.stack.x_in, pose.stack.y_in),
        heading: Heading::from_rad(-pose.heading.rad()),
    }
}

fn reversed(pose: Pose) -> Pose {
    Pose { stack: pose.stack, heading: pose.heading.turned(PI) }
}

fn ends_at(path: &Path, goal: Pose) -> bool {
    let end = path.end();
    end.stack.distance_in(goal.stack) < 1e-6 && end.heading.angle_to(goal.heading) < 1e-6
}

fn legal(path: &Path, radius_in: f64) -> bool {
    path.legs.iter().all(|leg| match *leg {
        Leg::Straight { ahead_in } => ahead_in >= 0.0,
        Leg::Turn { radius_in: used, angle_rad, .. } => {
            used >= radius_in - 1e-12 && (0.0..=TAU).contains(&angle_rad)
        }
        Leg::Pivot { .. } => false,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_shortest_way_is_legal_ends_at_its_goal_and_is_no_shorter_than_straight(
        start in pose(), goal in pose(), radius_in in 0.3..4.0_f64,
    ) {
        let path = shortest_path(start, goal, radius_in);
        prop_assert!(ends_at(&path, goal), "{path:?}");
        prop_assert!(legal(&path, radius_in), "{path:?}");
        prop_assert!(path.length_in() >= start.stack.distance_in(goal.stack) - 1e-9);
    }

    #[test]
    fn ways_are_the_same_in_a_mirror_and_backwards(start in pose(), goal in pose(), radius_in in 0.3..4.0_f64) {
        let length_in = shortest_path(start, goal, radius_in).length_in();
        let mirror = shortest_path(mirrored(start), mirrored(goal), radius_in).length_in();
        let back = shortest_path(reversed(goal), reversed(start), radius_in).length_in();
        prop_assert!((length_in - mirror).abs() < 1e-6, "{length_in} {mirror}");
        prop_assert!((length_in - back).abs() < 1e-6, "{length_in} {back}");
    }

    #[test]
    fn no_way_anyone_takes_is_shorter(start in pose(), legs in prop::collection::vec(leg(), 1..6)) {
        // Legs on the circle itself and wider.
        let taken = Path { start, legs };
        let shortest = shortest_path(start, taken.end(), 1.0).length_in();
        prop_assert!(shortest <= taken.length_in() + 1e-6, "{shortest} {}", taken.length_in());
        let to_point = shortest_to_point(start, taken.end().stack, 1.0).length_in();
        prop_assert!(to_point <= shortest + 1e-6);
    }

    #[test]
    fn a_wider_circle_is_never_shorter(start in pose(), goal in pose(), radius_in in 0.3..3.0_f64) {
        let tight = shortest_path(start, goal, radius_in).length_in();
        let wide = shortest_path(start, goal, radius_in * 1.3).length_in();
        prop_assert!(tight <= wide + 1e-6);
    }

    #[test]
    fn the_shortest_way_to_a_point_is_the_best_of_all_headings(start in pose(), goal in pose()) {
        let path = shortest_to_point(start, goal.stack, 1.25);
        prop_assert!(path.end().stack.distance_in(goal.stack) < 1e-6 && legal(&path, 1.25));
        let least = (0..720)
            .map(|half_deg| Heading::from_deg(f64::from(half_deg) / 2.0))
            .map(|heading| shortest_path(start, Pose { stack: goal.stack, heading }, 1.25).length_in())
            .fold(f64::INFINITY, f64::min);
        prop_assert!(path.length_in() <= least + 1e-6);
        prop_assert!(path.length_in() >= least - 0.05, "{} {least}", path.length_in());
    }

    #[test]
    fn a_way_cut_short_lies_on_the_way(start in pose(), goal in pose(), allowance_in in 0.0..20.0_f64) {
        let path = shortest_path(start, goal, 1.25);
        let cut = path.cut_at(allowance_in);
        prop_assert!((cut.length_in() - allowance_in.min(path.length_in())).abs() < 1e-6);
        let on = path.sampled(0.01, 0.01).into_iter().map(|(_, pose)| pose.stack.distance_in(cut.end().stack));
        prop_assert!(on.fold(f64::INFINITY, f64::min) < 0.01);
    }

    #[test]
    fn samples_run_from_start_to_end_in_small_steps(start in pose(), legs in prop::collection::vec(leg(), 1..6)) {
        let path = Path { start, legs };
        let samples = path.sampled(0.05, 0.05);
        prop_assert_eq!(samples[0].1, start);
        for pair in samples.windows(2) {
            prop_assert!(pair[0].1.stack.distance_in(pair[1].1.stack) <= 0.05 + 1e-9);
            prop_assert!((pair[1].0 - pair[0].0) <= 0.05 + 1e-9 && pair[1].0 >= pair[0].0);
            let there = path.pose_at(pair[1].0).stack;
            prop_assert!(there.distance_in(pair[1].1.stack) < 1e-6);
        }
        let (run_in, end) = samples[samples.len() - 1];
        prop_assert!((run_in - path.length_in()).abs() < 1e-9);
        prop_assert!(end.stack.distance_in(path.end().stack) < 1e-9);
    }

    #[test]
    fn a_drawn_line_is_followed_through_its_points(
        start in pose(), points in prop::collection::vec(crate::common::point(), 1..5),
    ) {
        let path = way_through_points(start, &points, 1.25);
        prop_assert!(legal(&path, 1.25));
        let samples = path.sampled(0.02, 0.02);
        for point in points {
            let nearest = samples.iter().map(|(_, pose)| pose.stack.distance_in(point)).fold(f64::INFINITY, f64::min);
            prop_assert!(nearest < 0.011);
        }
    }
}

#[test]
fn no_enumerated_way_of_three_legs_is_shorter() {
    let start = pose_at(0.0, 0.0, 0.0);
    let turns =
        |helm| (0..24).map(move |n| Leg::Turn { helm, radius_in: 1.0, angle_rad: f64::from(n) * TAU / 24.0 });
    let legs: Vec<Leg> = turns(Flank::Port)
        .chain(turns(Flank::Starboard))
        .chain((0..16).map(|n| Leg::Straight { ahead_in: f64::from(n) * 0.37 }))
        .collect();
    let mut shorter = 0_u32;
    let mut equal = 0_u32;
    for &first in &legs {
        for &second in &legs {
            for &third in &legs {
                let taken = Path { start, legs: vec![first, second, third] };
                let least = shortest_path(start, taken.end(), 1.0).length_in();
                assert!(least <= taken.length_in() + 1e-6, "{taken:?}");
                if least < taken.length_in() - 1e-6 { shorter += 1 } else { equal += 1 }
            }
        }
    }
    // Many of these paths are themselves shortest: the bound is tight.
    assert!(equal > 20_000 && shorter > 20_000, "{equal} {shorter}");
}

#[test]
fn known_ways() {
    let length = |goal: Pose| shortest_path(pose_at(0.0, 0.0, 0.0), goal, 1.0).length_in();
    for (goal, expected) in [
        (pose_at(0.0, 5.0, 0.0), 5.0),
        (pose_at(2.0, 0.0, 180.0), PI),
        (pose_at(1.0, 1.0, 90.0), FRAC_PI_2),
        (pose_at(0.0, 0.0, 0.0), 0.0),
        // Hard to starboard, to port past the start, and to starboard again: circles of radius 2 with centres
        // sqrt 2 apart.
        (pose_at(0.0, 0.0, 90.0), 5.0 * FRAC_PI_2 - 4.0 * (0.5_f64.sqrt() / 2.0).asin()),
        // Back along the same track: a sixth of a circle out, five sixths round, a sixth back.
        (pose_at(0.0, 0.0, 180.0), 7.0 * PI / 3.0),
        (pose_at(-1.0, 3.0, 270.0), FRAC_PI_2 + 2.0),
    ] {
        assert!((length(goal) - expected).abs() < 1e-6, "{goal:?}: {} instead of {expected}", length(goal));
    }
}

fn pose_at(x_in: f64, y_in: f64, heading_deg: f64) -> Pose {
    Pose { stack: Point::new(x_in, y_in), heading: Heading::from_deg(heading_deg) }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_way_after_a_pivot_is_the_best_of_all_pivots(
        start in pose(), goal in pose(), pivot_deg in 1.0..180.0_f64,
    ) {
        let radius_in = 1.25;
        let pivot_rad = pivot_deg.to_radians();
        let steering = Steering::PivotThenCircle { pivot_rad, radius_in };
        let found = way(&exact(start), &exact(goal), steering);
        prop_assert!(ends_at(&found.path, goal));
        prop_assert!((found.path.length_in() - found.length_in.value).abs() < 1e-6);
        let pivoted: f64 = found.path.legs.iter().map(|leg| match leg {
            Leg::Pivot { clockwise_rad } => clockwise_rad.abs(),
            _ => 0.0,
        }).sum();
        prop_assert!(pivoted <= pivot_rad + 1e-9);
        let least = (-400..=400)
            .map(|n| start.heading.turned(pivot_rad * f64::from(n) / 400.0))
            .map(|heading| shortest_path(Pose { stack: start.stack, heading }, goal, radius_in).length_in())
            .fold(f64::INFINITY, f64::min);
        prop_assert!(found.length_in.value <= least + 1e-4, "{} {least}", found.length_in.value);
    }

    #[test]
    fn the_sigma_of_a_way_is_that_of_its_scatter(
        start in placed(0.01, 0.3), goal in placed(0.01, 0.3),
    ) {
        let nominal = way(&start, &goal, CIRCLE);
        prop_assume!(nominal.off_in.value == 0.0 && nominal.off_rad.value == 0.0);
        // First-order errors, one at a time, independent of the derivative formula.
        let length = |moves: [f64; 6]| {
            let from = crate::common::shifted(&start, moves[0], moves[1], moves[2]);
            let to = crate::common::shifted(&goal, moves[3], moves[4], moves[5]);
            shortest_path(from, to, 1.75).length_in()
        };
        let sigmas = [
            start.middle_sigma_in, start.middle_sigma_in, start.heading_sigma_rad,
            goal.middle_sigma_in, goal.middle_sigma_in, goal.heading_sigma_rad,
        ];
        let mut variance = 0.0;
        for (index, sigma) in sigmas.into_iter().enumerate() {
            let step = |size: f64| { let mut moves = [0.0; 6]; moves[index] = size; length(moves) };
            let (ahead, back) = (step(1e-5), step(-1e-5));
            // Where the word changes, or a loop begins, there is no derivative.
            prop_assume!((ahead + back - 2.0 * length([0.0; 6])).abs() < 1e-7);
            variance += (sigma * (ahead - back) / 2e-5).powi(2);
        }
        let sigma = variance.sqrt();
        prop_assert!((nominal.length_in.sigma - sigma).abs() < 1e-3 * sigma.max(1e-3), "{} {sigma}", nominal.length_in.sigma);
    }

    #[test]
    fn what_was_steered_is_found_reached_in_spite_of_errors(
        start in pose(), legs in prop::collection::vec(leg(), 1..3), errors in prop::array::uniform6(-1.0..1.0_f64),
    ) {
        // Short paths: hard over, straight, and weaving; measured with errors of up to one sigma on each axis, which
        // together are no rarer than what a verdict allows for.
        prop_assume!(errors.iter().map(|error| error * error).sum::<f64>().sqrt() < TOO_CLOSE_SIGMAS);
        let legs: Vec<Leg> = legs.into_iter().map(|leg| match leg {
            Leg::Turn { helm, angle_rad, .. } => Leg::Turn { helm, radius_in: 1.75, angle_rad: angle_rad / 4.0 },
            other => other,
        }).collect();
        let taken = Path { start, legs };
        let (sigma_in, sigma_deg) = (0.015, 0.5);
        let measured = |pose: Pose, by: &[f64]| Pose {
            stack: Point::new(pose.stack.x_in + by[0] * sigma_in, pose.stack.y_in + by[1] * sigma_in),
            heading: Heading::from_deg(pose.heading.deg() + by[2] * sigma_deg),
        };
        let (from, to) = (measured(start, &errors[..3]), measured(taken.end(), &errors[3..]));
        let found = way(&standing(from, sigma_in, sigma_deg), &standing(to, sigma_in, sigma_deg), CIRCLE);
        let length_in = taken.length_in();
        prop_assert_ne!(found.reached_within(length_in), Verdict::No, "{:?} for {}", found, length_in);
        // No loop is counted, which is eleven inches long: with one inch more the place is certainly reached.
        prop_assert_eq!(found.reached_within(length_in + 1.0), Verdict::Yes, "{:?} for {}", found, length_in);
    }
}

/// Hard over for nearly a quarter of the circle, and measured slightly inside the turning circle: the nearest way without a loop
/// begins at a kink of the length, which first-order errors are too small to explain.
#[test]
fn a_way_at_the_kink_of_a_spared_loop_is_uncertain_by_what_is_off() {
    let pose = |x_in, y_in, rad| Pose { stack: Point::new(x_in, y_in), heading: Heading::from_rad(rad) };
    let start = pose(0.0, 0.0, 2.258_661_414_834_778);
    let turn = Leg::Turn { helm: Flank::Port, radius_in: 1.75, angle_rad: 5.650_167_613 / 4.0 };
    let taken = Path { start, legs: vec![turn] };
    let (sigma_in, sigma_deg) = (0.015, 0.5);
    let measured = |pose: Pose, [east, north, turned]: [f64; 3]| {
        let stack = Point::new(pose.stack.x_in + east * sigma_in, pose.stack.y_in + north * sigma_in);
        let heading = Heading::from_deg(pose.heading.deg() + turned * sigma_deg);
        standing(Pose { stack, heading }, sigma_in, sigma_deg)
    };
    let from = measured(start, [-0.593_390_689_8, 0.922_771_630_4, -0.436_837_805]);
    let to = measured(taken.end(), [0.573_995_117_5, -0.801_415_349_7, -0.668_167_347_1]);
    let found = way(&from, &to, CIRCLE);
    assert!(found.off_in.value > 0.02, "no loop was spared: {found:?}");
    assert_eq!(found.reached_within(taken.length_in()), Verdict::TooClose, "{found:?}");
    assert!(found.length_in.sigma >= found.off_in.value, "{found:?}");
}

#[test]
fn a_ship_that_went_too_far_is_found_out() {
    let start = standing(pose_at(10.0, 10.0, 0.0), 0.015, 0.5);
    let to = |x, y, deg| standing(pose_at(x, y, deg), 0.015, 0.5);
    let straight = way(&start, &to(10.0, 16.0, 0.0), CIRCLE);
    assert_eq!(straight.reached_within(6.0), Verdict::TooClose);
    assert_eq!(straight.reached_within(6.1), Verdict::Yes);
    assert_eq!(straight.reached_within(5.9), Verdict::No);
    assert!((straight.length_in.sigma - 0.015 * 2.0_f64.sqrt()).abs() < 1e-4, "{straight:?}");
    // Two inches to starboard of the start with the same heading, on a circle of three and a half.
    let sideways = way(&start, &to(12.0, 10.0, 0.0), CIRCLE);
    assert_eq!(sideways.reached_within(6.0), Verdict::No);
    assert!(sideways.length_in.value > 6.0);
    // The furthest place is at the end of the allowance.
    assert_eq!(straight.furthest_within(6.1), None);
    let ghost = straight.furthest_within(5.0).unwrap();
    assert!(ghost.stack.distance_in(Point::new(10.0, 15.0)) < 1e-3, "{ghost:?}");
}

#[test]
fn other_steerings() {
    let start = standing(pose_at(10.0, 10.0, 0.0), 0.01, 0.5);
    let to = |x, y, deg| standing(pose_at(x, y, deg), 0.01, 0.5);
    let straight = way(&start, &to(10.3, 14.0, 5.0), Steering::Straight);
    assert!((straight.length_in.value - 4.0).abs() < 1e-9 && (straight.off_in.value - 0.3).abs() < 1e-9);
    assert_eq!(straight.reached_within(8.0), Verdict::No);
    let astern = way(&start, &to(10.0, 9.0, 0.0), Steering::Astern);
    assert!((astern.length_in.value - 1.0).abs() < 1e-9);
    assert_eq!(astern.reached_within(2.0), Verdict::Yes);
    let pivot = way(&start, &to(12.0, 10.0, 200.0), Steering::Pivot);
    assert!((pivot.length_in.value - 2.0).abs() < 1e-9 && pivot.off_rad.value == 0.0);
    // Noddy: 2 in, 60 degrees to starboard, 2 in.
    let noddy = Steering::PivotHalfWay { pivot_rad: 60_f64.to_radians() };
    let half = Heading::from_deg(60.0).unit();
    let turned = way(&start, &to(10.0 + 2.0 * half.0, 12.0 + 2.0 * half.1, 60.0), noddy);
    assert!((turned.length_in.value - 4.0).abs() < 1e-6 && turned.reached_within(4.1) == Verdict::Yes);
    let narrow = Steering::PivotHalfWay { pivot_rad: 30_f64.to_radians() };
    let refused = way(&start, &to(10.0 + 2.0 * half.0, 12.0 + 2.0 * half.1, 60.0), narrow);
    assert_eq!(refused.reached_within(8.0), Verdict::No);
    // A quarter of a circle hard to port, and a ship that has not moved.
    let jammed = Steering::HardOver { helm: Flank::Port, radius_in: 1.75 };
    let quarter = way(&start, &to(8.25, 11.75, 270.0), jammed);
    assert!((quarter.length_in.value - 1.75 * FRAC_PI_2).abs() < 1e-6);
    assert_eq!(quarter.reached_within(3.0), Verdict::Yes);
    let still = way(&start, &to(10.0, 9.995, 0.1), jammed);
    assert!(still.length_in.value < 0.02 && still.reached_within(1.0) == Verdict::Yes);
    assert_eq!(way(&start, &to(10.0, 14.0, 0.0), jammed).reached_within(20.0), Verdict::No);
}

#[test]
fn a_way_of_several_places_adds_up() {
    let at = |x, y, deg| standing(pose_at(x, y, deg), 0.01, 0.5);
    let places = [at(10.0, 10.0, 0.0), at(10.0, 13.0, 0.0), at(11.75, 14.75, 90.0)];
    let whole = way_through(&places, CIRCLE).unwrap();
    assert!((whole.length_in.value - 3.0 - 1.75 * FRAC_PI_2).abs() < 0.02, "{whole:?}");
    assert_eq!(whole.reached_within(6.0), Verdict::Yes);
    assert!(way_through(&places[..1], CIRCLE).is_none());
}

fn exact(pose: Pose) -> Standing {
    standing(pose, 0.0, 0.0)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn the_outline_holds_exactly_what_can_be_reached(
        start in pose(), allowance_radii in 0.2..9.0_f64, ahead in -9.0..9.0_f64, aside in -9.0..9.0_f64,
    ) {
        let radius_in = 1.25;
        let allowance_in = allowance_radii * radius_in;
        let reached = reach(start, Steering::Circle { radius_in }, allowance_in);
        for share in [0.05, 0.15, 0.3, 0.5, 0.8, 1.0] {
            let point = start.stack
                .moved(start.heading, share * ahead * radius_in)
                .moved(start.heading.turned(FRAC_PI_2), share * aside * radius_in);
            let length_in = shortest_to_point(start, point, radius_in).length_in();
            let edges = std::iter::once(&reached.outline).chain(&reached.pockets);
            let off_edge = edges.map(|edge| geometry::signed_gap_in(edge, point).abs()).fold(f64::INFINITY, f64::min);
            if off_edge > 0.005 {
                let drawn = reached.contains(point);
                prop_assert!(!drawn || length_in <= allowance_in, "{} {:?}", length_in, point);
                // If a loop to the other side reaches in, pockets are drawn too large.
                let loops = (5.7..7.4).contains(&allowance_radii);
                let in_pocket = reached.pockets.iter().any(|pocket| outline_contains(pocket, point));
                let missed = length_in <= allowance_in && !drawn;
                prop_assert!(!missed || (loops && in_pocket), "{} {:?}", length_in, point);
            }
        }
    }

    #[test]
    fn the_outline_holds_every_way_taken(
        start in pose(), legs in prop::collection::vec(leg(), 1..6), allowance_in in 0.1..12.0_f64,
        pivot_deg in 0.0..180.0_f64, flank in flank(),
    ) {
        let allowance_in = if pivot_deg > 90.0 { allowance_in.min(PI) } else { allowance_in };
        let end = Path { start, legs }.cut_at(allowance_in).end().stack;
        let held = |steering, point| {
            let reached = reach(start, steering, allowance_in);
            reached.contains(point) || geometry::signed_gap_in(&reached.outline, point) < 0.005
                || reached.pockets.iter().any(|pocket| geometry::signed_gap_in(pocket, point).abs() < 0.005)
        };
        let circle = Steering::Circle { radius_in: 1.0 };
        prop_assert!(held(circle, end), "{:?}", end);
        // With a pivot first, as long as the ship turns at most half a circle after it.
        let pivot_rad = pivot_deg.to_radians();
        let mut pivoted = Path::at(start);
        pivoted.push(Leg::Pivot { clockwise_rad: flank.clockwise() * pivot_rad * 0.8 });
        let pivoted = pivoted.then(&Path { start, legs: vec![
            Leg::Turn { helm: flank, radius_in: 1.0, angle_rad: pivot_rad },
            Leg::Straight { ahead_in: 20.0 },
        ]});
        let end = pivoted.cut_at(allowance_in).end().stack;
        let pivot_first = Steering::PivotThenCircle { pivot_rad, radius_in: 1.0 };
        prop_assert!(held(pivot_first, end), "{:?}", end);
    }

    #[test]
    fn whatever_is_drawn_as_reached_after_a_pivot_can_be(
        start in pose(), pivot_deg in 5.0..175.0_f64, allowance_in in 0.3..8.0_f64,
        ahead in -1.0..1.0_f64, aside in -1.0..1.0_f64,
    ) {
        let pivot_rad = pivot_deg.to_radians();
        let reached = reach(start, Steering::PivotThenCircle { pivot_rad, radius_in: 1.25 }, allowance_in);
        let point = start.stack.moved(start.heading, ahead * allowance_in)
            .moved(start.heading.turned(FRAC_PI_2), aside * allowance_in);
        // Arcs are drawn as chords: the edge is right to 0.001 in.
        let edges = std::iter::once(&reached.outline).chain(&reached.pockets);
        let off_edge = edges.map(|edge| geometry::signed_gap_in(edge, point).abs()).fold(f64::INFINITY, f64::min);
        if reached.contains(point) && off_edge > 0.002 {
            let least = (-200..=200)
                .map(|n| start.heading.turned(pivot_rad * f64::from(n) / 200.0))
                .chain([start.heading.turned(wrap_pi(start.stack.heading_to(point).rad() - start.heading.rad()).clamp(-pivot_rad, pivot_rad))])
                .map(|heading| shortest_to_point(Pose { stack: start.stack, heading }, point, 1.25).length_in())
                .fold(f64::INFINITY, f64::min);
            prop_assert!(least <= allowance_in + 0.01, "{} {}", least, allowance_in);
        }
    }

    #[test]
    fn noddys_half_moves_stay_within_their_outline(
        start in pose(), allowance_in in 0.5..10.0_f64, share in 0.01..0.99_f64, turn in -1.0..1.0_f64,
    ) {
        let pivot_rad = 60_f64.to_radians();
        let mut path = Path::at(start);
        path.push(Leg::Straight { ahead_in: share * allowance_in / 2.0 });
        path.push(Leg::Pivot { clockwise_rad: turn * pivot_rad });
        path.push(Leg::Straight { ahead_in: share * allowance_in / 2.0 });
        let reached = reach(start, Steering::PivotHalfWay { pivot_rad }, allowance_in);
        prop_assert!(geometry::signed_gap_in(&reached.outline, path.end().stack) < 0.002);
    }
}
