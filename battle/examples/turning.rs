//! Prints where battles turned, and the seconds that it took: one battle of every book between two who close and fire,
//! then Gunboat's six ships over twenty turns. `turning [SEED]`
#![allow(clippy::expect_used, clippy::print_stdout, missing_docs)] // A measure that can't be taken is none.

#[path = "../../rulesets/tests/common/mod.rs"]
mod common;

use battle::{BookAdapter, Effort, KeptTurning, record_play};
use common::fields::six_ships;
use journal::Journal;
use opponent::books::ThinksAhead;
use opponent::plans::{Manoeuvre, Plan, Plans};
use rulesets::core::Commander;
use rulesets::core::play_out::{PlayOut, Players, Staged};
use rulesets::gunboat::{Decision, Gunboat, ShipSetup};
use rulesets::hex_duel::HexDuel;
use rulesets::mahan::MahanBook;
use rulesets::noddy::Noddy;
use rulesets::sp_bp::SpBp;
use std::path::Path;
use std::time::Instant;

const NOW: &str = "2026-01-01T20:00:00Z";

/// Plays a battle between two captains of the app into a campaign, and prints where it turned.
fn battle<B: BookAdapter + ThinksAhead>(campaign: &Path, staged: &Staged<B>, seed: u64) {
    let journal = Journal::create_or_open(campaign).expect("a campaign");
    let ending =
        record_play(journal.clone(), staged, (seed, "by the app"), NOW, |book: &B, set_out, watch| {
            let sides = B::sides(&set_out.state);
            let plans =
                [Manoeuvre::Close, Manoeuvre::ByMahan].map(|manoeuvre| Plans::all(Plan::of(manoeuvre)));
            let mut captains: Vec<_> =
                sides.iter().zip(plans).map(|(side, plans)| book.captain(side, plans, seed)).collect();
            let players = sides.iter().cloned().zip(captains.iter_mut());
            let players = players.map(|(side, captain)| (side, captain as &mut dyn Commander<B>)).collect();
            let mut umpire = book.umpire(seed);
            PlayOut::new(book, set_out, Players { sides: players, umpire: umpire.as_mut() }, seed)
                .to_the_end(watch)
        });
    let ending = ending.expect("a battle");
    let number = journal.battles().expect("battles").last().expect("the battle").number;
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let began = Instant::now();
    let effort = Effort::usual(workers);
    let found = KeptTurning::find(&journal, number, effort, &mut |_| true).expect("a turn was played");
    let seconds = began.elapsed().as_secs_f64();
    let Some(KeptTurning { turning, .. }) = found else { return };
    println!(
        "\n{}, {}: {} turns, {} ships, {} ({workers} threads, {} simulations): {seconds:.1} s",
        B::ID,
        staged.name,
        ending.turns,
        staged.models.len() + staged.later.len(),
        ending.ended,
        turning.simulations,
    );
    let percent = |share: f64| format!("{:.0}", 100.0 * share);
    let curve: Vec<String> = turning.points.iter().map(|point| percent(point.chance)).collect();
    println!("{}: {}", turning.of.title, curve.join(" "));
    for step in turning.moments.iter().filter_map(|at| turning.steps.get(*at as usize)) {
        println!("Turn {}: {}. {}. {}.", step.turn, step.headline, step.split, step.why);
    }
    turning.drifts.iter().for_each(|drift| println!("{}. {}.", drift.sentence, drift.why));
    println!("Plan {:+.2}, dice {:+.2}", turning.plan, turning.dice);
}

fn by_name<B: BookAdapter + ThinksAhead>(campaign: &Path, scenario: &str, seed: u64) {
    let staged = B::embedded().expect("the book").staged(scenario, None).expect("the scenario");
    battle::<B>(campaign, &staged, seed);
}

fn main() {
    let seed = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(1);
    let folder = tempfile::tempdir().expect("a folder");
    let campaign = folder.path().join("measured.ironclad");
    by_name::<HexDuel>(&campaign, "duel", seed);
    by_name::<MahanBook>(&campaign, "meeting", seed);
    by_name::<Noddy>(&campaign, "memphis", seed);
    by_name::<SpBp>(&campaign, "spb-hampton-roads-1862-03-09", seed);
    by_name::<Gunboat>(&campaign, "memphis", seed);
    let book = Gunboat::embedded().expect("the book");
    let set_out = six_ships(&book, 20, 0.0);
    let ships = set_out.state.ships.values().map(|ship| ShipSetup::from((*ship.card).clone()));
    let open = Decision::Open {
        ships: ships.collect(),
        forts: Vec::new(),
        options: Vec::new(),
        terrain: Vec::new(),
    };
    let staged = Staged::<Gunboat> {
        id: "six-ships".to_owned(),
        name: "Six ships".to_owned(),
        opening: vec![open],
        models: set_out.table.ships().to_vec(),
        later: Vec::new(),
        terrain: Vec::new(),
        table_in: (60.0, 36.0),
        scene: set_out.scene,
    };
    battle(&campaign, &staged, seed);
}
