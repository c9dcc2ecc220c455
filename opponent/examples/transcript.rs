//! Plays one battle and prints it turn by turn, to read how a commander fights: `transcript BOOK SCENARIO RANK OTHER SEED`.
//! Scenarios as those of the `league` example.
#![allow(clippy::expect_used, clippy::print_stdout, missing_docs)] // A battle that can't be played has no transcript.

#[path = "../../rulesets/tests/common/mod.rs"]
mod common;
#[path = "../../rulesets/tests/common/equal_fleets.rs"]
mod equal_fleets;

use common::fields::six_ships;
use equal_fleets::equal_fleets;
use opponent::admiral::{Admiral, Character, Command, Rank, reason};
use opponent::books::ThinksAhead;
use opponent::budget::Unhurried;
use opponent::league::Player;
use opponent::position::Position;
use opponent::value::{chance, strength_left};
use rulesets::core::play_out::{ByLot, PlayOut, Players, SetOut};
use rulesets::core::{Commander, Order, Outlook, SideId};
use rulesets::gunboat::Gunboat;
use rulesets::hex_duel::HexDuel;
use rulesets::noddy::Noddy;
use rulesets::sp_bp::SpBp;

/// An admiral who says what he does and why, once a turn.
struct Speaking<B: ThinksAhead> {
    admiral: Admiral<B, Unhurried>,
    side: SideId,
    said: u32,
}

impl<B: ThinksAhead> Commander<B> for Speaking<B> {
    fn order(&mut self, outlook: &Outlook<'_, B>) -> Option<Order<B::Decision>> {
        let order = self.admiral.order(outlook);
        let thought = self.admiral.thought();
        let turn = B::turn(outlook.state);
        if turn > self.said && thought.simulations > 0 {
            self.said = turn;
            let lines = B::ships(outlook.state);
            for line in lines.iter().filter(|line| line.side == self.side && line.on_table) {
                let plan = thought.plans.of(&line.ship);
                println!("    {}", reason(outlook, (&self.side, &line.ship), plan, None));
            }
            if let Some(best) = thought.weighed.first() {
                println!(
                    "    ({} simulations, {:.0} % to win)",
                    thought.simulations,
                    100.0 * best.arm.mean()
                );
            }
        }
        order
    }

    fn instead(
        &mut self,
        outlook: &Outlook<'_, B>,
        order: Order<B::Decision>,
        halt: &rulesets::core::Halt,
    ) -> Option<Order<B::Decision>> {
        self.admiral.instead(outlook, order, halt)
    }
}

fn transcript<B: ThinksAhead>(book: &B, set_out: &SetOut<B>, (rank, other): (Rank, Player), seed: u64) {
    let position = Position::of(set_out);
    let sides = B::sides(&position.state);
    let [own, enemy] = sides.as_slice() else { return println!("This battle has no two sides.") };
    let setting = position.setting.clone();
    let command = Command {
        side: own.clone(),
        setting: setting.clone(),
        rank,
        character: Character::Balanced,
        handicap: 0.0,
        seed,
        by_hand: false,
    };
    let mut admiral =
        Speaking { admiral: Admiral::new(book, command, Unhurried), side: own.clone(), said: 0 };
    let mut other =
        other.commander(book, (enemy, &setting), seed ^ 1).expect("the other player plays this book");
    let sides: Vec<(SideId, &mut dyn Commander<B>)> =
        vec![(own.clone(), &mut admiral), (enemy.clone(), other.as_mut())];
    let mut umpire = book.umpire(seed);
    let players = Players { sides, umpire: umpire.as_mut() };
    let mut game = PlayOut::new(book, position.set_out(), players, seed);
    let mut shown = 0;
    let ending = loop {
        if let Some(ending) = game.ending() {
            break ending;
        }
        let before = game.state().clone();
        if B::turn(&before) > shown {
            shown = B::turn(&before);
            let now = 100.0 * chance(book, game.table(), &setting, &before, own);
            println!("turn {shown}, {own} by the value of the position: {now:.0} %");
            for line in B::ships(&before) {
                let pose = game.table().placed(&line.ship).map(|placed| placed.observation.pose);
                let at = pose.map_or_else(
                    || line.fate.clone().unwrap_or_default(),
                    |pose| {
                        format!(
                            "({:.1}, {:.1}) heading {:.0}",
                            pose.stack.x_in,
                            pose.stack.y_in,
                            pose.heading.deg()
                        )
                    },
                );
                let rows = book.card(&before, &line.ship).rows;
                let hurt = rows.iter().filter(|row| row.left < row.printed);
                let hurt: Vec<String> =
                    hurt.map(|row| format!("{} {}/{}", row.key, row.left, row.printed)).collect();
                println!("  {} {} {at} {}", line.side, line.name, hurt.join(", "));
            }
        }
        let played = match game.play_on() {
            Ok(played) => played,
            Err(stuck) => return println!("{stuck}"),
        };
        let rolls: usize = played.events.iter().map(|event| B::rolled(&before, event).len()).sum();
        if rolls > 0 {
            println!("  {rolls} dice: {}", B::phase_title(&before));
        }
    };
    let (left, others) = strength_left(book, game.state(), own);
    println!("{} after {} turns: {own} keeps {left:.2}, {enemy} {others:.2}", ending.ended, ending.turns);
}

/// A battle of the book's own.
fn of_the_book<B: ByLot>(book: &B, scenario: &str) -> SetOut<B> {
    book.staged(scenario, None).expect("a scenario of the book").set_out(book).expect("the book opens it")
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [book, scenario, rank, other, seed] = words.as_slice() else {
        println!("transcript BOOK SCENARIO RANK OTHER SEED");
        return;
    };
    let rank = Rank::ALL.into_iter().find(|known| known.title().eq_ignore_ascii_case(rank)).expect("a rank");
    let players = (rank, other.parse().expect("a player"));
    let seed = seed.parse().expect("a number");
    let sound = "the book's own data are sound";
    match (book.as_str(), scenario.as_str()) {
        ("gunboat", "six-ships") => {
            let book = Gunboat::embedded().expect(sound);
            transcript(&book, &six_ships(&book, 20, 0.0), players, seed);
        }
        ("noddy", "equal-fleets") => {
            let book = Noddy::embedded().expect(sound);
            transcript(&book, &equal_fleets(&book), players, seed);
        }
        ("gunboat", scenario) => {
            let book = Gunboat::embedded().expect(sound);
            transcript(&book, &of_the_book(&book, scenario), players, seed);
        }
        ("noddy", scenario) => {
            let book = Noddy::embedded().expect(sound);
            transcript(&book, &of_the_book(&book, scenario), players, seed);
        }
        ("sp_bp", scenario) => {
            let book = SpBp::embedded().expect(sound);
            transcript(&book, &of_the_book(&book, scenario), players, seed);
        }
        (_, scenario) => {
            let book = HexDuel::embedded().expect(sound);
            transcript(&book, &of_the_book(&book, scenario), players, seed);
        }
    }
}
