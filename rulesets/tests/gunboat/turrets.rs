//! Turrets away from the stack and guns ashore, each with its own measures (GUN-30, GUN-AMB-44).

use crate::common::*;
use geometry::{Arc, Barrier, Measured, Pose, TerrainId, Verdict};
use rulesets::core::{
    Answer, Blocker, Halt, LineOfFireFact, PlacedShip, PlacedTable, Query, SightFact, TableFacts,
};
use rulesets::gunboat::*;

#[test]
fn gun_amb_44_two_turrets_have_their_own_measures() {
    let mut fore = mount("fore", "11\" SMOOTHBORE", 2, Arc::ALL_ROUND);
    fore.turret = Some(Turret { ahead_in: 1.0 });
    let mut aft = mount("aft", "11\" SMOOTHBORE", 2, Arc::ALL_ROUND);
    aft.turret = Some(Turret { ahead_in: -1.0 });
    let mut battle = Battle::duel(vec![fore, aft], 0, 6.0, &[]);
    for (ahead_in, range_in) in [(1.0, 5.4), (-1.0, 7.2)] {
        let fact =
            SightFact { range_in: Measured::exact(range_in), bearing_deg: Measured::exact(10.0), near: None };
        let query = Query::Sight { from: id("firer"), ahead_in, to: id("victim") };
        battle.facts = battle.facts.clone().with(query, Answer::Sight(fact));
    }
    let salvo = battle.salvo();
    let bands: Vec<Band> = salvo.mounts.iter().map(|mount| mount.band).collect();
    assert_eq!(bands, [Band::Close, Band::Normal]);
}

#[test]
fn the_placed_table_answers_for_turrets_and_guns_ashore() {
    let observation = |name: &str, x_in: f64| geometry::Observation {
        sigma_in: 0.02,
        heading_sigma_rad: 0.01,
        ..geometry::Observation::placed(
            id(name),
            Pose { stack: geometry::Point::new(x_in, 10.0), heading: geometry::Heading::from_deg(90.0) },
        )
    };
    let hull = geometry::HullShape { length_in: 4.0, beam_in: 0.8, stack_ahead_in: 0.0 };
    let ships = ["a", "b"].into_iter().zip([10.0, 20.0]);
    let ships = ships.map(|(name, x_in)| PlacedShip::at_rest(observation(name, x_in), hull)).collect();
    let table = PlacedTable::new(ships).with_guns_ashore([
        (id("g1"), geometry::Point::new(10.0, 14.0)),
        (id("g2"), geometry::Point::new(15.0, 10.0)),
    ]);
    let sight = table.sight(&id("a"), 1.5, &id("b")).unwrap();
    assert_eq!((sight.range_in.value, sight.bearing_deg.value), (8.5, 0.0));
    assert!(sight.range_in.sigma > table.range(&id("a"), &id("b")).unwrap().range_in.sigma);
    assert_eq!(table.range(&id("a"), &id("g1")).unwrap().range_in.value, 4.0);
    // A gun's bearings are clockwise from north, and it blocks no line of fire.
    assert_eq!(table.bearing(&id("g1"), &id("a")).unwrap().bearing_deg.value, 180.0);
    assert_eq!(table.line_of_fire(&id("a"), &id("b")).unwrap().clear, Verdict::Yes);
    let under = table.under_circle(10.0, 14.2, 0.75).unwrap().under;
    assert!(under.iter().any(|it| it.ship == id("g1") && it.under == Verdict::Yes));
}

#[test]
fn gun_30_amb_44_each_turret_has_its_own_line_of_fire() {
    let blocked = |clear: Verdict| Blocker {
        barrier: Barrier::Terrain(TerrainId("point".to_owned())),
        clear,
        clearance_in: Measured::new(-0.2, 0.1),
    };
    let battle = |fore: Vec<Blocker>, aft: Vec<Blocker>| {
        let turret = |name: &str, ahead_in: f64| {
            let mut mount = mount(name, "11\" SMOOTHBORE", 2, Arc::ALL_ROUND);
            mount.turret = Some(Turret { ahead_in });
            mount
        };
        let mut battle = Battle::duel(vec![turret("fore", 1.0), turret("aft", -1.0)], 0, 6.0, &[]);
        // The line from the ship's stack, where no gun is, has no influence.
        let stack = LineOfFireFact { clear: Verdict::No, near: vec![blocked(Verdict::No)] };
        let query = Query::LineOfFire { from: id("firer"), to: id("victim") };
        battle.facts = battle.facts.clone().with(query, Answer::LineOfFire(stack));
        for (ahead_in, near) in [(1.0, fore), (-1.0, aft)] {
            let fact = SightFact {
                range_in: Measured::exact(7.0),
                bearing_deg: Measured::exact(10.0),
                near: Some(near),
            };
            let query = Query::Sight { from: id("firer"), ahead_in, to: id("victim") };
            battle.facts = battle.facts.clone().with(query, Answer::Sight(fact));
        }
        battle
    };
    let mut one = battle(vec![], vec![blocked(Verdict::No)]);
    let salvo = one.salvo();
    assert_eq!(salvo.mounts.iter().map(|mount| mount.mount.as_str()).collect::<Vec<_>>(), ["fore"]);
    let mut none = battle(vec![blocked(Verdict::No)], vec![blocked(Verdict::No)]);
    assert_eq!(none.rules(none.fire()), ["GUN-30"]);
    let unsure = battle(vec![blocked(Verdict::TooClose)], vec![]);
    let Err(Halt::TooClose { questions }) = unsure.may(&unsure.fire()) else { panic!("asked nothing") };
    assert_eq!(questions.len(), 1);
    assert_eq!(questions[0].key.0, "line_of_fire:point:fore");
}
