//! Who thinks ahead knows no more than his seat, repeats himself for a seed, stops at once, and wins.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use geometry::ShipId;
use opponent::admiral::{Character, Rank};
use opponent::books::ThinksAhead;
use opponent::budget::{Thinking, Unhurried};
use opponent::league::{Match, Player, Score, play_battle};
use opponent::position::Position;
use opponent::search::{Question, Thought, think, unknown};
use rulesets::core::play_out::{ByLot, SetOut};
use rulesets::core::{Audience, Book, Outlook, PlacedTable, SideId};
use rulesets::hex_duel::HexDuel;
use rulesets::noddy::{Course, GunState, Noddy, Written};
use rulesets::sp_bp::SpBp;

fn set_out<B: ThinksAhead>(scenario: &str) -> (B, SetOut<B>) {
    let book = B::embedded().unwrap();
    let set_out = book.staged(scenario, None).unwrap().set_out(&book).unwrap();
    (book, set_out)
}

fn thought<B: ThinksAhead>(
    book: &B,
    position: &Position<B>,
    side: &SideId,
    thinking: &mut impl Thinking,
) -> Thought {
    let (simulations, depth, seed) = (60, 0.34, 7);
    let sides = B::sides(&position.state);
    let enemy = unknown(book, position, sides.iter().find(|other| *other != side).unwrap());
    let question = Question { book, position, side, present: None, enemy, simulations, depth, seed };
    think(&question, |_| true, thinking)
}

/// What the enemy has written (NOD-9), where the mines lie and how he is hurt (NOD-29, NOD-30) changes nothing.
#[test]
fn he_plans_the_same_whatever_he_may_not_know() {
    let (book, begun) = set_out::<Noddy>("mobile-bay-mines");
    let side = SideId::of("union");
    let setting = Position::of(&begun).setting;
    let plans_of = |state: &<Noddy as Book>::State, table: &PlacedTable| {
        let seen = book.seen_by(state, &Audience::Side(side.clone()));
        let outlook = Outlook { book: &book, state: &seen, table, questions: &[] };
        thought(&book, &Position::seen(&outlook, &setting), &side, &mut Unhurried)
    };
    let plain = plans_of(&begun.state, &begun.table);
    let mut planted = begun.state.clone();
    planted.hidden.clear();
    for ship in planted.ships.values_mut().filter(|ship| ship.card.side != side) {
        ship.written = Some(Written::Here { course: Course { speed: 1, turn_deg: 40.0 } });
        ship.top_speed = 1;
        let guns: Vec<_> = ship.card.guns.iter().map(|gun| gun.id.clone()).collect();
        ship.guns.extend(guns.into_iter().map(|gun| (gun, GunState { lost: true, ..GunState::default() })));
    }
    assert_ne!(planted, begun.state);
    // The book's chart lies on the table on which it rules.
    let uncharted = begun.table.clone().with_terrain(setting.terrain.clone());
    assert_ne!(uncharted.terrain().len(), begun.table.terrain().len());
    assert_eq!(plans_of(&planted, &uncharted), plain);
    // The test can fail: what he may know does change what he thinks.
    for ship in planted.ships.values_mut().filter(|ship| ship.card.side == side) {
        ship.top_speed = 1;
    }
    assert_ne!(plans_of(&planted, &begun.table).weighed, plain.weighed);
}

#[test]
fn the_same_seed_gives_the_same_plans_and_a_stop_the_best_so_far() {
    let (book, begun) = set_out::<SpBp>("spb-lissa-1866-07-20");
    let (position, side) = (Position::of(&begun), SpBp::sides(&begun.state)[0].clone());
    let once = thought(&book, &position, &side, &mut Unhurried);
    assert_eq!(once, thought(&book, &position, &side, &mut Unhurried));
    assert!(once.simulations > 30, "{}", once.simulations);
    for most in [0, 1, 17, 2000] {
        let mut left = i64::from(most) + 1;
        let mut thinking = || {
            left -= 1;
            left > 0
        };
        let stopped = thought(&book, &position, &side, &mut thinking);
        assert!(stopped.simulations <= most, "{most}");
        assert_eq!(stopped.simulations > 0, most >= 2000, "{} of {most}", stopped.simulations);
        // Even without a simulation there is a plan for every ship.
        let manoeuvre = stopped.plans.usual.manoeuvre;
        let hers = book.manoeuvres(&position.setting.scene, &position.state, &ShipId::new("palestro"));
        assert!(most >= 2000 || hers.contains(&manoeuvre), "{manoeuvre:?}");
    }
}

/// The score of a player over a few battles, sides swapped.
fn score<B: ThinksAhead>(scenario: &str, (own, other): (Player, Player), battles: u64) -> Score {
    let (book, set_out) = set_out::<B>(scenario);
    let battle = Match { set_out, own, other };
    let mut score = Score::default();
    for number in 0..battles {
        let at = (number % 2) as usize;
        let result = play_battle(&book, &battle, (at, 500 + number / 2)).unwrap().unwrap();
        score.add(&result);
    }
    println!("{} {scenario}: {own} against {other}: {score:?}", B::ID);
    score
}

/// A small league that nobody got weaker: a lieutenant against the one that steams straight on. A handful of battles
/// can't tell 60 from 75 %, so the bound is on the strength kept, summed over both sides of each battle.
#[test]
fn who_thinks_beats_who_steams_straight() {
    let pair = (Player::Ranked(Rank::Lieutenant, Character::Balanced), Player::Straight);
    let margins = [
        ("sp_bp", score::<SpBp>("spb-lissa-1866-07-20", pair, 4).margin),
        ("hex_duel", score::<HexDuel>("duel", pair, 10).margin),
    ];
    assert!(margins.iter().all(|(_, margin)| *margin > 0.0), "{margins:?}");
}
