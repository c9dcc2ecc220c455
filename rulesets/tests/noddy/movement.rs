//! Orders and moves.

use crate::field::*;
use geometry::{HullShape, Observation, Pose, Terrain, TerrainKind};
use rulesets::core::{Audience, Book, EdgeKey, Halt, PlacedShip, Settlement};
use rulesets::noddy::*;
use serde_json::Value;

#[test]
fn nod_1_9_a_knot_is_an_inch_and_models_stand_where_orders_bring_them() {
    let mut battle = Battle::duel(20.0, &[]);
    battle.order("a", 4, 30.0);
    battle.go_to(1, Step::FirstHalf);
    // Two knots: one inch in half a move. Two inches are too far, and a move off the keel line is refused
    // too.
    let stands = battle.table.placed(&id("a")).unwrap().observation.pose;
    battle.table.set_down(&id("a"), Pose { stack: stands.stack.moved(stands.heading, 2.0), ..stands });
    assert_eq!(battle.rules(&moved("a", None)), ["NOD-9"]);
    assert_eq!(battle.rules(&Decision::NextStep), ["NOD-7", "NOD-7"]);
    let model = PlacedShip::at_rest(
        Observation::placed(id("a"), stands),
        HullShape { length_in: 2.0, beam_in: 0.5, stack_ahead_in: 0.0 },
    );
    battle.table.put(model);
    battle.go_to(1, Step::SecondHalf);
    let pose = battle.table.placed(&id("a")).unwrap().observation.pose;
    assert!((pose.stack.y_in - 11.0).abs() < 1e-9 && (pose.heading.deg() - 30.0).abs() < 1e-9);
}

#[test]
fn nod_9_29_orders_are_secret_until_they_are_revealed() {
    let mut battle = Battle::duel(20.0, &[]);
    battle.order("a", 8, -15.0);
    let order = battle.write("a");
    let events = battle.must(Decision::WriteOrders { orders: vec![order] });
    let enemy = Audience::Side(side("confederate"));
    assert_eq!(battle.book.audience(&battle.state, &events[0]), Audience::Side(side("union")));
    assert!(battle.ship("a").written.is_some());
    assert_eq!(battle.book.seen_by(&battle.state, &enemy).ships[&id("a")].written, None);
    let events = battle.next();
    assert_eq!(battle.book.audience(&battle.state, &events[0]), Audience::Everyone);
    assert_eq!(battle.ship("a").course, Some(Course { speed: 8, turn_deg: -15.0 }));
    // The other side may not write its orders, and orders may not be rewritten once the move has begun.
    assert!(battle.may(&Decision::WriteOrders { orders: vec![battle.write("b")] }).is_err());
}

#[test]
fn nod_9_orders_kept_on_paper_are_read_out_and_checked() {
    let mut battle = Battle::duel(20.0, &[]);
    let paper = ShipOrder { ship: id("a"), order: Written::OnPaper, settled: vec![] };
    battle.must(Decision::WriteOrders { orders: vec![paper] });
    battle.next();
    assert!(battle.rules(&Decision::NextStep).contains(&"NOD-9".to_owned()));
    let read = |speed, turn_deg| Decision::ReadOut {
        ship: id("a"),
        course: Course { speed, turn_deg },
        settled: vec![],
    };
    assert_eq!(battle.rules(&read(12, 0.0)), ["NOD-5"]);
    assert_eq!(battle.rules(&read(6, 61.0)), ["NOD-6"]);
    battle.must(read(6, 60.0));
    assert_eq!(battle.ship("a").speed, 6);
}

#[test]
fn nod_9_orders_are_typed_in_words() {
    let course = |text: &str| read_course(text).map(|course| (course.speed, course.turn_deg)).ok();
    assert_eq!(course("6, 30 S"), Some((12, 30.0)));
    assert_eq!(course("4.5 P15"), Some((9, -15.0)));
    assert_eq!(course("astern 1"), Some((-2, 0.0)));
    assert_eq!(course("5 knots, 45 degrees to port"), Some((10, -45.0)));
    assert_eq!(course("stop"), Some((0, 0.0)));
    for wrong in ["", "fast", "6 30", "5.3", "6 S S 1 2"] {
        assert_eq!(course(wrong), None, "{wrong}");
    }
}

#[test]
fn nod_2_25_amb_15_who_has_no_speed_left_slows_down_and_drifts_with_the_current() {
    let mut battle = Battle::duel(20.0, &[("nod.current_toward_deg", 90.0.into())]);
    battle.umpire(UmpireOrder::LoseSpeed { ship: id("a"), half_knots: 20 });
    battle.order("a", 12, 0.0);
    assert!(battle.book.questions(&battle.state).iter().all(|question| match &question.ask {
        Ask::Orders { ships } => ships.iter().all(|needs| needs.ship != id("a")),
        _ => true,
    }));
    // The ship made two knots and stops in one move; the current (one knot) moves it at the end of the move.
    battle.go_to(1, Step::FirstHalf);
    assert_eq!(battle.ship("a").speed, 0);
    battle.go_to(1, Step::SecondFire);
    let drift = battle.next().into_iter().find_map(|event| match event {
        Event::Drifted { drift } => Some(drift),
        _ => None,
    });
    assert_eq!(drift, Some(Drifting { ships: vec![id("a")], east_in: 1.0, north_in: 0.0 }));
}

#[test]
fn nod_10_amb_17_any_part_of_her_way_grounds_her_and_there_are_three_attempts() {
    let shoal = area("shoal", TerrainKind::Shoal { depth_ft: 5.0 }, (8.0, 11.9, 4.0, 2.0));
    let deep = area("deep", TerrainKind::Shoal { depth_ft: 7.0 }, (28.0, 9.0, 4.0, 4.0));
    let ships =
        vec![(card("a", "union"), (10.0, 10.0, 0.0), 4), (card("b", "confederate"), (30.0, 10.0, 0.0), 4)];
    let mut battle = Battle::begin(ships, vec![], (vec![shoal, deep], vec![]), &[]);
    battle.go_to(1, Step::Turn);
    // The stack never came near, but the bow did; the other ship's draught is less than the depth.
    assert_eq!((battle.ship("a").aground, battle.ship("a").speed), (Some(0), 0));
    assert_eq!(battle.ship("b").aground, None);
    for attempt in 1..=3 {
        battle.go_to(attempt + 1, Step::Orders);
        battle.must(Decision::Refloat { ship: id("a") });
        battle.throw(&[5]);
        assert_eq!(battle.rules(&Decision::Refloat { ship: id("a") }), ["NOD-10"]);
    }
    battle.go_to(5, Step::Orders);
    assert_eq!(battle.rules(&Decision::Refloat { ship: id("a") }), ["NOD-10"]);
    battle.set("a", Becomes::Aground { attempts: Some(2) });
    battle.must(Decision::Refloat { ship: id("a") });
    battle.throw(&[6]);
    assert_eq!(battle.ship("a").aground, None);
}

/// The bow comes to y = 12 in, within measuring error of two banks, one behind the other.
fn before_two_banks(options: &[(&str, Value)]) -> Battle {
    let bank = |name, at_in| {
        let bank = area(name, TerrainKind::Land, (8.0, at_in, 4.0, 3.0));
        Terrain { outline_sigma_in: 0.05, ..bank }
    };
    let ships =
        vec![(card("a", "union"), (10.0, 10.0, 0.0), 4), (card("b", "confederate"), (30.0, 10.0, 0.0), 4)];
    let terrain = vec![bank("near", 11.98), bank("far", 12.01)];
    let mut battle = Battle::begin(ships, vec![], (terrain, vec![]), options);
    battle.go_to(1, Step::FirstHalf);
    battle.sail(&id("a"));
    battle
}

#[test]
fn nod_amb_17_who_says_that_she_grounded_is_asked_where_it_is_too_close_to_call() {
    let mut battle = before_two_banks(&[]);
    let settled = |answers: &[(&str, &str)], short| {
        let settled = answers.iter().map(|(area, reading)| Settlement {
            key: EdgeKey(format!("waters:a:{area}")),
            reading: (*reading).to_owned(),
        });
        let order = MoveOrder { ship: id("a"), short, settled: settled.collect() };
        Decision::Move { moves: vec![order] }
    };
    let asked = |battle: &Battle, answers: &[(&str, &str)], short| match battle.may(&settled(answers, short))
    {
        Err(Halt::TooClose { questions }) => {
            questions.iter().map(|it| format!("{} {}", it.key, it.readings[0].id)).collect::<Vec<_>>()
        }
        other => panic!("nothing is asked: {other:?}"),
    };
    let ground = Some(Short::Ground);
    // The questions come one after the other: a ship aground on the first bank never met the second.
    assert_eq!(asked(&battle, &[], ground), ["waters:a:near entered"]);
    assert_eq!(asked(&battle, &[], None), ["waters:a:near clear"]);
    assert_eq!(asked(&battle, &[("near", "clear")], ground), ["waters:a:far entered"]);
    assert_eq!(battle.rules(&settled(&[("near", "clear"), ("far", "clear")], ground)), ["NOD-11"]);
    battle.must(settled(&[("near", "entered")], ground));
    assert_eq!(battle.ship("a").aground, Some(0));
}

#[test]
fn nod_amb_17_in_favour_of_the_mover_means_what_she_says() {
    for (short, aground) in [(Some(Short::Ground), Some(0)), (None, None)] {
        let mut battle = before_two_banks(&[("nod.too_close", Value::from("firer"))]);
        battle.must(moved("a", short));
        assert_eq!(battle.ship("a").aground, aground);
    }
}

#[test]
fn nod_11_the_umpire_splits_a_half_move() {
    let mut battle = Battle::duel(20.0, &[]);
    assert_eq!(battle.rules(&umpired(UmpireOrder::Split { segments: 3 })), ["NOD-11"]);
    battle.go_to(1, Step::FirstHalf);
    assert_eq!(battle.rules(&umpired(UmpireOrder::Split { segments: 1 })), ["NOD-11"]);
    battle.umpire(UmpireOrder::Split { segments: 2 });
    battle.next();
    assert_eq!((battle.state.step, battle.state.segment), (Step::FirstHalf, 1));
    battle.next();
    assert_eq!((battle.state.step, battle.state.segment, battle.state.segments), (Step::Turn, 0, 1));
    let pose = battle.table.placed(&id("a")).unwrap().observation.pose;
    assert!((pose.stack.y_in - 11.0).abs() < 1e-9);
}

#[test]
fn nod_3_amb_7_8_against_the_current_by_the_damaged_speed() {
    // The current sets south; the ship heads north, against it, and keeps 15 half knots.
    let speeds = |heading_deg: f64, top: HalfKnots, options: &[(&str, Value)]| {
        let ships = vec![(card("a", "union"), (10.0, 10.0, heading_deg), 12)];
        let mut battle = Battle::begin(ships, vec![], (vec![], vec![]), options);
        battle.set("a", Becomes::TopSpeed { half_knots: top });
        (8..=22)
            .filter(|speed| {
                battle.order("a", *speed, 0.0);
                battle.may(&Decision::WriteOrders { orders: vec![battle.write("a")] }).is_ok()
            })
            .max()
    };
    assert_eq!(speeds(0.0, 15, &[]), Some(10));
    assert_eq!(speeds(0.0, 18, &[]), Some(12));
    // Across the current, and with it, the full speed; a bonus only if the option is set.
    assert_eq!(speeds(90.0, 15, &[]), Some(15));
    assert_eq!(speeds(90.5, 15, &[]), Some(15));
    assert_eq!(speeds(89.0, 15, &[]), Some(10));
    assert_eq!(speeds(180.0, 14, &[("nod.downstream_bonus", 1.0.into())]), Some(16));
}

#[test]
fn nod_19_a_ship_without_a_helmsman_keeps_her_course_for_one_move() {
    let mut battle = Battle::duel(10.0, &[]);
    battle.order("a", 6, 20.0);
    battle.go_to(1, Step::SecondFire);
    battle.umpire(UmpireOrder::Special { ship: id("a") });
    battle.throw(&[2, 1]);
    battle.go_to(2, Step::FirstHalf);
    assert_eq!(battle.ship("a").course, Some(Course { speed: 6, turn_deg: 0.0 }));
    battle.go_to(3, Step::FirstHalf);
    assert_eq!(battle.ship("a").course.map(|course| course.turn_deg), Some(20.0));
}
