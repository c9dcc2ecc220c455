//! Readings corrected by hand and terrain added to the table are stored, and count.

use crate::common::*;
use battle::view::AnswerView;
use battle::{Place, ReadingCorrected, verify};
use geometry::{Point, ShipId, Terrain, TerrainId, TerrainKind};
use rulesets::gunboat::Gunboat;

fn bank(west: f64, east: f64) -> Terrain {
    Terrain {
        id: TerrainId("bank".to_owned()),
        name: "Middle bank".to_owned(),
        kind: TerrainKind::Land,
        outline: [(west, 16.0), (east, 16.0), (east, 20.0), (west, 20.0)]
            .map(|(x, y)| Point::new(x + 0.000_4, y))
            .to_vec(),
        outline_sigma_in: 0.02,
        height_in: 0.5,
        blocks_sight: true,
    }
}

#[test]
fn a_corrected_reading_is_the_official_place_and_survives_the_night() {
    let evening = Evening::new();
    let mut battle = evening.begin();
    settle(&mut battle, 1, sighting);
    let monitor = ShipId::new("monitor");
    let to = Place::of(&seen("monitor", 35.25, 18.0, 2.0, 9));
    let laid = ReadingCorrected::Laid { ship: monitor.clone(), to };
    let log = battle.correct_reading(laid, NOW, picture).unwrap();
    assert!(log[0].sentences[0].text.contains("corrected by hand"), "{log:?}");
    assert!(log[0].photo.is_some());
    assert_eq!(battle.situation().places[&monitor], to);
    let about = ReadingCorrected::TurnedAbout { ship: monitor.clone(), read: None };
    battle.correct_reading(about, NOW, || None).unwrap();
    assert_eq!(battle.situation().places[&monitor].heading_deg, 182.0);
    let virginia = ShipId::new("virginia");
    let stood = battle.situation().places[&virginia];
    let named = exchanged(&virginia, None, &monitor, None);
    battle.correct_reading(named, NOW, || None).unwrap();
    assert_eq!(battle.situation().places[&monitor], stood);
    assert_eq!(battle.situation().places[&virginia].x_in, 35.25);
    let stranger = ReadingCorrected::TakenOff { ship: ShipId::new("nautilus") };
    assert!(battle.correct_reading(stranger, NOW, || None).unwrap().is_empty());
    let (number, before) = (battle.number(), battle.situation().clone());
    drop(battle);
    assert_eq!(*evening.resume(number).situation(), before);
    assert!(verify(&evening.journal()).unwrap().difference.is_none());
}

/// A ship whose model was mistaken for another's; with both readings.
fn exchanged(
    taken_for: &ShipId,
    taken_at: Option<Place>,
    ship: &ShipId,
    ship_at: Option<Place>,
) -> ReadingCorrected {
    ReadingCorrected::Named { taken_for: taken_for.clone(), ship: ship.clone(), taken_at, ship_at }
}

fn read(ship: &str, x_in: f64, y_in: f64, heading_deg: f64) -> Option<Place> {
    Some(Place::of(&seen(ship, x_in, y_in, heading_deg, 9)))
}

/// The places of both ironclads after this correction: east, north, heading.
fn corrected(said: ReadingCorrected) -> [(f64, f64, f64); 2] {
    let evening = Evening::new();
    let mut battle = evening.begin();
    settle(&mut battle, 1, sighting);
    battle.correct_reading(said, NOW, picture).unwrap();
    let (number, situation) = (battle.number(), battle.situation().clone());
    assert_eq!(situation.places, situation.moored);
    drop(battle);
    assert_eq!(*evening.resume(number).situation(), situation);
    assert!(verify(&evening.journal()).unwrap().difference.is_none());
    ["monitor", "virginia"].map(|ship| {
        let place = situation.places[&ShipId::new(ship)];
        (place.x_in, place.y_in, place.heading_deg)
    })
}

/// The official places of both.
const MONITOR: (f64, f64, f64) = (35.0, 18.0, 0.0);
const VIRGINIA: (f64, f64, f64) = (30.0, 18.0, 0.0);

#[test]
fn a_corrected_bow_turns_an_official_place_only_if_it_was_misread() {
    let about = |read| corrected(ReadingCorrected::TurnedAbout { ship: ShipId::new("monitor"), read });
    let turned = (35.0, 18.0, 180.0);
    assert_eq!(about(read("monitor", 35.1, 18.05, 4.0)), [turned, VIRGINIA]);
    assert_eq!(about(None), [turned, VIRGINIA], "as earlier versions kept it");
    assert_eq!(about(read("monitor", 35.1, 18.05, 178.0)), [MONITOR, VIRGINIA], "only the reading was wrong");
    assert_eq!(about(read("monitor", 37.0, 18.0, 5.0)), [MONITOR, VIRGINIA], "she was misread elsewhere");
}

#[test]
fn corrected_names_exchange_official_places_only_if_they_were_misread() {
    let (monitor, virginia) = (ShipId::new("monitor"), ShipId::new("virginia"));
    let said = |taken_at, ship_at| corrected(exchanged(&monitor, taken_at, &virginia, ship_at));
    let (at_monitor, at_virginia) = (read("monitor", 35.1, 18.0, 2.0), read("virginia", 30.0, 17.9, 359.0));
    let changed = [VIRGINIA, MONITOR];
    assert_eq!(said(at_monitor, at_virginia), changed, "both were taken for each other all along");
    assert_eq!(said(None, None), changed, "as earlier versions kept it");
    assert_eq!(said(at_monitor, None), changed, "there was one model only");
    // Each ship's official place is its true one: only the readings were exchanged.
    assert_eq!(said(at_virginia, at_monitor), [MONITOR, VIRGINIA]);
    assert_eq!(said(at_virginia, None), [MONITOR, VIRGINIA]);
    // Where only one place came from the misreading, that ship is where its own model stands.
    let elsewhere = read("virginia", 40.0, 20.0, 90.0);
    assert_eq!(said(at_monitor, elsewhere), [(40.0, 20.0, 90.0), VIRGINIA]);
    assert_eq!(said(elsewhere, at_virginia), [MONITOR, (40.0, 20.0, 90.0)]);
}

#[test]
fn corrections_that_earlier_versions_kept_are_read_and_written_as_they_were() {
    for kept in [
        r#"{"what":"named","taken_for":"virginia","ship":"monitor"}"#,
        r#"{"what":"turned_about","ship":"monitor"}"#,
    ] {
        let correction: ReadingCorrected = serde_json::from_str(kept).unwrap();
        assert_eq!(serde_json::to_string(&correction).unwrap(), kept);
    }
}

#[test]
fn land_between_two_ships_stops_their_fire_until_it_is_taken_away() {
    let evening = Evening::new();
    let mut battle = evening.begin();
    settle(&mut battle, 1, sighting);
    let clear = battle.preview("monitor", "virginia").unwrap().line_of_fire.text;
    let laid = battle.lay_terrain(&[bank(32.0, 33.0)], NOW, picture).unwrap();
    assert!(laid[0].sentences[0].text.contains("Middle bank"), "{laid:?}");
    assert_eq!(battle.situation().terrain[0].outline[0], Point::new(32.0, 16.0), "rounded as it is kept");
    assert!(battle.lay_terrain(&[bank(32.0, 33.0)], NOW, picture).unwrap().is_empty(), "it lies as it lay");
    let blocked = battle.preview("monitor", "virginia").unwrap().line_of_fire.text;
    assert_ne!(blocked, clear);
    battle.lay_terrain(&[], NOW, picture).unwrap();
    assert_eq!(battle.preview("monitor", "virginia").unwrap().line_of_fire.text, clear);
}

#[test]
fn a_model_taken_off_the_table_is_sunk_only_by_the_umpires_word_and_only_once() {
    let evening = Evening::new();
    let mut battle = evening.begin();
    settle(&mut battle, 1, sighting);
    let monitor = ShipId::new("monitor");
    assert!(battle.may_go_in(&monitor).is_some_and(|reach| reach > 0.0), "she may go as far as her speed");
    battle.correct_reading(ReadingCorrected::TakenOff { ship: monitor.clone() }, NOW, picture).unwrap();
    let sunk = |battle: &battle::Battle<Gunboat>| {
        battle.view().ships.iter().any(|ship| ship.id == "monitor" && ship.sunk)
    };
    assert!(!sunk(&battle), "picked up is not sunk");
    let answer = battle.sunk_by_umpire(&monitor, NOW, picture).unwrap().unwrap();
    let AnswerView::Done { log, .. } = answer else { panic!("{answer:?}") };
    assert!(log.iter().flat_map(|line| &line.sentences).any(|said| said.text.contains("umpire")), "{log:?}");
    assert!(sunk(&battle));
    assert!(battle.sunk_by_umpire(&monitor, NOW, picture).unwrap().is_none(), "the book knows");
    assert!(battle.sunk_by_umpire(&ShipId::new("nautilus"), NOW, picture).unwrap().is_none());
    assert_eq!(battle.may_go_in(&ShipId::new("nautilus")), None);
    assert!(verify(&evening.journal()).unwrap().difference.is_none());
}
