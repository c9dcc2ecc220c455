//! Random tables and scenarios: they are playable and the same for the same seed, and their truth follows the
//! script.
#![allow(clippy::unwrap_used, reason = "the exemption for tests does not reach their helper functions")]

use demo::{Scenario, SetPlan, TableSetup, TruthPicture, write_planned_set, write_scenario};
use std::fs;
use std::path::Path;

#[test]
fn every_random_table_shows_its_cards_and_has_a_fleet() {
    for seed in 0..300 {
        let setup = TableSetup::random(seed);
        assert_eq!(setup, TableSetup::random(seed));
        assert!((3..=14).contains(&setup.fleet.len()), "{seed}: {} ships", setup.fleet.len());
        let camera = setup.camera.table_camera();
        for corner in setup.cards.iter().flat_map(|card| card.square()) {
            let pixel = camera.pixel_from_table(corner, 0.0).unwrap();
            let (width, height) = (f64::from(setup.camera.width), f64::from(setup.camera.height));
            let inside = (0.0..width).contains(&pixel.x_px) && (0.0..height).contains(&pixel.y_px);
            assert!(inside, "{seed}: {pixel:?}");
        }
    }
}

#[test]
fn the_same_seed_draws_the_same_set_byte_for_byte() {
    let folder = tempfile::tempdir().unwrap();
    let draw = |name: &str| {
        let path = folder.path().join(name);
        let plan = SetPlan { turns: 2, lens_views: 1, seed: 5 };
        write_planned_set(&TableSetup::random(5).at_size(640, 360), &plan, &path).unwrap();
        ["lens00.jpg", "muster.jpg", "muster.json", "turn02.jpg", "turn02.truth.json"]
            .map(|file| fs::read(path.join(file)).unwrap())
    };
    assert!(draw("one") == draw("other"));
}

fn truth(folder: &Path, turn: u32) -> TruthPicture {
    let text = fs::read(folder.join(format!("turn{turn:02}.truth.json"))).unwrap();
    serde_json::from_slice(&text).unwrap()
}

#[test]
fn ships_that_ram_touch_as_the_truth_says() {
    let folder = tempfile::tempdir().unwrap();
    write_scenario(Scenario::Rams, 3, 0, folder.path()).unwrap();
    let contacts: Vec<_> = (1..=5).flat_map(|turn| truth(folder.path(), turn).contacts).collect();
    assert!(contacts.len() >= 10, "{contacts:?}");
    assert!(contacts.iter().all(|contact| contact.gap_in < 0.102), "{contacts:?}");
    assert!(contacts.iter().any(|contact| contact.gap_in < 1e-6), "some touch: {contacts:?}");
    assert!(contacts.iter().any(|contact| (60.0..120.0).contains(&contact.crossing_deg)));
}

#[test]
fn sisters_move_up_each_to_where_the_next_one_stood() {
    let folder = tempfile::tempdir().unwrap();
    write_scenario(Scenario::SistersMoveUp, 2, 0, folder.path()).unwrap();
    let (before, after) = (truth(folder.path(), 2), truth(folder.path(), 3));
    for place in 1..5 {
        assert_eq!(after.ships[place].stack, before.ships[place - 1].stack);
    }
    assert_ne!(after.ships[0].stack, before.ships[0].stack);
    assert_eq!(truth(folder.path(), 1).ships, before.ships, "nobody moves in the second turn");
}
