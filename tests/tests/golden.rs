//! A battle of every book played out by seed; its whole export is compared byte for byte with the stored one.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A failed expectation is a failed test.

use serde_json::Value;
use whole::golden::compare_text;
use whole::run;

/// Times of the real clock are not part of the battle.
fn without_times(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.remove("at");
            fields.remove("began_at");
            fields.values_mut().for_each(without_times);
        }
        Value::Array(items) => items.iter_mut().for_each(without_times),
        _ => {}
    }
}

fn played_out((book, scenario): (&str, &str), seed: u32) {
    let work = tempfile::tempdir().unwrap();
    let (campaign, export) = (work.path().join("by-lot.campaign"), work.path().join("export.json"));
    let (campaign, export) = (campaign.to_str().unwrap(), export.to_str().unwrap());
    let seed = seed.to_string();
    let good = |arguments: &[&str]| {
        let ran = run(arguments).unwrap();
        assert_eq!(ran.code, 0, "{arguments:?}: {}", ran.err);
    };
    good(&["play-out", "--book", book, "--scenario", scenario, "--seed", &seed, "--out", campaign]);
    good(&["export", campaign, "--battle", "1", "--for", "umpire", "--json", export]);
    let mut exported: Value = serde_json::from_str(&std::fs::read_to_string(export).unwrap()).unwrap();
    without_times(&mut exported);
    assert!(exported["events"].as_array().unwrap().len() > 10);
    compare_text(&format!("export {book} {scenario} {seed}"), &exported.to_string()).unwrap();
}

#[test]
fn battles_by_lot_are_played_and_exported_as_before() {
    for battle in [
        ("gunboat", "plum-point-bend"),
        ("gunboat", "hampton-roads-1862-03-09"),
        ("noddy", "fort-henry"),
        ("noddy", "memphis"),
        ("sp_bp", "plum-point-bend"),
        ("sp_bp", "arkansas-yazoo"),
        ("mahan", "meeting"),
        ("hex_duel", "duel"),
    ] {
        played_out(battle, 7);
    }
}
