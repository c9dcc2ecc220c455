//! Plays a league and prints it: `league BOOK SCENARIO PLAYER,PLAYER[,…] BATTLES SEED`. Besides the books' scenarios
//! there are two of equal fleets: `gunboat six-ships` and `noddy equal-fleets`.
#![allow(clippy::expect_used, clippy::print_stdout, missing_docs)] // A measure that can't be taken is none.

#[path = "../../rulesets/tests/common/mod.rs"]
mod common;
#[path = "../../rulesets/tests/common/equal_fleets.rs"]
mod equal_fleets;

use common::fields::six_ships;
use equal_fleets::equal_fleets;
use opponent::league::{Fixtures, play_from, play_league};
use rulesets::gunboat::Gunboat;
use rulesets::noddy::Noddy;
use std::time::Instant;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [book, scenario, players, battles, seed] = words.as_slice() else {
        println!("league BOOK SCENARIO PLAYER,PLAYER[,...] BATTLES SEED");
        return;
    };
    let players = players.split(',').map(|name| name.parse().expect("a player")).collect();
    let (battles, seed) = (battles.parse().expect("a number"), seed.parse().expect("a number"));
    let fixtures = Fixtures { players, battles, seed };
    let begin = Instant::now();
    let table = match (book.as_str(), scenario.as_str()) {
        ("gunboat", "six-ships") => {
            let book = Gunboat::embedded().expect("the book's own data are sound");
            play_from(&book, &six_ships(&book, 20, 0.0), &fixtures, &mut |_, _| {})
        }
        ("noddy", "equal-fleets") => {
            let book = Noddy::embedded().expect("the book's own data are sound");
            play_from(&book, &equal_fleets(&book), &fixtures, &mut |_, _| {})
        }
        (book, scenario) => play_league((book, scenario), &fixtures, &mut |_, _| {}),
    };
    match table {
        Ok(table) => println!("{book} {scenario}\n{table}{:.1} s", begin.elapsed().as_secs_f64()),
        Err(error) => println!("{error}"),
    }
}
