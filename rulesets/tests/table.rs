//! Facts from poses: what the camera's observations answer to a book.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "the exemption for tests does not reach their helper functions"
)]

use geometry::{
    Barrier, CalibrationId, FrameId, Heading, HullShape, Observation, Point, Pose, ShipId, Verdict,
};
use rulesets::core::{Answer, PlacedShip, PlacedTable, Query, TableFacts};

fn placed(name: &str, x_in: f64, y_in: f64) -> PlacedShip {
    PlacedShip::at_rest(
        Observation {
            ship: ShipId::new(name),
            pose: Pose { stack: Point::new(x_in, y_in), heading: Heading::from_deg(0.0) },
            sigma_in: 0.02,
            heading_sigma_rad: 0.01,
            seen: true,
            sure: true,
            confidence: geometry::Confidence::CERTAIN,
            frame: FrameId(1),
            calibration: CalibrationId("test".to_owned()),
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
fn a_ship_that_is_hidden_unsure_or_away_gives_no_fact_but_a_reason() {
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
