//! Terrain, and the terrain that a ship meets on its path.

use crate::common::{HULL, leg, pose, standing};
use geometry::{
    Heading, Leg, Path, Point, Pose, Sweep, Terrain, TerrainError, TerrainId, TerrainKind, Verdict,
    crossings, encounter, outline_contains, signed_gap_in, terrain_met,
};
use proptest::prelude::*;

fn piece(id: &str, kind: TerrainKind, corners: &[(f64, f64)]) -> Terrain {
    Terrain {
        id: TerrainId(id.to_owned()),
        name: id.to_owned(),
        kind,
        outline: corners.iter().map(|&(x, y)| Point::new(x, y)).collect(),
        outline_sigma_in: 0.02,
        height_in: 0.0,
        blocks_sight: false,
    }
}

/// A bank with a bay, open to the north.
const BAY: [(f64, f64); 8] =
    [(2.0, 2.0), (10.0, 2.0), (10.0, 8.0), (8.0, 8.0), (8.0, 4.0), (4.0, 4.0), (4.0, 8.0), (2.0, 8.0)];

/// A star-shaped outline with corners at increasing angles.
fn outline() -> impl Strategy<Value = Vec<Point>> {
    prop::collection::vec(0.5..4.0_f64, 5..12).prop_map(|radii| {
        let count = radii.len() as f64;
        radii
            .iter()
            .enumerate()
            .map(|(index, radius)| {
                Point::new(6.0, 6.0).moved(Heading::from_deg(360.0 * index as f64 / count), *radius)
            })
            .collect()
    })
}

#[test]
fn a_bay_is_no_land() {
    let bank = piece("bank", TerrainKind::Land, &BAY);
    assert_eq!(bank.check(), Ok(()));
    assert!(bank.contains(Point::new(3.0, 5.0)) && !bank.contains(Point::new(6.0, 6.0)));
    assert!((bank.area_in2() - 32.0).abs() < 1e-9);
    assert!((bank.distance_in(Point::new(6.0, 5.0), 0.0).value - 1.0).abs() < 1e-9);
    assert!((bank.distance_in(Point::new(9.0, 6.0), 0.0).value + 1.0).abs() < 1e-9);
    assert_eq!(bank.distance_in(Point::new(6.0, 5.0), 0.015).sigma, 0.025);
    assert_eq!(bank.covers(Point::new(6.0, 4.03), 0.015), Verdict::TooClose);
    assert_eq!(bank.covers(Point::new(6.0, 4.06), 0.015), Verdict::No);
    assert_eq!(bank.covers(Point::new(6.0, 3.9), 0.015), Verdict::Yes);
    // Across both arms of the bay.
    let found = bank.crossings(Point::new(0.0, 6.0), Point::new(12.0, 6.0));
    let expected = [2.0, 4.0, 8.0, 10.0].map(|x| x / 12.0);
    assert!(found.len() == 4 && found.iter().zip(expected).all(|(one, other)| (one - other).abs() < 1e-12));
    assert!(bank.meets_segment(Point::new(0.0, 6.0), Point::new(3.0, 6.0)));
    assert!(!bank.meets_segment(Point::new(5.0, 7.0), Point::new(7.0, 12.0)));
}

#[test]
fn outlines_that_are_none_are_refused() {
    let check = |corners: &[(f64, f64)]| piece("bar", TerrainKind::Shoal { depth_ft: 6.0 }, corners).check();
    assert!(matches!(check(&[(0.0, 0.0), (1.0, 1.0)]), Err(TerrainError::TooFewCorners { corners: 2, .. })));
    assert!(matches!(
        check(&[(0.0, 0.0), (f64::NAN, 1.0), (1.0, 0.0)]),
        Err(TerrainError::NotANumber { .. })
    ));
    assert!(matches!(check(&[(0.0, 0.0), (1.0, 1.0), (2.0, 2.0)]), Err(TerrainError::NoArea { .. })));
    let crossed = check(&[(0.0, 0.0), (4.0, 4.0), (4.0, 1.0), (0.0, 2.0)]);
    assert!(matches!(crossed, Err(TerrainError::CrossesItself { .. })), "{crossed:?}");
    let mut bottomless = piece("bar", TerrainKind::Shoal { depth_ft: -1.0 }, &BAY);
    assert!(matches!(bottomless.check(), Err(TerrainError::NotANumber { .. })));
    bottomless.kind = TerrainKind::Shoal { depth_ft: 0.0 };
    assert_eq!(bottomless.check(), Ok(()));
}

proptest! {
    #[test]
    fn a_line_changes_between_inside_and_outside_where_it_crosses(outline in outline(), a in crate::common::point(), b in crate::common::point()) {
        let found = crossings(a, b, &outline);
        let at = |t: f64| Point::new(a.x_in + t * (b.x_in - a.x_in), a.y_in + t * (b.y_in - a.y_in));
        for &t in &found {
            prop_assert!(signed_gap_in(&outline, at(t)).abs() < 1e-6);
        }
        prop_assert_eq!(found.len().is_multiple_of(2), outline_contains(&outline, a) == outline_contains(&outline, b));
    }

    #[test]
    fn the_signed_gap_is_never_steeper_than_the_way_between(outline in outline(), a in crate::common::point(), b in crate::common::point()) {
        let change = (signed_gap_in(&outline, a) - signed_gap_in(&outline, b)).abs();
        prop_assert!(change <= a.distance_in(b) + 1e-9);
    }

    #[test]
    fn a_way_meets_what_any_closer_look_finds(start in pose(), legs in prop::collection::vec(leg(), 1..4), outline in outline()) {
        let path = Path { start, legs };
        let ends = (&standing(start, 0.01, 0.5), &standing(path.end(), 0.01, 0.5));
        for sweep in [Sweep::Stack, Sweep::Hull(&HULL)] {
            let found = encounter(&path, sweep, ends, &outline, 0.01);
            let gap = |pose: Pose| match sweep {
                Sweep::Stack => signed_gap_in(&outline, pose.stack),
                Sweep::Hull(hull) => geometry::signed_outline_gap_in(&hull.outline(pose), &outline),
            };
            let samples = path.sampled(0.013, 0.01);
            let least = samples.iter().map(|(_, pose)| gap(*pose)).fold(f64::INFINITY, f64::min);
            prop_assert!(found.clearance_in.value <= least + 0.03, "{} {least}", found.clearance_in.value);
            prop_assert!(found.clearance_in.value >= least - 0.03, "{} {least}", found.clearance_in.value);
            // Before the place of contact the ship was clear of it.
            if found.clearance_in.value < -0.05 {
                let before = samples.iter().filter(|(run_in, _)| *run_in < found.after_in - 0.05);
                for (_, pose) in before {
                    prop_assert!(gap(*pose) > -0.03, "{} before {}", gap(*pose), found.after_in);
                }
                prop_assert!(gap(found.there) < 1e-6);
            }
        }
    }
}

#[test]
fn a_way_through_shoal_and_past_a_mine() {
    let start = Pose { stack: Point::new(0.0, 6.0), heading: Heading::from_deg(90.0) };
    let path = Path { start, legs: vec![Leg::Straight { ahead_in: 9.0 }] };
    let ends = (&standing(start, 0.01, 0.5), &standing(path.end(), 0.01, 0.5));
    let shoal = piece(
        "shoal",
        TerrainKind::Shoal { depth_ft: 8.0 },
        &[(6.0, 5.0), (8.0, 5.0), (8.0, 7.0), (6.0, 7.0)],
    );
    let near = piece("mine", TerrainKind::Mined, &[(2.0, 6.3), (3.0, 6.3), (3.0, 7.0), (2.0, 7.0)]);
    let grazed = piece("bar", TerrainKind::Land, &[(4.0, 6.25), (5.0, 6.25), (5.0, 7.0), (4.0, 7.0)]);
    let all = [shoal, near, grazed];
    // The hull, 0.5 in wide, touches the bar; its stem, 0.8 in ahead of the stack, meets the shoal first.
    let met = terrain_met(&path, Sweep::Hull(&HULL), ends, &all);
    let names: Vec<&str> = met.iter().map(|(piece, _)| piece.id.0.as_str()).collect();
    assert_eq!(names, ["bar", "shoal"]);
    assert_eq!(met[0].1.entered, Verdict::TooClose);
    assert_eq!(met[1].1.entered, Verdict::Yes);
    assert!((met[1].1.after_in - (6.0 - 0.8)).abs() < 1e-6, "{:?}", met[1].1);
    // The stack alone passes 0.3 in from the mine's edge.
    let by_stack = encounter(&path, Sweep::Stack, ends, &all[1].outline, 0.02);
    assert!((by_stack.clearance_in.value - 0.3).abs() < 1e-9 && by_stack.entered == Verdict::No);
    assert_eq!((by_stack.came_within(1.0), by_stack.came_within(0.1)), (Verdict::Yes, Verdict::No));
    // A shorter path never comes near the shoal.
    let short = terrain_met(&path.cut_at(4.0), Sweep::Hull(&HULL), ends, &all[..1]);
    assert!(short.is_empty());
}
