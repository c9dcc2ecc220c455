//! Readings corrected by hand, and ships that are lifted off or hidden.

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

use crate::at;
use demo::{Bank, Colour, DemoTable, TableSetup};
use geometry::{
    CalibrationId, FrameId, Heading, Observation, Point, Pose, ShipId, Terrain, TerrainId, TerrainKind,
};
use tracking::{
    Fleet, FleetAnnotation, LearntCorrection, LiveTracker, Presence, TableReading, Tracker, learn_fleet,
};

const SEA_IN: (f64, f64) = (60.0, 36.0);

fn table(setup: TableSetup) -> DemoTable {
    DemoTable::new(setup.at_size(1920, 1080)).unwrap()
}

/// Musters the table with a changed annotation.
fn mustered(table: &mut DemoTable, told: impl Fn(&mut FleetAnnotation)) -> Fleet {
    let (empty, picture) = (table.empty_frame().unwrap(), table.frame().unwrap());
    let mut words = serde_json::from_value(serde_json::to_value(table.fleet_annotation()).unwrap()).unwrap();
    told(&mut words);
    learn_fleet(&picture, Some(&empty), &table.camera(), CalibrationId("demo".into()), &words).unwrap()
}

fn tracker(table: &DemoTable, fleet: &Fleet) -> Tracker {
    Tracker::new(table.camera(), fleet.calibration.clone(), fleet).unwrap().within(SEA_IN)
}

fn of<'a>(reading: &'a TableReading, ship: &str) -> &'a Observation {
    reading.observations.iter().find(|o| o.ship.as_str() == ship).unwrap()
}

fn presence(reading: &TableReading, ship: &str) -> Presence {
    let at = reading.observations.iter().position(|o| o.ship.as_str() == ship).unwrap();
    reading.presence[at]
}

fn truth(table: &DemoTable, ship: &str) -> Pose {
    table.truth().into_iter().find(|truth| truth.ship.as_str() == ship).unwrap().pose
}

fn put(table: &mut DemoTable, ship: &str, x_in: f64, y_in: f64, heading_deg: f64) {
    let pose = Pose { stack: Point::new(x_in, y_in), heading: Heading::from_deg(heading_deg) };
    table.place(&ShipId::new(ship), pose).unwrap();
}

fn off(table: &DemoTable, reading: &TableReading, ship: &str) -> (f64, f64) {
    let (seen, truth) = (of(reading, ship), truth(table, ship));
    (seen.pose.stack.distance_in(truth.stack), seen.pose.heading.angle_to(truth.heading).to_degrees())
}

#[test]
fn a_ship_lifted_off_is_hidden_while_the_hand_is_there_and_missed_after() {
    let mut full = table(TableSetup::standard(51));
    let fleet = mustered(&mut full, |_| {});
    let mut tracker = tracker(&full, &fleet);
    let mut setup = TableSetup::standard(51);
    setup.fleet.retain(|ship| ship.id.as_str() != "congress");
    let mut without = table(setup);
    // The hand that took it is still over the table, at another place.
    without.show_arm(Some(Point::new(50.0, 6.0)));
    let reading = tracker.observe(&without.frame().unwrap(), FrameId(1)).unwrap();
    assert!(!reading.still);
    assert_eq!(presence(&reading, "congress"), Presence::Hidden);
    without.show_arm(None);
    let reading = tracker.observe(&without.frame().unwrap(), FrameId(2)).unwrap();
    assert!(reading.still && reading.strangers.is_empty());
    assert_eq!(presence(&reading, "congress"), Presence::Missing);
    let others = reading.observations.iter().filter(|o| o.ship.as_str() != "congress");
    assert!(others.clone().all(|o| o.seen) && others.count() == 5);
    // It keeps its last place, and is seen again where it is set down.
    let last = of(&reading, "congress").pose;
    assert!(last.stack.distance_in(truth(&full, "congress").stack) < 0.1);
    put(&mut full, "congress", 48.0, 24.0, 10.0);
    let reading = tracker.observe(&full.frame().unwrap(), FrameId(3)).unwrap();
    assert_eq!(presence(&reading, "congress"), Presence::Seen);
    assert!(off(&full, &reading, "congress").0 < 0.1);
}

#[test]
fn half_the_table_is_measured_while_an_arm_rests_on_the_other() {
    let mut table = table(TableSetup::standard(52));
    let fleet = mustered(&mut table, |_| {});
    let mut tracker = tracker(&table, &fleet);
    let hidden = truth(&table, "virginia").stack;
    put(&mut table, "minnesota", 9.0, 30.0, 200.0);
    put(&mut table, "monitor", 12.0, 22.0, 75.0);
    table.show_arm(Some(hidden));
    let reading = tracker.observe(&table.frame().unwrap(), FrameId(1)).unwrap();
    assert!(!reading.still);
    for ship in ["minnesota", "monitor"] {
        assert_eq!(presence(&reading, ship), Presence::Seen);
        assert!(off(&table, &reading, ship).0 < 0.1, "{ship}");
    }
    assert_eq!(presence(&reading, "virginia"), Presence::Hidden);
    assert!(of(&reading, "virginia").pose.stack.distance_in(hidden) < 0.1);
}

#[test]
fn a_ship_learnt_back_to_front_is_turned_about_once_and_for_all() {
    let mut table = table(TableSetup::standard(53));
    let mut fleet = mustered(&mut table, |words| {
        let ship = words.ships.iter_mut().find(|ship| ship.id.as_str() == "virginia").unwrap();
        let hull = ship.hull();
        let (sin, cos) = ship.heading_deg.to_radians().sin_cos();
        ship.near[0] -= 2.0 * hull.stack_ahead_in * sin;
        ship.near[1] -= 2.0 * hull.stack_ahead_in * cos;
        ship.heading_deg += 180.0;
    });
    let mut tracker = tracker(&table, &fleet);
    let reading = tracker.observe(&table.frame().unwrap(), FrameId(1)).unwrap();
    assert!(off(&table, &reading, "virginia").1 > 170.0);
    let right = truth(&table, "virginia");
    tracker.correct(&ShipId::new("virginia"), right).unwrap();
    let reading = tracker.observe(&table.frame().unwrap(), FrameId(2)).unwrap();
    assert!(of(&reading, "virginia").sure);
    assert!(off(&table, &reading, "virginia").1 < 4.0, "{:?}", reading.lessons);
    assert!(matches!(&reading.lessons[..], [LearntCorrection::Lies { taught, .. }] if taught.about));
    let lessons = reading.lessons;
    put(&mut table, "virginia", 45.0, 20.0, 77.0);
    let reading = tracker.observe(&table.frame().unwrap(), FrameId(3)).unwrap();
    let (off_in, off_deg) = off(&table, &reading, "virginia");
    assert!(off_in < 0.1 && off_deg < 4.0, "{off_in} {off_deg}");
    // The fleet file keeps the corrections.
    lessons.iter().for_each(|lesson| fleet.learn(lesson));
    let fleet = Fleet::from_json(&fleet.to_json().unwrap()).unwrap();
    let mut again = self::tracker(&table, &fleet);
    let reading = again.observe(&table.frame().unwrap(), FrameId(1)).unwrap();
    assert!(off(&table, &reading, "virginia").1 < 4.0);
}

#[test]
fn a_middle_that_is_put_right_again_and_again_is_believed() {
    let mut table = table(TableSetup::standard(54));
    let fleet = mustered(&mut table, |_| {});
    let mut tracker = tracker(&table, &fleet);
    let id = ShipId::new("minnesota");
    // The player's middle is 0.12 in ahead of the model's.
    let meant = |table: &DemoTable| {
        let stands = truth(table, "minnesota");
        Pose { stack: stands.stack.moved(stands.heading, 0.12), ..stands }
    };
    let mut offs_in = Vec::new();
    for (frame, x_in) in [(1, 14.0), (2, 24.0), (3, 40.0), (4, 50.0)] {
        put(&mut table, "minnesota", x_in, 30.0, 100.0 + 20.0 * x_in);
        let reading = tracker.observe(&table.frame().unwrap(), FrameId(2 * frame)).unwrap();
        offs_in.push(of(&reading, "minnesota").pose.stack.distance_in(meant(&table).stack));
        tracker.correct(&id, meant(&table)).unwrap();
        let reading = tracker.observe(&table.frame().unwrap(), FrameId(2 * frame + 1)).unwrap();
        assert!(matches!(reading.lessons[..], [LearntCorrection::Lies { taught, .. }] if !taught.about));
    }
    assert!(offs_in[0] > 0.08 && offs_in[1] < 0.06 && offs_in[3] < 0.035, "{offs_in:?}");
}

#[test]
fn sisters_learnt_under_each_others_name_change_looks_when_they_are_put_right() {
    let mut setup = TableSetup::standard(55);
    let mut sister = setup.fleet[4].clone();
    sister.id = ShipId::new("colorado");
    sister.pose.stack = Point::new(44.0, 26.0);
    sister.paint.deck = Colour(120, 60, 50);
    setup.fleet.push(sister);
    let mut table = table(setup);
    let mut fleet = mustered(&mut table, |words| {
        let place = |id: &str| words.ships.iter().position(|ship| ship.id.as_str() == id).unwrap();
        let (one, other) = (place("minnesota"), place("colorado"));
        let pose = |at: usize, words: &FleetAnnotation| (words.ships[at].near, words.ships[at].heading_deg);
        let (a, b) = (pose(one, words), pose(other, words));
        (words.ships[one].near, words.ships[one].heading_deg) = b;
        (words.ships[other].near, words.ships[other].heading_deg) = a;
    });
    let mut tracker = tracker(&table, &fleet);
    let reading = tracker.observe(&table.frame().unwrap(), FrameId(1)).unwrap();
    assert!(off(&table, &reading, "minnesota").0 > 1.0);
    // One click corrects both.
    tracker.correct(&ShipId::new("minnesota"), truth(&table, "minnesota")).unwrap();
    let reading = tracker.observe(&table.frame().unwrap(), FrameId(2)).unwrap();
    for ship in ["minnesota", "colorado"] {
        assert!(off(&table, &reading, ship).0 < 0.1, "{ship}");
    }
    assert!(reading.lessons.iter().any(|lesson| matches!(lesson, LearntCorrection::Exchanged { .. })));
    reading.lessons.iter().for_each(|lesson| fleet.learn(lesson));
    put(&mut table, "minnesota", 50.0, 12.0, 30.0);
    put(&mut table, "colorado", 10.0, 9.0, 150.0);
    for mut tracker in [tracker, self::tracker(&table, &fleet)] {
        let reading = tracker.observe(&table.frame().unwrap(), FrameId(3)).unwrap();
        for ship in ["minnesota", "colorado"] {
            assert!(off(&table, &reading, ship).0 < 0.1, "{ship}");
        }
    }
}

/// Two sister ships in line ahead; the first one is to be placed by hand.
fn sisters(seed: u64) -> (DemoTable, Fleet) {
    let mut setup = TableSetup::standard(seed);
    let model = setup.fleet.iter().find(|ship| ship.id.as_str() == "congress").unwrap().clone();
    setup.fleet = [("essex", 14.0), ("cairo", 9.5)]
        .map(|(name, y_in)| {
            let pose = Pose { stack: Point::new(20.0, y_in), heading: Heading::from_deg(0.0) };
            demo::DemoShip { id: ShipId::new(name), pose, ..model.clone() }
        })
        .to_vec();
    let mut table = table(setup);
    let fleet = mustered(&mut table, |_| {});
    (table, fleet)
}

#[test]
fn a_sister_in_the_place_of_a_ship_placed_by_hand_is_not_mistaken_for_it() {
    let (mut table, fleet) = sisters(57);
    let mut live = LiveTracker::new(tracker(&table, &fleet));
    let mut frame = 0;
    let mut look = |table: &mut DemoTable, live: &mut LiveTracker, frames: u32| {
        let mut last = None;
        for _ in 0..frames {
            frame += 1;
            last = Some(live.on_frame(&table.frame().unwrap(), FrameId(frame), at(frame)).unwrap());
        }
        last.unwrap()
    };
    look(&mut table, &mut live, 2);
    live.correct(&ShipId::new("essex"), truth(&table, "essex")).unwrap();
    let laid = look(&mut table, &mut live, 3);
    assert!(laid.observations.iter().all(|seen| seen.sure), "{:?}", laid.observations);
    // Both moved by one hand without a pause: the first goes on, the other is set down in its place, and
    // nothing is at rest in between.
    for (ship, x_in, y_in) in
        [("essex", 20.0, 16.0), ("essex", 20.0, 19.0), ("cairo", 20.0, 12.0), ("cairo", 20.0, 14.0)]
    {
        put(&mut table, ship, x_in, y_in, 0.0);
        look(&mut table, &mut live, 1);
    }
    let rested = look(&mut table, &mut live, 4);
    for seen in &rested.observations {
        let off_in = seen.pose.stack.distance_in(truth(&table, seen.ship.as_str()).stack);
        assert!(off_in < 0.2 && seen.sure, "{off_in}: {seen:?}");
    }
}

#[test]
fn a_word_of_the_hand_is_weighed_like_any_other_when_two_pictures_are_far_apart() {
    let (mut table, fleet) = sisters(58);
    let mut tracker = tracker(&table, &fleet);
    tracker.observe(&table.frame().unwrap(), FrameId(1)).unwrap();
    tracker.correct(&ShipId::new("essex"), truth(&table, "essex")).unwrap();
    tracker.observe(&table.frame().unwrap(), FrameId(2)).unwrap();
    put(&mut table, "essex", 20.0, 19.0, 0.0);
    put(&mut table, "cairo", 20.2, 14.15, 0.0);
    let reading = tracker.observe(&table.frame().unwrap(), FrameId(3)).unwrap();
    for seen in &reading.observations {
        assert!(seen.seen && (!seen.sure || off(&table, &reading, seen.ship.as_str()).0 < 0.2), "{seen:?}");
    }
}

#[test]
fn a_ship_nobody_tracks_cannot_be_corrected() {
    let mut table = table(TableSetup::standard(56));
    let fleet = mustered(&mut table, |_| {});
    let error = tracker(&table, &fleet).correct(&ShipId::new("galena"), truth(&table, "monitor"));
    assert!(error.unwrap_err().to_string().contains("\"galena\""));
}

/// The place on the sea furthest from every ship.
fn empty_sea(table: &DemoTable) -> Point {
    let nearest_in = |place: &Point| {
        let stacks = table.truth().into_iter().map(|ship| ship.pose.stack.distance_in(*place));
        stacks.fold(f64::INFINITY, f64::min)
    };
    let places =
        (3..=11).flat_map(|x| (2..=7).map(move |y| Point::new(4.5 * f64::from(x), 4.0 * f64::from(y))));
    places.max_by(|a, b| nearest_in(a).total_cmp(&nearest_in(b))).unwrap()
}

#[test]
fn a_known_bank_is_no_foreign_object_and_hides_no_ship() {
    let mut bare = table(TableSetup::standard(51));
    let fleet = mustered(&mut bare, |_| {});
    let middle = empty_sea(&bare);
    let corner = |x_in: f64, y_in: f64| Point::new(middle.x_in + x_in, middle.y_in + y_in);
    let outline = vec![corner(-1.6, -0.9), corner(1.6, -0.9), corner(1.6, 0.9), corner(-1.6, 0.9)];
    let mut laid = bare;
    laid.rearrange(|setup| {
        let colour = Colour(150, 120, 70);
        setup.banks.push(Bank { outline: outline.clone(), height_in: 0.3, colour });
    })
    .unwrap();
    let picture = laid.frame().unwrap();
    let untold = tracker(&laid, &fleet).observe(&picture, FrameId(1)).unwrap();
    assert!(!untold.strangers.is_empty(), "nobody told what it is");
    let bank = |kind: TerrainKind| Terrain {
        id: TerrainId("bank".into()),
        name: "Middle bank".into(),
        kind,
        outline: outline.clone(),
        outline_sigma_in: 0.02,
        height_in: 0.3,
        blocks_sight: false,
    };
    let mut told = tracker(&laid, &fleet);
    told.lay_terrain(&[bank(TerrainKind::Land)]).unwrap();
    let reading = told.observe(&picture, FrameId(1)).unwrap();
    assert!(reading.still && reading.strangers.is_empty(), "{:?}", reading.strangers);
    for seen in &reading.observations {
        let (off_in, _) = off(&laid, &reading, seen.ship.as_str());
        assert!(seen.seen && seen.sure && off_in < 0.06, "{}: {off_in}", seen.ship);
    }
    // Ships float over a shoal: it hides none of them, and objects on it are reported.
    told.lay_terrain(&[bank(TerrainKind::Shoal { depth_ft: 6.0 })]).unwrap();
    let reading = told.observe(&picture, FrameId(2)).unwrap();
    assert!(!(reading.strangers.is_empty() && reading.things.is_empty()));
}
