//! Rams.

use crate::field::*;
use geometry::Pose;
use rulesets::core::{Actor, Book};
use rulesets::noddy::*;
use serde_json::Value;
use std::collections::BTreeMap;

#[test]
fn nod_23_amb_9_10_side_on_from_45_degrees_and_whole_knots_count() {
    let plus = |speed: HalfKnots, angle_deg: f64| {
        let ships = vec![
            (card("a", "union"), (10.0, 10.0, 180.0), speed),
            (card("b", "confederate"), (30.0, 10.0, 180.0), 4),
        ];
        let battle = Battle::begin(ships, vec![], (vec![], vec![]), &[]).rammed(angle_deg);
        match &battle.state.rolls[0].decides {
            RollUse::Ram { plus, .. } => *plus,
            other => panic!("{other:?}"),
        }
    };
    // 7½ knots are one whole knot over six, 3½ none under four; the bow is not reinforced.
    assert_eq!([plus(15, 44.0), plus(15, 45.0), plus(12, 45.0)], [0, 1, 0]);
    assert_eq!([plus(7, 0.0), plus(6, 0.0), plus(2, 0.0)], [-1, -2, -4]);
}

#[test]
fn nod_23_24_what_a_ram_may_bring_is_known_before_the_die_is_thrown() {
    let ships = vec![
        (card("a", "union"), (10.0, 10.0, 180.0), 14),
        (card("b", "confederate"), (30.0, 10.0, 180.0), 4),
    ];
    let mut battle = Battle::begin(ships, vec![], (vec![], vec![]), &[]).about_to_ram(90.0);
    let preview = |battle: &Battle| {
        let (a, b) = (id("a"), id("b"));
        battle.book.preview_ram(&battle.state, &battle.table, (&a, &b), &[])
    };
    let (impact, results) = preview(&battle);
    assert!(impact.reasons.is_empty() && impact.plus > 0, "{impact:?}");
    assert!((results.iter().map(|it| it.chance).sum::<f64>() - 1.0).abs() < 1e-9, "{results:?}");
    battle.must(Decision::Ram { rammer: id("a"), rammee: id("b"), settled: vec![] });
    let due = battle.state.clone();
    let mut thrown: BTreeMap<String, f64> = BTreeMap::new();
    for face in 1..=6 {
        battle.state = due.clone();
        let read = battle.throw(&[face]);
        let text = read.iter().find_map(|event| match event {
            Event::Read { read, .. } => Some(read.text.clone()),
            _ => None,
        });
        *thrown.entry(text.unwrap()).or_default() += 1.0 / 6.0;
    }
    assert!(thrown.len() > 1 && thrown.len() == results.len(), "{thrown:?}, {results:?}");
    for result in &results {
        assert!((thrown[&result.text] - result.chance).abs() < 1e-9, "{thrown:?}, {results:?}");
    }
    // The ram is done: it cannot be repeated, and the preview has no results.
    let (again, none) = preview(&battle);
    assert!(!again.reasons.is_empty() && none.is_empty(), "{again:?}");
}

#[test]
fn nod_24_amb_13_a_crippled_rammee_has_no_speed_left_and_the_next_loss_sinks_her() {
    let crippled = |options: &[(&str, Value)]| {
        let ships = vec![
            (card("a", "union"), (10.0, 10.0, 180.0), 16),
            (card("b", "confederate"), (30.0, 10.0, 180.0), 4),
        ];
        let mut battle = Battle::begin(ships, vec![], (vec![], vec![]), options).rammed(90.0);
        battle.throw(&[6]);
        battle
    };
    let mut battle = crippled(&[]);
    assert_eq!((battle.ship("b").top_speed, battle.ship("b").crippled), (0, true));
    assert_eq!((battle.ship("a").top_speed, battle.ship("a").stopped), (18, true));
    battle.umpire(UmpireOrder::LoseSpeed { ship: id("b"), half_knots: 1 });
    assert_eq!(battle.state.rolls[0].request.purpose, "sink_delay");
    let battle = crippled(&[("nod.crippled_top_speed_zero", false.into()), ("nod.ram_stops", false.into())]);
    assert_eq!((battle.ship("b").top_speed, battle.ship("b").has_power()), (20, false));
    assert!(!battle.ship("a").stopped);
}

#[test]
fn nod_24_amb_24_what_a_ram_costs_comes_off_the_top_speed() {
    let ships = vec![
        (card("a", "union"), (10.0, 10.0, 180.0), 4),
        (card("b", "confederate"), (30.0, 10.0, 180.0), 4),
    ];
    // 2 knots: -2; no reinforced bow: -1; a 2 makes -1: the rammer loses one die of knots.
    let mut battle = Battle::begin(ships, vec![], (vec![], vec![]), &[]).rammed(0.0);
    battle.throw(&[2]);
    assert_eq!(battle.state.rolls[0].ship, id("a"));
    battle.throw(&[3]);
    assert_eq!((battle.ship("a").top_speed, battle.ship("b").top_speed), (14, 20));
}

/// "a" heads north at six knots; "b" lies across its course two inches ahead of its bow.
fn two_inches_ahead(of: &str, options: &[(&str, Value)]) -> Battle {
    let ships = vec![(card("a", "union"), (10.0, 10.0, 0.0), 12), (card("b", of), (30.0, 10.0, 0.0), 0)];
    let mut battle = Battle::begin(ships, vec![], (vec![], vec![]), options);
    battle.go_to(1, Step::FirstHalf);
    battle.lies_ahead(2.0, 90.0);
    battle
}

fn rams() -> Decision {
    Decision::Ram { rammer: id("a"), rammee: id("b"), settled: vec![] }
}

fn settles(goes_on: bool) -> Decision {
    Decision::SettleContact { ship: id("a"), goes_on }
}

fn contact_asked(battle: &Battle) -> Option<Actor> {
    let mut questions = battle.book.questions(&battle.state).into_iter();
    questions.find(|question| matches!(question.ask, Ask::Contact { .. })).map(|question| question.who)
}

#[test]
fn nod_23_amb_26_a_ship_that_stops_on_the_hull_she_means_to_ram_rams_with_the_speed_she_came_with() {
    for short in [None, Some(Short::Contact)] {
        let mut battle = two_inches_ahead("confederate", &[]);
        battle.push_into_contact();
        // An inch short of its orders, stated or not: the table shows why.
        battle.must(moved("a", short));
        assert_eq!((battle.ship("a").speed, battle.ship("a").contact.clone()), (12, vec![id("b")]));
        assert_eq!(contact_asked(&battle), Some(Actor::Side(side("union"))));
        assert!(battle.rules(&Decision::NextStep).contains(&"NOD-AMB-26".to_owned()));
        let events = battle.must(rams());
        assert!(matches!(&events[0], Event::Rammed { impact, .. } if impact.speed == 12));
        battle.throw(&[6]);
        assert!(battle.ship("b").crippled);
        assert_eq!((battle.ship("a").speed, battle.ship("a").stopped), (0, true));
        assert_eq!(contact_asked(&battle), None);
        battle.must(Decision::NextStep);
    }
}

#[test]
fn nod_23_amb_26_a_half_move_that_just_ends_at_a_hull_is_contact_too() {
    let mut battle = two_inches_ahead("confederate", &[]);
    battle.lies_ahead(3.0, 90.0);
    battle.sail(&id("a"));
    battle.must(moved("a", None));
    assert_eq!(battle.ship("a").contact, [id("b")]);
    battle.must(settles(false));
    assert_eq!((battle.ship("a").speed, battle.ship("a").stopped), (0, true));
    assert!(battle.may(&settles(false)).is_err());
    // Answers about these two hulls are valid until they separate.
    battle.next();
    assert_eq!(contact_asked(&battle), None);
}

#[test]
fn nod_11_amb_26_friends_that_collide_are_the_umpires_who_may_let_her_go_on() {
    let mut battle = two_inches_ahead("union", &[]);
    battle.push_into_contact();
    battle.must(moved("a", None));
    assert_eq!(contact_asked(&battle), Some(Actor::Umpire));
    assert_eq!(battle.rules(&rams()), ["NOD-11"]);
    battle.must(settles(true));
    // An inch of the half move is left; friendly ships already passed are not asked about again.
    let order = MoveOrder { ship: id("a"), short: None, settled: vec![] };
    let review = battle.book.review_move(&battle.state, &battle.table, &order).unwrap();
    assert!((review.expected_in - 1.0).abs() < 0.02, "{review:?}");
    assert_eq!(contact_asked(&battle), None);
    let pose = battle.table.placed(&id("a")).unwrap().observation.pose;
    let on = Pose { stack: pose.stack.moved(pose.heading, review.expected_in), ..pose };
    battle.table.set_down(&id("a"), on);
    battle.must(moved("a", None));
    assert_eq!((battle.ship("a").speed, contact_asked(&battle)), (12, None));
}

#[test]
fn nod_amb_26_a_ram_that_does_not_stop_her_lets_her_go_on_in_the_second_half() {
    let mut battle = two_inches_ahead("confederate", &[("nod.ram_stops", false.into())]);
    battle.push_into_contact();
    battle.must(moved("a", None));
    battle.must(rams());
    battle.throw(&[3]);
    assert_eq!((battle.ship("a").speed, battle.ship("a").stopped), (12, false));
}

#[test]
fn nod_amb_27_who_was_just_stopped_lies_still_from_the_next_half_move_on() {
    let mut battle = two_inches_ahead("confederate", &[]);
    battle.push_into_contact();
    battle.must(moved("a", None));
    battle.must(settles(false));
    let still = |battle: &Battle| battle.ship("a").stationary(battle.state.turn, &battle.state.options);
    assert!(!still(&battle));
    battle.go_to(1, Step::FirstFire);
    assert!(!still(&battle));
    battle.go_to(1, Step::SecondHalf);
    assert!(still(&battle));
}

#[test]
fn nod_amb_27_a_ship_adrift_is_stationary_only_where_that_is_chosen() {
    let label = |options: &[(&str, Value)]| {
        let mut battle = Battle::duel(10.0, options);
        battle.umpire(UmpireOrder::LoseSpeed { ship: id("b"), half_knots: 20 });
        battle.go_to(1, Step::FirstFire);
        assert!(battle.ship("b").adrift(1));
        battle.labels().iter().any(|label| label.contains("stationary"))
    };
    assert!(!label(&[]));
    assert!(label(&[("nod.drifting_is_stationary", true.into())]));
}
