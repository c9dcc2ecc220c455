//! Plays a league and prints it: `league BOOK SCENARIO OWN,OTHER[,…] BATTLES SEED`. The first player meets each of the
//! others, with sides swapped from battle to battle.
#![allow(clippy::expect_used, clippy::print_stdout, missing_docs)] // A measure that can't be taken is none.

#[path = "../../rulesets/tests/common/mod.rs"]
mod common;

use common::fields::six_ships;
use geometry::{Heading, Point, ShipId};
use opponent::books::ThinksAhead;
use opponent::league::{Match, Player, Score, elo_of_share, play_battle};
use rulesets::core::SideId;
use rulesets::core::play_out::{ByLot, SetOut};
use rulesets::gunboat::Gunboat;
use rulesets::hex_duel::HexDuel;
use rulesets::mahan::MahanBook;
use rulesets::noddy::{Decision, Noddy};
use rulesets::sp_bp::SpBp;
use std::time::Instant;

/// Equal fleets in Noddy: a gunboat, an ironclad and a ram a side, on the river before Memphis.
fn equal_fleets(book: &Noddy) -> SetOut<Noddy> {
    let mut staged = book.staged("memphis", None).expect("the scenario");
    let own = ["benton", "carondelet", "queen-of-the-west"];
    let across = |ship: &ShipId| ShipId::new(format!("other-{ship}"));
    let there = |ship: &ShipId| own.iter().any(|id| *id == ship.as_str());
    staged.models.retain(|model| there(&model.observation.ship));
    for (at, model) in staged.models.iter_mut().enumerate() {
        let pose = &mut model.observation.pose;
        (pose.stack, pose.heading) = (Point::new(16.0, 13.0 + 5.0 * at as f64), Heading::from_deg(90.0));
    }
    let mut theirs = staged.models.clone();
    for model in &mut theirs {
        model.observation.ship = across(&model.observation.ship);
        let pose = &mut model.observation.pose;
        pose.stack.x_in = 44.0;
        pose.heading = Heading::from_deg(270.0);
    }
    staged.models.extend(theirs);
    for decision in &mut staged.opening {
        if let Decision::Open { ships, hidden, .. } = decision {
            hidden.clear();
            ships.retain(|setup| there(&setup.card.id));
            let mut theirs = ships.clone();
            for setup in &mut theirs {
                setup.card.id = across(&setup.card.id);
                setup.card.side = SideId::of("confederate");
            }
            ships.extend(theirs);
        }
    }
    staged.set_out(book).expect("the book opens it")
}

fn scenario<B: ThinksAhead>(scenario: &str, players: &[Player], battles: u64, seed: u64) {
    let book = B::embedded().expect("the book's own data are sound");
    let staged = book.staged(scenario, None).expect("the scenario");
    let set_out = staged.set_out(&book).expect("the book opens it");
    league(&book, set_out, (scenario, players), battles, seed);
}

fn league<B: ThinksAhead>(
    book: &B,
    set_out: SetOut<B>,
    (scenario, players): (&str, &[Player]),
    battles: u64,
    seed: u64,
) {
    let Some((own, others)) = players.split_first() else { return };
    for other in others {
        let battle = Match { set_out: set_out.clone(), own: *own, other: *other };
        let begin = Instant::now();
        let (mut score, mut sides) = (Score::default(), [Score::default(); 2]);
        let mut turns = 0;
        for number in 0..battles {
            let at = (number % 2) as usize;
            match play_battle(book, &battle, (at, seed + number / 2)) {
                Ok(Some(result)) => {
                    score.add(&result);
                    sides[at].add(&result);
                    turns += result.turns;
                }
                Ok(None) => {}
                Err(stuck) => println!("seed {}: {stuck}", seed + number / 2),
            }
        }
        let (lower, upper) = score.limits();
        let (without_luck, surely) = score.share_without_luck();
        println!(
            "{} {scenario}: {own} against {other}: {:.1} % of {} ({} won, {} drawn, {} by the book), limits {:.1} to {:.1}, \
             Elo {:+.0}, without luck {:.1} % ({:.1} to {:.1}), margin {:+.3}; by side {:.1} and {:.1} %; {:.1} turns, {:.2} s each",
            B::ID,
            100.0 * score.share(),
            score.battles(),
            score.won,
            score.drawn,
            score.by_the_book,
            100.0 * lower,
            100.0 * upper,
            elo_of_share(score.share()),
            100.0 * without_luck,
            100.0 * surely.0,
            100.0 * surely.1,
            score.margin / f64::from(score.battles().max(1)),
            100.0 * sides[0].share(),
            100.0 * sides[1].share(),
            f64::from(turns) / f64::from(score.battles().max(1)),
            begin.elapsed().as_secs_f64() / f64::from(score.battles().max(1)),
        );
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [book, scenario, players, battles, seed] = words.as_slice() else {
        println!("league BOOK SCENARIO OWN,OTHER[,...] BATTLES SEED");
        return;
    };
    let players: Vec<Player> = players.split(',').map(|name| name.parse().expect("a player")).collect();
    let (battles, seed) = (battles.parse().expect("a number"), seed.parse().expect("a number"));
    match book.as_str() {
        // Equal fleets on open water: the battle in which Mahan's display is judged.
        "gunboat" if scenario == "six-ships" => {
            let book = Gunboat::embedded().expect("the book's own data are sound");
            league(&book, six_ships(&book, 20, 0.0), (scenario, &players), battles, seed);
        }
        "noddy" if scenario == "equal-fleets" => {
            let book = Noddy::embedded().expect("the book's own data are sound");
            league(&book, equal_fleets(&book), (scenario, &players), battles, seed);
        }
        "gunboat" => self::scenario::<Gunboat>(scenario, &players, battles, seed),
        "noddy" => self::scenario::<Noddy>(scenario, &players, battles, seed),
        "sp_bp" => self::scenario::<SpBp>(scenario, &players, battles, seed),
        "hex_duel" => self::scenario::<HexDuel>(scenario, &players, battles, seed),
        _ => self::scenario::<MahanBook>(scenario, &players, battles, seed),
    }
}
