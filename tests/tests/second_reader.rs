//! Battles by lot, exported for the umpire and checked by the second reader: no ruling may disagree.
//! `./check` reads 20 battles of every book, `./check --long` 500 others:
//! `cargo test --workspace --features whole/long --test second_reader`. Every test prints the number of
//! rulings recomputed by rule.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A failed expectation is a failed test.

use battle::PlayOuts;
use geometry::{HullShape, Observation, ShipId};
use journal::Journal;
use rulesets::core::play_out::{ByLot, Staged};
use rulesets::core::{OptionValue, PlacedShip};
use rulesets::gunboat::{Circle, Decision, Gunboat, ShipCard, ShipSetup, Side};
use second_reader::{ReadError, Report, check};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;

/// The time at which the battles begin.
const NOW: &str = "2026-03-08T19:30:00Z";
/// The number of battles of a book, and the first one's seed.
const BATTLES: (u64, u64) = if cfg!(feature = "long") { (500, 100_000) } else { (20, 1) };

/// A battle's export for the umpire.
fn exported(book: &str, scenario: &str, seed: u64) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("one.campaign");
    let asked = PlayOuts { book, scenario, seed, count: 1, carried: None };
    battle::play_outs(&asked, Some(&file), NOW).unwrap();
    export(&file)
}

fn export(campaign: &Path) -> String {
    let battle = battle::open(Journal::open(campaign).unwrap(), 1).unwrap();
    chronicle::json(&battle::account_for(battle.as_ref(), true)).unwrap()
}

/// A launch of one side, near one of the enemy's ships.
fn launch(name: &str, spar_torpedo: bool, of: &ShipSetup, near: &PlacedShip) -> (ShipSetup, PlacedShip) {
    let mut mounts = of.card.mounts.clone();
    mounts.truncate(1);
    mounts.iter_mut().for_each(|mount| mount.guns = 1);
    let card = ShipCard {
        id: ShipId::new(name),
        name: name.to_owned(),
        launch: true,
        ironclad: false,
        circle: Circle::Launch,
        armor: 0,
        ram: 0,
        midships: 1,
        draft: 1,
        draft_ft: 2.0,
        mounts,
        ..of.card.clone()
    };
    let boarding_parties = u8::from(!spar_torpedo && card.side == Side::Confederate);
    let mut pose = near.observation.pose;
    pose.stack.y_in += 2.5;
    let hull = HullShape { length_in: 0.7, beam_in: 0.15, stack_ahead_in: 0.1 };
    let model = PlacedShip::at_rest(Observation::placed(card.id.clone(), pose), hull);
    (ShipSetup { boarding_parties, spar_torpedo, ..card.into() }, model)
}

/// A scenario with Confederate boarding parties, and launches on both sides.
fn with_boarders(scenario: &str) -> Staged<Gunboat> {
    let mut staged = Gunboat::embedded().unwrap().staged(scenario, None).unwrap();
    let Some(Decision::Open { ships, options, .. }) = staged.opening.first_mut() else {
        panic!("{scenario}")
    };
    let allowed = OptionValue { name: "gun.launches".to_owned(), value: true.into() };
    options.push(allowed);
    for ship in ships.iter_mut().filter(|ship| ship.card.side == Side::Confederate) {
        ship.boarding_parties = 2;
    }
    let of = |side: Side| ships.iter().find(|ship| ship.card.side == side).unwrap().clone();
    let model = |ship: &ShipSetup| {
        let models = &staged.models;
        models.iter().find(|model| model.observation.ship == ship.card.id).unwrap().clone()
    };
    let (union, confederate) = (of(Side::Union), of(Side::Confederate));
    let launches = [
        launch("picket", false, &union, &model(&confederate)),
        launch("patrol", true, &union, &model(&confederate)),
        launch("squib", false, &confederate, &model(&union)),
        launch("torch", true, &confederate, &model(&union)),
    ];
    for (at, (setup, mut model)) in launches.into_iter().enumerate() {
        model.observation.pose.stack.x_in += 1.5 * (at % 2) as f64;
        ships.push(setup);
        staged.models.push(model);
    }
    staged
}

/// A battle by lot with boarders and launches, exported for the umpire.
fn boarded(seed: u64) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("one.campaign");
    let journal = Journal::create_or_open(&file).unwrap();
    battle::play_out_in(journal, &with_boarders("memphis"), seed, NOW).unwrap();
    export(&file)
}

/// Rules of Noddy that occur in any twenty battles.
const NODDY: [&str; 21] = [
    "NOD-3",
    "NOD-5",
    "NOD-6",
    "NOD-7",
    "NOD-8",
    "NOD-9",
    "NOD-11",
    "NOD-12",
    "NOD-13",
    "NOD-14",
    "NOD-15",
    "NOD-16",
    "NOD-17",
    "NOD-18",
    "NOD-19",
    "NOD-23",
    "NOD-24",
    "NOD-25",
    "NOD-26",
    "NOD-AMB-9",
    "NOD-AMB-26",
];

/// Rules of SP/BP that occur in any twenty battles.
const SP_BP: [&str; 22] = [
    "SPB-1",
    "SPB-2",
    "SPB-3",
    "SPB-4",
    "SPB-5",
    "SPB-6",
    "SPB-7",
    "SPB-8",
    "SPB-11",
    "SPB-13",
    "SPB-14",
    "SPB-15",
    "SPB-17",
    "SPB-18",
    "SPB-19",
    "SPB-24",
    "SPB-25",
    "SPB-36",
    "SPB-AMB-3",
    "SPB-AMB-4",
    "SPB-AMB-32",
    "SPB-AMB-33",
];

/// Plays a book's battles, its scenarios in turn, and reads each: all agree, and these rules occurred.
fn agrees(book: &str, scenarios: &[&str], rules: &[&str]) {
    let (battles, first) = BATTLES;
    let seeds = (first..).zip(scenarios.iter().cycle()).take(battles as usize);
    let read = |(seed, scenario): (u64, &&str)| {
        (format!("{scenario} {seed}"), check(&exported(book, scenario, seed)).unwrap())
    };
    all_agree(book, seeds.map(read), rules);
}

/// Checks that all reports agree, and that these rules occurred.
fn all_agree(what: &str, reports: impl Iterator<Item = (String, Report)>, rules: &[&str]) {
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    let mut wrong = Vec::new();
    let mut battles = 0;
    for (battle, report) in reports {
        battles += 1;
        for (rule, count) in report.counts {
            *counts.entry(rule).or_default() += count;
        }
        wrong.extend(report.disagreements.into_iter().map(|found| format!("{battle}: {found:?}")));
    }
    let all: u64 = counts.values().sum();
    println!("{what}: {battles} battles, {all} rulings, {} disagree: {counts:?}", wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for rule in rules {
        assert!(counts.get(*rule).is_some_and(|count| *count > 0), "{what}: {rule} was never read");
    }
}

#[test]
fn gunboat_reads_the_same_twice() {
    let scenarios = [
        "memphis",
        "hampton-roads-1862-03-09",
        "plum-point-bend",
        "mobile-bay",
        "arkansas-yazoo",
        "new-orleans",
        "plymouth",
        "hampton-roads-1862-03-08",
        "arkansas-vicksburg",
    ];
    let rules = [
        "GUN-4",
        "GUN-5",
        "GUN-10",
        "GUN-12",
        "GUN-14",
        "GUN-18",
        "GUN-25",
        "GUN-26",
        "GUN-29",
        "GUN-30",
        "GUN-31",
        "GUN-32",
        "GUN-33",
        "GUN-35",
        "GUN-36",
        "GUN-37",
        "GUN-38",
        "GUN-40",
        "GUN-41",
        "GUN-43",
        "GUN-45",
        "GUN-47",
        "GUN-53",
        "GUN-54",
        "GUN-55",
        "GUN-56",
        "GUN-62",
        "GUN-74",
        "GUN-75",
        "GUN-AMB-11",
        "GUN-AMB-18",
        "GUN-AMB-40",
    ];
    agrees("gunboat", &scenarios, &rules);
}

#[test]
fn boarders_and_launches_read_the_same_twice() {
    let rules = ["GUN-76", "GUN-77", "GUN-82", "GUN-83", "GUN-84"];
    let (battles, first) = BATTLES;
    let seeds = first..first + battles;
    let read = |seed: u64| (format!("boarders {seed}"), check(&boarded(seed)).unwrap());
    all_agree("boarders", seeds.map(read), &rules);
}

#[test]
fn the_hex_duel_reads_the_same_twice() {
    let rules = [
        "CHA-3", "CHA-4", "CHA-6", "CHA-8", "CHA-11", "CHA-12", "CHA-13", "CHA-14", "CHA-15", "CHA-17",
        "CHA-18", "CHA-19", "CHA-20",
    ];
    agrees("hex_duel", &["duel"], &rules);
}

#[test]
fn mahan_reads_the_same_twice() {
    let rules = [
        "MAH-2",
        "MAH-4",
        "MAH-5",
        "MAH-7",
        "MAH-8",
        "MAH-10",
        "MAH-14",
        "MAH-15",
        "MAH-16",
        "MAH-17",
        "MAH-20",
        "MAH-21",
        "MAH-23",
        "MAH-24",
        "MAH-25",
        "MAH-31",
        "MAH-32",
        "MAH-33",
        "MAH-AMB-4",
        "MAH-AMB-16",
        "GUN-29",
        "GUN-32",
        "GUN-33",
        "GUN-40",
        "GUN-48",
    ];
    agrees("mahan", &["meeting"], &rules);
}

#[test]
fn noddy_reads_the_same_twice() {
    let scenarios = [
        "memphis",
        "mobile-bay-mines",
        "fort-henry",
        "newport-news",
        "plum-point-bend",
        "hampton-roads-1862-03-09",
        "new-orleans",
        "arkansas-yazoo",
        "plymouth",
        "mobile-bay",
        "hampton-roads-1862-03-08",
    ];
    agrees("noddy", &scenarios, &NODDY);
}

#[test]
fn sp_bp_reads_the_same_twice() {
    let scenarios = [
        "spb-hampton-roads-1862-03-09",
        "memphis",
        "plum-point-bend",
        "arkansas-yazoo",
        "hampton-roads-1862-03-09",
        "arkansas-vicksburg",
        "spb-lissa-1866-07-20",
    ];
    agrees("sp_bp", &scenarios, &SP_BP);
}

#[test]
fn the_export_of_a_duel_shows_its_islands_and_rocks() {
    let with_pieces = (1..30).find_map(|seed| {
        let export: Value = serde_json::from_str(&exported("hex_duel", "duel", seed)).unwrap();
        let events = export["events"].as_array().unwrap().clone();
        let placed = events.iter().find(|event| event["line"]["kind"] == "terrain_placed")?;
        let pieces = placed["body"]["event"]["pieces"].as_array().unwrap().len();
        (pieces > 0).then_some((export, pieces))
    });
    let (export, pieces) = with_pieces.unwrap();
    let terrain = export["terrain"].as_array().unwrap();
    assert_eq!(terrain.len(), pieces);
    assert!(terrain.iter().all(|piece| piece["outline_in"].as_array().unwrap().len() == 6), "{terrain:?}");
}

/// An error inserted into a record: the first event of a kind, the changed value, and the rule that must find
/// it. `of` selects events by further values, where the kind is not enough.
struct Slip {
    kind: &'static str,
    of: Option<(&'static str, Value)>,
    at: &'static str,
    says: Value,
    rule: &'static str,
}

fn slip(kind: &'static str, at: &'static str, says: Value, rule: &'static str) -> Slip {
    Slip { kind, of: None, at, says, rule }
}

impl Slip {
    fn of(self, at: &'static str, value: Value) -> Self {
        Self { of: Some((at, value)), ..self }
    }

    /// The record with this error.
    fn in_record(&self, export: &str) -> String {
        let mut export: Value = serde_json::from_str(export).unwrap();
        let slips = |event: &mut Value| {
            let fits = event["line"]["kind"] == self.kind && event["taken_back"] == false;
            let event = event.pointer_mut("/body/event").filter(|_| fits)?;
            if self.of.as_ref().is_some_and(|(at, value)| event.pointer(at) != Some(value)) {
                return None;
            }
            let word = event.pointer_mut(self.at).filter(|word| **word != self.says)?;
            *word = self.says.clone();
            Some(())
        };
        let done = export["events"].as_array_mut().unwrap().iter_mut().find_map(slips);
        done.unwrap_or_else(|| panic!("no {} with {}", self.kind, self.at));
        export.to_string()
    }
}

/// Checks that every error is found by its rule, and that the unchanged record has none.
fn caught(export: &str, slips: &[Slip]) {
    let before = check(export).unwrap();
    assert!(before.disagreements.is_empty(), "{:?}", before.disagreements);
    for slip in slips {
        let after = check(&slip.in_record(export)).unwrap();
        let (kind, rule) = (slip.kind, slip.rule);
        let found = after.disagreements.first().unwrap_or_else(|| panic!("{kind}: {rule} was not caught"));
        assert_eq!(found.rule, rule, "{kind}: {found:?}");
    }
}

#[test]
fn a_slip_in_gunboat_is_caught() {
    let range = "/salvo/asked/0/answer/range_in/value";
    let slips = [
        slip("chart_read", "/cell", json!({ "cell": "critical" }), "GUN-33"),
        slip("speed_rung", "/limits/fastest", json!(40), "GUN-10"),
        slip("ticked", "/boxes", json!([]), "GUN-40"),
        slip("salvo_declared", range, json!(3.0), "GUN-29"),
    ];
    caught(&exported("gunboat", "memphis", 3), &slips);
}

#[test]
fn a_slip_in_boarding_is_caught() {
    let happens = |export: &String| {
        let kinds = ["boarding_read", "launch_hit_read", "collided"];
        kinds.iter().all(|kind| export.contains(&format!("\"{kind}\"")))
    };
    let export = (1..60).map(boarded).find(happens).unwrap();
    let slips = [
        slip("parties_embarked", "/ships/0/1", json!(5), "GUN-76"),
        slip("grapple_read", "/over", json!(7), "GUN-77"),
        slip("boarding_read", "/spent", json!(9), "GUN-82"),
        slip("launch_hit_read", "/hits", json!(9), "GUN-84"),
        slip("collided", "/impact/part", json!("stern"), "GUN-47"),
    ];
    caught(&export, &slips);
}

#[test]
fn a_slip_in_a_duel_is_caught() {
    let slips = [
        slip("shots_read", "/flotation", json!(1), "CHA-20"),
        slip("shots_read", "/shots/0/read/loss", json!(9), "CHA-14"),
        slip("phase_began", "/phase", json!("restart"), "CHA-6"),
    ];
    caught(&exported("hex_duel", "duel", 3), &slips);
}

#[test]
fn a_slip_in_mahans_battle_is_caught() {
    let slips = [
        slip("phase_began", "/phase", json!("fire"), "MAH-4").of("/phase", json!("draw")),
        slip("player_ordered", "/orders/0/speed", json!(12), "MAH-5"),
        slip("mahan_ordered", "/order", json!("about_port"), "MAH-23").of("/rule", json!("MAH-14")),
        slip("mahan_ordered", "/speed", json!(1), "MAH-14"),
        slip("mahan_ordered", "/player", json!("essex"), "MAH-32").of("/player", json!("cairo")),
        slip("moved", "/passages/0/places", json!([]), "MAH-24"),
        slip("turned", "/hexsides", json!(2), "MAH-8"),
        slip("chits_drawn", "/drawn", json!(["mahan", "mahan"]), "MAH-25"),
    ];
    caught(&exported("mahan", "meeting", 2), &slips);
}

#[test]
fn a_slip_in_noddy_is_caught() {
    let slips = [
        slip("read", "/read/outcome", json!("hit"), "NOD-17").of("/read/purpose", json!("to_hit")),
        slip("read", "/read/outcome", json!("miss"), "NOD-18").of("/read/purpose", json!("effect")),
        slip("fire_declared", "/fire/armour", json!(3), "NOD-16"),
        slip("fire_declared", "/fire/range_in/value", json!(3.0), "NOD-14"),
        slip("fire_declared", "/fire/guns/0/value", json!(99), "NOD-13"),
        slip("rammed", "/impact/plus", json!(9), "NOD-23"),
        slip("drifted", "/drift/east_in", json!(9.0), "NOD-2"),
        slip("orders_revealed", "/courses/0/course/turn_deg", json!(-80.0), "NOD-9"),
    ];
    caught(&exported("noddy", "memphis", 2), &slips);
}

#[test]
fn a_slip_in_sp_bp_is_caught() {
    let slips = [
        slip("roll_read", "/read/total", json!(99), "SPB-2").of("/read/read", json!("initiative")),
        slip("roll_read", "/read/sp_loss", json!(9), "SPB-19").of("/read/read", json!("located")),
        slip("roll_read", "/read/sp_loss", json!(9), "SPB-25").of("/read/read", json!("critical")),
        slip("salvo_fired", "/rolls/0/needed", json!(3), "SPB-15"),
        slip("salvo_fired", "/salvo/range_in/value", json!(3.0), "SPB-14"),
        slip("moved", "/review/speed", json!(30), "SPB-11"),
        slip("action_ended", "/to_act", json!("union"), "SPB-3"),
        slip("drifted", "/inches", json!(9.0), "SPB-4"),
    ];
    caught(&exported("sp_bp", "memphis", 2), &slips);
}

#[test]
fn what_is_no_umpires_export_is_refused_in_one_sentence() {
    let umpires = exported("hex_duel", "duel", 1);
    let mut players: Value = serde_json::from_str(&umpires).unwrap();
    for event in players["events"].as_array_mut().unwrap() {
        event["body"] = Value::Null;
    }
    assert!(matches!(check(&players.to_string()), Err(ReadError::PlayersCopy)));
    assert!(matches!(check("{}"), Err(ReadError::Shape(_))));
    assert!(matches!(check("not JSON"), Err(ReadError::Shape(_))));
    let newer = umpires.replacen("\"version\": 1", "\"version\": 2", 1);
    assert!(matches!(check(&newer), Err(ReadError::Version { found: 2 })));
    for error in [check("{}"), check(&players.to_string())].into_iter().filter_map(Result::err) {
        assert!(error.to_string().ends_with('.') && !error.to_string().contains('\n'), "{error}");
    }
}
