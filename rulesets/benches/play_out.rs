//! Battles a second on one core for six ships and for every scenario of every book, nanoseconds a salvo and a cloned
//! state, and the odds of a broadside: `cargo bench -p rulesets`. A word after `--` selects the measures whose name
//! contains it. Times are those of the processor where the system gives them, so that other programs don't count.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)] // A measure that can't be taken is none.

#[path = "../tests/common/mod.rs"]
mod common;
mod plain_duel;

use common::fields::{everything, six_ships};
use common::{Battle, fire, id, ninth};
use rulesets::core::play_out::{ByLot, Drawings, Ending, PlayOut, SetOut};
use rulesets::core::{AppDice, Book};
use rulesets::gunboat::{Gunboat, MountChoice};
use rulesets::hex_duel::HexDuel;
use rulesets::mahan::MahanBook;
use rulesets::noddy::Noddy;
use rulesets::sp_bp::SpBp;
use std::hint::black_box;
use std::sync::LazyLock;
use std::time::Instant;

/// Turns of a battle.
const TURNS: u32 = 20;
/// Battles of one kind are played for so long.
const FOR_S: f64 = 2.0;

/// Seconds that this program has run on a processor; of the clock where Linux's count is missing.
fn now_s() -> f64 {
    static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
    let counted = std::fs::read_to_string("/proc/self/schedstat").ok();
    let run_ns = counted.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    run_ns.map_or_else(|| BEGIN.elapsed().as_secs_f64(), |ns| ns / 1e9)
}

/// Returns true if the command line selects this measure.
fn selected(what: &str) -> bool {
    let mut words = std::env::args().skip(1).filter(|word| !word.starts_with("--")).peekable();
    words.peek().is_none() || words.any(|word| what.contains(&word))
}

/// Plays a battle as `play-out` does, but for looking after it.
fn play<B: ByLot>(book: &B, set_out: SetOut<B>, seed: u64) -> Ending<B::Ended> {
    let mut drawings = Drawings::new(&set_out.state, seed);
    let battle = PlayOut::new(book, set_out, drawings.players(), seed);
    battle.to_the_end(|_, _| {}).unwrap_or_else(|stuck| panic!("seed {seed}: {stuck}"))
}

/// Plays battles for a while, and prints how many a second. Returns the seconds of a battle; none if it isn't selected.
fn battles<B: ByLot + Clone>(what: &str, book: &B, set_out: &SetOut<B>) -> Option<f64> {
    if !selected(what) {
        return None;
    }
    let begin_s = now_s();
    let (mut count, mut turns, mut decisions) = (0, 0, 0);
    while now_s() - begin_s < FOR_S {
        let ending = play(book, set_out.clone(), count);
        (count, turns, decisions) = (count + 1, turns + ending.turns, decisions + ending.decisions);
    }
    let seconds = now_s() - begin_s;
    println!(
        "{what:<44} {:8.0} battles/s   {:5.1} turns, {:6.1} decisions each   {:6.2} µs a decision",
        count as f64 / seconds,
        f64::from(turns) / count as f64,
        f64::from(decisions) / count as f64,
        seconds * 1e6 / f64::from(decisions)
    );
    Some(seconds / count as f64)
}

/// Plays the hex duel beside a plain simulation of it: the floor of what a battle can cost.
fn duels() {
    let book = HexDuel::embedded().unwrap_or_else(|error| panic!("{error}"));
    let staged = rulesets::hex_duel::play_out::staged(&book, &[]).expect("the book stages a duel");
    let set_out = staged.set_out(&book).expect("the book opens it");
    let Some(book_s) = battles("hex_duel: duel", &book, &set_out) else { return };
    let begin_s = now_s();
    let (mut count, mut turns) = (0_u64, 0);
    while now_s() - begin_s < FOR_S / 2.0 {
        (0..1000).for_each(|at| turns += plain_duel::play(count + at));
        count += 1000;
    }
    let plain_s = (now_s() - begin_s) / count as f64;
    let turns = f64::from(turns) / count as f64;
    println!("{:<44} {:8.0} battles/s   {turns:5.1} turns", "the same, a plain simulation", 1.0 / plain_s);
    println!("{:<44} {:8.1}", "the duel's cost in plain simulations", book_s / plain_s);
}

/// Every scenario of a book.
fn scenarios<B: ByLot + Clone>() {
    let book = B::embedded().unwrap_or_else(|error| panic!("{error}"));
    for scenario in book.scenarios().expect("the book's own scenarios can be read") {
        let staged = book.staged(&scenario, None).expect("the book has it");
        let set_out = staged.set_out(&book).expect("the book opens it");
        battles(&format!("{}: {scenario}", B::ID), &book, &set_out);
    }
}

/// Prints how many nanoseconds a run takes.
fn nanoseconds(what: &str, mut run: impl FnMut()) {
    if !selected(what) {
        return;
    }
    let begin_s = now_s();
    let mut runs = 0_u32;
    while now_s() - begin_s < FOR_S / 4.0 {
        (0..1000).for_each(|_| run());
        runs += 1000;
    }
    println!("{what:<44} {:8.0} ns", (now_s() - begin_s) * 1e9 / f64::from(runs));
}

/// The state of a battle of six ships after two hundred decisions.
fn in_mid_battle(book: &Gunboat) -> rulesets::gunboat::State {
    let set_out = six_ships(book, TURNS, 0.0);
    let mut drawings = Drawings::new(&set_out.state, 1);
    let mut battle = PlayOut::new(book, set_out, drawings.players(), 1);
    (0..200).for_each(|_| drop(battle.play_on().expect("the battle goes on")));
    battle.state().clone()
}

fn main() {
    let book = Gunboat::embedded().expect("the book's own tables are sound");
    battles("six ships on open water", &book, &six_ships(&book, TURNS, 0.0));
    battles("the same, measured to 0.03 in", &book, &six_ships(&book, TURNS, 0.03));
    battles("twelve ships and a fort on a river", &book, &everything(&book, Vec::new(), (TURNS, 0.0)));
    scenarios::<Gunboat>();
    duels();
    scenarios::<Noddy>();
    scenarios::<SpBp>();
    scenarios::<MahanBook>();
    let mid_battle = in_mid_battle(&book);
    nanoseconds("a state of six ships in mid-battle, cloned", || {
        black_box(mid_battle.clone());
    });

    let duel = Battle::duel(ninth(5), 0, 5.0, &[]);
    let (firer, victim) = (id("firer"), id("victim"));
    nanoseconds("a salvo, declared and folded", || {
        let decided =
            duel.book.decide(&duel.state, &fire("firer", "victim"), &duel.facts, &mut AppDice::new(1, &[]));
        black_box(decided.map(|events| events.iter().fold(duel.state.clone(), Gunboat::apply)).ok());
    });
    nanoseconds("a broadside's odds", || {
        let choice = MountChoice::AllThatBear;
        black_box(duel.book.preview(&duel.state, &duel.facts, &firer, &victim, &choice, &[]));
    });
}
