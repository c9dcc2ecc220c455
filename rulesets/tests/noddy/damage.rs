//! Effects of hits and of special effects.

use crate::field::*;
use rulesets::core::Book;
use rulesets::noddy::*;
use serde_json::Value;

#[test]
fn nod_amb_4_5_fire_and_steam_count_once_and_the_stack_by_itself() {
    let modifier = |options: &[(&str, Value)]| {
        let mut battle = Battle::duel(10.0, options);
        battle.go_to(1, Step::FirstFire);
        battle.set("a", Becomes::Burning { attempts: Some(0) });
        battle.set("a", Becomes::Steam { full: true });
        battle.set("a", Becomes::Stack { hits: 2 });
        battle.plan().guns[0].shot.modifier
    };
    assert_eq!(modifier(&[]), -2);
    assert_eq!(modifier(&[("nod.fire_steam_stack", true.into())]), -3);
    assert_eq!(modifier(&[("nod.stack_hits_cumulate", "speed_and_fire".into())]), -3);
}

#[test]
fn nod_amb_5_a_second_hit_on_the_stack_costs_two_more_knots() {
    let mut battle = Battle::duel(10.0, &[]);
    for _ in 0..2 {
        battle.umpire(UmpireOrder::Special { ship: id("a") });
        battle.throw(&[4, 4]);
    }
    assert_eq!((battle.ship("a").top_speed, battle.ship("a").stack_hits), (12, 2));
}

#[test]
fn nod_26_amb_14_she_sinks_at_the_end_of_her_last_move_and_fights_meanwhile() {
    let mut battle = Battle::duel(10.0, &[]);
    battle.umpire(UmpireOrder::LoseSpeed { ship: id("a"), half_knots: 21 });
    battle.throw(&[1]);
    assert_eq!(battle.ship("a").sinks_after, Some(7));
    battle.order("b", 0, 0.0);
    battle.go_to(7, Step::FirstFire);
    // Further losses need no second die, and the ship may still fire.
    battle.umpire(UmpireOrder::LoseSpeed { ship: id("a"), half_knots: 2 });
    assert!(battle.state.rolls.is_empty());
    battle.must(fire("a", "b"));
    battle.throw(&[1, 1]);
    assert!(battle.ship("a").fights());
    battle.go_to(8, Step::Orders);
    assert_eq!(battle.ship("a").fate, Some(Fate::Sunk));
}

#[test]
fn nod_19_amb_16_a_dice_of_moves() {
    let mut battle = Battle::duel(10.0, &[]);
    battle.umpire(UmpireOrder::Special { ship: id("a") });
    battle.throw(&[4, 5]);
    battle.throw(&[2]);
    assert_eq!(battle.ship("a").jammed_until, 3);
    battle.umpire(UmpireOrder::Special { ship: id("a") });
    battle.throw(&[5, 5]);
    battle.throw(&[1]);
    assert_eq!(battle.ship("a").steering_until, 2);
    battle.order("a", 4, 10.0);
    assert!(
        battle
            .rules(&Decision::WriteOrders { orders: vec![battle.write("a")] })
            .contains(&"NOD-19".to_owned())
    );
    battle.order("a", 0, 0.0);
    battle.go_to(4, Step::Orders);
    // Free again, the ship gains speed.
    battle.order("a", 4, 10.0);
    battle.go_to(4, Step::FirstHalf);
    assert_eq!(battle.ship("a").speed, 4);
}

#[test]
fn nod_19_every_special_effect_does_what_it_says() {
    let after = |faces: [u8; 2], next: &[u8]| {
        let mut battle = Battle::duel(10.0, &[]);
        battle.umpire(UmpireOrder::Special { ship: id("a") });
        battle.throw(&faces);
        if !next.is_empty() {
            battle.throw(next);
        }
        assert!(battle.state.rolls.is_empty(), "{faces:?}");
        battle.state.ships[&id("a")].clone()
    };
    assert_eq!(after([1, 1], &[]).fate, Some(Fate::BlewUp));
    assert_eq!(after([1, 2], &[]).helmless_until, 2);
    let port = after([2, 2], &[]);
    assert!(port.lists_port && !port.lists_starboard && port.top_speed == 18);
    assert_eq!(port.gun_is_out(&port.card.guns[0], 1).unwrap().rule(), "NOD-19");
    let starboard = after([2, 3], &[]);
    assert!(starboard.lists_starboard && starboard.gun_is_out(&starboard.card.guns[0], 1).is_none());
    assert_eq!(after([3, 3], &[4]).gun(&GunId::of("starboard-1")).shut_until, 5);
    assert!(after([3, 4], &[]).pipes);
    assert_eq!(after([4, 4], &[]).top_speed, 16);
    assert_eq!(after([4, 5], &[6]).jammed_until, 7);
    assert_eq!(after([5, 5], &[2]).steering_until, 3);
    assert_eq!(after([5, 6], &[]).burning, Some(0));
    let steam = after([6, 6], &[3]);
    assert!(steam.steam && !steam.abandoned && !steam.has_power() && steam.fights());
    assert!(after([6, 6], &[2]).abandoned);
}

#[test]
fn nod_19_amb_22_fires_are_fought_from_the_next_move_on() {
    let mut battle = Battle::duel(10.0, &[]);
    battle.umpire(UmpireOrder::Special { ship: id("a") });
    battle.throw(&[5, 6]);
    assert!(battle.state.rolls.is_empty());
    for (turn, abandoned) in [(2, false), (3, false), (4, false), (5, true)] {
        battle.go_to(turn, Step::Orders);
        assert_eq!(battle.state.rolls.len(), 1, "move {turn}");
        battle.throw(&[1]);
        assert_eq!(battle.ship("a").abandoned, abandoned);
    }
    battle.go_to(6, Step::Orders);
    assert!(battle.state.rolls.is_empty() && !battle.ship("a").takes_orders(6));
}

#[test]
fn nod_18_amb_23_a_gun_of_the_side_that_is_hit_is_lost() {
    let mut a = card("a", "union");
    a.guns = [
        Gun::row(GunPosition::Port, GunClass::Baby, false, 1, 1),
        Gun::row(GunPosition::Turret, GunClass::Mummy, false, 1, 1),
    ]
    .concat();
    let mut battle = Battle::pair((a, card("b", "confederate")), 10.0, &[]);
    let mut hit = |struck| {
        battle.umpire(UmpireOrder::Hit { ship: id("a"), struck: Some(struck) });
        battle.throw(&[2]);
        let lost = |name: &str| battle.ship("a").gun(&GunId::new(name)).lost;
        (lost("port-1"), lost("turret-1"), battle.ship("a").top_speed)
    };
    // No gun stands to starboard, so the turret's gun is lost, which counts for every side. The next hit
    // there costs half a knot.
    assert_eq!(hit(GunPosition::Starboard), (false, true, 20));
    assert_eq!(hit(GunPosition::Starboard), (false, true, 19));
    assert_eq!(hit(GunPosition::Port), (true, true, 19));
}

#[test]
fn nod_16_amb_25_the_card_marks_the_class_of_the_side_that_is_hit() {
    let armour = |heading_deg: f64| {
        let mut b = card("b", "confederate");
        b.armour = Armour { hull: 8, bow: Some(11), side: Some(9), stern: None };
        let ships = vec![(card("a", "union"), (10.0, 10.0, 0.0), 0), (b, (20.0, 10.0, heading_deg), 0)];
        let mut battle = Battle::begin(ships, vec![], (vec![], vec![]), &[]);
        battle.go_to(1, Step::FirstFire);
        battle.plan().fire.unwrap().armour
    };
    assert_eq!([armour(270.0), armour(0.0), armour(90.0)], [11, 9, 8]);
}

#[test]
fn nod_26_amb_14_one_die_says_when_she_sinks_also_where_she_loses_twice_before_it_is_thrown() {
    let mut battle = Battle::duel(10.0, &[]);
    for _ in 0..3 {
        battle.umpire(UmpireOrder::LoseSpeed { ship: id("a"), half_knots: 21 });
    }
    // Two guns hit the ship before its sinking is diced for.
    battle.umpire(UmpireOrder::Hit { ship: id("a"), struck: None });
    battle.umpire(UmpireOrder::Hit { ship: id("a"), struck: None });
    let sinking = |battle: &Battle| {
        let rolls = battle.state.rolls.iter();
        rolls.filter(|roll| roll.decides == RollUse::SinkDelay).count()
    };
    assert_eq!(sinking(&battle), 1);
    battle.throw(&[3, 4, 5]);
    assert_eq!((sinking(&battle), battle.ship("a").sinks_after), (0, Some(9)));
    // The umpire corrects the speed: below zero the ship sinks as well.
    let mut battle = Battle::duel(10.0, &[]);
    battle.set("a", Becomes::TopSpeed { half_knots: -1 });
    assert_eq!(sinking(&battle), 1);
}

#[test]
fn nod_19_amb_28_steering_lost_in_the_first_half_owes_no_turn_and_she_may_fire() {
    let mut battle = Battle::duel(10.0, &[]);
    battle.order("a", 6, 20.0);
    battle.go_to(1, Step::FirstHalf);
    battle.next_without_dice();
    let may_fire =
        |battle: &Battle| battle.plan().reasons.iter().all(|reason| reason.rule.to_string() != "NOD-8");
    battle.umpire(UmpireOrder::Special { ship: id("a") });
    battle.throw(&[5, 5]);
    battle.throw(&[1]);
    battle.must(Decision::NextStep);
    assert_eq!(battle.state.step, Step::Turn);
    let asks_for_her = battle
        .book
        .questions(&battle.state)
        .iter()
        .any(|question| matches!(&question.ask, Ask::Move { ships } if ships.contains(&id("a"))));
    assert!(!asks_for_her);
    battle.must(Decision::NextStep);
    // The ship keeps its course, so it does not count as turning in this move.
    assert_eq!(battle.state.step, Step::FirstFire);
    assert!(may_fire(&battle));
}

#[test]
fn nod_19_amb_28_pipes_hurt_while_orders_are_written_cut_the_speed_to_one_knot_more() {
    let mut battle = Battle::duel(10.0, &[]);
    battle.order("a", 8, 0.0);
    battle.must(Decision::WriteOrders { orders: vec![battle.write("a")] });
    battle.umpire(UmpireOrder::Special { ship: id("a") });
    battle.throw(&[3, 4]);
    battle.go_to(1, Step::FirstHalf);
    // The ship made two knots and was ordered four.
    assert_eq!((battle.ship("a").speed, battle.ship("a").course.unwrap().speed), (6, 6));
}

#[test]
fn nod_19_amb_15_28_a_jam_or_steam_in_the_first_half_slows_her_in_the_second() {
    for faces in [[4_u8, 5], [6, 6]] {
        let mut battle = Battle::duel(10.0, &[]);
        battle.order("a", 6, 0.0);
        battle.go_to(1, Step::FirstFire);
        battle.umpire(UmpireOrder::Special { ship: id("a") });
        battle.throw(&faces);
        battle.throw(&[3]);
        // The ship made two knots before its orders: within two knots a move it stops.
        assert_eq!((battle.ship("a").speed, battle.ship("a").course.unwrap().speed), (0, 0), "{faces:?}");
        battle.go_to(1, Step::SecondFire);
    }
}

#[test]
fn nod_7_8_who_was_stopped_before_her_turn_is_not_turning_and_may_fire() {
    let mut battle = Battle::duel(10.0, &[]);
    battle.order("a", 6, 20.0);
    let mut battle = battle.about_to_ram(90.0);
    battle.must(Decision::SettleContact { ship: id("a"), goes_on: false });
    battle.go_to(1, Step::FirstFire);
    assert!(!battle.ship("a").turned);
    assert!(battle.plan().reasons.iter().all(|reason| reason.rule.to_string() != "NOD-8"));
}

// NOD-5: from 3 knots to 1 in the next move. If it was slowed after its move as well, it would stop
// completely.
#[test]
fn nod_5_19_amb_28_what_hits_her_after_her_way_leaves_the_speed_she_made() {
    for (faces, next) in [([4_u8, 5], 2), ([6, 6], 2), ([3, 4], 6)] {
        let mut battle = Battle::duel(10.0, &[]);
        battle.order("a", 6, 0.0);
        battle.go_to(1, Step::SecondFire);
        battle.umpire(UmpireOrder::Special { ship: id("a") });
        battle.throw(&faces);
        if faces != [3, 4] {
            battle.throw(&[3]);
        }
        assert_eq!(battle.ship("a").speed, 6, "{faces:?}: her move is complete");
        battle.order("a", next, 0.0);
        battle.go_to(2, Step::FirstHalf);
        assert_eq!(battle.ship("a").speed, next, "{faces:?}");
    }
}

#[test]
fn nod_19_amb_29_the_nearest_gun_that_can_still_jam_wherever_it_stands() {
    let mut a = card("a", "union");
    a.guns = [
        Gun::row(GunPosition::Starboard, GunClass::Baby, false, 1, 1),
        Gun::row(GunPosition::Bow, GunClass::Baby, false, 1, 1),
        Gun::row(GunPosition::Port, GunClass::Mummy, false, 2, 1),
    ]
    .concat();
    let mut battle = Battle::pair((a, card("b", "confederate")), 10.0, &[]);
    let jam = |battle: &mut Battle, face: u8| {
        battle.umpire(UmpireOrder::Hit { ship: id("a"), struck: Some(GunPosition::Port) });
        battle.throw(&[6]);
        let read = battle.throw(&[3, 3]);
        if !battle.state.rolls.is_empty() {
            battle.throw(&[face]);
        }
        let until = |gun: &str| battle.ship("a").gun(&GunId::new(gun)).shut_until;
        let text = read.iter().find_map(|event| match event {
            Event::Read { read } => Some(read.text.clone()),
            _ => None,
        });
        (["port-1", "port-2", "bow-1", "starboard-1"].map(until), text.unwrap())
    };
    assert_eq!(jam(&mut battle, 6).0, [7, 0, 0, 0]);
    assert_eq!(jam(&mut battle, 5).0, [7, 6, 0, 0]);
    // If no gun is left on the side that is hit, the next one is on an adjacent side, then on the opposite
    // side.
    assert_eq!(jam(&mut battle, 4).0, [7, 6, 5, 0]);
    assert_eq!(jam(&mut battle, 3).0, [7, 6, 5, 4]);
    let (untouched, text) = jam(&mut battle, 2);
    assert_eq!((untouched, text.contains("no gun is left")), ([7, 6, 5, 4], true));
}

#[test]
fn nod_19_amb_30_a_further_hit_never_helps() {
    let mut battle = Battle::duel(10.0, &[]);
    let again = |battle: &mut Battle, faces: [u8; 2], lasts: u8| {
        battle.umpire(UmpireOrder::Special { ship: id("a") });
        battle.throw(&faces);
        battle.throw(&[lasts]);
        let a = battle.ship("a");
        (a.jammed_until, a.steering_until)
    };
    assert_eq!(again(&mut battle, [4, 5], 6), (7, 0));
    assert_eq!(again(&mut battle, [4, 5], 1), (7, 0));
    assert_eq!(again(&mut battle, [5, 5], 5), (7, 6));
    assert_eq!(again(&mut battle, [5, 5], 2), (7, 6));
    // A longer effect counts as well.
    assert_eq!(again(&mut battle, [5, 5], 6), (7, 7));
}
