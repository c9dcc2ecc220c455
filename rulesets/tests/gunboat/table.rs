//! Facts from poses: a table with the camera's observations answers a book's queries.

use geometry::{Barrier, Heading, HullShape, Observation, Point, Pose, ShipId, Verdict};
use rulesets::core::{Answer, PlacedShip, PlacedTable, Query, TableFacts};

fn placed(name: &str, x_in: f64, y_in: f64) -> PlacedShip {
    PlacedShip::at_rest(
        Observation {
            sigma_in: 0.02,
            heading_sigma_rad: 0.01,
            ..Observation::placed(
                ShipId::new(name),
                Pose { stack: Point::new(x_in, y_in), heading: Heading::from_deg(0.0) },
            )
        },
        HullShape { length_in: 2.0, beam_in: 0.5, stack_ahead_in: 0.0 },
    )
}

fn ids() -> (ShipId, ShipId) {
    (ShipId::new("a"), ShipId::new("b"))
}

#[test]
fn range_bearing_and_blockers_are_rounded_facts() {
    let (a, b) = ids();
    let table = PlacedTable::new(vec![
        placed("a", 10.0, 10.0),
        placed("b", 17.123_456, 10.0),
        placed("between", 13.0, 10.3),
        placed("away", 13.0, 20.0),
    ]);
    assert_eq!(table.range(&a, &b).unwrap().range_in, geometry::Measured::new(7.123, 0.028));
    let bearing = table.bearing(&a, &b).unwrap().bearing_deg;
    assert_eq!((bearing.value, bearing.sigma), (90.0, 0.62));
    let line = table.line_of_fire(&a, &b).unwrap();
    assert_eq!(line.clear, Verdict::No);
    assert_eq!(
        line.near.iter().map(|near| near.barrier.clone()).collect::<Vec<_>>(),
        [Barrier::Ship(ShipId::new("between"))]
    );
}

#[test]
fn a_ship_that_is_hidden_uncertain_or_absent_gives_a_reason_instead_of_a_fact() {
    let (a, b) = ids();
    let mut hidden = placed("b", 20.0, 10.0);
    hidden.observation.seen = false;
    let mut unsure = placed("b", 20.0, 10.0);
    unsure.observation.sure = false;
    for (ships, says) in [
        (vec![placed("a", 10.0, 10.0), hidden], "Something hides b"),
        (vec![placed("a", 10.0, 10.0), unsure], "certain which model is b"),
        (vec![placed("a", 10.0, 10.0)], "b is not on the table"),
    ] {
        let table = PlacedTable::new(ships);
        assert!(table.range(&a, &b).unwrap_err().to_string().contains(says));
        assert!(matches!(
            table.answer(&Query::LineOfFire { from: a.clone(), to: b.clone() }),
            Answer::Unknown { .. }
        ));
    }
}

fn terrain(name: &str, corners: &[(f64, f64)]) -> geometry::Terrain {
    geometry::Terrain {
        id: geometry::TerrainId(name.to_owned()),
        name: name.to_owned(),
        kind: geometry::TerrainKind::Land,
        outline: corners.iter().map(|&(x, y)| Point::new(x, y)).collect(),
        outline_sigma_in: 0.02,
        height_in: 0.25,
        blocks_sight: true,
    }
}

#[test]
fn gun_19_a_way_is_measured_at_the_stack_through_every_position() {
    let (a, _) = ids();
    let mut moved = placed("a", 10.0, 16.0);
    let start = placed("a", 10.0, 10.0).observation;
    moved.way = vec![start.clone()];
    let steering = geometry::Steering::Circle { radius_in: 1.75 };
    let straight = PlacedTable::new(vec![moved.clone()]).way(&a, steering).unwrap();
    assert!((straight.length_in.value - 6.0).abs() < 0.01, "{straight:?}");
    assert_eq!(straight.off_in.value, 0.0);
    let mut aside = placed("a", 12.0, 13.0).observation;
    aside.pose.heading = Heading::from_deg(0.0);
    moved.way = vec![start, aside];
    let round = PlacedTable::new(vec![moved]).way(&a, steering).unwrap();
    assert!(round.length_in.value > 7.0, "{round:?}");
    let still = PlacedTable::new(vec![placed("a", 10.0, 10.0)]).way(&a, steering).unwrap();
    assert_eq!((still.length_in.value, still.length_in.sigma), (0.0, 0.0));
}

#[test]
fn land_on_the_way_is_reported_and_blocks_fire() {
    let (a, b) = ids();
    let mut moved = placed("a", 10.0, 16.0);
    moved.way = vec![placed("a", 10.0, 10.0).observation];
    let table = PlacedTable::new(vec![moved, placed("b", 20.0, 16.0)]).with_terrain(vec![
        terrain("bank", &[(9.0, 12.0), (11.0, 12.0), (11.0, 13.0), (9.0, 13.0)]),
        terrain("island", &[(14.0, 15.0), (16.0, 15.0), (16.0, 17.0), (14.0, 17.0)]),
        terrain("far", &[(40.0, 30.0), (42.0, 30.0), (41.0, 32.0)]),
    ]);
    let waters = table.waters(&a, geometry::Steering::Straight).unwrap();
    assert_eq!(waters.areas.iter().map(|met| met.area.0.as_str()).collect::<Vec<_>>(), ["bank", "island"]);
    assert_eq!(waters.areas[0].entered, Verdict::Yes);
    assert_eq!(waters.areas[1].entered, Verdict::No, "near enough for the strip along its shore only");
    assert!((waters.areas[0].after_in - 1.0).abs() < 0.05, "her stem meets it after an inch");
    let line = table.line_of_fire(&a, &b).unwrap();
    assert_eq!(line.clear, Verdict::No);
    assert_eq!(line.near[0].barrier, Barrier::Terrain(geometry::TerrainId("island".to_owned())));
}

#[test]
fn contacts_give_the_angle_and_the_part_that_is_struck() {
    let (a, b) = ids();
    let mut rammer = placed("a", 10.0, 10.0);
    rammer.observation.pose.heading = Heading::from_deg(90.0);
    // The target's port side is slightly more than an inch ahead of the rammer's middle.
    let table = PlacedTable::new(vec![rammer, placed("b", 11.26, 10.0)]);
    let near = table.touching(&a).unwrap().near;
    assert_eq!((near[0].ship.clone(), near[0].touching), (b.clone(), Verdict::TooClose));
    let strike = table.strike(&a, &b).unwrap();
    assert_eq!((strike.angle_deg.value, strike.part), (90.0, geometry::HullPart::Side));
    assert!(strike.part_margin_in.value > 0.3);
}

#[test]
fn edges_points_and_circles() {
    use rulesets::core::Edge;
    let (a, _) = ids();
    let table = PlacedTable::new(vec![placed("a", 57.0, 20.0)]).with_edges((60.0, 36.0));
    let edge = table.edge_of(&a).unwrap();
    assert_eq!((edge.edge, edge.distance_in.value), (Edge::East, 3.0));
    assert_eq!(table.range_to_point(&a, 57.0, 26.0).unwrap().range_in.value, 6.0);
    assert_eq!(table.under_circle(57.0, 21.2, 0.75).unwrap().under[0].under, Verdict::Yes);
    assert_eq!(table.under_circle(57.0, 22.0, 0.75).unwrap().under[0].under, Verdict::No);
    assert!(matches!(PlacedTable::default().answer(&Query::EdgeOf { ship: a }), Answer::Unknown { .. }));
}
