//! The worked examples: all of them pass, and all their results are compared.
#![allow(clippy::unwrap_used, reason = "the exemption for tests does not reach their helper functions")]

use rulesets::examples::{ExampleReport, run_examples};

#[test]
fn gunboat_fire_examples_pass() {
    let report = run_examples(include_str!("../data/gunboat_fire.jsonl").as_bytes()).unwrap();
    assert_eq!((report.passed, report.failed), (14, 0), "{report}");
}

#[test]
fn every_gunboat_example_passes() {
    let gunboat = |line: &&str| line.contains(r#""ruleset": "GUN""#);
    let all: Vec<&str> = include_str!("../data/worked_examples.jsonl").lines().filter(gunboat).collect();
    let report = run_examples(all.join("\n").as_bytes()).unwrap();
    assert_eq!((report.passed, report.failed), (all.len(), 0), "{report}");
}

#[test]
fn a_ram_at_less_than_60_degrees_or_on_the_bow_is_none() {
    // GUN-47, GUN-AMB-25, GUN-AMB-26.
    let line = |speed: f64, angle: f64, contact: &str| {
        format!(
            r#"{{"id": "R", "ruleset": "GUN", "given": {{"action": "ram", "speed": {speed}, "angle_deg": {angle}, "contact": "{contact}", "rammer": {{"ironclad": true, "ram": true}}, "target": {{"ironclad": false}}}}, "dice": [], "expect": {{"ram": false, "target_draft_lost": 0, "rammer_draft_lost": 0}}}}"#
        )
    };
    let lines =
        [line(6.0, 59.9, "side"), line(6.0, 75.0, "bow"), line(0.0, 75.0, "side"), line(0.5, 75.0, "side")];
    let report = run_examples(lines.join("\n").as_bytes()).unwrap();
    assert_eq!((report.passed, report.failed), (4, 0), "{report}");
}

#[test]
fn gunboat_mortar_and_boarding_examples_pass() {
    let report = run_examples(include_str!("../data/gunboat_special.jsonl").as_bytes()).unwrap();
    assert_eq!((report.passed, report.failed), (4, 0), "{report}");
}

#[test]
fn every_hex_duel_example_passes() {
    let own = |line: &&str| line.contains(r#""ruleset": "CHA""#);
    let all: Vec<&str> = include_str!("../data/worked_examples.jsonl").lines().filter(own).collect();
    let report = run_examples(all.join("\n").as_bytes()).unwrap();
    assert_eq!((report.passed, report.failed), (all.len(), 0), "{report}");
    assert!(all.len() >= 13);
}

#[test]
fn every_sp_bp_example_passes() {
    let sp_bp = |line: &&str| line.contains(r#""ruleset": "SPB""#);
    let all: Vec<&str> = include_str!("../data/worked_examples.jsonl").lines().filter(sp_bp).collect();
    let report = run_examples(all.join("\n").as_bytes()).unwrap();
    assert_eq!((report.passed, report.failed), (26, 0), "{report}");
}

#[test]
fn every_noddy_example_passes() {
    let noddy = |line: &&str| line.contains(r#""ruleset": "NOD""#);
    let all: Vec<&str> = include_str!("../data/worked_examples.jsonl").lines().filter(noddy).collect();
    let report = run_examples(all.join("\n").as_bytes()).unwrap();
    assert_eq!((report.passed, report.failed), (20, 0), "{report}");
}

#[test]
fn every_mahan_example_passes() {
    let own = |line: &&str| line.contains(r#""ruleset": "MAH""#);
    let all: Vec<&str> = include_str!("../data/worked_examples.jsonl").lines().filter(own).collect();
    let report = run_examples(all.join("\n").as_bytes()).unwrap();
    assert_eq!((report.passed, report.failed), (all.len(), 0), "{report}");
    assert!(all.len() >= 19);
}

const FIRE: &str = r#"{"id": "X", "ruleset": "GUN", "given": {"action": "fire", "guns": [{"type": "8\" SMOOTHBORE", "count": 2}], "range_in": 6.0, "target": {"armor_boxes": 10}}, "dice": [{"die": "d10", "value": 6, "for": "chart_a"}], "expect": {"hits": 2}}"#;

fn run_line(lines: &str) -> ExampleReport {
    run_examples(lines.as_bytes()).unwrap()
}

/// The error text for an example with this key and value added.
fn with(example: &str, given: &str) -> String {
    let line = example.replacen(r#""action""#, &format!(r#"{given}, "action""#), 1);
    run_examples(format!("\n{line}").as_bytes())
        .map_or_else(|why| why.to_string(), |report| report.to_string())
}

#[test]
fn unread_keys_are_errors_and_named() {
    let fire = FIRE.to_owned();
    let said = with(&fire, r#""range": 9.0"#);
    assert!(said.starts_with("Line 2 of the examples (X) gives “range”, and nobody reads it"), "{said}");
    let said = with(&fire.replace(r#""armor_boxes""#, r#""armour_boxes": 4, "armor_boxes""#), r#""x": 1"#);
    assert!(said.contains("“target.armour_boxes”"), "{said}");
    let said = with(&fire.replace(r#""count": 2"#, r#""count": 2, "rifled": true"#), r#""x": 1"#);
    assert!(said.contains("“guns[0].rifled”"), "{said}");
    let orders = r#"{"id":"O","ruleset":"NOD","given":{"action":"orders_check","cases":[{"from":2,"to":3,"KEY":1}]},"expect":{"legal":[true]}}"#;
    let said = with(&orders.replace("KEY", "turned_deg"), r#""x": 1"#);
    assert!(said.contains("“cases[0].turned_deg”"), "{said}");
    assert!(with(&orders.replace("KEY", "turn_deg"), r#""x": 1"#).contains("“x”"));
    // A word in place of a number is reported, too.
    let said = with(&orders.replace(r#""KEY":1"#, r#""turn_deg":"a little""#), r#""cases2": []"#);
    assert!(said.contains("“cases[0].turn_deg”"), "{said}");
    for (book, given) in [
        ("CHA", r#""action":"which_guns","relative_bearing_deg":0"#),
        ("SPB", r#""action":"drift","cases":[]"#),
        ("MAH", r#""action":"move_schedule","speed":3"#),
    ] {
        let line = format!(r#"{{"id":"B","ruleset":"{book}","given":{{{given}}},"expect":{{}}}}"#);
        assert_eq!(run_line(&line).failed, 0, "{line}");
        assert!(with(&line, r#""tide": "ebb""#).contains("“tide”"), "{line}");
    }
    let beside = fire.replace(r#""dice""#, r#""die": [], "dice""#);
    let said = run_examples(beside.as_bytes()).unwrap_err().to_string();
    assert!(said.starts_with("Line 1 is no worked example") && said.contains("`die`"), "{said}");
}

#[test]
fn values_once_ignored_are_compared() {
    let move_to = |edge: &str, gained: bool| {
        format!(
            r#"{{"id":"M","ruleset":"CHA","given":{{"action":"move","ship":"A","start_edge":"north","enters_hex_of_edge":"{edge}"}},"expect":{{"open_sea_gained":{gained}}}}}"#
        )
    };
    let set_up = |winner: &str, other: &str| {
        format!(
            r#"{{"id":"T","ruleset":"CHA","given":{{"action":"setup","toss_winner":"{winner}","toss_winner_choice":"north ironclad"}},"expect":{{"first_move":"{other}","terrain_placed_by":"{winner}"}}}}"#
        )
    };
    let drift = r#"{"id":"D","ruleset":"SPB","given":{"action":"drift","cases":[{"water":"river","speed":0},{"water":"river","speed":0,"aground":true}]},"expect":{"downstream_in":[2,0]}}"#;
    let all = [
        move_to("south", true),
        move_to("north", false),
        set_up("A", "B"),
        set_up("B", "A"),
        drift.to_owned(),
    ];
    let report = run_line(&all.join("\n"));
    assert_eq!((report.passed, report.failed), (5, 0), "{report}");
    for (line, unknown) in [(move_to("east", true), "east"), (set_up("C", "A"), "C")] {
        let report = run_line(&line);
        assert!(report.differences[0].contains(unknown), "{report}");
    }
}
