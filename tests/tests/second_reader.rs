//! Battles by lot, exported for the umpire and read a second time: no ruling may read otherwise. `./check` reads 20 battles
//! of every book, `./check --long` 500 others: `cargo test --workspace --features whole/long --test second_reader`. Every
//! test prints how many rulings of which rules were recomputed.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A failed expectation is a failed test.

use battle::PlayOuts;
use journal::Journal;
use second_reader::{ReadError, check};
use serde_json::Value;
use std::collections::BTreeMap;

/// The instant at which the battles begin.
const NOW: &str = "2026-03-08T19:30:00Z";
/// How many battles of a book, and the first one's seed.
const BATTLES: (u64, u64) = if cfg!(feature = "long") { (500, 100_000) } else { (20, 1) };

/// A battle's export for the umpire.
fn exported(book: &str, scenario: &str, seed: u64) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("one.campaign");
    let asked = PlayOuts { book, scenario, seed, count: 1, carried: None };
    battle::play_outs(&asked, Some(&file), NOW).unwrap();
    let battle = battle::open(Journal::open(&file).unwrap(), 1).unwrap();
    chronicle::json(&battle::account_for(battle.as_ref(), true)).unwrap()
}

/// Rules of Noddy that every twenty battles bring up.
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

/// Rules of SP/BP that every twenty battles bring up.
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

/// Plays a book's battles, its scenarios in turn, and reads each: all agree, and these rules were among them.
fn agrees(book: &str, scenarios: &[&str], rules: &[&str]) {
    let (battles, first) = BATTLES;
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    let mut wrong = Vec::new();
    for (seed, scenario) in (first..).zip(scenarios.iter().cycle()).take(battles as usize) {
        let report = check(&exported(book, scenario, seed)).unwrap();
        for (rule, count) in report.counts {
            *counts.entry(rule).or_default() += count;
        }
        let told = report.disagreements.into_iter().map(|found| format!("{scenario} {seed}: {found:?}"));
        wrong.extend(told);
    }
    let all: u64 = counts.values().sum();
    println!("{book}: {battles} battles, {all} rulings, {} disagree: {counts:?}", wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for rule in rules {
        assert!(counts.get(*rule).is_some_and(|count| *count > 0), "{book}: {rule} was never read");
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
        "MAH-8",
        "MAH-10",
        "MAH-17",
        "MAH-21",
        "MAH-24",
        "MAH-25",
        "MAH-AMB-4",
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

/// What the export of a duel says of an event of this kind, changed.
fn tampered(export: &str, kind: &str, change: impl Fn(&mut Value)) -> String {
    let mut export: Value = serde_json::from_str(export).unwrap();
    let events = export["events"].as_array_mut().unwrap();
    let event = events.iter_mut().find(|event| event["line"]["kind"] == kind && event["taken_back"] == false);
    change(&mut event.unwrap_or_else(|| panic!("no {kind}"))["body"]["event"]);
    export.to_string()
}

/// A slip in a record is found, and by which rule.
fn caught(export: &str, kind: &str, rule: &str, change: impl Fn(&mut Value)) {
    let before = check(export).unwrap();
    assert!(before.disagreements.is_empty(), "{:?}", before.disagreements);
    let after = check(&tampered(export, kind, change)).unwrap();
    let found = after.disagreements.first().unwrap_or_else(|| panic!("{kind}: {rule} was not caught"));
    assert_eq!(found.rule, rule, "{kind}: {found:?}");
}

#[test]
fn a_slip_is_caught() {
    let gunboat = exported("gunboat", "memphis", 3);
    caught(&gunboat, "chart_read", "GUN-33", |event| {
        event["cell"] = serde_json::json!({ "cell": "critical" })
    });
    caught(&gunboat, "speed_rung", "GUN-10", |event| event["limits"]["fastest"] = Value::from(40));
    caught(&gunboat, "ticked", "GUN-40", |event| event["boxes"] = serde_json::json!([]));
    caught(&gunboat, "salvo_declared", "GUN-29", |event| {
        event["salvo"]["asked"][0]["answer"]["range_in"]["value"] = Value::from(3.0);
    });
    let duel = exported("hex_duel", "duel", 3);
    caught(&duel, "shots_read", "CHA-20", |event| event["flotation"] = Value::from(1));
    caught(&duel, "shots_read", "CHA-14", |event| event["shots"][0]["read"]["loss"] = Value::from(9));
    caught(&duel, "phase_began", "CHA-6", |event| event["phase"] = Value::from("restart"));
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
