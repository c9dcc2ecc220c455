//! The book as a whole: its data, the demo fleet, options, the turn, odds, sentences and properties.

use crate::common::*;
use geometry::{Arc, Measured};
use proptest::prelude::*;
use rulesets::core::{
    Answer, AppDice, Book, BookData, BookTables, DataFile, Faces, Halt, Query, RangeFact, Scripted,
};
use rulesets::gunboat::*;
use serde_json::json;
use std::collections::BTreeMap;

fn hampton_roads() -> Vec<ShipCard> {
    let book = Gunboat::embedded().unwrap();
    let facts = read_ship_facts("hampton_roads.toml", HAMPTON_ROADS).unwrap();
    facts.iter().map(|facts| build_card(book.tables(), facts).unwrap()).collect()
}

#[test]
fn gun_72_73_cards_of_hampton_roads() {
    let cards: BTreeMap<String, ShipCard> =
        hampton_roads().into_iter().map(|card| (card.id.to_string(), card)).collect();
    assert_eq!(
        cards.keys().collect::<Vec<_>>(),
        ["congress", "minnesota", "monitor", "patrick-henry", "teaser", "virginia"]
    );
    let virginia = &cards["virginia"];
    assert_eq!((virginia.armor, virginia.battering_factor(), virginia.speed), (8, 2, 6));
    assert_eq!((virginia.midships, virginia.draft, virginia.ram, virginia.stack), (13, 11, 1, 1));
    assert_eq!(virginia.mounts.iter().map(|mount| mount.guns).sum::<u8>(), 10);
    let minnesota = &cards["minnesota"];
    assert_eq!((minnesota.speed, minnesota.half_speed, minnesota.armor), (12, 1, 0));
    assert_eq!(cards["congress"].stack, 0);
    assert_eq!(cards["teaser"].midships, 1);
    assert!(cards["patrick-henry"].guessed.contains(&"speed_knots".to_owned()));
}

#[test]
fn gun_72_amb_13_half_an_inch_of_iron_is_a_box() {
    // The example of the rule sheet: 4 inches of iron are 8 boxes. Fractions are dropped (GUN-27).
    let book = Gunboat::embedded().unwrap();
    let mut facts = read_ship_facts("hampton_roads.toml", HAMPTON_ROADS).unwrap().remove(0);
    for (armor_in, boxes) in [(0.0, 0), (0.49, 0), (0.5, 1), (4.0, 8), (4.4, 8), (4.5, 9)] {
        facts.armor_in = armor_in;
        assert_eq!(build_card(book.tables(), &facts).unwrap().armor, boxes, "{armor_in} in");
    }
}

#[test]
fn cards_that_cannot_be_used_are_refused_with_every_reason() {
    let book = Gunboat::embedded().unwrap();
    let mut facts = read_ship_facts("hampton_roads.toml", HAMPTON_ROADS).unwrap().remove(0);
    facts.draft_ft = f64::NAN;
    facts.gun[0].mount = "crow's nest".to_owned();
    facts.gun[1].gun = "catapult".to_owned();
    let refusal = build_card(book.tables(), &facts).unwrap_err();
    assert_eq!(refusal.reasons.len(), 3, "{refusal}");

    let mut no_draft = card("a", Side::Union, 0, ninth(1));
    no_draft.draft = 0;
    no_draft.mounts[0].arcs.clear();
    let open =
        Decision::Open { ships: vec![no_draft.into()], forts: vec![], options: vec![], terrain: vec![] };
    let halt = book.decide(&State::default(), &open, &Scripted::default(), &mut AppDice::new(0, &[]));
    let Err(Halt::Refused(refusal)) = halt else { panic!("not refused") };
    let rules: Vec<&str> = refusal.reasons.iter().map(|reason| reason.rule.as_str()).collect();
    assert_eq!(rules, ["GUN-41", "GUN-AMB-22"]);
}

#[test]
fn bad_data_is_refused_by_file_and_place() {
    let good = Gunboat::embedded().unwrap().data().to_vec();
    let with = |name: &str, from: &str, to: &str| {
        let change = |file: &DataFile| DataFile {
            name: file.name.clone(),
            text: if file.name == name { file.text.replacen(from, to, 1) } else { file.text.clone() },
        };
        Gunboat::with_data(good.iter().map(change).collect()).map(drop).map_err(|error| error.to_string())
    };
    assert_eq!(with("charts.toml", "", ""), Ok(()));
    for (name, from, to, says) in [
        ("charts.toml", "faces = [1]", "faces = [2]", "each face from 1 to 10 exactly once"),
        ("charts.toml", "\"9*\"", "\"nine\"", "is no number"),
        ("charts.toml", "\"7\", \"8\", \"9*\", \"10*\"", "\"7\"", "needs a cell for each column"),
        ("charts.toml", "column_min = [1, 2", "column_min = [2, 1", "must begin at 1 and rise"),
        ("hits.toml", "faces = [4, 5]", "faces = [4]", "each face from 1 to 6 exactly once"),
        ("hits.toml", "hits = 3,", "hits = 0,", "at least one hit"),
        ("hits.toml", "kind = \"hits\"", "kind = \"hots\"", "line"),
        ("guns.toml", "close_in = 4.0", "close_in = 9.0", "must rise"),
        ("guns.toml", "name = '12-LB HOWITZER'", "name = 'trebuchet'", "must be written like"),
        ("options.toml", "default =", "defualt =", "line"),
    ] {
        let error = with(name, from, to).unwrap_err();
        assert!(error.contains(name) && error.contains(says), "{error}");
    }
    let missing = Gunboat::with_data(vec![]).unwrap_err().to_string();
    assert!(missing.contains("guns.toml"), "{missing}");
}

#[test]
fn every_option_is_described_and_its_default_is_the_default() {
    let book = Gunboat::embedded().unwrap();
    let defaults = serde_json::to_value(GunOptions::default()).unwrap();
    let defaults = defaults.as_object().unwrap();
    let described: BTreeMap<&str, &serde_json::Value> =
        book.options().iter().map(|spec| (spec.name.as_str(), &spec.default)).collect();
    assert_eq!(described, defaults.iter().map(|(name, value)| (name.as_str(), value)).collect());
    for spec in book.options() {
        assert!(spec.allows(&spec.default), "{}", spec.name);
        for choice in &spec.choices {
            let option = OptionValue { name: spec.name.clone(), value: choice.clone() };
            let changed = GunOptions::default().with(&option, book.options()).unwrap();
            assert_eq!(serde_json::to_value(&changed).unwrap()[&spec.name], *choice);
        }
    }
    let house: Vec<&str> =
        book.options().iter().filter(|spec| spec.house).map(|spec| spec.name.as_str()).collect();
    assert_eq!(
        house,
        [
            "gun.battering",
            "gun.astern_max",
            "gun.spar_dud_spent",
            "gun.ram_stops",
            "gun.current_toward_deg",
            "gun.measure",
            "gun.too_close"
        ]
    );
}

#[test]
fn an_option_is_changed_by_an_event_or_refused() {
    let mut battle = Battle::duel(ninth(2), 0, 8.0, &[]);
    let set = |name: &str, value: serde_json::Value| Decision::SetOption {
        option: OptionValue { name: name.to_owned(), value },
        reason: "Agreed.".to_owned(),
    };
    battle.must(set("gun.fire_simultaneous", json!(false)));
    assert!(!battle.state.options.fire_simultaneous);
    assert!(battle.refusal(set("gun.fire_simultaneous", json!("maybe"))).to_string().contains("choose"));
    assert!(battle.refusal(set("gun.nothing", json!(1))).to_string().contains("no option"));
}

#[test]
fn gun_4_5_the_six_steps_in_order_the_union_first() {
    let mut battle = Battle::open(vec![card("a", Side::Union, 0, vec![]).into()], &[]);
    let moves = Step::ALL.into_iter().filter_map(Step::moving_side);
    assert_eq!(moves.collect::<Vec<_>>(), [Side::Union, Side::Confederate]);
    for turn in 1..=3 {
        for step in Step::ALL {
            assert_eq!((battle.state.turn, battle.state.step), (turn, step));
            battle.must(Decision::NextStep);
        }
    }
}

#[test]
fn every_table_names_its_source() {
    let book = Gunboat::embedded().unwrap();
    assert_eq!(book.tables().sources().len(), 36);
    assert!(book.tables().sources().iter().all(|source| !source.cite.is_empty()));
    // House rules in the tables are marked as such.
    let ours: Vec<&str> = book
        .tables()
        .sources()
        .iter()
        .filter_map(|source| source.house.as_ref().map(|_| source.name.as_str()))
        .collect();
    let expected = [
        "GUN-ARCS",
        "GUN-MORTAR",
        "GUN-FORT-LUCKY",
        "GUN-FORT-CRIT",
        "GUN-BOARDERS",
        "GUN-BOARD-IRON",
        "GUN-LAUNCH",
        "GUN-LAUNCH-MELEE",
    ];
    assert_eq!(ours, expected);
}

#[test]
fn sentences_name_ships_and_rules() {
    let mut battle = Battle::duel(ninth(16), 0, 8.0, &[]);
    battle.salvo();
    battle.throw(&[10]);
    battle.throw(&[3]);
    battle.tick_all();
    battle.must(Decision::NextStep);
    let text: Vec<String> =
        battle.events.iter().flat_map(|event| battle.book.sentences(&battle.state, event)).collect();
    assert_eq!(
        text,
        [
            "The battle begins: firer, victim (GUN-3).",
            "Turn 1, step 2: First fire (GUN-4).",
            "firer fires 16 × 9\" SMOOTHBORE (normal, factor 6) at victim, 8.000 in (GUN-23, GUN-25).",
            "Against armor 0: 16 guns on chart A, column 15-18 (GUN-33) (GUN-31).",
            "Chart A, column 15-18: firer at victim: D10 shows 10.",
            "Chart A, column 15-18, die 10: a critical hit on victim (GUN-33, GUN-35).",
            "Critical hit chart: victim: D6 shows 3.",
            "Critical hit chart, die 3: victim: waterline hit: 4 draft hits (or 4 guns) (GUN-35).",
            "victim checks off 4 draft boxes (GUN-40); it takes hold when the step ends (GUN-AMB-11).",
            "Damage takes hold on victim (GUN-AMB-11).",
            "Turn 1, step 3: Confederate movement (GUN-4).",
        ]
    );
}

/// The mean number of hits of a salvo, simulated with the app's dice and the battle's own code.
fn simulated_mean(battle: &Battle, throws: u64) -> f64 {
    let mut hits = 0_u64;
    for seed in 0..throws {
        let mut state = battle.state.clone();
        let mut dice = AppDice::new(seed, b"odds");
        let mut counted = Vec::new();
        loop {
            for lot in &state.hits {
                if !counted.contains(&lot.id) {
                    counted.push(lot.id);
                    hits += lot.demands.iter().map(|demand| u64::from(demand.hits)).sum::<u64>();
                }
            }
            // Only forced ticks, so that the owner's choices have no influence.
            let stack =
                state.hits.iter().find(|lot| lot.demands[0].into == Into::OneOf(vec![SectionKind::Stack]));
            let decision = match (state.rolls.is_empty(), stack) {
                (false, _) => Decision::Roll { rolls: vec![], faces: Faces::App },
                (true, Some(lot)) => tick(lot.id, &[(Section::Stack, 1)]),
                (true, None) => break,
            };
            for event in battle.book.decide(&state, &decision, &battle.facts, &mut dice).unwrap() {
                state = Gunboat::apply(state, &event);
            }
        }
    }
    hits as f64 / throws as f64
}

#[test]
fn odds_sum_to_one_and_agree_with_simulated_throws() {
    let mounts = vec![
        mount("big", "11\" SMOOTHBORE", 9, Arc::ALL_ROUND),
        mount("small", "8\" SMOOTHBORE", 3, Arc::ALL_ROUND),
    ];
    let mut battle = Battle::duel(mounts, 8, 8.0, &[]);
    let preview = battle.preview();
    let odds = preview.odds.unwrap();
    let sum: f64 = odds.hits.iter().map(|chance| chance.chance).sum();
    assert!((sum - 1.0).abs() < 1e-12, "{sum}");
    // Chart A in column 9-14: 8, 9 and 0 are critical; chart B: 0 is lucky, then 6, then 3 or 4.
    let critical = 1.0 - (1.0 - 0.3) * (1.0 - 0.1 / 6.0 / 3.0);
    assert!((odds.critical - critical).abs() < 1e-12, "{}", odds.critical);
    assert!((odds.magazine - (1.0 - (1.0 - 0.3 / 36.0) * (1.0 - 0.1 / 18.0 / 36.0))).abs() < 1e-12);
    battle.salvo();
    let mean = simulated_mean(&battle, 20_000);
    // The standard deviation of one salvo's hits is below 3, so the mean of 20,000 is within 0.1 at more than four
    // sigma.
    assert!((odds.expected_hits - mean).abs() < 0.1, "{} against {mean}", odds.expected_hits);
}

/// A decision that may be valid in the present state, or not.
fn any_decision() -> impl Strategy<Value = Decision> {
    let ship =
        || prop::sample::select(vec!["virginia", "monitor", "minnesota", "congress", "teaser", "ghost"]);
    let section = prop::sample::select(vec![
        Section::Armor,
        Section::Speed,
        Section::HalfSpeed,
        Section::Midships,
        Section::Stack,
        Section::Draft,
        Section::Gun { mount: MountId::of("turret") },
        Section::Gun { mount: MountId::of("broadside-port") },
        Section::Ram,
    ]);
    let boxes = prop::collection::vec((section, 0..5_u8), 0..4);
    let these = prop::collection::vec(("[a-z-]{0,3}|turret|broadside-port", any::<u8>()), 0..3);
    prop_oneof![
        4 => Just(Decision::NextStep),
        6 => (ship(), ship()).prop_map(|(shooter, target)| fire(shooter, target)),
        1 => (ship(), ship(), these).prop_map(|(shooter, target, these)| Decision::Fire {
            shooter: id(shooter),
            target: id(target),
            mounts: MountChoice::These(
                these.into_iter().map(|(mount, guns)| MountGuns { mount: MountId::new(mount), guns }).collect()
            ),
            settled: vec![],
        }),
        6 => Just(Decision::Roll { rolls: vec![], faces: Faces::App }),
        2 => prop::collection::vec(0..12_u8, 0..3)
            .prop_map(|faces| Decision::Roll { rolls: vec![], faces: Faces::Typed(faces) }),
        3 => (0..40_u32, boxes).prop_map(|(due, boxes)| tick(DueId(due), &boxes)),
        1 => (0..40_u32).prop_map(|due| Decision::Choose { due: DueId(due), section: SectionKind::Draft }),
        1 => (ship(), any::<bool>()).prop_map(|(ship, aground)| Decision::Umpire {
            order: UmpireOrder::Aground { ship: id(ship), aground },
            reason: String::new(),
        }),
        1 => ship().prop_map(|ship| Decision::Umpire {
            order: UmpireOrder::CriticalHit { ship: id(ship) },
            reason: String::new(),
        }),
        1 => any::<bool>().prop_map(|value| Decision::SetOption {
            option: OptionValue { name: "gun.fire_simultaneous".to_owned(), value: json!(value) },
            reason: String::new(),
        }),
        1 => Just(Decision::SetOption {
            option: OptionValue { name: "gun.crit_draft_or_guns".to_owned(), value: json!("firer") },
            reason: String::new(),
        }),
    ]
}

fn no_box_is_negative_or_beyond_the_card(state: &State) -> Result<(), TestCaseError> {
    for ship in state.ships.values() {
        for row in ship.card.sections() {
            let ticked = u32::from(ship.ticks.of(&row)) + u32::from(ship.ticks_at_step_end.of(&row));
            prop_assert!(ticked <= u32::from(ship.card.printed(&row)), "{} {row}: {ticked}", ship.card.name);
        }
    }
    Ok(())
}

/// Answers the mandatory questions, so that random play continues.
fn settle_everything(battle: &mut Battle) -> Result<(), TestCaseError> {
    for _ in 0..200 {
        let questions = battle.book.questions(&battle.state);
        prop_assert!(!questions.is_empty(), "nobody may do anything");
        let Some(question) = questions.into_iter().find(|question| question.must) else { return Ok(()) };
        let decision = match question.ask {
            Ask::Roll { rolls } => Decision::Roll { rolls, faces: Faces::App },
            Ask::Tick { due } => Decision::Tick { due, boxes: suggest_ticks(&battle.state, due) },
            Ask::Choose { due, sections } => Decision::Choose { due, section: sections[0] },
            other => return Err(TestCaseError::fail(format!("must: {other:?}"))),
        };
        let decided = battle.decide(decision.clone());
        prop_assert!(decided.is_ok(), "{decision:?}: {decided:?}");
    }
    Err(TestCaseError::fail("the questions never end"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn random_play_keeps_every_invariant(
        decisions in prop::collection::vec(any_decision(), 1..60),
        range_in in 0.0..30.0_f64,
        sigma_in in prop_oneof![Just(0.0), 0.0..2.0_f64],
        settle in any::<bool>(),
    ) {
        let ships: Vec<ShipSetup> = hampton_roads().into_iter().map(ShipSetup::from).collect();
        let mut battle = Battle::open(ships.clone(), &[]);
        let mut facts = Scripted::default();
        for from in &ships {
            for to in &ships {
                let (from, to) = (&from.card.id, &to.card.id);
                for asked in ["range", "bearing", "line"] {
                    let pair = Scripted::pair(from, to, range_in, 90.0);
                    let query = match asked {
                        "range" => Query::Range { from: from.clone(), to: to.clone() },
                        "bearing" => Query::Bearing { from: from.clone(), to: to.clone() },
                        _ => Query::LineOfFire { from: from.clone(), to: to.clone() },
                    };
                    let answer = rulesets::core::TableFacts::answer(&pair, &query);
                    let answer = match answer {
                        Answer::Range(_) => Answer::Range(RangeFact { range_in: Measured::new(range_in, sigma_in) }),
                        other => other,
                    };
                    facts = facts.with(query, answer);
                }
            }
        }
        battle.facts = facts;
        for decision in decisions {
            let before = battle.state.clone();
            match battle.decide(decision) {
                Ok(events) => prop_assert!(!events.is_empty()),
                Err(Halt::Refused(refusal)) => {
                    prop_assert!(!refusal.reasons.is_empty());
                    prop_assert_eq!(&before, &battle.state);
                }
                Err(Halt::TooClose { questions }) => prop_assert!(questions.iter().all(|q| q.readings.len() > 1)),
            }
            no_box_is_negative_or_beyond_the_card(&battle.state)?;
            if settle {
                settle_everything(&mut battle)?;
            }
        }
        settle_everything(&mut battle)?;
        // The same log always gives the same state, also after serialisation to JSON.
        let log = serde_json::to_string(&battle.events).unwrap();
        let events: Vec<Event> = serde_json::from_str(&log).unwrap();
        let folded = events.iter().fold(State::default(), Gunboat::apply);
        prop_assert_eq!(&folded, &battle.state);
        let state: State = serde_json::from_str(&serde_json::to_string(&folded).unwrap()).unwrap();
        prop_assert_eq!(&state, &battle.state);
        for event in &battle.events {
            prop_assert!(!battle.book.sentences(&battle.state, event).is_empty());
        }
        // Each event, even in the wrong order, leaves a valid state.
        let odd = battle.events.iter().rev().fold(State::default(), Gunboat::apply);
        no_box_is_negative_or_beyond_the_card(&odd)?;
    }
}
