//! Mahan's orders: twice a turn, by the display, without a decision.

use crate::field::*;
use geometry::{HexTop, ShipId};
use rulesets::core::{Actor, Book, SideId};
use rulesets::mahan::play::*;
use rulesets::mahan::{MahanOrder, PlayerOrder, Side};
use std::collections::BTreeSet;

/// The Player's ann, and Mahan's bob at a given pose.
fn two(bob: HexPose) -> Begin {
    Begin::by_hand(vec![player(card("ann"), at(8, 12, 0)), mahan(card("bob"), bob)])
}

fn ordered(battle: &mut Battle, speed: u8) {
    battle.take(battle.orders(&[("ann", speed, PlayerOrder::Ahead)]));
}

#[test]
fn mah_3_11_mahan_has_orders_twice_a_turn_and_nobody_decides_for_him() {
    let mut battle = two(at(14, 12, 5)).open().unwrap();
    assert_eq!(battle.state.phase, Phase::PlayerOrders);
    ordered(&mut battle, 4);
    // After all of the Player's orders: dice, and no choice.
    let questions = battle.book.questions(&battle.state);
    assert_eq!((questions.len(), &questions[0].ask), (1, &Ask::Roll));
    assert_eq!(questions[0].who, Actor::Side(SideId::of("confederate")));
    let count = |battle: &Battle| battle.told.iter().filter(|told| told.starts_with("bob: speed")).count();
    battle.dice(&[1]);
    assert_eq!((count(&battle), battle.state.round), (1, 1));
    battle.until(Phase::Draw, 4);
    assert_eq!(count(&battle), 1);
    battle.until(Phase::PlayerOrders, 0);
    assert_eq!((count(&battle), battle.state.turn), (2, 2));
}

#[test]
fn mah_14_15_16_17_18_headings_cost_speed_and_no_turning_capacity_counts() {
    let (mut costs, mut rerolls) = (BTreeSet::new(), BTreeSet::new());
    let ann = at(8, 12, 0);
    let edge = (0..6).map(|facing| (at(27, 12, facing), (29, 12)));
    for (ann, (column, row)) in [(ann, (13, 12)), (ann, (9, 12)), (ann, (8, 16))].into_iter().chain(edge) {
        for facing in 0..6 {
            let far = ShipCard { turning: vec![], ..card("bob") };
            let begin = Begin::by_hand(vec![player(card("ann"), ann), mahan(far, at(column, row, facing))]);
            let mut battle = begin.open().unwrap();
            ordered(&mut battle, 4);
            for face in 1..=10 {
                let mut battle = Battle {
                    book: battle.book.clone(),
                    state: battle.state.clone(),
                    table: battle.table.clone(),
                    told: vec![],
                };
                if battle.state.rolls.len() != 1 || battle.state.rolls[0].request.purpose != "display" {
                    continue;
                }
                let before = battle.place("bob");
                for event in battle.dice(&[face]) {
                    match event {
                        Event::Rerolled { rule, .. } => {
                            rerolls.insert(rule.as_str().to_owned());
                        }
                        Event::MahanOrdered { cost, speed, .. } => {
                            let turn = before.facing.hexsides_to(battle.place("bob").facing).unsigned_abs();
                            assert_eq!(cost, [0, 1, 3][turn as usize], "from {before:?}");
                            assert_eq!(speed, 4 - cost);
                            assert_eq!(battle.place("bob").hex, before.hex);
                            costs.insert(cost);
                        }
                        _ => {}
                    }
                }
            }
        }
    }
    assert_eq!(costs, BTreeSet::from([0, 1, 3]));
    assert_eq!(rerolls, BTreeSet::from(["MAH-15".to_owned(), "MAH-16".to_owned()]));
}

#[test]
fn mah_amb_8_engine_capacity_counts_by_the_turn_or_by_the_phase() {
    for (per_phase, most) in [(false, 4), (true, 8)] {
        let mut battle = two(at(14, 12, 5)).with("mah.ec_per_phase", per_phase).open().unwrap();
        ordered(&mut battle, 4);
        battle.until(Phase::MahanMove, 1);
        let speed = battle.group("bob").speed;
        let next = battle.book.highest_speed(&battle.state, &group("bob"));
        assert_eq!(next, if per_phase { (speed + 4).min(most) } else { most });
    }
}

/// Each of the two is behind the other's stern, on opposite courses.
fn astern(options: Begin) -> Battle {
    let mut battle = options.open().unwrap();
    ordered(&mut battle, 0);
    battle.dice(&[5]);
    battle
}

#[test]
fn mah_19_22_amb_6_an_about_is_replaced_or_goes_on() {
    for carries in [false, true] {
        let begin =
            Begin::by_hand(vec![player(card("ann"), at(10, 8, 0)), mahan(card("bob"), at(10, 12, 3))]);
        let mut battle = astern(begin.with("mah.about_carries_over", carries));
        assert_eq!((battle.group("bob").mahan_order, battle.group("bob").speed), (MahanOrder::AboutPort, 4));
        // At speed 4 the ship moves, and turns, in rounds 1 and 2 only.
        battle.until(Phase::Draw, 3);
        assert_eq!((battle.group("bob").turns_done, battle.place("bob").facing.number()), (2, 1));
        battle.until(Phase::Draw, 5);
        let kept = battle.told.iter().any(|told| told.contains("(MAH-AMB-6)"));
        assert_eq!(kept, carries);
        if carries {
            assert_eq!((battle.group("bob").turns_done, battle.place("bob").facing.number()), (3, 0));
        }
    }
}

#[test]
fn mah_20_21_amb_7_17_a_60_order_is_thrown_for_after_the_chits_and_costs_nothing() {
    let mut found = None;
    for face in 1..=10 {
        let mut battle = two(at(12, 12, 3)).open().unwrap();
        ordered(&mut battle, 0);
        battle.dice(&[face]);
        if battle.state.rolls.is_empty() && battle.group("bob").mahan_order.turns() == 1 {
            found = Some(battle);
        }
    }
    let mut battle = found.unwrap();
    let (speed, facing) = (battle.group("bob").speed, battle.place("bob").facing);
    let hexsides = battle.group("bob").mahan_order.turn();
    battle.until(Phase::Draw, 1);
    assert!(battle.state.rolls.is_empty());
    battle.draw(rulesets::mahan::Chit::Blank, rulesets::mahan::Chit::Blank);
    assert_eq!((battle.state.phase, battle.state.rolls.len()), (Phase::RoundEnd, 1));
    // A 4 does not turn the ship; the fourth round needs no die.
    battle.dice(&[4]);
    assert_eq!(battle.place("bob").facing, facing);
    battle.until(Phase::Draw, 4);
    assert_eq!(battle.place("bob").facing, facing);
    let drawn = battle.draw(rulesets::mahan::Chit::Blank, rulesets::mahan::Chit::Blank);
    let turned = drawn.iter().find_map(|event| match event {
        Event::Turned { places, .. } => Some(places[0].1.facing),
        _ => None,
    });
    assert_eq!((turned, battle.group("bob").speed), (Some(facing.turned(hexsides)), speed));
}

#[test]
fn mah_13_amb_13_the_umpire_lets_her_retreat_over_the_friendly_edge() {
    let mut battle = two(at(27, 12, 1)).open().unwrap();
    let order = UmpireOrder::Retreat { group: group("bob"), retreats: true };
    battle.take(Decision::Umpire { order, reason: "She has had enough.".to_owned() });
    ordered(&mut battle, 4);
    assert_eq!((&battle.group("bob").course, battle.group("bob").speed), (&Course::Retreat, 4));
    battle.until(Phase::Over, 5);
    assert_eq!(battle.state.ships[&id("bob")].fate, Some(Fate::Left));
    assert_eq!(battle.state.outcome, Some(Outcome::Won { side: SideId::of("union") }));
}

#[test]
fn mah_12_amb_12_out_of_sight_she_comes_nearer_round_the_land() {
    let wall: Vec<(i32, i32)> = (8..16).map(|row| (26, row)).collect();
    let begin = Begin::by_hand(vec![player(card("ann"), at(2, 12, 0)), mahan(card("bob"), at(28, 12, 5))]);
    let mut battle = begin.shore(Ground::Land, &wall).open().unwrap();
    ordered(&mut battle, 0);
    // No dice: the ship approaches the nearest enemy.
    assert_eq!(battle.group("bob").course, Course::Approach { target: id("ann") });
    for _ in 0..3 {
        battle.until(Phase::PlayerOrders, 0);
        ordered(&mut battle, 0);
    }
    let (bob, ann) = (battle.place("bob"), battle.place("ann"));
    assert!(bob.hex.distance(ann.hex) < 24, "{bob:?}");
    // Within twenty hexes, but hidden by an island: this counts as no enemy.
    let ring: Vec<(i32, i32)> = vec![(10, 11), (10, 12), (10, 13)];
    let mut battle = two(at(12, 12, 5)).shore(Ground::Land, &ring).open().unwrap();
    ordered(&mut battle, 0);
    assert!(matches!(battle.group("bob").course, Course::Approach { .. }));
}

#[test]
fn mah_amb_19_ships_face_hexsides() {
    let begin = two(at(14, 12, 5));
    let pointed = {
        let mut grid = grid();
        grid.board.top = HexTop::Pointy;
        Decision::Open {
            ships: begin.ships.clone(),
            formations: vec![],
            sides: (SideId::of("a"), SideId::of("b")),
            mahan_edge: rulesets::core::Edge::East,
            terrain: vec![],
            grid,
            options: begin.options.clone(),
        }
    };
    let battle = begin.open().unwrap();
    let fresh = Battle { state: State::default(), ..battle };
    fresh.refused(&pointed, "MAH-AMB-19");
    // The bow points to a hexside: headings are multiples of sixty degrees on this board.
    for facing in 0..6 {
        let deg = grid().heading(at(1, 1, facing).facing).deg().round();
        assert_eq!(deg as i32, 60 * facing);
    }
}

#[test]
fn mah_36_followers_turn_where_the_first_ship_did() {
    let places = [at(10, 12, 0), at(10, 13, 0), at(10, 14, 0)];
    for line in [false, true] {
        let names = ["ann", "amy", "ada"];
        let mut ships: Vec<Entry> =
            names.iter().zip(places).map(|(name, place)| player(card(name), place)).collect();
        ships.push(mahan(card("bob"), at(28, 2, 0)));
        let begin = Begin::by_hand(ships).formation("line", &names).with("mah.line_ahead", line);
        let mut battle = begin.open().unwrap();
        let orders = [("line", 4, PlayerOrder::Turn60(STARBOARD))];
        battle.take(battle.orders(&orders));
        battle.until(Phase::PlayerMove, 1);
        let after = |hexes: i32, facing: i32| {
            places
                .iter()
                .map(|place| HexPose { hex: place.hex.moved(place.facing, hexes), ..at(0, 0, facing) })
                .collect::<Vec<HexPose>>()
        };
        let mut wanted = after(1, 1);
        if line {
            wanted[1].facing = at(0, 0, 0).facing;
            wanted[2].facing = at(0, 0, 0).facing;
        }
        let moves = battle.move_to(
            "line",
            &names.iter().zip(&wanted).map(|(name, place)| (*name, *place)).collect::<Vec<_>>(),
        );
        battle.take(moves);
        battle.until(Phase::Draw, 2);
        let corner = places[0].hex.moved(places[0].facing, 1);
        let (amy, ada) = (battle.place("amy"), battle.place("ada"));
        if line {
            // The second ship has reached the corner, and turns there.
            assert_eq!((amy.hex, amy.facing.number(), ada.facing.number()), (corner, 1, 0));
            battle.until(Phase::Draw, 5);
            assert_eq!((battle.place("ada").hex, battle.place("ada").facing.number()), (corner, 1));
        } else {
            assert_eq!((amy.facing.number(), ada.facing.number()), (1, 1));
        }
    }
}

/// Mahan's own column: the first ship turns at once, and the others follow it.
#[test]
fn mah_36_mahans_column_snakes_after_its_first_ship() {
    let mut snaked = 0;
    for face in 1..=10 {
        let lead = at(16, 12, 5);
        let behind = |hexes: i32| HexPose { hex: lead.hex.moved(lead.facing, -hexes), ..lead };
        let ships = vec![
            player(card("ann"), at(9, 12, 0)),
            mahan(card("bob"), lead),
            mahan(card("bill"), behind(1)),
            mahan(card("ben"), behind(2)),
        ];
        let begin = Begin::by_hand(ships).formation("column", &["bob", "bill", "ben"]);
        let mut battle = begin.with("mah.line_ahead", true).open().unwrap();
        ordered(&mut battle, 0);
        battle.dice(&[face]);
        if !battle.state.rolls.is_empty() || battle.place("bob").facing == lead.facing {
            continue;
        }
        let facing = battle.place("bob").facing;
        assert_eq!((battle.place("bill").facing, battle.place("ben").facing), (lead.facing, lead.facing));
        if battle.group("column").speed < 2 {
            continue;
        }
        battle.until(Phase::Draw, 1);
        let bill = battle.place("bill");
        assert_eq!((bill.hex, bill.facing), (lead.hex, facing), "face {face}");
        snaked += 1;
    }
    assert!(snaked > 0);
}

#[test]
fn the_ghosts_are_where_his_ships_go() {
    let mut battle = two(at(14, 12, 5)).open().unwrap();
    ordered(&mut battle, 0);
    battle.until(Phase::MahanMove, 1);
    let from = battle.place("bob");
    let to = HexPose { hex: from.hex.moved(from.facing, 1), ..from };
    let ghost: Vec<(ShipId, geometry::Pose)> = battle.book.ghosts(&battle.state);
    assert_eq!(ghost, [(id("bob"), to.pose(&grid()))]);
    // A model that was not moved to its ghost is reported.
    let decision = Decision::MahanMoved { ships: vec![id("bob")], settled: vec![] };
    battle.refused(&decision, "MAH-24");
    assert_eq!(battle.state.groups_of(Side::Mahan), [group("bob")]);
    battle.mahan_moves();
    assert_eq!(battle.place("bob"), to);
}
