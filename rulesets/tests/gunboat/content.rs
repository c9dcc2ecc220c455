//! The book's ships, forts and scenarios, and the victory conditions.

use crate::common::*;
use geometry::{Observation, TerrainKind};
use rulesets::core::{AppDice, Book, Edge, PlacedShip, PlacedTable};
use rulesets::gunboat::*;
use std::collections::BTreeSet;

fn library() -> Library {
    Library::embedded(Gunboat::embedded().unwrap().tables()).unwrap()
}

fn scene(id: &str) -> (Library, Scenario, Scene) {
    let library = library();
    let scenario = library.scenario(id).unwrap().clone();
    let scene = library.scene(&scenario, 1.0).unwrap();
    (library, scenario, scene)
}

/// The state at the beginning, after the scenario's own decisions.
fn opened(scene: &Scene) -> State {
    let book = Gunboat::embedded().unwrap();
    let ships = scene.ships.iter().map(|ship| {
        let seen = Observation::placed(ship.setup.card.id.clone(), ship.pose);
        PlacedShip::at_rest(seen, ship.hull)
    });
    let table =
        PlacedTable::new(ships.collect()).with_terrain(scene.terrain.clone()).with_edges(scene.table_in);
    let mut state = State::default();
    for decision in scene.decisions() {
        let events = book.decide(&state, &decision, &table, &mut AppDice::new(1, &[])).unwrap();
        state = events.iter().fold(state, Gunboat::apply);
    }
    state
}

#[test]
fn gun_72_every_ship_has_a_card_that_can_be_used() {
    let library = library();
    assert!(library.ships().len() >= 80, "{}", library.ships().len());
    let mut guessed = 0;
    for facts in library.ships() {
        let card = library.card(facts).unwrap();
        assert!(card.draft > 0 && card.midships > 0, "{}", card.id);
        assert!(card.mounts.iter().all(|mount| !mount.arcs.is_empty() && mount.guns > 0), "{}", card.id);
        assert_eq!(card.stack, u8::from(card.propulsion.steams()), "{}", card.id);
        assert_eq!(card.armor > 0, facts.ironclad, "{}", card.id);
        assert!(facts.length_ft.is_some() && facts.beam_ft.is_some(), "{}", card.id);
        assert!(facts.guessed.iter().all(|guess| !guess.why.is_empty()), "{}", card.id);
        assert!(
            !facts.sources.is_empty() || !facts.guessed.is_empty() || !facts.general_knowledge.is_empty()
        );
        let all_on_the_card = facts.guessed.iter().all(|guess| card.guessed.contains(&guess.what));
        assert!(all_on_the_card, "{}: {:?}", card.id, card.guessed);
        // Fields that determine boxes; an average of recorded plates does not count as unrecorded.
        let unrecorded = facts.guessed.iter().any(|guess| guess.what != "armor_in");
        guessed += usize::from(unrecorded || facts.gun.iter().any(|gun| gun.guess.is_some()));
    }
    assert!(guessed >= 18, "{guessed}");
}

#[test]
fn a_card_may_be_edited_and_is_refused_where_it_cannot_be_used() {
    let library = library();
    let mut facts = library.ship("cairo").unwrap().clone();
    let card = library.card(&facts).unwrap();
    assert_eq!((card.armor, card.midships, card.draft), (5, 2, 3));
    facts.boxes = Boxes { midships: Some(4), half_speed: Some(1), ..Boxes::default() };
    let card = library.card(&facts).unwrap();
    assert_eq!((card.armor, card.midships, card.half_speed, card.draft), (5, 4, 1, 3));
    facts.boxes.draft = Some(0);
    facts.gun[0].mount = "poop".to_owned();
    facts.gun[1].gun = "44-LB CATAPULT".to_owned();
    let reasons: Vec<String> =
        library.card(&facts).unwrap_err().reasons.into_iter().map(|reason| reason.text).collect();
    assert_eq!(
        reasons,
        [
            "USS Cairo: “poop” is no mount with a default arc; write the arcs of her 42-LB RIFLE.",
            "“44-LB CATAPULT” is no gun the table knows: write it like 9\" SMOOTHBORE or 30-LB RIFLE.",
            "USS Cairo's card has no draft box, so she could never sink: give her one.",
        ]
    );
}

#[test]
fn eight_battles_each_have_three_sentences_and_a_source() {
    let library = library();
    let ids: Vec<&str> = library.scenarios().iter().map(|scenario| scenario.id.as_str()).collect();
    assert_eq!(
        ids,
        [
            "hampton-roads-1862-03-08",
            "hampton-roads-1862-03-09",
            "plum-point-bend",
            "memphis",
            "arkansas-yazoo",
            "arkansas-vicksburg",
            "mobile-bay",
            "plymouth",
            "new-orleans",
        ]
    );
    for scenario in library.scenarios() {
        assert_eq!(scenario.briefing.len(), 3, "{}", scenario.id);
        assert!(scenario.briefing.iter().all(|it| it.ends_with('.') && it.matches(". ").count() == 0));
        assert!(!scenario.sources.is_empty() && !scenario.outcome.is_empty(), "{}", scenario.id);
        assert_eq!(scenario.table_in, (60.0, 36.0), "{}", scenario.id);
        // The layouts and these rules are house rules: neither the book nor history gives them.
        assert!(scenario.layout_house && scenario.rule.iter().all(|rule| rule.house), "{}", scenario.id);
        assert!(!scenario.verdict.is_empty(), "{}", scenario.id);
    }
}

#[test]
fn every_scenario_opens_in_the_book_and_asks_a_question() {
    let library = library();
    let book = Gunboat::embedded().unwrap();
    for scenario in library.scenarios() {
        let scene = library.scene(scenario, 1.0).unwrap();
        let state = opened(&scene);
        assert!(!book.questions(&state).is_empty(), "{}", scenario.id);
        let sides: BTreeSet<Side> = state.ships.values().map(|ship| ship.card.side).collect();
        assert_eq!(sides.len(), 2, "{}", scenario.id);
        for ship in &scene.ships {
            let mounts = &ship.setup.card.mounts;
            assert!(mounts.iter().all(|mount| !mount.arcs.is_empty()), "{}", ship.setup.card.id);
            // No ship is in water too shallow, unless it is aground from the start.
            let depths = scene.terrain.iter().filter_map(|piece| match piece.kind {
                TerrainKind::Shoal { depth_ft } if piece.contains(ship.pose.stack) => Some(depth_ft),
                _ => None,
            });
            let least_ft = depths.fold(f64::INFINITY, f64::min);
            assert!(ship.setup.card.draft_ft <= least_ft || ship.setup.aground, "{}", ship.setup.card.id);
        }
        let standings = scenario.standings(&state);
        assert!(!standings.over, "{}: {standings:?}", scenario.id);
        for bond in &scene.bonds {
            assert!(state.bonds.contains(bond), "{}", scenario.id);
        }
        assert_eq!(state.mines.len(), scene.mines.len(), "{}", scenario.id);
    }
}

#[test]
fn gun_2_one_factor_makes_the_whole_layout_larger() {
    let (library, scenario, small) = scene("plymouth");
    let large = library.scene(&scenario, 2.0).unwrap();
    assert_eq!(large.table_in, (120.0, 72.0));
    assert_eq!(large.ships[0].hull.length_in, 2.0 * small.ships[0].hull.length_in);
    assert_eq!(large.ships[1].pose.stack.x_in, 2.0 * small.ships[1].pose.stack.x_in);
    assert_eq!(large.terrain[0].outline[1].y_in, 2.0 * small.terrain[0].outline[1].y_in);
    assert_eq!(large.forts[0].guns[1].x_in, 2.0 * small.forts[0].guns[1].x_in);
    assert_eq!(opened(&large).options.length_factor, 2.0);
    assert_eq!(opened(&small).options.length_factor, 1.0);
}

#[test]
fn scenario_rules_with_options_are_applied_by_the_book() {
    let state = opened(&scene("new-orleans").2);
    assert_eq!((state.options.current_in, state.options.current_toward_deg), (3.5, 270.0));
    assert_eq!(state.options.ground_spotters, Spotters::Union);
    assert_eq!(state.forts.len(), 2);
    let state = opened(&scene("mobile-bay").2);
    assert_eq!(state.mines.iter().filter(|area| area.real).count(), 2);
    assert!(state.mines.iter().all(|area| area.laid_by == Some(Side::Confederate)));
    let state = opened(&scene("arkansas-vicksburg").2);
    let arkansas = &state.ships[&id("arkansas")];
    assert_eq!((arkansas.top_speed_half_knots(), arkansas.free_of(SectionKind::Stack)), (4, 0));
}

fn with(mut state: State, ship: &str, change: impl FnOnce(&mut ShipState)) -> State {
    change(state.ships.get_mut(&id(ship)).unwrap());
    state
}

#[test]
fn points_are_given_for_each_ship_and_verdicts_read_them() {
    let (_, scenario, scene) = scene("memphis");
    let start = opened(&scene);
    let none = scenario.standings(&start);
    assert_eq!((none.points, none.winner), (Points::default(), None));
    let mut state = start;
    for ram in ["general-beauregard", "little-rebel", "colonel-lovell"] {
        state = with(state, ram, |ship| ship.fate = Some(Fate::Sunk));
    }
    state = with(state, "general-bragg", |ship| ship.aground = true);
    let four = scenario.standings(&state);
    assert_eq!((four.points.of(Side::Union), four.winner), (4, Some(Side::Union)));
    state = with(state, "queen-of-the-west", |ship| ship.fate = Some(Fate::Captured));
    let after = scenario.standings(&state);
    assert_eq!((after.points, after.winner), (Points { union: 2, confederate: 2 }, None));
    // A boat that leaves before turn 9 scores nothing.
    let gone = |turn, edge| {
        let away = |ship: &mut ShipState| ship.location = Location::Left { turn, edge };
        scenario.standings(&with(state.clone(), "general-sumter", away)).points.confederate
    };
    assert_eq!([gone(8, Edge::West), gone(9, Edge::West), gone(9, Edge::East)], [2, 3, 2]);
    let lines: Vec<(&str, usize)> =
        after.lines.iter().map(|line| (line.text.as_str(), line.ships.len())).collect();
    assert_eq!(
        lines,
        [
            ("A Confederate boat sunk, taken or aground", 4),
            ("A Union ram lost", 1),
            ("A Union ram sunk or taken", 1),
        ]
    );
}

#[test]
fn a_battle_ends_by_condition_last_turn_or_loss_of_a_side() {
    let (_, scenario, scene) = scene("arkansas-vicksburg");
    let start = opened(&scene);
    assert!(!scenario.standings(&start).over);
    let through = with(start.clone(), "arkansas", |ship| {
        ship.location = Location::Left { turn: 9, edge: Edge::West };
    });
    let through = scenario.standings(&through);
    assert_eq!((through.over, through.winner), (true, Some(Side::Confederate)));
    let late = scenario.standings(&State { turn: 21, ..start.clone() });
    assert_eq!((late.over, late.winner), (true, Some(Side::Union)));
    assert!(!scenario.standings(&State { turn: 20, ..start.clone() }).over);
    let sunk = scenario.standings(&with(start, "arkansas", |ship| ship.fate = Some(Fate::Sunk)));
    assert_eq!((sunk.over, sunk.winner), (true, Some(Side::Union)));
}

#[test]
fn a_number_of_ships_counts_once() {
    let (_, scenario, scene) = scene("mobile-bay");
    let mut state = opened(&scene);
    let three = |standings: &Standings| {
        standings.lines.iter().any(|line| line.text == "Fewer than five pairs are through")
    };
    assert!(three(&scenario.standings(&state)));
    for ship in ["brooklyn", "hartford", "richmond", "lackawanna", "monongahela"] {
        state = with(state, ship, |ship| ship.location = Location::Left { turn: 5, edge: Edge::East });
    }
    let five = scenario.standings(&state);
    assert!(!three(&five));
    assert_eq!((five.points.union, five.winner), (10, Some(Side::Confederate)));
    state = with(state, "tennessee", |ship| ship.fate = Some(Fate::Captured));
    assert_eq!(scenario.standings(&state).winner, Some(Side::Union));
}

#[test]
fn crippled_means_no_speed_no_gun_or_a_third_of_the_draft() {
    let (_, scenario, scene) = scene("hampton-roads-1862-03-09");
    let start = opened(&scene);
    let verdict =
        |change: fn(&mut ShipState)| scenario.standings(&with(start.clone(), "monitor", change)).winner;
    assert_eq!(verdict(|_| ()), Some(Side::Union));
    assert_eq!(verdict(|ship| ship.ticks.speed = ship.card.speed), Some(Side::Confederate));
    assert_eq!(verdict(|ship| ship.ticks.speed = ship.card.speed - 1), Some(Side::Union));
    assert_eq!(verdict(|ship| ship.ticks.draft = ship.card.draft - 1), Some(Side::Confederate));
    let gun = |ship: &mut ShipState| {
        for mount in ship.card.mounts.clone() {
            ship.ticks.guns.insert(mount.id, mount.guns);
        }
    };
    assert_eq!(verdict(gun), Some(Side::Confederate));
}
