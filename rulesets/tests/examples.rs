//! The worked examples that this version plays; the rest of the file they come from counts as not played yet.

use rulesets::examples::run_examples;

#[test]
fn gunboat_fire_examples_pass() {
    let report = run_examples(include_str!("data/gunboat_fire.jsonl").as_bytes()).unwrap();
    assert_eq!((report.passed, report.failed), (14, 0), "{report}");
}

#[test]
fn gunboat_mortar_and_boarding_examples_pass() {
    let report = run_examples(include_str!("data/gunboat_special.jsonl").as_bytes()).unwrap();
    assert_eq!((report.passed, report.failed), (4, 0), "{report}");
}
