//! Speeds and moves (GUN-8 to GUN-19).

use crate::common::*;
use geometry::{Arc, Flank, Heading, HullShape, Measured, Observation, Point, Pose, Steering};
use proptest::prelude::*;
use rulesets::core::{
    Answer, AppDice, Book, Edge, EdgeFact, Halt, PlacedShip, PlacedTable, PlayedBook, Query, RangeFact,
    Scripted, Settlement, TableFacts, TooClose, WayFact,
};
use rulesets::gunboat::*;

fn ship(name: &str, side: Side) -> ShipCard {
    card(name, side, 0, vec![mount("guns", "8\" SMOOTHBORE", 2, Arc::ALL_ROUND)])
}

/// A Union ship of circle B at `speed` knots in the Union's movement step, and an enemy far away.
fn under_way(change: impl FnOnce(&mut ShipSetup), options: &[(&str, serde_json::Value)]) -> Battle {
    let mut mover = ShipSetup::from(ship("mover", Side::Union));
    change(&mut mover);
    Battle::open(vec![mover, ship("enemy", Side::Confederate).into()], options)
}

fn way(length_in: f64, sigma: f64) -> WayFact {
    let zero = Measured::exact(0.0);
    WayFact {
        length_in: Measured::new(length_in, sigma),
        off_in: zero,
        off_deg: zero,
        straight_in: Measured::new(length_in, sigma),
        turned_deg: zero,
    }
}

fn goes(battle: &mut Battle, steering: Steering, fact: WayFact) {
    let facts = std::mem::take(&mut battle.facts);
    battle.facts = facts.with(Query::Way { ship: id("mover"), steering }, Answer::Way(fact));
}

const B: Steering = Steering::Circle { radius_in: 1.75 };
const A: Steering = Steering::Circle { radius_in: 1.25 };

fn make_move() -> Decision {
    Decision::Move { moves: vec![MoveOrder { ship: id("mover"), settled: vec![], ashore: false }] }
}

fn ring(knots: u16) -> Decision {
    Decision::RingUp { orders: vec![SpeedOrder { ship: id("mover"), speed: 2 * knots }] }
}

fn state_of(battle: &Battle) -> &ShipState {
    &battle.state.ships[&id("mover")]
}

fn reasons(result: Result<Vec<Event>, Halt>) -> String {
    match result {
        Err(Halt::Refused(refusal)) => refusal.to_string(),
        other => panic!("not refused: {other:?}"),
    }
}

#[test]
fn gun_9_a_stopped_ship_without_an_order_rings_up_again_next_turn() {
    let mut battle = under_way(|_| {}, &[]);
    battle.must(ring(0));
    while battle.state.turn == 1 {
        battle.must(Decision::NextStep);
    }
    assert_eq!(state_of(&battle).rung, None);
    battle.must(ring(1));
}

#[test]
fn gun_9_10_11_amb_21_speed_rises_by_one_knot_and_falls_by_four_at_most() {
    // GUN-9, GUN-10, GUN-11, GUN-AMB-21.
    for (last, low, high) in [(0, 0, 1), (3, 0, 4), (5, 1, 6), (8, 4, 8)] {
        let mut battle = under_way(|mover| mover.speed = 2 * last, &[]);
        for knots in 0..=9 {
            let allowed = (low..=high).contains(&knots);
            assert_eq!(battle.may(&ring(knots)).is_ok(), allowed, "{last} to {knots}");
        }
        battle.must(ring(high));
        assert_eq!(state_of(&battle).rung, Some(2 * high));
    }
}

#[test]
fn gun_8_18_a_ship_goes_an_inch_a_knot_and_no_further() {
    // GUN-8, GUN-18.
    let mut battle = under_way(|mover| mover.speed = 8, &[]);
    battle.must(ring(5));
    goes(&mut battle, B, way(5.2, 0.01));
    assert!(reasons(battle.may(&make_move())).contains("0.20 in too far. (GUN-18)"));
    goes(&mut battle, B, way(4.9, 0.01));
    battle.must(make_move());
    assert_eq!((state_of(&battle).speed, state_of(&battle).has_moved), (10, true));
    assert!(reasons(battle.may(&make_move())).contains("has moved this turn"));
}

#[test]
fn gun_18_amb_6_a_way_too_close_to_call_is_a_question_and_its_settlement_is_recorded() {
    // GUN-18, GUN-AMB-6.
    let mut battle = under_way(|mover| mover.speed = 8, &[]);
    battle.must(ring(5));
    goes(&mut battle, B, way(5.02, 0.02));
    let Err(Halt::TooClose { questions }) = battle.may(&make_move()) else { panic!("asked nothing") };
    let TooClose { key, edge, .. } = questions[0].clone();
    assert_eq!(edge, 5.0);
    let said = |reading: &str| {
        let settled = vec![Settlement { key: key.clone(), reading: reading.to_owned() }];
        Decision::Move { moves: vec![MoveOrder { ship: id("mover"), settled, ashore: false }] }
    };
    assert!(reasons(battle.may(&said("too_far"))).contains("GUN-18"));
    let events = battle.must(said("legal"));
    assert!(matches!(&events[0], Event::Moved { review, .. } if review.settled.len() == 1));
}

#[test]
fn gun_12_amb_19_coasting_loses_two_knots_a_turn_from_the_first() {
    // GUN-12, GUN-AMB-19, GUN-AMB-20.
    for (free, speeds) in [(false, [12, 8, 4, 0]), (true, [16, 12, 8, 4])] {
        let mut battle = under_way(
            |mover| {
                mover.speed = 16;
                mover.ticks.speed = 8;
            },
            &[("gun.coast_first_turn_free", free.into())],
        );
        for speed in speeds {
            assert!(battle.may(&ring(8)).is_err() || speed == 16);
            while battle.state.step != Step::FirstFire {
                battle.must(Decision::NextStep);
            }
            assert_eq!(state_of(&battle).speed, speed);
            while battle.state.step != Step::UnionMove {
                battle.must(Decision::NextStep);
            }
        }
    }
}

#[test]
fn gun_amb_20_a_ship_damaged_below_its_speed_slows_down_gradually() {
    // GUN-AMB-20: at most two knots less than last turn.
    let battle = under_way(
        |mover| {
            mover.speed = 16;
            mover.ticks.speed = 6;
        },
        &[],
    );
    assert!(battle.may(&ring(6)).is_ok());
    assert!(battle.may(&ring(7)).is_err());
}

#[test]
fn gun_13_17_amb_23_circles_follow_the_kind_of_ship() {
    // GUN-13, GUN-14, GUN-17, GUN-AMB-23.
    let tables = Gunboat::embedded().unwrap().tables().clone();
    let diameters = [Circle::Launch, Circle::A, Circle::B, Circle::C].map(|circle| tables.circle_in(circle));
    assert_eq!(diameters, [2.0, 2.5, 3.5, 4.5]);
    let facts = read_ship_facts("hampton_roads.toml", HAMPTON_ROADS).unwrap();
    let circle = |name: &str| {
        let facts = facts.iter().find(|facts| facts.id == name).unwrap();
        build_card(&tables, facts).unwrap().circle
    };
    assert_eq!(circle("virginia"), Circle::C);
    assert_eq!(circle("teaser"), Circle::B);
    assert_eq!(circle("monitor"), Circle::B);
    assert_eq!(circle("minnesota"), Circle::A);
}

#[test]
fn gun_15_amb_24_a_sidewheel_steamer_uses_any_circle_and_turns_in_place_on_a_short_move() {
    // GUN-15, GUN-AMB-24.
    let mut battle = under_way(
        |mover| {
            mover.card.propulsion = Propulsion::Sidewheel;
            mover.speed = 8;
        },
        &[],
    );
    battle.must(ring(3));
    goes(&mut battle, A, way(7.0, 0.01));
    goes(&mut battle, Steering::Pivot, way(2.5, 0.01));
    assert!(reasons(battle.may(&make_move())).contains("GUN-18"), "further than two inches");
    goes(&mut battle, Steering::Pivot, way(1.5, 0.01));
    let events = battle.must(make_move());
    assert!(matches!(&events[0], Event::Moved { review, .. } if review.steering == Steering::Pivot));
}

#[test]
fn gun_16_a_tug_turns_a_slow_ship_on_circle_a() {
    // GUN-16.
    let bond = Bond { kind: BondKind::Tugged, first: id("tug"), second: id("mover") };
    let mut mover = ShipSetup::from(ship("mover", Side::Union));
    mover.speed = 4;
    let mut battle = Battle::open(vec![mover, ship("tug", Side::Union).into()], &[]);
    goes(&mut battle, B, way(6.0, 0.01));
    goes(&mut battle, A, way(1.9, 0.01));
    assert!(battle.may(&make_move()).is_err());
    let near = rulesets::core::TouchingFact {
        near: vec![rulesets::core::Contact {
            ship: id("mover"),
            gap_in: Measured::new(0.05, 0.02),
            touching: geometry::Verdict::No,
        }],
    };
    let facts = std::mem::take(&mut battle.facts);
    battle.facts = facts.with(Query::Touching { ship: id("tug") }, Answer::Touching(near));
    let before = battle.state.clone();
    let events = battle.must(Decision::Bind { bond: bond.clone() });
    // Verification has only the data that the event stores.
    let [Event::Bound { asked, .. }] = events.as_slice() else { panic!("not bound: {events:?}") };
    let recorded = rulesets::core::Scripted::new(asked.clone());
    let again = battle.book.decide(&before, &Decision::Bind { bond }, &recorded, &mut AppDice::new(1, &[]));
    assert_eq!(again.unwrap(), events);
    battle.must(make_move());
}

#[test]
fn gun_46_amb_16_17_a_jammed_rudder_or_a_blinded_pilot_leaves_no_choice() {
    // GUN-46, GUN-AMB-16, GUN-AMB-17.
    let hard = Steering::HardOver { helm: Flank::Starboard, radius_in: 1.75 };
    for (effect, steering) in [
        (Effect::RudderJammed { helm: Flank::Starboard, moves_left: 2 }, hard),
        (Effect::PilotBlinded { moves_left: 1 }, Steering::Straight),
    ] {
        let mut battle = under_way(|mover| mover.speed = 8, &[]);
        battle.state.ships.get_mut(&id("mover")).unwrap().effects.push(effect);
        let elsewhere = WayFact { off_in: Measured::new(1.0, 0.02), ..way(3.0, 0.01) };
        goes(&mut battle, steering, elsewhere);
        assert!(battle.may(&make_move()).is_err());
        goes(&mut battle, steering, way(3.0, 0.01));
        battle.must(make_move());
    }
}

#[test]
fn a_model_that_was_moved_must_be_reviewed_before_the_step_ends() {
    let mut battle = under_way(|mover| mover.speed = 8, &[]);
    goes(&mut battle, Steering::Pivot, way(3.0, 0.01));
    assert!(reasons(battle.may(&Decision::NextStep)).contains("review her move"));
    goes(&mut battle, Steering::Pivot, way(0.05, 0.01));
    let events = battle.must(Decision::NextStep);
    assert!(matches!(&events[0], Event::StayedPut { ships } if ships[0].speed == 8), "{events:?}");
}

#[test]
fn gun_3_ships_arrive_and_leave_by_turn_and_edge() {
    // GUN-3.
    let mut battle =
        under_way(|mover| mover.location = Location::Arriving { turn: 2, edge: Edge::West }, &[]);
    assert!(reasons(battle.may(&ring(1))).contains("has not arrived"));
    for _ in 0..6 {
        battle.must(Decision::NextStep);
    }
    assert_eq!(state_of(&battle).location, Location::OnTable);
    battle.must(ring(1));
    let leave = Decision::Leave { ship: id("mover"), edge: Edge::West };
    let near = |distance: f64| {
        Scripted::default().with(
            Query::EdgeOf { ship: id("mover") },
            Answer::EdgeOf(EdgeFact { edge: Edge::West, distance_in: Measured::new(distance, 0.02) }),
        )
    };
    battle.facts = near(3.0);
    assert!(reasons(battle.may(&leave)).contains("can't reach"));
    battle.facts = near(0.8);
    battle.must(leave);
    assert!(!state_of(&battle).present());
}

#[test]
fn gun_54_57_anchored_aground_and_lost_ships_do_not_move() {
    // GUN-54, GUN-57.
    let cases: [fn(&mut ShipState); 3] =
        [|ship| ship.anchored = true, |ship| ship.aground = true, |ship| ship.ashore = true];
    for change in cases {
        let mut battle = under_way(|_| {}, &[]);
        change(battle.state.ships.get_mut(&id("mover")).unwrap());
        assert!(battle.may(&ring(1)).is_err());
        goes(&mut battle, B, way(1.0, 0.01));
        assert!(battle.may(&make_move()).is_err());
        goes(&mut battle, Steering::Pivot, way(0.0, 0.01));
        battle.must(Decision::NextStep);
        assert_eq!(state_of(&battle).speed, 0);
    }
}

#[test]
fn gun_2_larger_models_go_further_by_one_factor() {
    // GUN-2.
    let mut battle = under_way(|mover| mover.speed = 8, &[("gun.length_factor", 2.0.into())]);
    goes(&mut battle, Steering::Circle { radius_in: 3.5 }, way(7.9, 0.01));
    battle.must(make_move());
}

/// The observation of "mover" at this offset from the middle of the table.
fn observation(east_in: f64, north_in: f64, heading_rad: f64) -> Observation {
    Observation {
        sigma_in: 0.01,
        heading_sigma_rad: 0.005,
        ..Observation::placed(
            id("mover"),
            Pose {
                stack: Point::new(20.0 + east_in, 10.0 + north_in),
                heading: Heading::from_deg(heading_rad.to_degrees()),
            },
        )
    }
}

const HULL: HullShape = HullShape { length_in: 2.0, beam_in: 0.5, stack_ahead_in: 0.0 };

/// A table on which "mover" goes from the middle along a circle of this radius, through this angle.
fn on_a_circle(radius_in: f64, turn_rad: f64) -> PlacedTable {
    let (sin, cos) = turn_rad.sin_cos();
    let end = observation(radius_in * (1.0 - cos), radius_in * sin, turn_rad);
    let mut mover = PlacedShip::at_rest(end, HULL);
    mover.way = vec![observation(0.0, 0.0, 0.0)];
    PlacedTable::new(vec![mover])
}

#[test]
fn gun_14_a_wider_circle_is_allowed_and_a_tighter_one_is_not() {
    // Circle B has a radius of 1.75 in; four inches of speed are enough for each of these ways.
    let battle = under_way(|mover| mover.speed = 8, &[]);
    for (radius_in, legal) in [(1.25, false), (1.75, true), (2.25, true), (9.0, true)] {
        let facts = on_a_circle(radius_in, 3.0 / radius_in);
        let mut dice = AppDice::new(1, b"circle");
        let judged = battle.book.decide(&battle.state, &make_move(), &facts, &mut dice);
        assert_eq!(judged.is_ok(), legal, "{radius_in} in: {judged:?}");
    }
}

#[test]
fn gun_16_a_ship_without_power_goes_along_and_bound_ships_stay_together() {
    for kind in [BondKind::Towed, BondKind::Lashed] {
        let mut dead = ShipSetup::from(ship("mover", Side::Union));
        dead.ticks.speed = 8;
        let mut battle = Battle::open(vec![dead, ship("tug", Side::Union).into()], &[]);
        goes(&mut battle, B, way(0.9, 0.01));
        assert!(reasons(battle.may(&make_move())).contains("GUN-18"), "by herself she goes nowhere");
        battle.state.bonds.push(Bond { kind, first: id("tug"), second: id("mover") });
        battle.must(Decision::RingUp { orders: vec![SpeedOrder { ship: id("tug"), speed: 2 }] });
        let gap = |battle: &mut Battle, gap_in: f64| {
            let near = vec![rulesets::core::Contact {
                ship: id("tug"),
                gap_in: Measured::new(gap_in, 0.02),
                touching: geometry::Verdict::No,
            }];
            let fact = Answer::Touching(rulesets::core::TouchingFact { near });
            battle.facts = battle.facts.clone().with(Query::Touching { ship: id("mover") }, fact);
        };
        gap(&mut battle, 2.5);
        assert!(reasons(battle.may(&make_move())).contains("bound to one another"), "{kind:?}");
        gap(&mut battle, 0.1);
        battle.must(make_move());
        assert_eq!(state_of(&battle).speed, 2);
    }
}

#[test]
fn gun_amb_21_a_stopped_ship_goes_straight_astern_if_allowed() {
    let backs = |astern_max: f64, last: u16, fact: WayFact| {
        let mut battle = under_way(|mover| mover.speed = last, &[("gun.astern_max", astern_max.into())]);
        goes(&mut battle, B, way(12.0, 0.01));
        goes(&mut battle, Steering::Astern, fact);
        battle
    };
    let aside = WayFact { off_in: Measured::new(1.0, 0.01), ..way(0.9, 0.01) };
    for (astern_max, last, fact, legal) in [
        (0.0, 0, way(0.9, 0.01), false),
        (1.0, 0, way(0.9, 0.01), true),
        (1.0, 0, way(1.1, 0.01), false),
        (2.0, 0, way(1.1, 0.01), true),
        (2.0, 4, way(1.1, 0.01), false),
        (1.0, 0, aside, false),
    ] {
        let mut battle = backs(astern_max, last, fact);
        let judged = battle.may(&make_move());
        assert_eq!(judged.is_ok(), legal, "{astern_max} knots astern from {last}: {judged:?}");
        if legal {
            battle.must(make_move());
            assert_eq!(state_of(&battle).speed, 0, "she keeps no way from it");
        }
    }
}

#[test]
fn gun_80_a_ship_full_of_smoke_must_steam_away() {
    let range = |range_in: f64| Answer::Range(RangeFact { range_in: Measured::new(range_in, 0.02) });
    for (before_in, now_in, legal) in [(8.0, 10.0, true), (8.0, 8.02, true), (8.0, 6.0, false)] {
        for smoked in [true, false] {
            let mut battle = under_way(|mover| mover.speed = 8, &[]);
            if smoked {
                battle.state.ships.get_mut(&id("mover")).unwrap().effects.push(Effect::SmokedOut);
            }
            goes(&mut battle, B, way(3.0, 0.01));
            let (from, to) = (id("mover"), id("enemy"));
            let facts = std::mem::take(&mut battle.facts);
            let facts = facts.with(Query::Range { from: from.clone(), to: to.clone() }, range(now_in));
            battle.facts = facts.with(Query::RangeBefore { from, to }, range(before_in));
            assert_eq!(battle.may(&make_move()).is_ok(), legal || !smoked, "{before_in} to {now_in}");
        }
    }
    // The placed table knows the ship's position at the beginning of its step.
    let facts = on_a_circle(9.0, 0.3);
    let (mover, enemy) = (id("mover"), id("enemy"));
    assert!(TableFacts::range_before(&facts, &mover, &enemy).is_err(), "the enemy is not there");
    let facts = facts.with_guns_ashore([(enemy.clone(), Point::new(20.0, 15.0))]);
    assert_eq!(TableFacts::range_before(&facts, &mover, &enemy).unwrap().range_in.value, 5.0);
    assert!(TableFacts::range(&facts, &mover, &enemy).unwrap().range_in.value < 3.0);
}

#[test]
fn gun_14_15_18_reach_and_furthest_place_follow_steering_speed_and_what_may_be_measured() {
    let start = Pose { stack: Point::new(20.0, 10.0), heading: Heading::from_deg(0.0) };
    let mut battle = under_way(|mover| mover.speed = 8, &[("gun.astern_max", 2.0.into())]);
    let reaches = |battle: &Battle| battle.book.reaches(&battle.state, &id("mover"), start);
    let usual = reaches(&battle);
    assert_eq!((usual.len(), usual[0].allowance_in, usual[0].steering), (1, 4.0, B));
    assert!(
        usual[0].reach.contains(Point::new(20.0, 13.9)) && !usual[0].reach.contains(Point::new(20.0, 14.2))
    );
    battle.must(ring(1));
    let card = &mut battle.state.ships.get_mut(&id("mover")).unwrap().card;
    card.propulsion = Propulsion::Sidewheel;
    let slow: Vec<Steering> = reaches(&battle).iter().map(|it| it.steering).collect();
    assert_eq!(slow, [A, Steering::Pivot], "under way she does not go astern");
    battle.state.ships.get_mut(&id("mover")).unwrap().speed = 0;
    assert_eq!(reaches(&battle).last().unwrap().steering, Steering::Astern);
    battle.state.options.measure = Measuring::DeclareFirst;
    assert!(reaches(&battle).is_empty());
    battle.state.ships.get_mut(&id("mover")).unwrap().anchored = true;
    battle.state.options.measure = Measuring::Everything;
    assert!(reaches(&battle).is_empty(), "she lies at anchor");

    // Six inches straight ahead at four knots: the ghost is at four inches.
    let battle = under_way(|mover| mover.speed = 8, &[]);
    let stands = |north_in: f64| geometry::Standing::of_hull(&observation(0.0, north_in, 0.0), &HULL);
    let ghost = |to: f64| battle.book.furthest_place(&battle.state, &id("mover"), &[stands(0.0), stands(to)]);
    assert_eq!(ghost(3.9), None);
    let there = ghost(6.0).unwrap().stack;
    assert!((there.y_in - 14.0).abs() < 1e-6 && (there.x_in - 20.0).abs() < 1e-6, "{there:?}");
}

#[test]
fn gun_18_46_a_legal_move_has_no_ghost() {
    // Hard over to starboard, three inches on the ship's circle, with a small error of heading: no way leads exactly
    // there, but the move is legal.
    let mut battle = under_way(|mover| mover.speed = 8, &[]);
    let jammed = Effect::RudderJammed { helm: Flank::Starboard, moves_left: 2 };
    battle.state.ships.get_mut(&id("mover")).unwrap().effects.push(jammed);
    let start = observation(0.0, 0.0, 0.0);
    let turn_rad: f64 = 3.0 / 1.75;
    let (east_in, north_in) = (1.75 * (1.0 - turn_rad.cos()), 1.75 * turn_rad.sin());
    let mut off_any_way = 0;
    for off_rad in [-0.3, -0.06, -0.04, 0.0, 0.04, 0.06, 0.3] {
        let end = observation(east_in, north_in, turn_rad + off_rad);
        let places = [&start, &end].map(|seen| geometry::Standing::of_hull(seen, &HULL));
        let mut mover = PlacedShip::at_rest(end, HULL);
        mover.way = vec![start.clone()];
        let table = PlacedTable::new(vec![mover]);
        let judged = &battle.book.judge_moves(&battle.state, &table, &[id("mover")])[0];
        let refused = !judged.reasons.is_empty();
        assert!(judged.furthest.is_none() || refused, "{off_rad}: {judged:?}");
        let ghost = battle.book.furthest_place(&battle.state, &id("mover"), &places);
        off_any_way += u32::from(judged.legal() && ghost.is_some());
    }
    assert!(off_any_way > 0, "each lay on a way that she can go");
}

proptest! {
    #[test]
    fn every_speed_follows_from_the_last(last in 0_u16..30, ticked in 0_u8..9) {
        let battle = under_way(|mover| { mover.speed = last; mover.ticks.speed = ticked; }, &[]);
        let asks = battle.book.questions(&battle.state);
        for ask in asks {
            if let Ask::RingUp { ship, limits, usual } = ask.ask && ship == id("mover") {
                prop_assert!(limits.slowest <= usual && usual <= limits.fastest);
                prop_assert!(limits.fastest <= last + 2);
                prop_assert!(limits.slowest + 8 >= last);
            }
        }
    }
}
