//! Moves, anchors, contacts and mines.

use crate::field::{Battle, NINE_INCH, card, firer, id, mount, undertake, victim};
use geometry::{
    Flank, Heading, HullShape, Measured, Observation, Point, Pose, Steering, Terrain, TerrainId, TerrainKind,
    Verdict,
};
use rulesets::core::{
    Answer, Book, Contact, Entered, Halt, PlacedShip, PlacedTable, PlayedBook, Query, Settlement,
    TouchingFact, WatersFact, WayFact,
};
use rulesets::sp_bp::*;
use serde_json::json;

fn way(length_in: f64, off_in: f64, off_deg: f64) -> Answer {
    let exact = Measured::exact;
    Answer::Way(WayFact {
        length_in: exact(length_in),
        off_in: exact(off_in),
        off_deg: exact(off_deg),
        straight_in: exact(length_in),
        turned_deg: exact(0.0),
    })
}

fn go(ship: &str) -> Decision {
    Decision::Move { ship: id(ship), declares: vec![], settled: vec![] }
}

/// Sets the firer's path and its contacts.
fn gone(battle: &mut Battle, steering: Steering, answer: Answer, touches: &[(&str, Verdict)]) {
    let near = touches
        .iter()
        .map(|(ship, touching)| Contact { ship: id(ship), gap_in: Measured::exact(0.0), touching: *touching })
        .collect();
    battle.facts = battle
        .facts
        .clone()
        .with(Query::Way { ship: id("firer"), steering }, answer)
        .with(Query::Touching { ship: id("firer") }, Answer::Touching(TouchingFact { near }));
}

fn moving(options: &[(&str, serde_json::Value)]) -> Battle {
    let mut battle = Battle::duel(firer(), victim(), options);
    gone(&mut battle, Steering::Pivot, way(3.0, 0.0, 0.0), &[]);
    battle
}

#[test]
fn spb_3_who_lies_still_does_not_move() {
    let mut battle = moving(&[]);
    for change in
        [Change::Anchored { anchored: true }, Change::Aground { aground: true }, Change::Speed { knots: 0 }]
    {
        let mut battle = moving(&[]);
        battle.set("firer", change);
        assert_eq!(battle.rules(go("firer")), ["SPB-3"]);
    }
    battle.must(go("firer"));
    assert_eq!(battle.rules(go("firer")), ["SPB-3"], "once in a turn");
    battle.to(Step::Gunfire);
    assert_eq!(battle.rules(go("firer")), ["SPB-3"], "in the Movement Phase");
}

#[test]
fn spb_3_a_model_that_stands_elsewhere_is_reviewed_before_the_phase_ends() {
    let mut battle = moving(&[]);
    assert_eq!(battle.rules(Decision::NextStep), ["SPB-3"]);
    battle.must(go("firer"));
    battle.must(Decision::NextStep);
}

#[test]
fn spb_amb_4_moves_are_measured_only_where_the_players_chose_a_scale() {
    // At five knots.
    let mut battle = moving(&[]);
    gone(&mut battle, Steering::Pivot, way(30.0, 0.0, 0.0), &[]);
    battle.must(go("firer"));
    let mut battle = moving(&[("spb.house.inches_per_knot", json!(0.5))]);
    assert_eq!(battle.rules(go("firer")), ["SPB-AMB-4"]);
    gone(&mut battle, Steering::Pivot, way(2.5, 0.0, 0.0), &[]);
    battle.must(go("firer"));
    // Turn class 2: on a circle of 3 inches, wider once the ship has lost BP.
    let circle = |radius_in| Steering::Circle { radius_in };
    let mut battle = moving(&[("spb.house.turn_radius_in", json!(1.5))]);
    gone(&mut battle, circle(3.0), way(3.0, 1.0, 0.0), &[]);
    assert_eq!(battle.rules(go("firer")), ["SPB-AMB-4"]);
    battle.set("firer", Change::Bp { left: 9 });
    gone(&mut battle, circle(4.5), way(3.0, 0.0, 0.0), &[]);
    battle.must(go("firer"));
}

#[test]
fn spb_amb_4_who_went_too_far_is_shown_how_far_she_may_go() {
    // Five knots, two and a half inches.
    let battle = moving(&[("spb.house.inches_per_knot", json!(0.5))]);
    let at = |y_in: f64| {
        let pose = Pose { stack: Point::new(10.0, y_in), heading: Heading::from_deg(0.0) };
        Observation { sigma_in: 0.01, heading_sigma_rad: 0.005, ..Observation::placed(id("firer"), pose) }
    };
    let furthest = |to: f64| {
        let hull = HullShape { length_in: 2.0, beam_in: 0.5, stack_ahead_in: 0.0 };
        let ship = PlacedShip { way: vec![at(10.0)], ..PlacedShip::at_rest(at(to), hull) };
        let table = PlacedTable::new(vec![ship]);
        battle.book.judge_moves(&battle.state, &table, &[id("firer")]).remove(0).furthest
    };
    assert_eq!(furthest(12.4), None);
    let ghost = furthest(14.0).unwrap();
    assert!(ghost.stack.distance_in(Point::new(10.0, 12.5)) < 1e-9, "{ghost:?}");
}

#[test]
fn spb_25_30_damaged_steering_keeps_her_course() {
    for (change, rule) in [
        (Change::Steering { damaged: true }, "SPB-25"),
        (Change::Helmsman { through_turn: Some(1) }, "SPB-30"),
    ] {
        let mut battle = moving(&[]);
        battle.set("firer", change);
        gone(&mut battle, Steering::Straight, way(3.0, 1.0, 0.0), &[]);
        assert_eq!(battle.rules(go("firer")), [rule]);
        gone(&mut battle, Steering::Straight, way(3.0, 0.1, 11.0), &[]);
        assert_eq!(battle.rules(go("firer")), [rule], "the heading counts too");
        gone(&mut battle, Steering::Straight, way(3.0, 0.1, -9.0), &[]);
        battle.must(go("firer"));
    }
    let mut battle = moving(&[]);
    battle.set("firer", Change::Helmsman { through_turn: Some(1) });
    gone(&mut battle, Steering::Pivot, way(0.0, 0.0, 0.0), &[]);
    battle.to(Step::Movement);
    assert_eq!(battle.ship("firer").helmsman_through, None, "a replacement has taken over");
    // A jammed helm: the tightest possible turn, if turns have a radius.
    let mut battle = moving(&[("spb.house.turn_radius_in", json!(1.0))]);
    battle.set("firer", Change::Helm { jammed: Some(Flank::Port) });
    let hard = Steering::HardOver { helm: Flank::Port, radius_in: 2.0 };
    gone(&mut battle, hard, way(3.0, 1.0, 0.0), &[]);
    assert_eq!(battle.rules(go("firer")), ["SPB-30"]);
}

#[test]
fn a_course_too_close_to_call_is_asked() {
    let mut battle = moving(&[]);
    battle.set("firer", Change::Steering { damaged: true });
    let Answer::Way(mut fact) = way(3.0, 0.0, 0.0) else { panic!() };
    fact.off_in = Measured::new(0.3, 0.1);
    gone(&mut battle, Steering::Straight, Answer::Way(fact), &[]);
    let Err(Halt::TooClose { questions }) = battle.decide(go("firer")) else { panic!() };
    let settle = |reading: &str| Decision::Move {
        ship: id("firer"),
        declares: vec![],
        settled: vec![Settlement { key: questions[0].key.clone(), reading: reading.to_owned() }],
    };
    assert_eq!(battle.rules(settle("not")), ["SPB-25"]);
    battle.must(settle("kept"));
}

#[test]
fn spb_3_25_anchors_go_down_at_speed_0() {
    let anchor = |down| Decision::Anchor { ship: id("firer"), down };
    let mut battle = moving(&[]);
    assert_eq!(battle.rules(anchor(true)), ["SPB-3"]);
    battle.set("firer", Change::Speed { knots: 0 });
    battle.must(anchor(true));
    assert_eq!(battle.rules(anchor(true)), ["SPB-3"]);
    battle.must(anchor(false));
    battle.set("firer", Change::Anchor { lost: true });
    assert_eq!(battle.rules(anchor(true)), ["SPB-25"]);
}

#[test]
fn spb_3_11_a_planned_speed_is_hers_next_turn() {
    let plan = |knots| Decision::PlanSpeed { ship: id("firer"), knots };
    let mut battle = moving(&[]);
    assert_eq!(battle.rules(plan(10)), ["SPB-11"], "nine is her best");
    battle.must(plan(9));
    assert_eq!(battle.ship("firer").speed, 5);
    battle.must(go("firer"));
    battle.to(Step::Movement);
    assert_eq!(battle.ship("firer").speed, 9);
    battle.set("firer", Change::Bp { left: 9 });
    gone(&mut battle, Steering::Pivot, way(0.0, 0.0, 0.0), &[]);
    battle.to(Step::Movement);
    assert_eq!(battle.ship("firer").speed, 7, "no more than she can");
    let mut battle = moving(&[("spb.house.knots_a_turn", json!(2))]);
    assert_eq!(battle.rules(plan(8)), ["SPB-11"]);
    assert_eq!(battle.rules(plan(2)), ["SPB-AMB-4"]);
    battle.must(plan(7));
}

#[test]
fn spb_3_a_planned_change_of_speed_is_made_once() {
    let mut battle = moving(&[]);
    battle.must(Decision::PlanSpeed { ship: id("firer"), knots: 9 });
    battle.must(go("firer"));
    battle.to(Step::Movement);
    assert_eq!(battle.ship("firer").speed, 9);
    battle.set("firer", Change::Speed { knots: 0 });
    gone(&mut battle, Steering::Pivot, way(0.0, 0.0, 0.0), &[]);
    battle.to(Step::Movement);
    assert_eq!(
        battle.ship("firer").speed,
        0,
        "a ram stopped her, and nobody has planned that she gathers way"
    );
}

#[test]
fn spb_3_what_comes_before_the_move_is_not_done_after_it() {
    let mut battle = moving(&[]);
    battle.must(undertake("firer", Procedure::PlaceTorpedo, None));
    battle.must(go("firer"));
    for late in [Procedure::PlaceTorpedo, Procedure::ForceEngines] {
        assert_eq!(battle.rules(undertake("firer", late, None)), ["SPB-3"], "{late:?}");
    }
    let asks = battle.book.questions(&battle.state);
    let offered = |ask: &Ask| matches!(ask, Ask::Undertake { ship, .. } if *ship == id("firer"));
    assert!(!asks.iter().any(|question| offered(&question.ask)), "nothing of 3a or 3b is offered any more");
    battle.to(Step::Movement);
    battle.must(undertake("firer", Procedure::ForceEngines, None));
}

#[test]
fn spb_3_torpedoes_are_placed_before_engines_are_forced() {
    let mut battle = moving(&[("spb.house.crew_tests", json!(true))]);
    battle.must(undertake("firer", Procedure::ForceEngines, None));
    battle.throw(&[1]);
    let offered = |battle: &Battle| {
        let asks = battle.book.questions(&battle.state).into_iter();
        let hers = asks.filter_map(|question| match question.ask {
            Ask::Undertake { ship, procedures } if ship == id("firer") => Some(procedures),
            _ => None,
        });
        hers.flatten().collect::<Vec<_>>()
    };
    assert_eq!(battle.rules(undertake("firer", Procedure::PlaceTorpedo, None)), ["SPB-3"], "a before b");
    assert!(!offered(&battle).contains(&Procedure::PlaceTorpedo));
    assert!(offered(&battle).contains(&Procedure::ForceEngines), "she may try once more");
    battle.must(go("firer"));
    battle.to(Step::Movement);
    assert!(offered(&battle).contains(&Procedure::PlaceTorpedo), "the next phase begins with a");
    battle.must(undertake("firer", Procedure::PlaceTorpedo, None));
    battle.must(undertake("firer", Procedure::ForceEngines, None));
}

fn procedures(battle: &Battle) -> Vec<Procedure> {
    battle.state.guided.iter().map(|guided| guided.procedure).collect()
}

#[test]
fn spb_3_amb_4_contacts_are_declared_and_entered() {
    let touch = [("victim", Verdict::Yes)];
    let with = |spar, declares: Vec<Declares>, options: &[(&str, serde_json::Value)]| {
        let mut battle = Battle::duel(ShipCard { spar, ..firer() }, victim(), options);
        gone(&mut battle, Steering::Pivot, way(3.0, 0.0, 0.0), &touch);
        let result = battle.decide(Decision::Move { ship: id("firer"), declares, settled: vec![] });
        (battle, result)
    };
    let ram = Declares::Ram { target: id("victim") };
    let spar = Declares::Spar { target: id("victim") };
    let (battle, _) = with(Spar::None, vec![], &[]);
    assert_eq!(procedures(&battle), [Procedure::Collision]);
    let (battle, _) = with(Spar::None, vec![ram.clone()], &[]);
    assert_eq!(procedures(&battle), [Procedure::Ram]);
    let (battle, _) = with(Spar::Rigged, vec![ram.clone(), spar.clone()], &[]);
    assert_eq!(procedures(&battle), [Procedure::SparStrike, Procedure::Ram], "spar torpedoes first");
    assert_eq!(battle.ship("firer").spar, Spar::None);
    let (_, refused) = with(Spar::Carried, vec![spar.clone()], &[]);
    assert!(refused.is_err(), "it is not rigged");
    // A ship without contact strikes nothing.
    let mut battle = moving(&[]);
    let rammed = Decision::Move { ship: id("firer"), declares: vec![ram.clone()], settled: vec![] };
    assert_eq!(battle.rules(rammed), ["SPB-3"]);
    // The house procedure: at five knots.
    let (battle, _) = with(Spar::None, vec![ram], &[("spb.house.ram", json!(true))]);
    assert_eq!((battle.victim().bp, battle.ship("firer").sp, battle.ship("firer").speed), (15, 38, 0));
    let (battle, _) = with(Spar::None, vec![], &[("spb.house.ram", json!(true))]);
    assert_eq!((battle.victim().sp, battle.ship("firer").sp), (38, 38));
    let (mut battle, _) = with(Spar::Rigged, vec![spar], &[("spb.house.explosion_d6", json!(2))]);
    assert_eq!(battle.state.rolls[0].request.count, 2);
    battle.throw(&[3, 4]);
    assert_eq!((battle.victim().bp, battle.victim().floods), (13, 1));
}

#[test]
fn spb_amb_4_every_hull_that_she_runs_into_costs_her() {
    // The house procedure at five knots: a ram of five BP and two SP, and a collision of two SP each.
    let ships = [firer(), victim(), card("other", "confederate", vec![])];
    let ships = ships.map(|card| ShipSetup { speed: 5, ..ShipSetup::from(card) });
    let mut battle = Battle::begin(ships.to_vec(), vec![], &[("spb.house.ram", json!(true))]);
    battle.to(Step::Movement);
    gone(
        &mut battle,
        Steering::Pivot,
        way(3.0, 0.0, 0.0),
        &[("victim", Verdict::Yes), ("other", Verdict::Yes)],
    );
    let declares = vec![Declares::Ram { target: id("victim") }];
    battle.must(Decision::Move { ship: id("firer"), declares, settled: vec![] });
    assert_eq!((battle.victim().bp, battle.ship("other").sp), (15, 38));
    assert_eq!((battle.ship("firer").sp, battle.ship("firer").speed), (36, 0), "two for each of the two");
}

#[test]
fn spb_3_whether_hulls_touch_may_be_too_close_to_call() {
    let mut battle = moving(&[]);
    gone(&mut battle, Steering::Pivot, way(3.0, 0.0, 0.0), &[("victim", Verdict::TooClose)]);
    let Err(Halt::TooClose { questions }) = battle.decide(go("firer")) else { panic!() };
    assert_eq!(questions[0].key.0, "touching:victim");
}

fn mined_water() -> Terrain {
    Terrain {
        id: TerrainId("mines".to_owned()),
        name: "the mines".to_owned(),
        kind: TerrainKind::Mined,
        outline: [(0.0, 0.0), (9.0, 0.0), (9.0, 9.0)].map(|(x, y)| Point::new(x, y)).to_vec(),
        outline_sigma_in: 0.0,
        height_in: 0.0,
        blocks_sight: false,
    }
}

fn waters(battle: &mut Battle, entered: Verdict) {
    let area = Entered {
        area: TerrainId("mines".to_owned()),
        clearance_in: Measured::exact(0.0),
        entered,
        after_in: 1.0,
    };
    let query = Query::Waters { ship: id("firer"), steering: Steering::Pivot };
    let answer = Answer::Waters(WatersFact { areas: vec![area] });
    battle.facts = battle.facts.clone().with(query, answer);
}

#[test]
fn spb_3_4_mines_are_met_by_moving_and_by_drifting() {
    let begin = |speed: u8| {
        let ships = vec![ShipSetup { speed, ..firer().into() }, victim().into()];
        let mut battle = Battle::begin(ships, vec![mined_water()], &[]);
        battle.to(Step::Movement);
        gone(&mut battle, Steering::Pivot, way(3.0, 0.0, 0.0), &[]);
        waters(&mut battle, Verdict::Yes);
        battle
    };
    let mut battle = begin(5);
    battle.must(go("firer"));
    assert_eq!(procedures(&battle), [Procedure::Mine], "she entered it");
    let entry = battle.state.guided[0].id;
    let changes = vec![ShipChange { ship: id("firer"), change: Change::Bp { left: 12 } }];
    let note = "She struck one.".to_owned();
    battle.must(Decision::Adjudicate { entry, changes, bonds: None, note });
    assert_eq!(battle.ship("firer").bp, 12);
    let mut battle = begin(0);
    gone(&mut battle, Steering::Pivot, way(0.0, 0.0, 0.0), &[]);
    waters(&mut battle, Verdict::No);
    battle.to(Step::Drift);
    // The current has carried the ship into the mines.
    waters(&mut battle, Verdict::Yes);
    battle.must(Decision::NextStep);
    assert_eq!((battle.state.step, procedures(&battle)), (Step::Drift, vec![Procedure::Mine]));
    battle.waive();
    battle.must(Decision::NextStep);
    assert_ne!(battle.state.step, Step::Drift, "asked once");
    let mut battle = begin(5);
    waters(&mut battle, Verdict::TooClose);
    let Err(Halt::TooClose { questions }) = battle.decide(go("firer")) else { panic!() };
    assert_eq!(questions[0].key.0, "mined:mines");
}

#[test]
fn spb_3_amb_31_who_lies_in_mines_is_tested_as_the_phase_begins_whether_she_may_move_or_not() {
    for at_anchor in [true, false] {
        let ships = vec![ShipSetup { speed: 0, anchored: at_anchor, ..firer().into() }, victim().into()];
        let mut battle = Battle::begin(ships, vec![mined_water()], &[]);
        gone(&mut battle, Steering::Pivot, way(0.0, 0.0, 0.0), &[]);
        waters(&mut battle, Verdict::Yes);
        battle.to(Step::Movement);
        assert_eq!(procedures(&battle), [Procedure::Mine], "at anchor: {at_anchor}");
        battle.waive();
        // Only one test: the ship drifts where it lay already.
        battle.to(if at_anchor { Step::Boarding } else { Step::Drift });
        battle.must(Decision::NextStep);
        assert_eq!(procedures(&battle), []);
    }
    // A ship that moves within the area in which it began is not tested again either.
    let mut battle = Battle::begin(
        vec![ShipSetup { speed: 5, ..firer().into() }, victim().into()],
        vec![mined_water()],
        &[],
    );
    waters(&mut battle, Verdict::Yes);
    battle.to(Step::Movement);
    battle.waive();
    gone(&mut battle, Steering::Pivot, way(1.0, 0.0, 0.0), &[]);
    battle.must(go("firer"));
    assert_eq!(procedures(&battle), []);
}

#[test]
fn spb_3_amb_33_contact_with_an_obstacle_is_a_collision_for_the_umpire() {
    for kind in
        [TerrainKind::Land, TerrainKind::Shoal { depth_ft: 3.0 }, TerrainKind::Obstacle, TerrainKind::Fort]
    {
        let bank = Terrain { kind, ..mined_water() };
        let ships = vec![ShipSetup { speed: 5, ..firer().into() }, victim().into()];
        let mut battle = Battle::begin(ships, vec![bank], &[("spb.house.ram", json!(true))]);
        battle.to(Step::Movement);
        gone(&mut battle, Steering::Pivot, way(3.0, 0.0, 0.0), &[]);
        waters(&mut battle, Verdict::Yes);
        battle.must(go("firer"));
        assert_eq!(procedures(&battle), [Procedure::Collision]);
        assert_eq!(battle.state.guided[0].area, Some(TerrainId("mines".to_owned())));
        battle.waive();
        // The ship moves away from its place, which has been ruled on.
        battle.to(Step::Movement);
        battle.must(go("firer"));
        assert_eq!(procedures(&battle), []);
    }
}

#[test]
fn spb_3_amb_33_a_spar_attack_does_not_do_away_with_the_collision() {
    let mut battle = Battle::duel(ShipCard { spar: Spar::Rigged, ..firer() }, victim(), &[]);
    gone(&mut battle, Steering::Pivot, way(3.0, 0.0, 0.0), &[("victim", Verdict::Yes)]);
    let declares = vec![Declares::Spar { target: id("victim") }];
    battle.must(Decision::Move { ship: id("firer"), declares, settled: vec![] });
    assert_eq!(procedures(&battle), [Procedure::SparStrike, Procedure::Collision]);
}

#[test]
fn spb_3_amb_32_a_ship_with_way_on_that_stays_put_is_remarked_or_must_move() {
    let mut battle = moving(&[]);
    gone(&mut battle, Steering::Pivot, way(0.0, 0.0, 0.0), &[]);
    let events = battle.must(Decision::NextStep);
    let stayed = vec![id("firer"), id("victim")];
    assert_eq!(events[0], Event::StayedPut { ships: stayed });
    // A ship at anchor, or one that has moved, is not listed.
    let mut battle = moving(&[]);
    battle.set("victim", Change::Anchored { anchored: true });
    battle.must(go("firer"));
    assert!(!battle.must(Decision::NextStep).iter().any(|event| matches!(event, Event::StayedPut { .. })));
    let mut battle = moving(&[("spb.must_make_way", json!(true))]);
    battle.set("victim", Change::Anchored { anchored: true });
    gone(&mut battle, Steering::Pivot, way(0.0, 0.0, 0.0), &[]);
    assert_eq!(battle.rules(Decision::NextStep), ["SPB-AMB-32"]);
    assert_eq!(battle.rules(go("firer")), ["SPB-AMB-32"]);
    gone(&mut battle, Steering::Pivot, way(3.0, 0.0, 0.0), &[]);
    battle.must(go("firer"));
    battle.must(Decision::NextStep);
}

#[test]
fn spb_30_amb_30_a_jammed_helm_turns_her_to_its_side_also_where_no_radius_is_chosen() {
    let turned = |deg: f64| {
        let Answer::Way(fact) = way(3.0, 0.0, 0.0) else { panic!() };
        Answer::Way(WayFact { turned_deg: Measured::exact(deg), ..fact })
    };
    for (helm, hers, other) in [(Flank::Port, -40.0, 125.0), (Flank::Starboard, 40.0, -125.0)] {
        let mut battle = moving(&[]);
        battle.set("firer", Change::Helm { jammed: Some(helm) });
        gone(&mut battle, Steering::Pivot, turned(other), &[]);
        assert_eq!(battle.rules(go("firer")), ["SPB-30"], "the other way");
        gone(&mut battle, Steering::Pivot, turned(0.0), &[]);
        assert_eq!(battle.rules(go("firer")), ["SPB-30"], "she must turn");
        gone(&mut battle, Steering::Pivot, turned(hers), &[]);
        battle.must(go("firer"));
    }
    // If the measurement leaves it open, the players are asked.
    let mut battle = moving(&[]);
    battle.set("firer", Change::Helm { jammed: Some(Flank::Port) });
    let Answer::Way(fact) = way(3.0, 0.0, 0.0) else { panic!() };
    let open = WayFact { turned_deg: Measured::new(-4.0, 3.0), ..fact };
    gone(&mut battle, Steering::Pivot, Answer::Way(open), &[]);
    let Err(Halt::TooClose { questions }) = battle.decide(go("firer")) else { panic!() };
    assert_eq!(questions[0].key.0, "helm:firer");
}

#[test]
fn ships_come_and_leave_in_the_movement_phase() {
    use rulesets::core::Edge;
    let arriving = Location::Arriving { turn: 2, edge: Edge::West };
    let late = ShipSetup {
        location: arriving,
        ..card("late", "confederate", vec![mount("guns", NINE_INCH, 1)]).into()
    };
    let mut battle = Battle::begin(vec![firer().into(), victim().into(), late], vec![], &[]);
    let leave = || Decision::Leave { ship: id("victim"), edge: Edge::East };
    assert_eq!(battle.rules(leave()), ["SPB-3"]);
    battle.to(Step::Movement);
    assert!(!battle.ship("late").present());
    battle.to(Step::Movement);
    assert!(battle.ship("late").present());
    battle.must(leave());
    assert!(!battle.victim().present());
}
