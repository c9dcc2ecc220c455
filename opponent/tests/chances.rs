//! The chances of a battle, and luck apart from skill.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use geometry::ShipId;
use opponent::admiral::{Rank, advise};
use opponent::books::ThinksAhead;
use opponent::budget::Unhurried;
use opponent::chances::{Happened, Luck, Taken, chance_now, luck, what_changed, where_it_turned};
use opponent::position::Position;
use rulesets::core::play_out::{ByLot, PlayOut, Players, SetOut};
use rulesets::core::{AppDice, Audience, Book, Commander, Outlook, PlayedBook, SideId};
use rulesets::gunboat::Gunboat;
use rulesets::hex_duel::HexDuel;
use rulesets::sp_bp::SpBp;

/// A turn of a battle: its throws, and what else happened.
type Turn<B> = (Vec<Taken<B>>, Happened);

/// A battle between two who steam straight on: the position at the beginning of each turn, and what was between them.
fn played<B: ThinksAhead>(book: &B, begun: &SetOut<B>, seed: u64) -> (Vec<Position<B>>, Vec<Turn<B>>) {
    let sides = B::sides(&begun.state);
    let mut captains: Vec<_> = sides.iter().map(|side| book.straight(side, seed)).collect();
    let mut umpire = book.umpire(seed);
    let players = sides.iter().cloned().zip(captains.iter_mut());
    let players = players.map(|(side, captain)| (side, captain.as_mut() as &mut dyn Commander<B>));
    let players = Players { sides: players.collect(), umpire: umpire.as_mut() };
    let mut battle = PlayOut::new(book, begun.clone(), players, seed);
    let (mut positions, mut throws) = (vec![Position::of(begun)], vec![(Vec::new(), Happened::default())]);
    while battle.ending().is_none() {
        let before = battle.state().clone();
        let done = battle.play_on().unwrap();
        let (state, table) = (battle.state().clone(), battle.table().clone());
        let (taken, happened) = throws.last_mut().unwrap();
        let mut at = before.clone();
        for event in &done.events {
            happened.take(book, &at, event);
            at = B::apply(at, event);
        }
        if done.events.iter().any(|event| !B::rolled(&before, event).is_empty()) {
            let (again, after) = (B::thrown_anew(&done.decision), state.clone());
            taken.push(Taken { before, table: table.clone(), asked: Vec::new(), again, after });
        }
        if B::turn(&state) > B::turn(&positions.last().unwrap().state) {
            let setting = positions[0].setting.clone();
            positions.push(Position { state, table, setting });
            throws.push((Vec::new(), Happened::default()));
        }
    }
    (positions, throws)
}

/// The mean of luck over the dice of a throw, and the greatest of it.
fn luck_of<B: ThinksAhead>(
    book: &B,
    (taken, position): (&Taken<B>, &Position<B>),
    side: &SideId,
    (all, throws): (u64, u32),
) -> (f64, f64) {
    let mut most = 0.0_f64;
    let sum: f64 = (0..all)
        .map(|seed| {
            let mut dice = AppDice::new(seed + 77, &[]);
            let events = book.decide(&taken.before, &taken.again, &taken.table, &mut dice).unwrap();
            let after = events.iter().fold(taken.before.clone(), B::apply);
            let taken = Taken { after, ..taken.clone() };
            let one = luck(book, (&taken, &position.setting), side, (throws, 5)).moved;
            most = most.max(one.abs());
            one
        })
        .sum();
    (sum / all as f64, most)
}

/// Over the dice of a throw luck is nothing: what one throw gains, the others lose.
#[test]
fn luck_has_mean_zero_at_each_throw() {
    let book = HexDuel::embedded().unwrap();
    let begun = book.staged("duel", None).unwrap().set_out(&book).unwrap();
    let (positions, turns) = played(&book, &begun, 3);
    let side = SideId::of("union");
    let mut most = 0.0_f64;
    let throws = turns.iter().flat_map(|(taken, _)| taken);
    for taken in throws.filter(|taken| HexDuel::turn(&taken.before) > 1).take(4) {
        let (mean, greatest) = luck_of(&book, (taken, &positions[0]), &side, (150, 60));
        most = most.max(greatest);
        assert!(mean.abs() < 0.08, "{mean}");
    }
    // The dice do matter.
    assert!(most > 0.1, "{most}");
}

/// Damage of the Gunboat book is checked off after the throw and takes hold when the step ends: a salvo that hits well
/// is good luck all the same, and the mean over its dice is zero.
#[test]
fn a_salvo_that_hits_well_is_luck_in_the_gunboat_book() {
    let book = Gunboat::embedded().unwrap();
    let begun = book.staged("memphis", None).unwrap().set_out(&book).unwrap();
    let (positions, turns) = played(&book, &begun, 2);
    let side = Gunboat::sides(&begun.state)[0].clone();
    let mut most = 0.0_f64;
    let (mut throws, mut sum) = (0, 0.0);
    for taken in turns.iter().flat_map(|(taken, _)| taken).step_by(5).take(6) {
        let (mean, greatest) = luck_of(&book, (taken, &positions[0]), &side, (30, 30));
        println!("mean {mean:+.4}, greatest {greatest:.4}");
        // The two means are over 30 throws each: their difference is small beside the greatest.
        assert!(mean.abs() < 0.5 * greatest + 1e-9, "{mean} of {greatest}");
        most = most.max(greatest);
        (throws, sum) = (throws + 1, sum + mean);
    }
    assert!(most > 0.02, "{most}");
    assert!((sum / f64::from(throws)).abs() < 0.2 * most, "{sum} of {throws}");
}

#[test]
fn a_battles_curve_tells_where_it_turned() {
    let book = SpBp::embedded().unwrap();
    let begun = book.staged("spb-lissa-1866-07-20", None).unwrap().set_out(&book).unwrap();
    let side = SpBp::sides(&begun.state)[0].clone();
    let (positions, throws) = played(&book, &begun, 1);
    let now = |position| chance_now(&book, position, &side, (9, 1), &mut Unhurried).unwrap();
    let chances: Vec<_> = positions.iter().map(now).collect();
    assert!(chances.iter().all(|now| (0.0..=1.0).contains(&now.chance) && now.standard_error >= 0.0));
    let turns: Vec<u32> = positions.iter().map(|position| SpBp::turn(&position.state)).collect();
    let steps: Vec<(Luck, String)> = positions
        .windows(2)
        .zip(&throws)
        .map(|(pair, (throws, happened))| {
            let by_throw =
                throws.iter().map(|taken| luck(&book, (taken, &pair[0].setting), &side, (4, 9)).moved);
            let why = what_changed(&book, (&pair[0], &pair[1]), (happened, None));
            (Luck { moved: by_throw.sum(), standard_error: 0.0 }, why)
        })
        .collect();
    let turned = where_it_turned(&turns, &chances, &steps);
    let whole = chances.last().unwrap().chance - chances[0].chance;
    assert!((turned.plan() + turned.dice() - whole).abs() < 1e-9);
    for at in &turned.moments {
        let step = &turned.steps[*at];
        println!(
            "Turn {}: {:.2} to {:.2}. {}. {}",
            step.turn,
            step.before,
            step.after,
            step.split(),
            step.why
        );
    }
    // Stopped before the first simulation is done, it knows nothing.
    assert_eq!(chance_now(&book, &positions[0], &side, (9, 1), &mut || false), None);
}

#[test]
fn advice_is_three_things_with_their_chances_best_first() {
    let book = SpBp::embedded().unwrap();
    let begun = book.staged("spb-lissa-1866-07-20", None).unwrap().set_out(&book).unwrap();
    let side = SpBp::sides(&begun.state)[0].clone();
    let position = Position::of(&begun);
    let seen = book.seen_by(&begun.state, &Audience::Side(side.clone()));
    let outlook = Outlook { book: &book, state: &seen, table: &begun.table, questions: &[] };
    let position = Position::seen(&outlook, &position.setting);
    let advice = advise(&book, (&position, &side), (Rank::Lieutenant, 1), &mut Unhurried);
    advice.iter().for_each(|advice| println!("{}", advice.sentence));
    assert_eq!(advice.len(), 3);
    assert!(advice.windows(2).all(|pair| pair[0].chance >= pair[1].chance));
    assert!(advice.iter().all(|advice| advice.sentence.ends_with("% to win).")));
}

/// A ship at anchor has nothing to choose: advice speaks of one that may move, and names its chances in any case.
#[test]
fn advice_does_not_speak_for_a_ship_at_anchor() {
    let book = Gunboat::embedded().unwrap();
    let begun = book.staged("plum-point-bend", None).unwrap().set_out(&book).unwrap();
    let both_at_anchor = Position::of(&begun);
    let mut one_at_anchor = both_at_anchor.clone();
    one_at_anchor.state.ships.change(&ShipId::new("mortar-boat"), |ship| ship.anchored = false);
    let speaks_of = |position: &Position<Gunboat>, name: &str| {
        let mut left = 2_000_u32;
        let mut thinking = || {
            left = left.saturating_sub(1);
            left > 0
        };
        let advice = advise(&book, (position, &SideId::of("union")), (Rank::Captain, 1), &mut thinking);
        assert!(!advice.is_empty());
        for sentence in advice.iter().map(|advice| &advice.sentence) {
            println!("{sentence}");
            assert!(sentence.starts_with(name) && sentence.ends_with("% to win)."), "{sentence}");
        }
    };
    speaks_of(&both_at_anchor, "USS Cincinnati lies at anchor");
    speaks_of(&one_at_anchor, "Mortar boat");
}
