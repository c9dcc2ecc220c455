//! Mahan commands a side of a Noddy battle, with the same helm as in Gunboat.

#[path = "../common/equal_fleets.rs"]
mod equal_fleets;

use equal_fleets::equal_fleets;
use rulesets::core::play_out::{Players, Staged};
use rulesets::core::{Audience, Book, Commander, SideId};
use rulesets::mahan::command::{Mahan, NoddyCaptain, Straight};
use rulesets::noddy::play_out::{PlayOut, RandomCommander};
use rulesets::noddy::*;

/// The actions of one side in a battle.
#[derive(Debug, Default, PartialEq)]
struct Deeds {
    fired: u32,
    turned: u32,
    /// Half knots of top speed that the other side has lost.
    damage: i32,
}

fn top_speed(state: &State, side: &SideId) -> i32 {
    let ships = state.ships.values().filter(|ship| ship.card.side == *side);
    ships.map(|ship| if ship.fights() { i32::from(ship.top_speed) } else { 0 }).sum()
}

/// Plays a scene between a captain of this side and another player. The captain sees only what his side may
/// know.
fn played(
    book: &Noddy,
    staged: &Staged<Noddy>,
    own: &SideId,
    captain: &mut dyn Commander<Noddy>,
    seed: u64,
) -> Deeds {
    let set_out = staged.set_out(book).unwrap();
    let others = |state: &State| {
        let sides = state.sides();
        sides.iter().filter(|side| *side != own).map(|side| top_speed(state, side)).sum::<i32>()
    };
    let before = others(&set_out.state);
    let (mut deeds, mut umpire) = (Deeds::default(), RandomCommander::new(&Audience::Umpire, seed));
    let other = set_out.state.sides().into_iter().find(|side| side != own).unwrap();
    let mut random = RandomCommander::new(&Audience::Side(other.clone()), seed);
    let players = Players {
        sides: vec![(own.clone(), captain), (other, &mut random as &mut dyn Commander<Noddy>)],
        umpire: &mut umpire,
    };
    let mut after = before;
    PlayOut::new(book, set_out, players, seed)
        .looked_after()
        .to_the_end(|battle, played| {
            let of_ours = |ship: &geometry::ShipId| battle.state().side(ship) == Some(own);
            match &played.decision {
                Decision::Fire { firer, .. } if of_ours(firer) => deeds.fired += 1,
                Decision::WriteOrders { orders } => {
                    let turns = |order: &&ShipOrder| {
                        of_ours(&order.ship)
                            && matches!(order.order, Written::Here { course } if course.turn_deg != 0.0)
                    };
                    deeds.turned += orders.iter().filter(turns).count() as u32;
                }
                _ => {}
            }
            after = others(battle.state());
        })
        .unwrap_or_else(|stuck| panic!("{own:?}, seed {seed}: {stuck}"));
    Deeds { damage: before - after, ..deeds }
}

#[test]
fn mah_3_mahan_commands_either_side_of_every_noddy_scenario() {
    let book = Noddy::embedded().unwrap();
    let count = if cfg!(feature = "long") { 60 } else { 1 };
    let (mut mahans, mut straights) = (Deeds::default(), Deeds::default());
    for scenario in scenarios().unwrap() {
        let staged = scenario.staged().unwrap();
        for side in ["union", "confederate"] {
            let side = SideId::new(side);
            for seed in 0..count {
                let mut mahan = NoddyCaptain::new(side.clone(), Mahan::embedded().unwrap(), seed);
                let mut straight = NoddyCaptain::new(side.clone(), Straight, seed);
                for (captain, sum) in
                    [(&mut mahan as &mut dyn Commander<Noddy>, &mut mahans), (&mut straight, &mut straights)]
                {
                    let deeds = played(&book, &staged, &side, captain, seed);
                    sum.fired += deeds.fired;
                    sum.turned += deeds.turned;
                    sum.damage += deeds.damage;
                }
            }
        }
    }
    println!("Mahan {mahans:?}, straight on {straights:?}");
    // The display is judged in Gunboat (MAH-AMB-1), because arcs of ten degrees demand more than a broadside.
    // Here he must manoeuvre and fight.
    assert!(mahans.fired > 0 && mahans.turned > 0 && mahans.damage > 0, "{mahans:?}");
    assert_eq!(straights.turned, 0);
}

/// Half knots of top speed that Mahan and one who steams straight on have left after a battle of equal fleets.
fn against_straight(book: &Noddy, seed: u64) -> (i32, i32) {
    let set_out = equal_fleets(book);
    let sides = set_out.state.sides();
    let (own, other) = (&sides[(seed % 2) as usize], &sides[(1 - seed % 2) as usize]);
    let mut mahan = NoddyCaptain::new(own.clone(), Mahan::embedded().unwrap(), 2 * seed);
    let mut straight = NoddyCaptain::new(other.clone(), Straight, 2 * seed + 1);
    let mut umpire = RandomCommander::new(&Audience::Umpire, seed).only_asked();
    let players = Players {
        sides: vec![
            (own.clone(), &mut mahan as &mut dyn Commander<Noddy>),
            (other.clone(), &mut straight as &mut dyn Commander<Noddy>),
        ],
        umpire: &mut umpire,
    };
    let mut left = (0, 0);
    PlayOut::new(book, set_out, players, seed)
        .to_the_end(|battle, _| left = (top_speed(battle.state(), own), top_speed(battle.state(), other)))
        .unwrap_or_else(|stuck| panic!("seed {seed}: {stuck}"));
    left
}

/// His display chooses among twelve headings; trimmed to the sheet's narrow arcs (NOD-15) it is worth more than
/// steaming straight on.
#[test]
fn mah_3_mahan_beats_a_side_that_steams_straight_in_noddy() {
    let book = Noddy::embedded().unwrap();
    let (first, count) = if cfg!(feature = "long") { (1_000_000, 1_000) } else { (0, 60) };
    let (mut won, mut drawn) = (0, 0);
    for seed in first..first + count {
        let (own, other) = against_straight(&book, seed);
        won += u32::from(own > other);
        drawn += u32::from(own == other);
    }
    let points = f64::from(won) + f64::from(drawn) / 2.0;
    println!("Mahan against straight in Noddy: {won} of {count} won, {drawn} drawn");
    // A few dozen battles: he must not show to be no better.
    assert!(points > 0.5 * count as f64, "the trimmed display is worth too little: {points} of {count}");
}

/// He gets only what his side may see: the enemy's orders are secret until they are revealed (NOD-9).
#[test]
fn he_does_not_read_the_enemys_orders() {
    let book = Noddy::embedded().unwrap();
    let mut state = scenarios().unwrap()[0].staged().unwrap().set_out(&book).unwrap().state;
    let (own, other) = (state.sides()[0].clone(), state.sides()[1].clone());
    for ship in state.ships.values_mut() {
        ship.written = Some(Written::Here { course: Course { speed: 1, turn_deg: 0.0 } });
    }
    let seen = book.seen_by(&state, &Audience::Side(own));
    let theirs = |state: &State| {
        let enemies = state.ships.values().filter(|ship| ship.card.side == other);
        enemies.map(|ship| ship.written).collect::<Vec<_>>()
    };
    assert_ne!(theirs(&seen), theirs(&state));
}
