//! Readings corrected by hand and terrain laid on the table are kept, and count.

use crate::common::*;
use battle::view::AnswerView;
use battle::{Place, ReadingCorrected, verify};
use geometry::{Point, ShipId, Terrain, TerrainId, TerrainKind};

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
    let about = ReadingCorrected::TurnedAbout { ship: monitor.clone() };
    battle.correct_reading(about, NOW, || None).unwrap();
    assert_eq!(battle.situation().places[&monitor].heading_deg, 182.0);
    let virginia = ShipId::new("virginia");
    let stood = battle.situation().places[&virginia];
    let named = ReadingCorrected::Named { taken_for: virginia.clone(), ship: monitor.clone() };
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
    let sunk =
        |battle: &battle::Battle| battle.view().ships.iter().any(|ship| ship.id == "monitor" && ship.sunk);
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
