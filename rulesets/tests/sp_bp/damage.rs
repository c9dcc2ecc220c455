//! Hits: their locations and effects.

use crate::field::{Battle, NINE_INCH, card, cited, firer, id, mount, read, victim};
use geometry::{Arc, Flank};
use rulesets::core::Book;
use rulesets::sp_bp::*;
use serde_json::json;

fn lost(battle: &Battle, name: &str) -> u8 {
    battle.victim().guns_lost.get(&MountId::new(name)).copied().unwrap_or(0)
}

fn armoured(at: u8) -> ShipCard {
    let guns = GunMount { at: Some(at), ..mount("guns", NINE_INCH, 4) };
    ShipCard { hull_at: Some(at), ..card("victim", "confederate", vec![guns]) }
}

#[test]
fn spb_17_18_the_location_table_by_type_of_ship() {
    use HitLocation::{Critical, Hull, WeaponEqualOrExceed, WeaponExceed};
    let book = SpBp::embedded().unwrap();
    let strikes =
        |target: TargetType| (1..=10).map(|die| book.tables().location(target, die).unwrap()).collect();
    let rows = |hull: usize, exceed: usize, equal: usize| {
        [vec![Hull; hull], vec![WeaponExceed; exceed], vec![WeaponEqualOrExceed; equal], vec![Critical]]
            .concat()
    };
    let all: [Vec<HitLocation>; 3] =
        [TargetType::Monitor, TargetType::Broadside, TargetType::Other].map(strikes);
    assert_eq!(all, [rows(3, 3, 3), rows(6, 1, 2), rows(7, 1, 1)]);
}

#[test]
fn spb_18_19_amb_5_6_hull_hits_by_what_the_shot_penetrates() {
    // At 10 inches the nine-inch penetrates 4, DR 2/5.
    for (hull_at, below, sp) in [
        (None, "none", 5),
        (Some(3), "none", 5),
        (Some(4), "none", 2),
        (Some(5), "none", 0),
        (Some(5), "non_pen", 2),
        (Some(0), "none", 5),
    ] {
        let card = ShipCard { hull_at, ..victim() };
        let mut battle = Battle::gunfire(firer(), card, &[("spb.hull_hit_below_at", json!(below))]);
        let events = battle.strike(1);
        assert_eq!(battle.victim().sp, 40 - sp, "{hull_at:?}");
        assert_eq!(cited(&events), ["SPB-17", "SPB-19"]);
    }
    // Penetration 0 against no armour still penetrates.
    let popgun = card("firer", "union", vec![mount("guns", "30 to 36 pdr", 2)]);
    let mut battle = Battle::gunfire(popgun, victim(), &[]);
    battle.stand(24.0, 90.0);
    battle.strike(1);
    assert_eq!(battle.victim().sp, 38);
}

#[test]
fn spb_18_one_row_takes_a_gun_only_when_its_armour_is_exceeded() {
    for (at, die, guns) in [(3, 8, 1), (4, 8, 0), (4, 9, 1), (5, 9, 0)] {
        let mut battle = Battle::gunfire(firer(), armoured(at), &[]);
        let events = battle.strike(die);
        assert_eq!(lost(&battle, "guns"), guns, "AT {at}, die {die}");
        assert_eq!(battle.victim().sp, 40);
        assert_eq!(cited(&events), ["SPB-17", "SPB-18"]);
    }
}

#[test]
fn spb_18_the_gun_is_one_of_the_engaged_side() {
    let broadside = |name: &str, from: f64, to: f64| GunMount {
        arcs: vec![Arc::new(from, to)],
        ..mount(name, NINE_INCH, 3)
    };
    let mounts = vec![
        broadside("port", 225.0, 315.0),
        broadside("starboard", 45.0, 135.0),
        mount("pivot", NINE_INCH, 1),
    ];
    let mut battle = Battle::gunfire(firer(), card("victim", "confederate", mounts), &[]);
    battle.stand(10.0, 270.0);
    battle.strike(9);
    let RollUse::Weapon { shot, on_equal: true } = &battle.state.rolls[0].decides else { panic!() };
    assert_eq!(shot.side, Flank::Port);
    assert_eq!(shot.engaged, [MountId::of("port"), MountId::of("pivot")]);
    // Four guns there. On a D20, 1 is the first of the broadside, 4 the pivot, and 5 the first again.
    battle.throw(&[4]);
    assert_eq!((lost(&battle, "port"), lost(&battle, "pivot")), (0, 1));
}

#[test]
fn spb_18_nothing_is_thrown_again_where_no_gun_is_left() {
    // Two shots strike weapons; the first takes the last gun that bears.
    let mounts = vec![mount("a", NINE_INCH, 1), mount("b", NINE_INCH, 1)];
    let mut battle = Battle::gunfire(firer(), card("victim", "confederate", mounts), &[]);
    battle.strike(9);
    for name in ["a", "b"] {
        battle.set("victim", Change::GunsLost { mount: MountId::new(name), lost: 1 });
    }
    let events = battle.throw(&[4]);
    assert_eq!(read(&events), &Read::NothingLeft);
    assert!(battle.state.rolls.is_empty());
    // A weapon hit on a ship without guns is reported.
    let mut battle = Battle::gunfire(firer(), card("victim", "confederate", vec![]), &[]);
    let events = battle.strike(9);
    assert!(matches!(read(&events), Read::Located { no_weapon: true, .. }), "{events:?}");
}

#[test]
fn which_gun_is_lost_is_as_likely_for_each() {
    // Seven guns on the engaged side: results of 15 to 20 on the D20 are thrown again.
    let mounts = vec![mount("a", NINE_INCH, 3), mount("b", NINE_INCH, 4)];
    let mut battle = Battle::gunfire(firer(), card("victim", "confederate", mounts), &[]);
    battle.strike(9);
    let events = battle.throw(&[15]);
    assert_eq!(read(&events), &Read::Again);
    assert_eq!(battle.state.rolls.len(), 1);
    battle.throw(&[11]);
    assert_eq!((lost(&battle, "a"), lost(&battle, "b")), (0, 1));
}

/// The effects of a critical hit: lost SP, fires, lost guns.
fn critical(
    card: ShipCard,
    n: u8,
    penetration: u8,
    options: &[(&str, serde_json::Value)],
) -> (Battle, (u16, u8, u32)) {
    let mut battle = Battle::gunfire(firer(), card, options);
    let before = battle.victim().clone();
    battle.critical(n, penetration);
    let after = battle.victim();
    let costs = (before.sp - after.sp, after.fires - before.fires, before.guns() - after.guns());
    (battle, costs)
}

#[test]
fn spb_21_amb_13_a_tenth_of_hits_throws_the_twenty_sided_die() {
    let mut battle = Battle::gunfire(firer(), victim(), &[]);
    battle.strike(10);
    let roll = &battle.state.rolls[0].request;
    assert_eq!((roll.purpose.as_str(), roll.die, roll.count), ("critical", rulesets::core::Die::D20, 1));
    let events = battle.throw(&[5]);
    assert_eq!(cited(&events), ["SPB-21", "SPB-24"]);
    assert_eq!((battle.victim().fires, battle.victim().sp), (1, 38));
}

#[test]
fn spb_23_amb_14_armour_dislodged() {
    for (die, at) in [(1, 5), (3, 5), (4, 4), (5, 4), (6, 3)] {
        let (mut battle, costs) = critical(armoured(6), 1, 0, &[]);
        assert_eq!(costs, (2, 0, 0), "non penetrating whatever the penetration");
        battle.throw(&[die]);
        assert_eq!(battle.victim().hull_at, Some(at));
    }
    let (mut battle, _) = critical(armoured(1), 1, 0, &[]);
    battle.throw(&[6]);
    assert_eq!(battle.victim().hull_at, Some(0), "never less than 0");
    battle.critical(1, 0);
    assert_eq!(battle.victim().fires, 1, "nothing left to dislodge");
    let (battle, (_, fires, _)) = critical(victim(), 1, 0, &[]);
    assert_eq!((fires, battle.state.rolls.len()), (1, 0), "an unarmoured hull has none");
}

#[test]
fn spb_22_24_amb_29_flood_gun_party_fire() {
    assert_eq!(critical(victim(), 2, 0, &[]).0.victim().floods, 1);
    let (_, costs) = critical(armoured(9), 3, 0, &[]);
    assert_eq!(costs, (2, 0, 1), "regardless of armour");
    assert_eq!(critical(victim(), 4, 0, &[]).0.victim().crew_parties, 1);
    assert_eq!(critical(victim(), 5, 0, &[]).1, (2, 1, 0));
    let nobody = ShipCard { crew_parties: 0, ..victim() };
    assert_eq!(critical(nobody, 4, 0, &[]).1, (2, 1, 0), "a fire instead");
    let toothless = ShipCard { mounts: vec![], ..victim() };
    assert_eq!(critical(toothless, 3, 0, &[]).1, (2, 1, 0));
}

#[test]
fn spb_25_36_steering_funnel_anchor_structure() {
    let (mut battle, costs) = critical(victim(), 6, 0, &[]);
    assert_eq!(costs, (2, 0, 0));
    assert!(battle.victim().steering);
    battle.critical(6, 0);
    assert_eq!(battle.victim().fires, 1, "damaged already: a fire");
    let (mut battle, _) = critical(victim(), 7, 0, &[]);
    assert_eq!(battle.book.best_speed(&battle.state, &id("victim")).unwrap().knots, 7);
    battle.critical(7, 0);
    assert_eq!(battle.victim().fires, 1, "she had one funnel");
    let (mut battle, _) = critical(victim(), 9, 0, &[]);
    assert!(battle.victim().anchor_lost);
    battle.critical(9, 0);
    assert_eq!(battle.victim().fires, 1);
    let (mut battle, costs) = critical(armoured(9), 10, 0, &[]);
    assert_eq!(costs, (2, 0, 0));
    battle.throw(&[4]);
    assert_eq!(battle.victim().sp, 34, "an additional D6");
}

#[test]
fn spb_26_amb_19_the_commander_and_the_crew() {
    for (die, test, target, quality) in
        [(3, 5, 6, 0), (3, 4, 6, -1), (4, 8, 6, 0), (4, 7, 6, -1), (6, 7, 5, 0)]
    {
        let options = [("spb.crew_test_target", json!(target))];
        let (mut battle, _) = critical(victim(), 8, 0, &options);
        battle.throw(&[die]);
        // The player generates a successor at once, whether or not personalities are used.
        let successor = battle.state.guided.iter().any(|it| it.procedure == Procedure::NewCommander);
        assert_eq!(successor, die >= 4, "{die}");
        battle.throw(&[test]);
        assert_eq!(battle.victim().crew_quality, quality, "{die} {test}");
    }
    let (mut battle, _) = critical(ShipCard { crew_quality: -2, ..victim() }, 8, 0, &[]);
    battle.throw(&[4]);
    battle.throw(&[1]);
    assert_eq!(battle.victim().crew_quality, -2, "no worse than that");
}

fn turreted(turrets: &[u8]) -> ShipCard {
    let turret = |(i, at): (usize, &u8)| GunMount {
        turret: true,
        at: Some(*at),
        ..mount(&format!("turret{i}"), NINE_INCH, 2)
    };
    let mounts = turrets.iter().enumerate().map(turret).collect();
    ShipCard { hull_at: Some(4), ..card("victim", "confederate", mounts) }
}

#[test]
fn spb_27_amb_17_turrets() {
    let (battle, costs) = critical(turreted(&[8]), 11, 8, &[]);
    assert_eq!(costs, (0, 0, 0), "jammed, and no SP");
    assert!(battle.victim().jammed.contains(&MountId::of("turret0")));
    assert_eq!(critical(turreted(&[8]), 11, 9, &[]).1, (0, 0, 2), "wrecked");
    // Without a turret: a fire, if the hull is penetrated.
    assert_eq!(critical(armoured(6), 11, 7, &[]).1, (0, 1, 0));
    assert_eq!(critical(armoured(6), 11, 6, &[]).1, (0, 0, 0));
    // With several turrets a die decides which.
    let (mut battle, _) = critical(turreted(&[8, 6]), 11, 7, &[]);
    battle.throw(&[2]);
    assert_eq!(lost(&battle, "turret1"), 2);
    let (mut battle, _) = critical(turreted(&[8, 6]), 11, 7, &[]);
    battle.throw(&[1]);
    assert_eq!((battle.victim().guns(), battle.victim().jammed.len()), (4, 1));
}

#[test]
fn spb_28_amb_18_an_internal_blast() {
    assert_eq!(critical(victim(), 12, 0, &[]).1, (5, 0, 2), "unarmoured: two guns, the penetrating DR");
    assert_eq!(critical(armoured(6), 12, 7, &[]).1, (10, 0, 4), "armoured: up to four, double");
    assert_eq!(critical(armoured(6), 12, 6, &[]).1, (2, 0, 0), "equal: the non-penetrating DR, no effect");
    assert_eq!(critical(armoured(6), 12, 5, &[]).1, (0, 0, 0));
    let two = ShipCard { mounts: vec![mount("guns", NINE_INCH, 2)], ..armoured(6) };
    assert_eq!(critical(two, 12, 7, &[]).1, (10, 0, 2), "no more than she has");
    let (mut battle, costs) = critical(armoured(6), 12, 7, &[("spb.blast_guns", json!("d4"))]);
    assert_eq!(costs, (10, 0, 0));
    battle.throw(&[11]);
    assert_eq!(lost(&battle, "guns"), 3, "11 of the D20 is 3 of four");
    // Guns of several mounts are chosen one by one.
    let mounts = vec![mount("a", NINE_INCH, 4), mount("b", NINE_INCH, 4)];
    let (mut battle, _) = critical(ShipCard { mounts, ..armoured(6) }, 12, 7, &[]);
    for _ in 0..4 {
        battle.throw(&[1]);
    }
    assert_eq!((lost(&battle, "a"), lost(&battle, "b")), (4, 0), "and each is picked from what is left");
}

#[test]
fn spb_29_two_adjacent_guns() {
    let mounts = vec![mount("a", NINE_INCH, 1), mount("b", NINE_INCH, 4)];
    let card = ShipCard { mounts, ..armoured(4) };
    let (mut battle, costs) = critical(card.clone(), 13, 5, &[]);
    assert_eq!(costs, (5, 0, 0));
    let events = battle.throw(&[1]);
    assert_eq!((lost(&battle, "a"), lost(&battle, "b")), (1, 1), "the neighbour stands in the next mount");
    let read = events.iter().find(|event| matches!(event, Event::RollRead { .. })).unwrap();
    let told = battle.book.sentences(&battle.state, read).join(" ");
    assert!(told.contains("loses 1 of “a” and 1 of “b”"), "{told}");
    let (mut battle, _) = critical(card, 13, 5, &[]);
    battle.throw(&[2]);
    assert_eq!((lost(&battle, "a"), lost(&battle, "b")), (0, 2));
    assert_eq!(critical(armoured(4), 13, 4, &[]).1, (2, 0, 0));
}

#[test]
fn spb_30_helm_and_helmsman() {
    for (die, side) in [(5, Flank::Port), (6, Flank::Starboard)] {
        let (mut battle, _) = critical(victim(), 14, 0, &[]);
        battle.throw(&[die]);
        assert_eq!(battle.victim().helm, Some(side));
    }
    // The pilot house counts if the ship has an armoured one.
    let housed = ShipCard { pilot_house_at: Some(8), ..armoured(4) };
    let (battle, costs) = critical(housed, 14, 7, &[]);
    assert_eq!((costs, battle.state.rolls.len()), ((0, 0, 0), 0));
    let (battle, _) = critical(victim(), 18, 0, &[]);
    assert_eq!(battle.victim().helmsman_through, Some(2), "for the next turn");
}

#[test]
fn spb_32_33_37_amb_27_boilers_in_every_order() {
    let run = |ns: &[u8], steaming: u8| {
        let mut battle = Battle::gunfire(firer(), ShipCard { max_speed: 10, ..victim() }, &[]);
        for n in ns {
            battle.critical(*n, 0);
            if !battle.state.rolls.is_empty() {
                battle.throw(&[steaming]);
            }
        }
        (battle.book.best_speed(&battle.state, &id("victim")).unwrap().knots, battle.victim().pressure_lost)
    };
    assert_eq!(run(&[16], 6), (5, false));
    assert_eq!(run(&[16], 5), (0, true));
    assert_eq!(run(&[16, 16], 6), (0, true));
    assert_eq!(run(&[17], 1), (5, false));
    assert_eq!(run(&[17, 17], 1), (0, true));
    assert_eq!(run(&[16, 17], 6), (0, true));
    assert_eq!(run(&[17, 16], 6), (3, false), "half of 10, then the loss of half of 5 rounded down");
    let (mut battle, _) = critical(victim(), 16, 0, &[]);
    assert!(battle.victim().steamed);
    battle.throw(&[1]);
    assert_eq!(battle.victim().fate, Some(Fate::Abandoned));
    for (size, quality, total) in [(Size::VeryLarge, 0, 7), (Size::Small, 1, 2), (Size::VerySmall, 0, -1)] {
        let (mut battle, _) = critical(ShipCard { size, crew_quality: quality, ..victim() }, 16, 0, &[]);
        let events = battle.throw(&[3]);
        assert!(matches!(read(&events), Read::Steaming { total: found, .. } if *found == total));
    }
}

#[test]
fn spb_34_the_stem() {
    let spiked = ShipCard { ram_bow: true, spar: Spar::Carried, ..armoured(6) };
    let (battle, costs) = critical(spiked.clone(), 19, 7, &[]);
    let victim = battle.victim();
    assert_eq!((costs.0, victim.floods, victim.ram_bow, victim.spar), (5, 1, false, Spar::None));
    let (battle, costs) = critical(spiked, 19, 5, &[]);
    let victim = battle.victim();
    assert_eq!(
        (costs, victim.floods, victim.ram_bow, victim.spar),
        ((0, 0, 0), 0, true, Spar::None),
        "the spar goes without penetration"
    );
}

#[test]
fn spb_35_paddle_wheels() {
    let wheels = |paddle_wheels| ShipCard { paddle_wheels, paddle_at: Some(4), ..armoured(9) };
    let (mut battle, costs) = critical(wheels(PaddleWheels::Sides), 20, 5, &[]);
    assert_eq!((costs.0, battle.victim().wheels_lost.clone()), (5, [Wheel::Starboard].into()));
    battle.critical(20, 10);
    assert_eq!(battle.victim().fires, 1, "that one is out already, and the hull was penetrated");
    assert_eq!(critical(wheels(PaddleWheels::Sides), 20, 4, &[]).1, (2, 0, 0), "equal: no effect");
    let (battle, _) = critical(wheels(PaddleWheels::Middle), 20, 5, &[]);
    assert_eq!(battle.victim().wheels_lost, [Wheel::Middle].into());
    assert_eq!(critical(armoured(6), 20, 1, &[]).1, (0, 0, 0), "no wheel, and no fire unless penetrated");
    assert_eq!(critical(armoured(6), 20, 7, &[]).1, (5, 1, 0));
}

#[test]
fn spb_19_amb_15_the_sp_column_merged_or_as_printed() {
    let sp = |n: u8, penetration: u8, column: &str| {
        critical(armoured(6), n, penetration, &[("spb.crit_sp_column", json!(column))]).1.0
    };
    for n in 2..=10 {
        assert_eq!((sp(n, 0, "merged"), sp(n, 9, "printed_only")), (2, 0), "{n}");
    }
    assert_eq!((sp(1, 0, "merged"), sp(1, 0, "printed_only")), (2, 2));
    assert_eq!((sp(11, 9, "merged"), sp(11, 9, "printed_only")), (0, 0));
    assert_eq!((sp(12, 7, "merged"), sp(12, 7, "printed_only")), (10, 10));
    for n in 13..=20 {
        assert_eq!((sp(n, 7, "merged"), sp(n, 6, "merged"), sp(n, 5, "merged")), (5, 2, 0), "{n}");
        assert_eq!(sp(n, 7, "printed_only"), 0, "{n}");
    }
}

#[test]
fn spb_amb_16_equal_may_count_as_penetrated() {
    let equal = [("spb.penetrates_on_equal", json!(true))];
    assert_eq!(critical(armoured(6), 13, 6, &equal).1, (2, 0, 2), "the effect, with the damage of EQUALS");
    assert_eq!(critical(armoured(6), 13, 6, &[]).1, (2, 0, 0));
    assert_eq!(critical(turreted(&[8]), 11, 8, &equal).1, (0, 0, 2));
}

#[test]
fn shots_of_a_salvo_meet_the_armour_as_it_was_when_she_fired() {
    let mut battle = Battle::gunfire(firer(), armoured(4), &[]);
    battle.fire();
    battle.throw(&[10, 10]);
    let first = battle.state.rolls[0].request.id;
    let typed = |rolls, face| Decision::Roll { rolls, faces: rulesets::core::Faces::Typed(vec![face]) };
    battle.must(typed(vec![first], 10));
    let critical = battle.state.rolls.iter().find(|roll| roll.request.purpose == "critical").unwrap();
    battle.must(typed(vec![critical.request.id], 1));
    let armour = battle.state.rolls.iter().find(|roll| roll.request.purpose == "armour_dislodged").unwrap();
    battle.must(typed(vec![armour.request.id], 6));
    assert_eq!(battle.victim().hull_at, Some(1));
    let sp = battle.victim().sp;
    battle.throw(&[1]);
    assert_eq!(battle.victim().sp, sp - 2, "4 against the 4 she had");
}
