//! Rams.

use crate::field::*;
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
    // 7½ knots are one whole knot over six, 3½ none under four; her bow is not reinforced.
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
    // She has rammed her: it can't be done again, and nothing is foreseen.
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
    // 2 knots: -2, no reinforced bow: -1; a 2 makes -1: the rammer loses a die of knots.
    let mut battle = Battle::begin(ships, vec![], (vec![], vec![]), &[]).rammed(0.0);
    battle.throw(&[2]);
    assert_eq!(battle.state.rolls[0].ship, id("a"));
    battle.throw(&[3]);
    assert_eq!((battle.ship("a").top_speed, battle.ship("b").top_speed), (14, 20));
}
