//! Touching hulls: ramming at many angles, alongside, in tow; both have moved, and are still two.

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

use demo::{DemoTable, TableSetup};
use geometry::{CalibrationId, FrameId, Heading, HullShape, Point, Pose, ShipId, outline_gap_in};
use tracking::{FleetAnnotation, Presence, Tracker, learn_fleet};

const SEA_IN: (f64, f64) = (60.0, 36.0);
/// The error limit for contact, inches.
const CONTACT_IN: f64 = 0.05;

/// The pose of a hull that comes from `toward`, turned by `turned_deg`, up to `gap_in` from `one`.
fn laid_against(
    one: (HullShape, Pose),
    two: HullShape,
    (bearing_deg, turned_deg, gap_in): (f64, f64, f64),
) -> Pose {
    let outline = one.0.outline(one.1);
    let toward = one.1.heading.turned(bearing_deg.to_radians());
    let heading = one.1.heading.turned(turned_deg.to_radians());
    let at = |away_in: f64| {
        let middle = one.0.middle(one.1).moved(toward, away_in);
        Pose { stack: middle.moved(heading, two.stack_ahead_in), heading }
    };
    let (mut near, mut far) = (0.0, one.0.length_in + two.length_in + 1.0);
    for _ in 0..40 {
        let half = (near + far) / 2.0;
        if outline_gap_in(&outline, &two.outline(at(half))) > gap_in {
            far = half;
        } else {
            near = half;
        }
    }
    at(far)
}

#[test]
fn rams_ships_alongside_and_ships_in_tow_stay_two_and_contact_and_angle_are_right() {
    let mut table = DemoTable::new(TableSetup::standard(61).at_size(1920, 1080)).unwrap();
    let words = serde_json::from_value(serde_json::to_value(table.fleet_annotation()).unwrap()).unwrap();
    let words: FleetAnnotation = words;
    let (empty, picture) = (table.empty_frame().unwrap(), table.frame().unwrap());
    let id = CalibrationId("demo".into());
    let fleet = learn_fleet(&picture, Some(&empty), &table.camera(), id.clone(), &words).unwrap();
    let mut tracker = Tracker::new(table.camera(), id, &fleet).unwrap().within(SEA_IN);
    let hull = |table: &DemoTable, ship: &str| {
        table.setup().fleet.iter().find(|s| s.id.as_str() == ship).unwrap().hull()
    };
    // The bearing of the second ship from the first's bow, its turn relative to the first, and the gap.
    let turns = [
        [(90.0, 270.0, 0.0), (90.0, 3.0, 0.0), (180.0, 4.0, 0.03)],
        [(60.0, 225.0, 0.0), (270.0, 182.0, 0.02), (180.0, 0.0, 0.0)],
        [(300.0, 130.0, 0.0), (95.0, 355.0, 0.08), (0.0, 180.0, 0.0)],
    ];
    let pairs = [("congress", "virginia"), ("minnesota", "monitor"), ("patrick-henry", "teaser")];
    for (turn, laid) in turns.iter().enumerate() {
        let shift_in = 1.3 * turn as f64;
        // Far apart first, so that no ship is in another's way.
        for (row, (one, two)) in pairs.iter().enumerate() {
            for (ship, y_in) in [(one, 4.0), (two, 32.0)] {
                let stack = Point::new(8.0 + 3.5 * row as f64, y_in);
                table.place(&ShipId::new(*ship), Pose { stack, heading: Heading::from_deg(0.0) }).unwrap();
            }
        }
        for (row, ((one, two), laid)) in pairs.iter().zip(laid).enumerate() {
            let stack = Point::new(22.0 + 11.0 * row as f64, 12.0 + 3.0 * row as f64 + shift_in);
            let pose = Pose { stack, heading: Heading::from_deg(70.0 * row as f64 + 40.0 * shift_in) };
            table.place(&ShipId::new(*one), pose).unwrap();
            let against = laid_against((hull(&table, one), pose), hull(&table, two), *laid);
            table.place(&ShipId::new(*two), against).unwrap();
        }
        let reading = tracker.observe(&table.frame().unwrap(), FrameId(turn as u64 + 1)).unwrap();
        assert!(reading.still && reading.strangers.is_empty(), "turn {turn}: {:?}", reading.strangers);
        assert!(reading.presence.iter().all(|presence| *presence == Presence::Seen), "turn {turn}");
        let of = |ship: &str| reading.observations.iter().find(|o| o.ship.as_str() == ship).unwrap();
        let seen = |ship: &str| of(ship).pose;
        for ((one, two), &(_, turned_deg, gap_in)) in pairs.iter().zip(laid) {
            let gap =
                outline_gap_in(&hull(&table, one).outline(seen(one)), &hull(&table, two).outline(seen(two)));
            assert!((gap - gap_in).abs() < CONTACT_IN, "turn {turn}: {one} and {two} {gap:.3} in apart");
            let turned = seen(one).heading.turned(f64::to_radians(turned_deg));
            let off_deg = turned.angle_to(seen(two).heading).to_degrees();
            // A ship placed in any direction may leave it open which end is its bow; then it asks.
            let asked = !of(one).sure || !of(two).sure;
            let off_deg = if asked { off_deg.min(180.0 - off_deg) } else { off_deg };
            assert!(off_deg < 2.0, "turn {turn}: {one} and {two} {off_deg:.2} degrees off");
        }
    }
}
