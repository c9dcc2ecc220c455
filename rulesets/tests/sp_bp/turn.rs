//! The seven phases, and the automatic events of each.

use crate::field::{Battle, NINE_INCH, card, fire, firer, id, mount, read, side, undertake, victim};
use rulesets::core::{Book, SideId};
use rulesets::sp_bp::*;
use serde_json::json;

fn steps(battle: &mut Battle, until_turn: u32) -> Vec<Step> {
    let mut steps = vec![];
    while battle.state.turn < until_turn {
        battle.waive();
        battle.must(Decision::NextStep);
        steps.push(battle.state.step);
    }
    steps
}

#[test]
fn spb_1_2_3_4_5_6_7_the_phases_in_order_and_empty_ones_passed_over() {
    let mut battle = Battle::begin(vec![firer().into(), victim().into()], vec![], &[]);
    use Step::*;
    assert_eq!(
        steps(&mut battle, 2),
        [Initiative, Movement, Drift, Gunfire, Boarding, Repairs],
        "the first turn has nothing to repair; both ships lie still and drift"
    );
    battle.set("victim", Change::Sp { left: 0 });
    battle.set("victim", Change::Fires { fires: 1 });
    battle.set("firer", Change::Floods { floods: 1 });
    assert_eq!(steps(&mut battle, 3), [Initiative, Movement, Drift, Gunfire, Boarding, Morale, Sinking]);
    let ahead = steps(&mut battle, 4);
    assert_eq!(&ahead[..3], [Fires, Flooding, Repairs]);
    let phases: Vec<u8> = Step::ALL.iter().map(|step| step.phase()).collect();
    assert_eq!(phases, [1, 1, 1, 1, 2, 3, 4, 5, 5, 5, 5, 6, 7]);
}

#[test]
fn spb_2_amb_4_initiative_is_a_die_each_with_what_the_players_add() {
    let mut battle = Battle::begin(vec![firer().into(), victim().into()], vec![], &[]);
    battle.must(Decision::NextStep);
    assert_eq!(battle.state.rolls.len(), 2);
    let add = |modifier| Decision::AddToInitiative {
        side: side("union"),
        modifier,
        reason: "A better admiral.".to_owned(),
    };
    assert_eq!(battle.rules(add(21)), ["SPB-2"]);
    battle.must(add(3));
    // The dice are in the order of the sides' names: confederate, union.
    let events = battle.throw(&[8, 5]);
    let Read::Initiative { tied: true, .. } = read(&events) else { panic!("{events:?}") };
    assert_eq!(battle.state.rolls.len(), 2, "equal: both throw again");
    battle.throw(&[8, 6]);
    assert_eq!(battle.state.order, [side("union"), side("confederate")]);
    battle.must(Decision::NextStep);
    assert_eq!(battle.state.to_act, Some(side("union")));
}

#[test]
fn spb_8_amb_24_one_test_for_each_and_either_sinks_her() {
    for (sp, bp, dice, sunk) in [
        (0, 20, vec![3], true),
        (0, 20, vec![4], false),
        (40, 0, vec![6], true),
        (40, 0, vec![7], false),
        (0, 0, vec![4, 6], true),
        (0, 0, vec![3, 10], true),
        (0, 0, vec![4, 7], false),
    ] {
        let mut battle = Battle::begin(vec![firer().into(), victim().into()], vec![], &[]);
        battle.set("victim", Change::Sp { left: sp });
        battle.set("victim", Change::Bp { left: bp });
        battle.to(Step::Sinking);
        assert_eq!(battle.state.turn, 2);
        battle.throw(&dice);
        assert_eq!(battle.victim().fate, sunk.then_some(Fate::Sunk), "{sp} {bp} {dice:?}");
    }
    // A ship aground cannot sink, and a good crew helps.
    let mut battle = Battle::begin(vec![firer().into(), victim().into()], vec![], &[]);
    battle.set("victim", Change::Sp { left: 0 });
    battle.set("victim", Change::Aground { aground: true });
    battle.to(Step::Repairs);
    assert!(battle.state.turn == 2 && battle.state.rolls.is_empty());
    battle.set("victim", Change::Aground { aground: false });
    battle.set("victim", Change::CrewQuality { quality: 1 });
    battle.to(Step::Sinking);
    battle.throw(&[3]);
    assert_eq!(battle.victim().fate, None);
}

#[test]
fn spb_8_a_test_that_the_umpire_waives_holds_nothing_up() {
    let mut battle = Battle::begin(vec![firer().into(), victim().into()], vec![], &[]);
    battle.set("victim", Change::Sp { left: 0 });
    battle.set("victim", Change::Bp { left: 0 });
    battle.to(Step::Sinking);
    let rolls: Vec<_> = battle.state.rolls.iter().map(|roll| roll.request.id).collect();
    let faces = rulesets::core::Faces::Typed(vec![1]);
    battle.must(Decision::Roll { rolls: vec![rolls[0]], faces });
    assert_eq!(battle.victim().fate, None, "her other test is due");
    battle.order(UmpireOrder::WaiveRoll { roll: rolls[1] });
    assert_eq!(battle.victim().fate, Some(Fate::Sunk));
}

#[test]
fn spb_9_10_11_amb_1_2_12_speed_and_turn_class_by_bp() {
    let best = |bp: u16, options: &[(&str, serde_json::Value)]| {
        let mut battle = Battle::begin(vec![firer().into(), victim().into()], vec![], options);
        battle.set("victim", Change::Bp { left: bp });
        let best = battle.book.best_speed(&battle.state, &id("victim")).unwrap();
        (best.knots, best.bp_loss, best.tc_worse)
    };
    assert_eq!(best(20, &[]), (9, 0, 0));
    assert_eq!(best(10, &[]), (9, 0, 0), "exactly a half is not below");
    assert_eq!(best(9, &[]), (7, 2, 1), "a quarter of 9 is 2.25: 2");
    assert_eq!(best(5, &[]), (7, 2, 1), "exactly a quarter is not below");
    assert_eq!(best(4, &[]), (5, 4, 2), "half of 9 is 4.5: 4");
    let down = [("spb.round_speed", json!("result_down"))];
    assert_eq!((best(9, &down), best(4, &down)), ((6, 3, 1), (4, 5, 2)));
    let printed = [("spb.bp_half_speed_threshold", json!(0.75))];
    assert_eq!(best(14, &printed), (5, 4, 2), "as printed, which costs less damage more");
}

#[test]
fn spb_13_amb_12_26_morale_below_a_quarter() {
    for (fail, withdrawing, fate) in
        [("withdraw", true, None), ("strike", false, Some(Fate::Struck)), ("none", false, None)]
    {
        let options = [("spb.morale_fail", json!(fail))];
        let mut battle = Battle::begin(vec![firer().into(), victim().into()], vec![], &options);
        battle.set("victim", Change::Sp { left: 10 });
        battle.set("firer", Change::Bp { left: 4 });
        battle.to(Step::Morale);
        assert_eq!(battle.state.rolls.len(), 1, "exactly a quarter is not below");
        battle.throw(&[6]);
        assert!(!battle.ship("firer").withdrawing);
        battle.to(Step::Morale);
        battle.throw(&[5]);
        let firer = battle.ship("firer");
        assert_eq!((firer.withdrawing, firer.fate), (withdrawing, fate), "tested again each turn");
    }
}

#[test]
fn spb_4_amb_25_drift() {
    let drift = |water: &str, speed: u8, anchored: bool| {
        let setup = ShipSetup { speed, anchored, ..victim().into() };
        let options = [("spb.water", json!(water)), ("spb.wind_toward_deg", json!(45))];
        let mut battle = Battle::begin(vec![setup], vec![], &options);
        battle.waive();
        while battle.state.step < Step::Gunfire && battle.state.turn == 1 {
            battle.waive();
            battle.must(Decision::NextStep);
        }
        let drifted = battle.events.iter().find_map(|event| match event {
            Event::Drifted { ships, inches, .. } => Some((ships[0].downstream, ships[0].downwind, *inches)),
            _ => None,
        });
        drifted.map(|(stream, wind, inches)| (stream, wind, inches.round() as u8))
    };
    assert_eq!(drift("river", 6, false), Some((true, false, 2)), "ships under way too");
    assert_eq!(drift("river", 0, true), None);
    assert_eq!(drift("sea", 6, false), None);
    assert_eq!(drift("sea", 0, false), Some((false, true, 2)));
    assert_eq!(drift("estuary", 0, false), Some((true, true, 2)));
    assert_eq!(drift("estuary", 6, false), Some((true, false, 2)));
    assert_eq!(drift("still", 0, false), None);
}

#[test]
fn spb_5_personality_traits_make_windows_of_their_own() {
    let with = |card: ShipCard, captain| ShipCard { captain, ..card };
    let ships = |personality: bool| {
        let ships = vec![
            with(firer(), Captain::SlowWitted).into(),
            with(victim(), Captain::RazorSharp).into(),
            card("third", "union", vec![mount("guns", NINE_INCH, 1)]).into(),
        ];
        let options = [("spb.personality", json!(personality))];
        let mut battle = Battle::begin(ships, vec![], &options);
        steps(&mut battle, 2)
    };
    use Step::*;
    assert_eq!(ships(false), [Initiative, Movement, Drift, Gunfire, Boarding, Repairs]);
    assert_eq!(
        ships(true),
        [Initiative, Movement, Drift, RazorSharp, Gunfire, SlowWitted, Boarding, Repairs]
    );
    let sharp = vec![firer().into(), with(victim(), Captain::RazorSharp).into()];
    let mut battle = Battle::begin(sharp, vec![], &[("spb.personality", json!(true))]);
    battle.stand(10.0, 90.0);
    battle.to(Step::RazorSharp);
    assert_eq!(battle.rules(fire("firer", "victim")), ["SPB-5"]);
    battle.must(fire("victim", "firer"));
    battle.waive();
    battle.must(Decision::NextStep);
    battle.stand(10.0, 90.0);
    assert_eq!(battle.rules(fire("victim", "firer")), ["SPB-5", "SPB-15"], "she has had her turn");
    battle.fire();
}

#[test]
fn spb_3_5_the_sides_take_turns_ship_by_ship() {
    let ship = |name: &str, of: &str| ShipSetup::from(card(name, of, vec![mount("guns", NINE_INCH, 1)]));
    let ships = vec![
        ship("u1", "union"),
        ship("u2", "union"),
        ship("u3", "union"),
        ship("c1", "confederate"),
        ship("c2", "confederate"),
    ];
    let mut battle = Battle::begin(ships, vec![], &[]);
    battle.to(Step::Gunfire);
    let done = |name: &str| Decision::Done { ship: id(name) };
    assert_eq!(battle.rules(done("c1")), ["SPB-5"]);
    let turn = |battle: &Battle| battle.state.to_act.clone().map(|side| side.to_string());
    for (name, next) in [
        ("u2", Some("confederate")),
        ("c1", Some("union")),
        ("u1", Some("confederate")),
        ("c2", Some("union")),
        ("u3", None),
    ] {
        battle.must(done(name));
        assert_eq!(turn(&battle).as_deref(), next, "after {name}");
    }
    assert_eq!(battle.rules(done("u1")), ["SPB-5"], "once each");
}

#[test]
fn spb_5_who_rigs_a_spar_fires_no_gun() {
    let carrier = ShipCard { spar: Spar::Carried, ..firer() };
    let mut battle = Battle::gunfire(carrier.clone(), victim(), &[]);
    battle.must(undertake("firer", Procedure::RigSpar, None));
    battle.waive();
    assert_eq!(battle.rules(fire("firer", "victim")), ["SPB-5"]);
    let mut battle = Battle::gunfire(carrier, victim(), &[]);
    battle.fire();
    battle.throw(&[1, 1]);
    assert_eq!(battle.rules(undertake("firer", Procedure::RigSpar, None)), ["SPB-5"], "nor the other way");
}

#[test]
fn spb_31_boiler_valves_slow_her_until_they_are_mended() {
    let mut battle = Battle::begin(vec![ShipSetup { speed: 8, ..victim().into() }], vec![], &[]);
    battle.set("victim", Change::Valves { damaged: true });
    let mut speeds = vec![];
    for _ in 0..2 {
        battle.to(Step::Movement);
        speeds.push(battle.victim().speed);
    }
    assert_eq!(speeds, [5, 2]);
    let plan = |knots| Decision::PlanSpeed { ship: id("victim"), knots };
    assert_eq!(battle.rules(plan(9)), ["SPB-31"]);
    battle.set("victim", Change::Valves { damaged: false });
    battle.must(plan(9));
    battle.to(Step::Movement);
    assert_eq!(battle.victim().speed, 9, "then she may go as fast as she can");
}

#[test]
fn something_is_always_asked() {
    let mut battle = Battle::unopened();
    assert_eq!(battle.book.questions(&battle.state).len(), 1);
    battle = Battle::duel(firer(), victim(), &[]);
    let asks = battle.book.questions(&battle.state);
    assert!(asks.iter().any(|question| matches!(question.ask, Ask::Move { .. })), "{asks:?}");
    battle.to(Step::Gunfire);
    let asks = battle.book.questions(&battle.state);
    assert!(asks.iter().any(|question| matches!(question.ask, Ask::Fire { .. })), "{asks:?}");
}
