//! Crew parties, the umpire's entries, and the house procedures.

use crate::field::{Battle, NINE_INCH, card, firer, id, mount, read, undertake, victim};
use geometry::{Measured, Verdict};
use rulesets::core::{Answer, Audience, Book, BookData, Contact, Query, TouchingFact};
use rulesets::sp_bp::*;
use serde_json::json;

fn repair(task: Task, parties: u8) -> Decision {
    Decision::Repair { ship: id("victim"), task, parties }
}

fn begin(options: &[(&str, serde_json::Value)]) -> Battle {
    Battle::begin(vec![firer().into(), victim().into()], vec![], options)
}

#[test]
fn spb_1_36_amb_3_crew_parties_throw_for_what_they_mend() {
    let mut battle = begin(&[]);
    battle.set("victim", Change::Fires { fires: 2 });
    battle.to(Step::Fires);
    assert_eq!(battle.state.guided[0].procedure, Procedure::FireDamage);
    battle.waive();
    assert_eq!(battle.rules(repair(Task::Leak, 1)), ["SPB-1", "SPB-36"], "another step, and no leak");
    assert_eq!(battle.rules(repair(Task::Fire, 3)), ["SPB-AMB-3"], "she has two parties");
    battle.must(repair(Task::Fire, 2));
    battle.throw(&[6, 5]);
    assert_eq!(battle.victim().fires, 1, "six or more with crew quality");
    assert_eq!(battle.rules(repair(Task::Fire, 1)), ["SPB-AMB-3"], "both have worked in this turn");
    battle.to(Step::Fires);
    assert_eq!(battle.victim().free_parties(), 2);
}

#[test]
fn spb_36_amb_3_the_five_criticals_that_can_be_repaired() {
    let turret = MountId::of("turret");
    let card = ShipCard {
        crew_parties: 6,
        ..card("victim", "confederate", vec![GunMount { turret: true, ..mount("turret", NINE_INCH, 2) }])
    };
    let options = [("spb.damage_control_target", json!(3))];
    let mut battle = Battle::begin(vec![firer().into(), card.into()], vec![], &options);
    for change in [
        Change::Steering { damaged: true },
        Change::Turret { mount: turret.clone(), jammed: true },
        Change::Helm { jammed: Some(geometry::Flank::Port) },
        Change::Valves { damaged: true },
        Change::SpeedHits { hits: vec![SpeedHit::Funnel, SpeedHit::Boiler, SpeedHit::Steamed] },
    ] {
        battle.set("victim", change);
    }
    battle.to(Step::Repairs);
    let tasks = [Task::Steering, Task::Turret { mount: turret }, Task::Helm, Task::Valves, Task::Boiler];
    for task in &tasks {
        battle.must(repair(task.clone(), 1));
        battle.throw(&[3]);
        assert_eq!(battle.rules(repair(task.clone(), 1)), ["SPB-36"], "{task:?} is mended");
    }
    let ship = battle.victim();
    assert!(!ship.steering && ship.jammed.is_empty() && ship.helm.is_none() && !ship.valves);
    assert_eq!(ship.speed_hits, [SpeedHit::Funnel, SpeedHit::Steamed], "those two never are");
}

#[test]
fn spb_amb_3_without_the_house_procedure_the_umpire_enters_it() {
    let mut battle = begin(&[("spb.dc_enabled", json!(false)), ("spb.house.fire_sp", json!(1))]);
    battle.set("victim", Change::Fires { fires: 2 });
    battle.to(Step::Fires);
    assert_eq!(battle.victim().sp, 38, "each fire a point, as the players chose");
    battle.must(repair(Task::Fire, 1));
    assert!(battle.state.rolls.is_empty());
    let guided = battle.state.guided[0].clone();
    assert_eq!(guided.procedure, Procedure::DamageControl);
    assert_eq!(battle.rules(Decision::NextStep), ["SPB-1"], "the step waits for the entry");
    let changes = vec![ShipChange { ship: id("victim"), change: Change::Fires { fires: 1 } }];
    let entry = guided.id;
    let note = "One is out.".to_owned();
    battle.must(Decision::Adjudicate { entry, changes, bonds: None, note });
    assert_eq!(battle.victim().fires, 1);
}

#[test]
fn spb_amb_4_fires_and_flooding_are_entered_or_counted() {
    let mut battle = begin(&[("spb.house.flood_bp", json!(2))]);
    battle.set("victim", Change::Floods { floods: 3 });
    battle.to(Step::Flooding);
    assert_eq!((battle.victim().bp, battle.state.guided.len()), (14, 0));
    let mut battle = begin(&[]);
    battle.set("victim", Change::Floods { floods: 3 });
    battle.to(Step::Flooding);
    assert_eq!((battle.victim().bp, battle.state.guided.len()), (20, 1));
}

#[test]
fn spb_amb_4_every_procedure_says_what_the_sheet_leaves_open() {
    let mut battle = begin(&[]);
    battle.to(Step::Movement);
    battle.set("victim", Change::Aground { aground: true });
    for procedure in Procedure::UNDERTAKEN {
        assert!(procedure.guide().ends_with('.') && !procedure.title().is_empty());
        assert!(Step::ALL.iter().any(|step| procedure.may_be_done_in(*step)), "{procedure:?}");
    }
    battle.must(Decision::Done { ship: id("firer") });
    battle.must(undertake("victim", Procedure::Refloat, None));
    let asks = battle.book.worded_questions(&battle.state);
    assert!(asks.iter().all(|question| question.must), "only the entry is left to make");
    assert!(asks[0].what.contains("does not say how"), "{}", asks[0].what);
    let entry = battle.state.guided[0].id;
    let bad = |changes, bonds| Decision::Adjudicate { entry, changes, bonds, note: String::new() };
    let change = |change| vec![ShipChange { ship: id("victim"), change }];
    for changes in [
        change(Change::Sp { left: 41 }),
        change(Change::CrewQuality { quality: 3 }),
        change(Change::GunsLost { mount: MountId::of("guns"), lost: 5 }),
        change(Change::Turret { mount: MountId::of("guns"), jammed: true }),
        change(Change::SpeedHits { hits: vec![SpeedHit::Boiler; 2] }),
        vec![ShipChange { ship: id("nobody"), change: Change::Fires { fires: 1 } }],
    ] {
        assert_eq!(battle.rules(bad(changes, None)), ["SPB-AMB-4"]);
    }
    let herself = Bond { kind: BondKind::Towed, first: id("victim"), second: id("victim") };
    assert_eq!(battle.rules(bad(vec![], Some(vec![herself]))), ["SPB-AMB-4"]);
    battle.must(bad(change(Change::Aground { aground: false }), None));
    assert!(!battle.victim().aground);
    assert_eq!(battle.rules(bad(vec![], None)), ["SPB-AMB-4"], "once");
}

#[test]
fn spb_amb_4_house_crew_tests() {
    let options = [("spb.house.crew_tests", json!(true))];
    let mut battle = begin(&options);
    battle.to(Step::Movement);
    battle.set("firer", Change::Aground { aground: true });
    battle.must(undertake("firer", Procedure::Refloat, None));
    battle.throw(&[5]);
    assert!(battle.ship("firer").aground);
    battle.must(undertake("firer", Procedure::Refloat, None));
    battle.throw(&[6]);
    assert!(!battle.ship("firer").aground);
    assert_eq!(battle.rules(undertake("firer", Procedure::Refloat, None)), ["SPB-3"], "she is afloat");
    let bonds = |kind| vec![Bond { kind, first: id("firer"), second: id("victim") }];
    battle.order(UmpireOrder::Set { changes: vec![], bonds: Some(bonds(BondKind::Locked)) });
    battle.must(undertake("firer", Procedure::Unlock, Some("victim")));
    battle.throw(&[6]);
    assert!(battle.state.bonds.is_empty());
    battle.set("firer", Change::Speed { knots: 4 });
    battle.must(undertake("firer", Procedure::ForceEngines, None));
    battle.throw(&[6]);
    assert_eq!(battle.ship("firer").speed, 5);
    battle.to(Step::Gunfire);
    battle.set("firer", Change::Spar { spar: Spar::Carried });
    battle.must(undertake("firer", Procedure::RigSpar, None));
    battle.throw(&[6]);
    assert_eq!(battle.ship("firer").spar, Spar::Rigged);
}

#[test]
fn spb_1_tows_and_cutting_away() {
    let ships = vec![
        firer().into(),
        card("friend", "union", vec![mount("guns", NINE_INCH, 1)]).into(),
        victim().into(),
    ];
    let mut battle = Battle::begin(ships, vec![], &[("spb.house.crew_tests", json!(true))]);
    let tow = |other| undertake("firer", Procedure::PassTow, Some(other));
    assert_eq!(battle.rules(tow("victim")), ["SPB-1"], "not to an enemy");
    assert_eq!(battle.rules(undertake("firer", Procedure::PassTow, None)), ["SPB-1"]);
    battle.must(tow("friend"));
    battle.throw(&[6]);
    assert_eq!(battle.state.bonds[0].kind, BondKind::Towed);
    assert_eq!(battle.rules(undertake("firer", Procedure::CutAway, Some("friend"))), ["SPB-1"]);
    battle.set("friend", Change::Fate { fate: Some(Fate::Sunk) });
    assert!(battle.state.bonds.is_empty(), "who is lost hangs together with nobody");
}

fn touching(battle: &mut Battle, touching: Verdict) {
    let near = vec![Contact { ship: id("victim"), gap_in: Measured::exact(0.0), touching }];
    let query = Query::Touching { ship: id("firer") };
    battle.facts = battle.facts.clone().with(query, Answer::Touching(TouchingFact { near }));
}

#[test]
fn spb_6_amb_4_boarding_where_ships_touch() {
    let board = || undertake("firer", Procedure::Board, Some("victim"));
    let mut battle = begin(&[]);
    battle.to(Step::Boarding);
    touching(&mut battle, Verdict::No);
    assert_eq!(battle.rules(board()), ["SPB-6"]);
    touching(&mut battle, Verdict::Yes);
    battle.must(board());
    assert_eq!(battle.state.guided[0].procedure, Procedure::Board);
    // The house procedure: two parties a side, the lower loses one.
    let mut battle = begin(&[("spb.house.boarding", json!(true))]);
    battle.to(Step::Boarding);
    touching(&mut battle, Verdict::Yes);
    battle.must(board());
    battle.throw(&[4, 4]);
    assert_eq!((battle.ship("firer").crew_parties, battle.victim().crew_parties), (2, 2));
    battle.must(board());
    battle.throw(&[3, 4]);
    assert_eq!(battle.ship("firer").crew_parties, 1);
    battle.must(board());
    battle.throw(&[6, 4]);
    assert_eq!(battle.victim().crew_parties, 1);
    battle.must(board());
    let events = battle.throw(&[10, 1]);
    assert!(matches!(read(&events), Read::Boarding { taken: true, .. }));
    assert_eq!(battle.victim().fate, Some(Fate::Captured));
}

#[test]
fn spb_3_5_torpedo_markers_run_in_the_shooting_phase() {
    let mut battle = begin(&[]);
    battle.to(Step::Movement);
    battle.must(undertake("firer", Procedure::PlaceTorpedo, None));
    assert_eq!(battle.state.markers.len(), 1);
    battle.to(Step::Torpedoes);
    assert_eq!(battle.state.guided[0].procedure, Procedure::Torpedo);
    battle.waive();
    assert!(battle.state.markers.is_empty());
    battle.must(Decision::NextStep);
    assert_eq!(battle.state.step, Step::Gunfire);
}

#[test]
fn the_umpire_may_allow_waive_and_type() {
    use rulesets::core::{Asked, RangeFact};
    let mut battle = Battle::gunfire(firer(), victim(), &[]);
    let range = |inches: f64| Asked {
        query: Query::Range { from: id("firer"), to: id("victim") },
        answer: Answer::Range(RangeFact { range_in: Measured::exact(inches) }),
    };
    let facts = |facts| Decision::TypeFacts { facts, reason: "By hand.".to_owned() };
    assert_eq!(battle.rules(facts(vec![])), ["SPB-14"]);
    assert_eq!(battle.rules(facts(vec![range(f64::NAN)])), ["SPB-14"]);
    battle.must(facts(vec![range(4.0)]));
    assert_eq!(battle.preview().plan.range_in.unwrap().value, 4.0);
    battle.to(Step::Movement);
    assert!(battle.state.typed.is_empty(), "typed for that step");
    battle.order(UmpireOrder::AllowMove { ship: id("firer") });
    assert!(battle.ship("firer").moved);
    let option = OptionValue { name: "spb.night".to_owned(), value: json!(true) };
    battle.must(Decision::SetOption { option, reason: "Dusk.".to_owned() });
    assert!(battle.state.options.night);
    assert_eq!(battle.book.audience(&battle.state, &battle.events[0]), Audience::Everyone);
    assert_eq!(battle.book.seen_by(&battle.state, &Audience::Everyone), battle.state);
}

#[test]
fn every_option_has_its_default_in_the_list() {
    let book = SpBp::embedded().unwrap();
    let defaults = serde_json::to_value(SpbOptions::default()).unwrap();
    let fields = defaults.as_object().unwrap();
    assert_eq!(fields.len(), book.options().len());
    for spec in book.options() {
        let own = &fields[&spec.name];
        let same = own == &spec.default || own.as_f64().is_some() && own.as_f64() == spec.default.as_f64();
        assert!(same, "{}: {own} and {}", spec.name, spec.default);
        assert!(spec.allows(&spec.default), "{}", spec.name);
        if spec.name.starts_with("spb.house.") {
            assert!(spec.house && spec.rule.as_str() == "SPB-AMB-4", "{}", spec.name);
            let off = spec.default == json!(false) || spec.default.as_f64() == Some(0.0);
            assert!(off, "{} is on", spec.name);
        }
    }
}
