//! Measures how well predicted chances come true: battles between commanders of the league, predicted at the beginning of
//! their middle turns and played on to the end. `calibration BATTLES SEED [SIMULATIONS]`: the weights of the value are
//! fitted on battles of odd seeds, and everything is printed for those of even seeds; then what was simulated, for all.
#![allow(clippy::expect_used, clippy::print_stdout, missing_docs)] // A measure that can't be taken is none.

#[path = "../../rulesets/tests/common/mod.rs"]
mod common;
#[path = "../../rulesets/tests/common/equal_fleets.rs"]
mod equal_fleets;

use common::fields::six_ships;
use equal_fleets::equal_fleets;
use opponent::admiral::{Character, Rank};
use opponent::books::ThinksAhead;
use opponent::budget::Unhurried;
use opponent::chances::chance_now;
use opponent::league::Player;
use opponent::position::{Position, Stopped};
use opponent::value::{Standing, standing};
use rulesets::core::play_out::{Ending, PlayOut, Players, SetOut};
use rulesets::core::{Commander, SideId};
use rulesets::gunboat::Gunboat;
use rulesets::hex_duel::HexDuel;
use rulesets::mahan::MahanBook;
use rulesets::noddy::Noddy;
use rulesets::sp_bp::SpBp;

/// A prediction, and how the battle ended.
struct Predicted {
    seed: u64,
    standing: Standing,
    simulated: f64,
    /// 1 won, 0.5 drawn, 0 lost.
    points: f64,
}

/// Plays a battle; predicts it at the beginning of some turns of its middle.
fn battle<B: ThinksAhead>(
    book: &B,
    begun: &SetOut<B>,
    (players, seed, simulations): ([Player; 2], u64, u32),
) -> Option<Vec<Predicted>> {
    let first = Position::of(begun);
    let sides = B::sides(&first.state);
    let mut commanders = Vec::new();
    for (at, side) in sides.iter().enumerate() {
        let player = if book.is_by_the_rules(side) { Player::Mahan } else { players[at % 2] };
        let commander = player.commander(book, (side, &first.setting), seed.wrapping_mul(7) + at as u64)?;
        commanders.push((side.clone(), commander));
    }
    let sided: Vec<(SideId, &mut dyn Commander<B>)> = commanders
        .iter_mut()
        .map(|(side, commander)| (side.clone(), commander.as_mut() as &mut dyn Commander<B>))
        .collect();
    let mut umpire = book.umpire(seed);
    let mut game = PlayOut::new(book, begun.clone(), Players { sides: sided, umpire: umpire.as_mut() }, seed);
    let mut turns: Vec<Position<B>> = Vec::new();
    let ending: Ending<B::Ended> = loop {
        if let Some(ending) = game.ending() {
            break ending;
        }
        game.play_on().ok()?;
        let turn = B::turn(game.state());
        if turn > turns.last().map_or(1, |last| B::turn(&last.state)) {
            let (state, table) = (game.state().clone(), game.table().clone());
            turns.push(Position { state, table, setting: first.setting.clone() });
        }
    };
    let position =
        Position { state: game.state().clone(), table: game.table().clone(), setting: first.setting.clone() };
    let side = sides.first()?;
    let points = Stopped { position, ending: Some(ending) }.chance(book, side);
    // From the middle on: before it there is little to predict by.
    let middle = turns.len() / 3..turns.len().saturating_sub(1);
    let chosen = turns.get(middle)?.iter().step_by(2);
    let predicted = chosen.filter_map(|at| {
        let asked = (simulations, seed ^ 0x5EED);
        let simulated = chance_now(book, at, side, asked, &mut Unhurried)?.chance;
        let standing = standing(book, &at.table, &at.setting, &at.state, side);
        Some(Predicted { seed, standing, simulated, points })
    });
    Some(predicted.collect())
}

/// The weights that make what happened likeliest: by gradient, from the present ones.
fn fitted(all: &[&Predicted]) -> [f64; 3] {
    let mut weights = Standing::WEIGHTS;
    for _ in 0..4000 {
        let mut slope = [0.0; 3];
        for one in all {
            let off = one.points - one.standing.chance_by(&weights);
            slope.iter_mut().zip(one.standing.parts()).for_each(|(slope, part)| *slope += off * part);
        }
        let step = 4.0 / all.len().max(1) as f64;
        weights.iter_mut().zip(slope).for_each(|(weight, slope)| *weight += step * slope);
    }
    weights
}

/// The mean loss of predictions, in bits: 1 for who always says 50 %.
fn bits(all: &[&Predicted], chance: impl Fn(&Predicted) -> f64) -> f64 {
    let loss = |one: &&Predicted| {
        let p = chance(one).clamp(0.005, 0.995);
        -(one.points * p.log2() + (1.0 - one.points) * (1.0 - p).log2())
    };
    all.iter().map(loss).sum::<f64>() / all.len().max(1) as f64
}

/// Prints what was said and what came, by tenths of what was said. Which side is a battle's first means nothing, so each
/// prediction counts for both sides.
fn by_tenths(what: &str, all: &[&Predicted], chance: impl Fn(&Predicted) -> f64) {
    println!("  {what}: {:.3} bits", bits(all, &chance));
    for tenth in 0..10 {
        let here: Vec<(f64, f64)> = all
            .iter()
            .map(|one| (chance(one), one.points))
            .flat_map(|(chance, points)| [(chance, points), (1.0 - chance, 1.0 - points)])
            .filter(|(chance, _)| ((chance * 10.0) as usize).min(9) == tenth)
            .collect();
        if here.is_empty() {
            continue;
        }
        let count = here.len() as f64;
        let (said, came) = here.iter().fold((0.0, 0.0), |(said, came), one| (said + one.0, came + one.1));
        let (said, came) = (100.0 * said / count, 100.0 * came / count);
        println!("    {:>3} predictions: said {said:>3.0} %, came {came:>3.0} %", here.len());
    }
}

fn measure<B: ThinksAhead>(
    name: &str,
    begun: &SetOut<B>,
    (battles, seed, simulations): (u64, u64, u32),
) -> Vec<Predicted> {
    let book = B::embedded().expect("the book");
    let midshipman = Player::Ranked(Rank::Midshipman, Character::Balanced);
    let mut all = Vec::new();
    for seed in seed..seed + battles {
        let pairs = [
            [Player::Mahan, Player::Straight],
            [midshipman, Player::Straight],
            [Player::Straight, Player::Mahan],
            [Player::Straight, midshipman],
            [midshipman, midshipman],
        ];
        // Pairs change at every second seed, so that odd and even seeds see all of them.
        let players = pairs[(seed / 2 % pairs.len() as u64) as usize];
        let played = battle(&book, begun, (players, seed, simulations));
        let played = played.or_else(|| battle(&book, begun, ([Player::Straight; 2], seed, simulations)));
        all.extend(played.into_iter().flatten());
    }
    let (odd, even): (Vec<&Predicted>, Vec<&Predicted>) = all.iter().partition(|one| one.seed % 2 == 1);
    let weights = fitted(&odd);
    println!("{name}: {battles} battles, {} predictions to fit, {} to test", odd.len(), even.len());
    println!("  weights fitted on odd seeds: {weights:.2?} (strength, verdict, nearness)");
    by_tenths("value, present weights", &even, |one| one.standing.chance_by(&Standing::WEIGHTS));
    by_tenths("value, fitted weights", &even, |one| one.standing.chance_by(&weights));
    by_tenths("simulated", &even, |one| one.simulated);
    all
}

fn main() {
    let mut words = std::env::args().skip(1).map(|word| word.parse::<u64>().expect("a number"));
    let battles = words.next().unwrap_or(20);
    let how = (battles, words.next().unwrap_or(1), words.next().unwrap_or(24) as u32);
    let gunboat = Gunboat::embedded().expect("the book");
    let mut all = measure("gunboat six-ships", &six_ships(&gunboat, 20, 0.0), how);
    all.extend(measure("noddy equal-fleets", &equal_fleets(&Noddy::embedded().expect("the book")), how));
    fn staged<B: ThinksAhead>(scenario: &str) -> SetOut<B> {
        let book = B::embedded().expect("the book");
        book.staged(scenario, None).expect("the scenario").set_out(&book).expect("the book opens it")
    }
    all.extend(measure("hex_duel duel", &staged::<HexDuel>("duel"), how));
    all.extend(measure("sp_bp lissa", &staged::<SpBp>("spb-lissa-1866-07-20"), how));
    all.extend(measure("mahan meeting", &staged::<MahanBook>("meeting"), how));
    // Nothing is fitted in what is simulated, so odd seeds count as well.
    println!("every book: {} predictions", all.len());
    by_tenths("simulated", &all.iter().collect::<Vec<_>>(), |one| one.simulated);
}
