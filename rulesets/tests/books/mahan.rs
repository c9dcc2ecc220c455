//! Mahan: his procedure, and the strength of his display in play.

use crate::common::fields::six_ships;
use geometry::Flank;
use rulesets::core::play_out::Players;
use rulesets::core::{Actor, AppDice, Book, BookTables, DataError, Outlook};
use rulesets::core::{Commander, SideId};
use rulesets::gunboat::play_out::PlayOut;
use rulesets::gunboat::{Decision, Gunboat, Side as GunSide, State};
use rulesets::mahan::command::{GunboatCaptain, Mahan, Nobody, Straight, Wander};
use rulesets::mahan::*;

fn tables() -> Tables {
    Tables::embedded().unwrap()
}

#[test]
fn mah_1_2_4_25_the_cup_is_emptied_by_eight_rounds() {
    let tables = tables();
    let mut cup = Cup::full(&tables);
    assert_eq!((cup.left(), Cup::draws(&tables) * 8), (16, 16));
    let all: Vec<Chit> = (0..16).map(|place| cup.at(place)).collect();
    assert_eq!(all.iter().filter(|chit| **chit == Chit::Blank).count(), 14);
    assert!(cup.take(Chit::Mahan) && !cup.take(Chit::Mahan));
    assert_eq!((cup.left(), cup.at(1)), (15, Chit::Blank));
}

#[test]
fn mah_5_6_7_10_the_players_orders() {
    use Flank::{Port, Starboard};
    assert_eq!(PlayerOrder::Ahead.turns(), [0; 0]);
    assert_eq!(PlayerOrder::About(Starboard).turns(), [1, 1, 1]);
    assert_eq!(PlayerOrder::STurn(Port).turns(), [-1, 1]);
    let tc = |per_hex, per_turn| TurnCapacity { per_hex, per_turn };
    assert!(!tc(1, 1).allows(PlayerOrder::STurn(Port)) && tc(1, 2).allows(PlayerOrder::STurn(Port)));
    assert!(!tc(2, 2).allows(PlayerOrder::About(Port)) && tc(1, 3).allows(PlayerOrder::About(Port)));
    assert_eq!(tc(2, 1).ways_120(), []);
}

#[test]
fn mah_12_13_16_amb_11_12_18_modes_and_assignments() {
    let tables = tables();
    let modes = [(Some(20), false), (Some(21), false), (None, false), (Some(3), true)];
    let modes = modes.map(|(nearest, retreats)| mode(&tables, nearest, retreats));
    assert_eq!(modes, [Mode::Bmd, Mode::ApproachNearest, Mode::ApproachNearest, Mode::Retreat]);
    let reading = |heading| (heading, MahanOrder::Ahead);
    // Off the map: rerolled (MAH-16).
    let to = assign(&tables, (8, 0), [reading(1), reading(2)], |heading, _, _| heading != 1);
    assert_eq!((to.heading, to.speed, to.rerolls), (2, 5, 1));
    // MAH-AMB-11: after twenty rerolls, Ahead on the present heading.
    let to = assign(&tables, (8, 0), std::iter::repeat_n(reading(3), 100), |_, _, _| true);
    assert_eq!((to.heading, to.order, to.speed, to.rerolls), (0, MahanOrder::Ahead, 8, 20));
    // MAH-AMB-18: the minimum of 1 does not move a stopped ship.
    assert_eq!(assign(&tables, (0, 0), [reading(2)], |_, _, _| true).speed, 0);
    // The turn costs speed at once (MAH-17): a heading that leads off the map at the old speed may stay on it
    // at the new one (MAH-16).
    let to = assign(&tables, (8, 0), [reading(2)], |_, _, speed| speed < 8);
    assert_eq!((to.rerolls, to.heading, to.speed), (0, 2, 5));
}

#[test]
fn mah_19_20_22_amb_10_about() {
    let at = |bearing_deg| Bearings { distance: 4, bearing_deg };
    assert!(behind_each_other(at(180.0), at(155.0), true));
    assert!(!behind_each_other(at(180.0), at(180.0), false) && !behind_each_other(at(180.0), at(90.0), true));
    assert_eq!(about_turns(&[1, 0, 0, 0]), [0]);
    assert_eq!(about_turns(&[1, 1, 0, 1]), [0, 1, 3]);
    assert_eq!((MahanOrder::AboutPort.turns(), MahanOrder::AboutPort.turn()), (3, -1));
}

#[test]
fn mah_23_amb_1_the_display_covers_everything_and_its_errors_say_what_is_wrong() {
    let tables = tables();
    for distance in 1..=20 {
        for bearing_deg in [0.0, 29.9, 30.0, 90.0, 180.0, 329.9, 330.0] {
            let sector = tables.display().sector(Bearings { distance, bearing_deg }).unwrap();
            (1..=10).for_each(|face| assert!(sector.read(face).is_some()));
        }
    }
    assert!(tables.display().sector(Bearings { distance: 21, bearing_deg: 0.0 }).is_none());
    assert_eq!(Bearings { distance: 1, bearing_deg: 330.0 }.sextant(), 0);
    // The player's own display replaces the compiled one; an invalid one is refused.
    let mut files = tables.files().to_vec();
    files[1].text = files[1].text.replacen("[1, 2, 3]", "[1, 2]", 1);
    assert!(matches!(Tables::load(files), Err(DataError::Content { .. })));
}

#[test]
fn mah_30_31_amb_15_what_may_be_rammed() {
    let tables = tables();
    let slow = |powered_speed| Calling { powered_speed, helpless: false };
    assert!(ram_allowed(&tables, true, slow(2)) && !ram_allowed(&tables, true, slow(3)));
    assert!(!ram_allowed(&tables, false, Calling { powered_speed: 0, helpless: true }));
    assert_eq!(spar_run(&tables, 5, 1, false), SparEnd::Approach);
    assert_eq!(spar_run(&tables, 4, 2, true), SparEnd::Another);
}

/// Before any model is moved, a screen can show where each of his ships goes; models set down there are
/// accepted.
#[test]
fn his_orders_say_where_each_of_his_ships_goes() {
    let book = Gunboat::embedded().unwrap();
    let set_out = six_ships(&book, 20, 0.0);
    let side = GunSide::Union;
    let mut captain = GunboatCaptain::new(side, Mahan::embedded().unwrap(), 7);
    let (mut state, mut table) = (set_out.state, set_out.table);
    for _ in 0..2 {
        let own: Vec<_> = book.questions(&state);
        let own: Vec<_> = own.into_iter().filter(|it| it.who == Actor::Side(side.id())).collect();
        let outlook = Outlook { book: &book, state: &state, table: &table, questions: &own };
        let order = captain.order(&outlook).unwrap();
        let ghosts = order.ghosts();
        for (ship, stops) in &order.models {
            assert!(stops.iter().all(|stop| *stop != table.placed(ship).unwrap().observation.pose));
            stops.iter().for_each(|stop| table.set_down(ship, *stop));
        }
        let events = book.decide(&state, &order.decision, &table, &mut AppDice::new(7, &[])).unwrap();
        state = events.iter().fold(state, Gunboat::apply);
        if matches!(order.decision, Decision::Move { .. }) {
            assert_eq!(ghosts.len(), 3);
            assert!(ghosts.iter().all(|(ship, pose)| table.placed(ship).unwrap().observation.pose == *pose));
            return;
        }
    }
    panic!("he never moved");
}

/// Draft boxes that each side has lost.
fn draft_lost(state: &State, side: GunSide) -> u32 {
    state.ships.values().filter(|ship| ship.card.side == side).map(|ship| u32::from(ship.ticks.draft)).sum()
}

/// The helm of the other side.
#[derive(Debug, Clone, Copy)]
enum Against {
    Straight,
    Wander,
}

/// Draft boxes lost by Mahan and by the other side in a battle of twenty turns between equal fleets.
fn battle(book: &Gunboat, against: Against, seed: u64) -> (u32, u32) {
    let (own, other) = if seed.is_multiple_of(2) {
        (GunSide::Union, GunSide::Confederate)
    } else {
        (GunSide::Confederate, GunSide::Union)
    };
    let mut mahan = GunboatCaptain::new(own, Mahan::embedded().unwrap(), 2 * seed);
    let (mut straight, mut wander) = (
        GunboatCaptain::new(other, Straight, 2 * seed + 1),
        GunboatCaptain::new(other, Wander, 2 * seed + 1),
    );
    let enemy: &mut dyn Commander<Gunboat> = match against {
        Against::Straight => &mut straight,
        Against::Wander => &mut wander,
    };
    let mut nobody = Nobody;
    let sides: Vec<(SideId, &mut dyn Commander<Gunboat>)> = vec![(own.id(), &mut mahan), (other.id(), enemy)];
    let players = Players { sides, umpire: &mut nobody };
    let set_out = six_ships(book, 20, 0.0);
    let mut lost = (0, 0);
    PlayOut::new(book, set_out, players, seed)
        .looked_after()
        .to_the_end(|battle, _| {
            lost = (draft_lost(battle.state(), own), draft_lost(battle.state(), other));
        })
        .unwrap_or_else(|stuck| panic!("seed {seed}: {stuck}"));
    lost
}

/// The 95 % limits of a share (E. B. Wilson, 1927).
fn limits(won: u32, of: u32) -> (f64, f64) {
    let (n, z) = (f64::from(of), 1.96);
    let p = f64::from(won) / n;
    let (middle, half) = (p + z * z / (2.0 * n), z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt());
    ((middle - half) / (1.0 + z * z / n), (middle + half) / (1.0 + z * z / n))
}

/// Plays battles and counts wins; a draw is no win.
fn judge(against: Against) {
    let (first, count) = if cfg!(feature = "long") { (1_000_000, 1_000) } else { (0, 60) };
    let book = Gunboat::embedded().unwrap();
    let (mut won, mut drawn, mut own_lost, mut others_lost) = (0, 0, 0, 0);
    for seed in first..first + count {
        let (own, other) = battle(&book, against, seed);
        won += u32::from(own < other);
        drawn += u32::from(own == other);
        own_lost += own;
        others_lost += other;
    }
    let (lower, upper) = limits(won, count as u32);
    println!(
        "Mahan against {against:?}: {won} of {count} won, {drawn} drawn, draft lost {own_lost} to {others_lost}, \
         95 % limits {lower:.3} and {upper:.3}"
    );
    // A few dozen battles can't prove that he wins more than half: they must not show that he wins less.
    let limit = if cfg!(feature = "long") { lower } else { upper };
    assert!(limit > 0.5, "the display is worth too little: {limit:.3}");
}

/// MAH-3, MAH-14, MAH-32, MAH-AMB-1.
#[test]
fn mahan_beats_a_side_that_steams_straight() {
    judge(Against::Straight);
}

#[test]
fn mahan_beats_a_side_that_moves_at_random() {
    judge(Against::Wander);
}
