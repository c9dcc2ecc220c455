//! Battles in the file as something that can be thought ahead.

use crate::common::{Evening, HULL, NOW, choice_of, hampton_roads, no_table, play_out_every_book};
use battle::{Battle, BookAdapter, position_of, setting_of};
use geometry::ShipId;
use journal::Journal;
use opponent::books::ThinksAhead;
use opponent::budget::Unhurried;
use opponent::chances::chance_now;
use rulesets::core::play_out::Limited;
use rulesets::gunboat::{Gunboat, Library};
use rulesets::hex_duel::HexDuel;
use rulesets::mahan::MahanBook;
use rulesets::noddy::Noddy;
use rulesets::sp_bp::SpBp;
use std::collections::BTreeMap;

/// Thinks a battle of the file ahead from two of its moments.
fn think_ahead<B: BookAdapter + ThinksAhead>(journal: &Journal, number: i64) {
    let battle = Battle::<B>::resume(journal.clone(), number).unwrap();
    let book = battle.book();
    let begun = &battle.situation().begun;
    let printed = book.staged(begun.scenario.as_deref().unwrap(), None).unwrap();
    let all = battle.entries().len();
    // By then every ship of a book that is set out in turns has her place.
    for at in [all / 4, all / 2] {
        let situation = battle.situation_at(battle.entries()[at].seq).unwrap();
        let position = position_of(book, &situation);
        assert_eq!(position.setting.scene.last_turn(), printed.scene.last_turn(), "{}", B::ID);
        let side = B::sides(&position.state)[0].clone();
        let told = chance_now(book, &position, &side, (4, 7), &mut Unhurried).unwrap();
        assert_eq!(told.simulations, 4, "{}: a playout of event {at} got stuck", B::ID);
        println!("{}, event {at} of {all}: {:.2}", B::ID, told.chance);
    }
}

#[test]
fn a_battle_of_every_book_can_be_thought_ahead_from_the_file() {
    let evening = Evening::new();
    play_out_every_book(&evening.file(), 1);
    let journal = evening.journal();
    think_ahead::<Gunboat>(&journal, 1);
    think_ahead::<Noddy>(&journal, 2);
    think_ahead::<SpBp>(&journal, 3);
    think_ahead::<HexDuel>(&journal, 4);
    think_ahead::<MahanBook>(&journal, 5);
}

/// Battles of old versions recorded no scenario, and battles of any ships have none.
#[test]
fn without_a_scenario_there_is_a_last_turn_but_no_verdict() {
    let evening = Evening::new();
    let battle = Battle::<Gunboat>::begin(evening.journal(), &hampton_roads(), NOW).unwrap();
    let mut situation = battle.situation().clone();
    assert_eq!(situation.begun.scenario, None);
    let scene = setting_of(battle.book(), &situation).scene;
    assert!(scene.scenario().is_none() && scene.last_turn() == 20);
    // A battle that goes on beyond a last turn has one still to come: else every plan ends at once.
    situation.begun.scenario = Some("memphis".to_owned());
    assert!(setting_of(battle.book(), &situation).scene.scenario().is_some());
    situation.book.turn = 90;
    assert!(setting_of(battle.book(), &situation).scene.last_turn() > 92);
}

#[test]
fn whoever_arrives_later_has_a_place_to_enter_until_she_is_there() {
    let evening = Evening::new();
    let hulls = BTreeMap::new();
    let library = Library::embedded(Gunboat::embedded().unwrap().tables()).unwrap();
    let arrives = |id: &&str| {
        let staged = rulesets::core::play_out::ByLot::staged(&Gunboat::embedded().unwrap(), id, None);
        !staged.unwrap().later.is_empty()
    };
    let ids: Vec<&str> = library.scenarios().iter().map(|scenario| scenario.id.as_str()).collect();
    let id = *ids.iter().find(|id| arrives(id)).expect("no scenario has a ship that arrives later");
    battle::begin(evening.journal(), &choice_of("gunboat", Some(id)), &no_table(&library, &hulls), NOW)
        .unwrap();
    let battle = evening.resume(1);
    let later = setting_of(battle.book(), battle.situation()).later;
    assert!(!later.is_empty());
    let ship: ShipId = later[0].observation.ship.clone();
    let mut there = battle.situation().clone();
    there.places.insert(ship.clone(), there.begun.arriving[&ship]);
    let later = setting_of(battle.book(), &there).later;
    assert!(later.iter().all(|model| model.observation.ship != ship && model.hull != HULL));
}
