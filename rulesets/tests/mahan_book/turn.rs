//! The Player's orders and moves, round by round.

use crate::field::*;
use rulesets::core::{Book, BookData, BookTables};
use rulesets::mahan::play::*;
use rulesets::mahan::{MahanBook, PlayerOrder, Tables, TurnCapacity};

fn alone(ann: ShipCard) -> Battle {
    let ships = vec![player(ann, at(10, 14, 0)), mahan(card("bob"), at(28, 2, 0))];
    Begin::by_hand(ships).open().unwrap()
}

/// The possible moves of the ship: its turns before and after the move.
fn ways(battle: &Battle) -> Vec<(Option<i32>, Option<i32>)> {
    let ways = battle.book.ways(&battle.state, &group("ann"), &[]);
    ways.iter().map(|way| (way.before, way.after)).collect()
}

#[test]
fn mah_5_7_amb_2_9_orders_keep_to_engine_and_turning_capacity() {
    let battle = alone(ShipCard { engine: 8, ..card("ann") });
    let about = PlayerOrder::About(PORT);
    battle.refused(&battle.orders(&[("ann", 6, about)]), "MAH-7");
    battle.refused(&battle.orders(&[("ann", 8, PlayerOrder::STurn(PORT))]), "MAH-7");
    battle.refused(&battle.orders(&[("ann", 9, PlayerOrder::Ahead)]), "MAH-AMB-2");
    battle.refused(&battle.orders(&[]), "MAH-5");
    battle.refused(&battle.orders(&[("bob", 1, PlayerOrder::Ahead)]), "MAH-5");
    assert!(battle.may(&battle.orders(&[("ann", 4, about)])).is_ok());
    let Ask::PlayerOrders { groups } = battle.book.questions(&battle.state).remove(0).ask else { panic!() };
    assert_eq!((groups[0].fastest, groups[0].orders[4].len(), groups[0].orders[8].len()), (8, 9, 3));
}

#[test]
fn mah_8_9_turns_before_or_after_the_move_and_never_twice_in_a_hex() {
    let mut battle = alone(card("ann"));
    battle.take(battle.orders(&[("ann", 4, PlayerOrder::Turn120(STARBOARD))]));
    battle.until(Phase::PlayerMove, 1);
    // TC 2/3 at speed 4: one turn at a time, or both at once.
    let all = [(None, None), (Some(1), None), (Some(2), None), (None, Some(1)), (None, Some(2))];
    assert_eq!(ways(&battle), all);
    let from = battle.place("ann");
    let ahead = from.hex.moved(from.facing, 1);
    let turned = |by: i32| HexPose { hex: ahead, facing: from.facing.turned(by) };
    let wrong = battle.move_to("ann", &[("ann", turned(-1))]);
    battle.refused(&wrong, "MAH-8");
    let still = battle.move_to("ann", &[("ann", from)]);
    battle.refused(&still, "MAH-24");
    let moves = battle.move_to("ann", &[("ann", turned(1))]);
    battle.take(moves);
    // The ship has turned in this hex, and may turn again only after it leaves it.
    battle.until(Phase::PlayerMove, 2);
    assert_eq!(ways(&battle), [(None, None), (None, Some(1))]);
    battle.player_moves();
    battle.until(Phase::PlayerMove, 6);
    let from = battle.place("ann");
    let to = HexPose { hex: from.hex.moved(from.facing, 1), facing: from.facing.turned(1) };
    let moves = battle.move_to("ann", &[("ann", to)]);
    battle.take(moves);
    assert!(battle.group("ann").turns_left.is_empty());
    // This holds even in the first round of the next turn.
    battle.until(Phase::PlayerOrders, 0);
    battle.take(battle.orders(&[("ann", 4, PlayerOrder::Turn60(PORT))]));
    battle.until(Phase::PlayerMove, 1);
    assert_eq!(ways(&battle), [(None, None), (None, Some(-1))]);
    // With TC 1/2 only one turn at a time.
    let slow = TurnRow { to_speed: 16, capacity: TurnCapacity { per_hex: 1, per_turn: 2 } };
    let mut battle = alone(ShipCard { turning: vec![slow], ..card("ann") });
    battle.take(battle.orders(&[("ann", 4, PlayerOrder::Turn120(STARBOARD))]));
    battle.until(Phase::PlayerMove, 1);
    assert_eq!(ways(&battle), [(None, None), (Some(1), None), (None, Some(1))]);
}

#[test]
fn mah_4_10_24_amb_3_the_chart_says_who_moves_and_a_dash_or_a_dot_nobody() {
    let tables = Tables::embedded().unwrap();
    let mut battle = alone(card("ann"));
    battle.take(battle.orders(&[("ann", 3, PlayerOrder::Ahead)]));
    let mut moved = [0_u8; 8];
    let mut row = battle.place("ann").hex;
    while battle.state.turn == 1 {
        let round = battle.state.round;
        battle.until(Phase::Draw, round);
        let now = battle.place("ann").hex;
        moved[usize::from(round) - 1] = now.distance(row) as u8;
        row = now;
        battle.draw(rulesets::mahan::Chit::Blank, rulesets::mahan::Chit::Blank);
        if round == 7 {
            break;
        }
        let next = round + 1;
        if battle.state.phase == Phase::RoundEnd || !battle.state.rolls.is_empty() {
            let faces = vec![9; battle.state.rolls.len()];
            battle.dice(&faces);
        }
        battle.until(Phase::Draw, next);
    }
    assert_eq!(moved[..7], tables.schedule(3)[..7]);
    assert_eq!(moved, [1, 1, 0, 0, 1, 0, 0, 0]);
}

#[test]
fn she_stops_short_of_land_and_of_the_edge_and_may_leave_there() {
    let ships = vec![player(card("ann"), at(10, 2, 0)), mahan(card("bob"), at(28, 20, 0))];
    let mut battle = Begin::by_hand(ships).shore(Ground::Shoal, &[(10, 0)]).open().unwrap();
    battle.take(battle.orders(&[("ann", 4, PlayerOrder::Ahead)]));
    battle.until(Phase::Draw, 2);
    assert_eq!(battle.place("ann").hex, hex(10, 1));
    let ships = vec![
        player(card("ann"), at(10, 0, 0)),
        player(card("amy"), at(4, 9, 0)),
        mahan(card("bob"), at(28, 20, 0)),
    ];
    let mut battle = Begin::by_hand(ships).open().unwrap();
    let orders = [("ann", 4, PlayerOrder::Ahead), ("amy", 0, PlayerOrder::Ahead)];
    battle.take(battle.orders(&orders));
    battle.until(Phase::PlayerMove, 1);
    let stays =
        Decision::Move { group: group("ann"), ships: vec![id("ann")], leave: vec![], settled: vec![] };
    assert!(battle.may(&stays).is_ok());
    let leaves =
        Decision::Move { group: group("ann"), ships: vec![], leave: vec![id("ann")], settled: vec![] };
    battle.take(leaves);
    assert_eq!(battle.state.ships[&id("ann")].fate, Some(Fate::Left));
}

#[test]
fn options_are_what_their_file_says_and_a_battle_keeps_its_data() {
    let book = MahanBook::embedded().unwrap();
    let defaults = serde_json::to_value(MahOptions::default()).unwrap();
    for spec in book.options() {
        let own = &defaults[&spec.name];
        assert!(*own == spec.default || own.as_f64() == spec.default.as_f64(), "{}: {own}", spec.name);
        assert!(spec.allows(&spec.default), "{}", spec.name);
    }
    assert_eq!(defaults.as_object().unwrap().len(), book.options().len());
    let kept = MahanBook::with_data(book.data().to_vec()).unwrap();
    assert_eq!(kept.data(), book.data());
    assert!(book.data().iter().any(|file| file.name == "gunboat/charts.toml"));
    assert_eq!(<MahanBook as Book>::ID, "mahan");
}

/// A ship that is blocked stays in the hex in which it has turned already, and may not turn there again
/// (MAH-8).
#[test]
fn mah_8_whose_way_is_barred_turns_once_in_her_hex() {
    let ships = vec![player(card("ann"), at(10, 0, 0)), mahan(card("bob"), at(25, 20, 0))];
    let mut battle = Begin::by_hand(ships).open().unwrap();
    battle.take(battle.orders(&[("ann", 4, PlayerOrder::Turn60(PORT))]));
    battle.until(Phase::PlayerMove, 1);
    let turns = |battle: &Battle| {
        let ways = battle.book.ways(&battle.state, &group("ann"), &[]);
        ways.iter().filter(|way| way.after.is_some()).count()
    };
    assert_eq!(turns(&battle), 1);
    battle.state.ships.get_mut(&id("ann")).unwrap().turned_here = true;
    assert_eq!(turns(&battle), 0);
}
