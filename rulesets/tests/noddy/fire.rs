//! Gunfire and muskets.

use crate::field::*;
use geometry::Measured;
use rulesets::core::{Answer, Asked, BearingFact, Halt, Query, RangeFact};
use rulesets::noddy::*;
use serde_json::Value;

#[test]
fn nod_15_amb_2_ten_degrees_in_all_and_any_part_of_the_hull() {
    let bears = |forward_in: f64, options: &[(&str, Value)]| {
        let ships = vec![
            (card("a", "union"), (10.0, 10.0, 0.0), 4),
            (card("b", "confederate"), (22.0, 10.0 + forward_in, 90.0), 4),
        ];
        let mut battle = Battle::begin(ships, vec![], (vec![], vec![]), options);
        battle.order("a", 0, 0.0);
        battle.order("b", 0, 0.0);
        battle.go_to(1, Step::FirstFire);
        battle.plan().fire.is_some_and(|fire| !fire.guns.is_empty())
    };
    // At twelve inches five degrees are 1.05 in; the target's beam reaches a quarter of an inch further in.
    assert!(bears(1.0, &[]) && bears(1.2, &[]) && !bears(1.4, &[]));
    assert!(!bears(1.2, &[("nod.arc_target", "stack".into())]));
    assert!(bears(1.9, &[("nod.arc_half_angle_deg", 10.0.into())]));
    // Turreted vessels fire in any direction.
    let mut a = card("a", "union");
    a.guns = Gun::row(GunPosition::Turret, GunClass::Mummy, false, 1, 1);
    let ships = vec![(a, (10.0, 10.0, 0.0), 0), (card("b", "confederate"), (12.0, 20.0, 0.0), 0)];
    let mut battle = Battle::begin(ships, vec![], (vec![], vec![]), &[]);
    battle.go_to(1, Step::FirstFire);
    assert_eq!(battle.plan().fire.unwrap().guns.len(), 1);
}

#[test]
fn nod_20_amb_19_ammunition_never_ends_and_daddies_fire_every_other_move() {
    let fired = |class: GunClass| {
        let mut a = card("a", "union");
        a.guns = Gun::row(GunPosition::Starboard, class, false, 1, 1);
        let mut battle = Battle::pair((a, card("b", "confederate")), 10.0, &[]);
        let mut moves = vec![];
        for turn in 1..=8 {
            battle.go_to(turn, Step::FirstFire);
            if battle.decide(fire("a", "b")).is_ok() {
                battle.throw(&[1]);
                moves.push(turn);
            }
        }
        moves
    };
    assert_eq!(fired(GunClass::Baby), [1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(fired(GunClass::Daddy), [1, 3, 5, 7]);
}

#[test]
fn nod_33_early_turrets_fire_one_gun_at_a_time() {
    let mut a = card("a", "union");
    a.guns = Gun::row(GunPosition::Turret, GunClass::Daddy, false, 2, 1);
    a.guns.iter_mut().for_each(|gun| gun.one_at_a_time = true);
    let mut battle = Battle::pair((a, card("b", "confederate")), 10.0, &[]);
    battle.go_to(1, Step::FirstFire);
    assert_eq!(battle.plan().fire.unwrap().guns.len(), 1);
    battle.must(fire("a", "b"));
    battle.throw(&[1]);
    // The other gun fires while the first one loads.
    battle.go_to(2, Step::FirstFire);
    assert_eq!(battle.plan().fire.unwrap().guns[0].gun, GunId::of("turret-2"));
}

#[test]
fn nod_amb_1_the_lower_band_holds_its_edge() {
    let band = |range_in: f64| {
        let mut battle = Battle::duel(range_in, &[]);
        battle.go_to(1, Step::FirstFire);
        battle.plan().fire.unwrap().band
    };
    assert_eq!(
        [3.0, 3.001, 18.0, 18.001, 36.0, 36.001].map(band),
        [Band::PointBlank, Band::Effective, Band::Effective, Band::Long, Band::Long, Band::Out]
    );
}

#[test]
fn nod_amb_1_a_range_too_close_to_its_edge_is_asked_for() {
    let mut battle = Battle::duel(3.0, &[]);
    battle.go_to(1, Step::FirstFire);
    let query = Query::Range { from: id("a"), to: id("b") };
    let range_in = Measured::new(3.02, 0.05);
    let answer = Answer::Range(rulesets::core::RangeFact { range_in });
    battle.must(Decision::TypeFacts { facts: vec![Asked { query, answer }], reason: "Test.".to_owned() });
    let Err(Halt::TooClose { questions }) = battle.may(&fire("a", "b")) else { panic!("nothing is asked") };
    assert_eq!(questions[0].rule.as_str(), "NOD-AMB-1");
    let settled =
        vec![rulesets::core::Settlement { key: questions[0].key.clone(), reading: "effective".to_owned() }];
    let guns = GunChoice::AllThatBear;
    let events = battle.must(Decision::Fire { firer: id("a"), target: id("b"), guns, settled });
    let Event::FireDeclared { fire, .. } = &events[0] else { panic!("no fire") };
    assert_eq!((fire.band, fire.settled.len()), (Band::Effective, 1));
}

#[test]
fn nod_12_amb_3_what_is_over_eight_inches_or_a_hundred_pounds() {
    let inches = |bore, daddy| GunClass::of(Some(bore), None, daddy);
    let pounds = |weight, daddy| GunClass::of(None, Some(weight), daddy);
    assert_eq!(
        [inches(8.0, false), inches(9.0, false), inches(8.0, true)],
        [GunClass::Mummy, GunClass::Daddy, GunClass::Daddy]
    );
    assert_eq!(
        [18.0, 19.0, 100.0, 101.0].map(|weight| pounds(weight, false)),
        [GunClass::Baby, GunClass::Mummy, GunClass::Mummy, GunClass::Daddy]
    );
    assert_eq!(pounds(100.0, true), GunClass::Daddy);
}

#[test]
fn nod_amb_9_bow_or_stern_on_within_thirty_degrees_of_her_keel() {
    let end_on = |heading_deg: f64, options: &[(&str, Value)]| {
        let ships = vec![
            (card("a", "union"), (10.0, 10.0, 0.0), 0),
            (card("b", "confederate"), (20.0, 10.0, heading_deg), 0),
        ];
        let mut battle = Battle::begin(ships, vec![], (vec![], vec![]), options);
        battle.go_to(1, Step::FirstFire);
        battle.labels().iter().any(|label| label.contains("bow or stern on"))
    };
    assert!(end_on(270.0, &[]) && end_on(90.0, &[]) && end_on(299.0, &[]) && !end_on(301.0, &[]));
    assert!(!end_on(0.0, &[]) && !end_on(299.0, &[("nod.end_on_half_deg", 20.0.into())]));
}

#[test]
fn nod_21_what_muskets_may_bring_is_known_before_the_die_is_thrown() {
    let ships = vec![(card("a", "union"), (12.0, 10.0, 0.0), 4)];
    let mut battle = Battle::begin(ships, vec![], (vec![], vec![]), &[]);
    let (name, x_in, y_in) = ("4th Texas".to_owned(), 14.0, 10.0);
    let card = RegimentCard { id: id("r"), name, side: side("confederate"), x_in, y_in };
    battle.state.regiments.insert(id("r"), RegimentState { card, fired: false });
    let typed = |query, answer| Asked { query, answer };
    let range = Answer::Range(RangeFact { range_in: Measured::exact(2.0) });
    let bearing = Answer::Bearing(BearingFact { bearing_deg: Measured::exact(90.0) });
    let facts = vec![
        typed(Query::Range { from: id("r"), to: id("a") }, range),
        typed(Query::Bearing { from: id("a"), to: id("r") }, bearing),
    ];
    battle.go_to(1, Step::FirstFire);
    battle.must(Decision::TypeFacts { facts, reason: "Test.".to_owned() });
    let (r, a) = (id("r"), id("a"));
    let (plan, results) = battle.book.preview_muskets(&battle.state, &battle.table, (&r, &a), &[]);
    assert_eq!(plan.fire.unwrap().range_in.value, 2.0);
    // A six, then exactly three with two dice.
    let effect: f64 = results.iter().filter(|it| it.outcome == Outcome::Damaged).map(|it| it.chance).sum();
    assert!((effect - 2.0 / 216.0).abs() < 1e-9, "{results:?}");
    assert!((results.iter().map(|it| it.chance).sum::<f64>() - 1.0).abs() < 1e-9, "{results:?}");
    battle.must(Decision::Musketry { regiment: r.clone(), target: a.clone(), settled: vec![] });
    let (again, none) = battle.book.preview_muskets(&battle.state, &battle.table, (&r, &a), &[]);
    assert!(!again.reasons.is_empty() && none.is_empty(), "{again:?}");
}

#[test]
fn nod_amb_11_a_change_of_target_is_the_guns_or_the_vessels() {
    let changed = |scope: &str| {
        let mut a = card("a", "union");
        a.guns.extend(Gun::row(GunPosition::Port, GunClass::Mummy, false, 1, 1));
        let ships = vec![
            (a, (20.0, 10.0, 0.0), 0),
            (card("b", "confederate"), (30.0, 10.0, 0.0), 0),
            (card("c", "confederate"), (10.0, 10.0, 0.0), 0),
        ];
        let mut battle =
            Battle::begin(ships, vec![], (vec![], vec![]), &[("nod.change_target_scope", scope.into())]);
        battle.go_to(1, Step::FirstFire);
        battle.must(fire("a", "c"));
        battle.throw(&[1]);
        // The ship's starboard guns have not fired yet.
        battle.labels().iter().any(|label| label == "change of target")
    };
    assert!(!changed("gun") && changed("vessel"));
}

#[test]
fn nod_8_amb_18_all_guns_of_a_vessel_fire_in_one_step() {
    let mut battle = Battle::duel(10.0, &[]);
    battle.go_to(1, Step::FirstFire);
    let guns = GunChoice::These(vec![GunId::of("starboard-1")]);
    battle.must(Decision::Fire { firer: id("a"), target: id("b"), guns, settled: vec![] });
    battle.throw(&[1]);
    // The other gun may fire at any target in this step, but not in the next.
    assert!(battle.may(&fire("a", "b")).is_ok());
    battle.go_to(1, Step::SecondFire);
    assert_eq!(battle.rules(&fire("a", "b")), ["NOD-AMB-18"]);
}

#[test]
fn nod_22_amb_20_a_shore_battery_is_neither_stationary_target_nor_stationary_firer() {
    let ships = vec![(card("a", "union"), (10.0, 10.0, 0.0), 0)];
    let mut battle = Battle::begin(ships, vec![battery(9)], (vec![], vec![]), &[]);
    battle.go_to(1, Step::FirstFire);
    let terms = |firer: &str, target: &str| -> Vec<String> {
        let pair = (&id(firer), &id(target));
        let plan = battle.book.preview(&battle.state, &battle.table, pair, &GunChoice::AllThatBear, &[]).plan;
        let fire = plan.fire.unwrap();
        fire.guns[0].terms.iter().skip(1).map(|term| term.label.clone()).collect()
    };
    assert_eq!(terms("a", "fort"), ["firer stationary"]);
    assert_eq!(terms("fort", "a"), ["target stationary", "firer in shore battery"]);
}
