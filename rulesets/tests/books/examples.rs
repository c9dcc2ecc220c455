//! The worked examples: every Gunboat example passes.

use rulesets::examples::run_examples;

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
