//! A league on the command line: a table with its limits, the same for the same seed.

#![allow(clippy::unwrap_used)] // A failed expectation is a failed test.

use std::ffi::OsString;
use whole::run;

fn league(seed: &str) -> String {
    let words = "league --book hex_duel --scenario duel --players midshipman,straight,lot --battles 4 --seed";
    let words: Vec<OsString> = words.split(' ').chain([seed]).map(OsString::from).collect();
    let ran = run(words).unwrap();
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(ran.err.lines().last(), Some("12 of 12 battles"));
    ran.out
}

#[test]
fn a_league_prints_a_line_for_each_pair_and_each_player_and_repeats_itself() {
    let table = league("3");
    let lines: Vec<&str> = table.lines().collect();
    let (pairs, players) = lines.split_at(3);
    let met = ["Midshipman against Straight: ", "Midshipman against Lot: ", "Straight against Lot: "];
    for (pair, names) in pairs.iter().zip(met) {
        assert!(pair.starts_with(names), "{pair}");
        let parts = ["% of 4 (", " won, ", "decided by the book)", "without luck ", "strength kept "];
        assert!(parts.iter().all(|part| pair.contains(part)), "{pair}");
    }
    let elo: Vec<f64> =
        players.iter().map(|line| line.split_once("Elo ").unwrap().1.trim().parse().unwrap()).collect();
    assert_eq!(elo.len(), 3);
    assert!(elo.iter().sum::<f64>().abs() <= 2.0 && elo.is_sorted_by(|one, other| one >= other), "{elo:?}");
    assert_eq!(league("3"), table);
    assert_ne!(league("4"), table);
}
