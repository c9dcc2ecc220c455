//! The worked examples: every Gunboat example that is playable passes, and what is not played yet is named.

use rulesets::examples::run_examples;

/// Actions of the Gunboat examples that the book does not play yet.
const NOT_PLAYED: [&str; 2] = ["fire_on_boarders", "mortar"];

#[test]
fn gunboat_fire_examples_pass() {
    let report = run_examples(include_str!("data/gunboat_fire.jsonl").as_bytes()).unwrap();
    assert_eq!((report.passed, report.failed), (14, 0), "{report}");
}

#[test]
fn every_playable_gunboat_example_passes() {
    let gunboat = |line: &&str| line.contains(r#""ruleset": "GUN""#);
    let unplayed =
        |line: &&str| NOT_PLAYED.iter().any(|action| line.contains(&format!(r#""action": "{action}""#)));
    let all: Vec<&str> = include_str!("data/worked_examples.jsonl").lines().filter(gunboat).collect();
    let playable: Vec<&str> = all.iter().copied().filter(|line| !unplayed(line)).collect();
    let report = run_examples(playable.join("\n").as_bytes()).unwrap();
    assert_eq!((report.passed, report.failed), (playable.len(), 0), "{report}");
    assert_eq!(all.len() - playable.len(), 4, "an action that is played now must leave the list");
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
