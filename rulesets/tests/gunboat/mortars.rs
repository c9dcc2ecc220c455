//! Mortars and forts (GUN-59 to GUN-71, GUN-74, GUN-75), each test named by its rule.

use crate::common::*;
use geometry::{Arc, Barrier, Measured, ShipId, TerrainId, Verdict};
use rulesets::core::{
    Answer, Blocker, Book, LineOfFireFact, Query, RangeFact, Scripted, Under, UnderCircleFact,
};
use rulesets::gunboat::*;

fn boat(name: &str, gun: &str, guns: u8) -> ShipCard {
    card(name, Side::Union, 0, vec![mount("mortar", gun, guns, Arc::ALL_ROUND)])
}

fn fort_gun(name: &str, armor: u8, x_in: f64) -> FortGun {
    FortGun {
        id: id(name),
        place: name.to_owned(),
        gun: "8\" SMOOTHBORE".to_owned(),
        kind: GunKind::Smoothbore,
        pf: 5,
        armor,
        x_in,
        y_in: 0.0,
        arcs: vec![Arc::ALL_ROUND],
    }
}

/// A fort of four guns, the first two side by side.
fn fort() -> FortCard {
    let guns =
        vec![fort_gun("g1", 4, 0.0), fort_gun("g2", 4, 0.2), fort_gun("g3", 4, 3.0), fort_gun("g4", 4, 6.0)];
    FortCard { id: id("fort"), name: "Fort".to_owned(), side: Side::Confederate, guns }
}

fn clear() -> Answer {
    Answer::LineOfFire(LineOfFireFact { clear: Verdict::Yes, near: vec![] })
}

fn sees(facts: Scripted, from: &str, to: &str, range_in: f64) -> Scripted {
    let (from, to) = (id(from), id(to));
    let pair = |a: &ShipId, b: &ShipId| (a.clone(), b.clone());
    let (a, b) = pair(&from, &to);
    let facts = facts.with(Query::LineOfFire { from: a, to: b }, clear());
    let (a, b) = pair(&from, &to);
    let bearing = rulesets::core::BearingFact { bearing_deg: Measured::exact(90.0) };
    let facts = facts.with(Query::Bearing { from: a, to: b }, Answer::Bearing(bearing));
    let range = RangeFact { range_in: Measured::exact(range_in) };
    facts.with(Query::Range { from, to }, Answer::Range(range))
}

/// A mortar boat, a target ship and a fort in the first fire step; a circle around g1 covers g1 and g2.
fn siege(gun: &str, guns: u8, range_in: f64) -> Battle {
    let mut battle = Battle::open(
        vec![
            boat("boat", gun, guns).into(),
            card("gunboat", Side::Union, 0, ninth(4)).into(),
            card("victim", Side::Confederate, 0, ninth(2)).into(),
        ],
        &[],
    );
    battle.state.forts.insert(id("fort"), FortState::new(fort()));
    let mut facts = Scripted::default();
    for to in ["victim", "g1", "g2", "g3", "g4"] {
        facts = sees(facts, "boat", to, range_in);
        facts = sees(facts, "gunboat", to, 8.0);
        facts = sees(facts, to, "gunboat", 8.0);
    }
    for diameter_in in [0.5, 0.75, 0.875] {
        let lies =
            |name: &str| Under { ship: id(name), clearance_in: Measured::exact(-0.1), under: Verdict::Yes };
        let under = UnderCircleFact { under: vec![lies("g1"), lies("g2")] };
        facts =
            facts.with(Query::UnderCircle { x_in: 0.0, y_in: 0.0, diameter_in }, Answer::UnderCircle(under));
    }
    battle.facts = facts;
    battle.must(Decision::NextStep);
    battle
}

#[test]
fn gun_60_a_ship_is_stationary_or_not_in_any_turn_number() {
    // No real battle gets this far, but a manipulated log may.
    let mut battle = siege("13\" MORTAR", 1, 20.0);
    let mortars = |battle: &Battle| {
        let asks = battle.book.questions(&battle.state).into_iter();
        asks.filter(|question| matches!(question.ask, Ask::FireMortar { .. })).count()
    };
    assert!(mortars(&battle) > 0);
    let victim = battle.state.ships.get_mut(&id("victim")).unwrap();
    (victim.speed, victim.has_moved, victim.under_way_turn) = (4, false, Some(u32::MAX));
    assert!(mortars(&battle) > 0, "she lay still");
}

fn at_gun(name: &str) -> MortarAim {
    MortarAim::FortGun { gun: id(name) }
}

fn at_ship() -> MortarAim {
    MortarAim::Ship { ship: id("victim") }
}

fn shell(at: MortarAim) -> Decision {
    Decision::FireMortar { ship: id("boat"), mount: MountId::of("mortar"), at, settled: vec![] }
}

fn next_first_fire(battle: &mut Battle) {
    let turn = battle.state.turn;
    while battle.state.turn == turn || battle.state.step != Step::FirstFire {
        battle.must(Decision::NextStep);
    }
}

fn gun<'a>(battle: &'a Battle, name: &str) -> &'a FortGunState {
    &battle.state.forts[&id("fort")].guns[&id(name)]
}

#[test]
fn gun_61_64_amb_36_reach_and_circle_follow_the_bore() {
    // GUN-61, GUN-64, GUN-AMB-36 (13 in fires as 11 in).
    for (name, most_in, circle_in) in [
        ("15\" MORTAR", 40.0, 0.875),
        ("13\" MORTAR", 40.0, 0.75),
        ("11\" MORTAR", 40.0, 0.75),
        ("10\" MORTAR", 30.0, 0.5),
    ] {
        for (range_in, allowed) in [(5.9, false), (6.0, true), (most_in, true), (most_in + 0.1, false)] {
            let battle = siege(name, 1, range_in);
            let fired = battle.may(&shell(at_gun("g1")));
            assert_eq!(fired.is_ok(), allowed, "{name} at {range_in}");
            if let Ok(events) = fired {
                assert!(
                    matches!(&events[0], Event::Special(SpecialEvent::MortarFired { shot, .. }) if shot.circle_in == circle_in)
                );
            }
        }
    }
}

#[test]
fn gun_59_only_a_stationary_boat_fires_and_then_may_not_move() {
    // GUN-59, GUN-70, GUN-AMB-36.
    let mut battle = siege("13\" MORTAR", 1, 20.0);
    battle.state.ships.get_mut(&id("boat")).unwrap().under_way_turn = Some(1);
    assert_eq!(battle.rules(shell(at_gun("g1"))), ["GUN-59"]);
    battle.state.ships.get_mut(&id("boat")).unwrap().under_way_turn = None;
    battle.must(shell(at_gun("g1")));
    battle.throw(&[2]);
    assert_eq!(battle.rules(shell(at_gun("g1"))), ["GUN-7"]);
    // A Confederate boat that fires in step 2 can't move in step 3.
    let boat = battle.state.ships.get_mut(&id("boat")).unwrap();
    boat.card.side = Side::Confederate;
    battle.must(Decision::NextStep);
    let ring = Decision::RingUp { orders: vec![SpeedOrder { ship: id("boat"), speed: 2 }] };
    assert_eq!(battle.rules(ring), ["GUN-59"]);
}

#[test]
fn gun_6_59_65_mortars_fire_before_other_guns_and_their_damage_is_marked_first() {
    // GUN-6, GUN-59, GUN-65.
    let mut battle = siege("13\" MORTAR", 2, 20.0);
    battle.must(shell(at_ship()));
    assert_eq!(battle.rules(fire("gunboat", "victim")), ["GUN-59"]);
    battle.throw(&[10]);
    assert_eq!(battle.state.rolls[0].request.purpose, "critical");
    assert_eq!(battle.state.rolls[0].by, Side::Union);
    battle.throw(&[1]);
    let events = {
        let lot = battle.state.hits[0].id;
        let boxes = suggest_ticks(&battle.state, lot);
        battle.must(Decision::Tick { due: lot, boxes })
    };
    assert!(matches!(&events[0], Event::Ticked { takes_hold: TakesHold::Now, .. }));
    battle.must(fire("gunboat", "victim"));
    assert_eq!(battle.rules(shell(at_ship())), ["GUN-59"]);
}

#[test]
fn gun_60_moving_targets_are_never_fired_at() {
    let mut battle = siege("13\" MORTAR", 1, 20.0);
    let victim = battle.state.ships.get_mut(&id("victim")).unwrap();
    victim.under_way_turn = Some(1);
    assert_eq!(battle.rules(shell(at_ship())), ["GUN-60"]);
    // It moved last turn, and has not moved yet in this one.
    let victim = battle.state.ships.get_mut(&id("victim")).unwrap();
    (victim.speed, victim.has_moved) = (4, false);
    battle.state.turn = 2;
    assert_eq!(battle.rules(shell(at_ship())), ["GUN-60"]);
    battle.state.turn = 3;
    battle.must(shell(at_ship()));
}

#[test]
fn gun_62_63_amb_36_each_successive_turn_at_one_spot_adds_one() {
    // GUN-62, GUN-63, GUN-69, GUN-AMB-36.
    let mut battle = siege("15\" MORTAR", 1, 40.0);
    for (turns, die, hits) in [(1, 9, false), (2, 8, false), (3, 8, true)] {
        let events = battle.must(shell(at_gun("g1")));
        assert!(
            matches!(&events[0], Event::Special(SpecialEvent::MortarFired { shot, .. }) if shot.turns == turns)
        );
        let events = battle.throw(&[die]);
        assert!(
            matches!(&events[1], Event::Special(SpecialEvent::MortarRead { hit, total, .. }) if *hit == hits && *total == die + turns - 1)
        );
        if hits {
            battle.throw(&[4]);
        }
        next_first_fire(&mut battle);
    }
    // Another spot, or a missed turn, resets the count.
    let events = battle.must(shell(at_ship()));
    assert!(matches!(&events[0], Event::Special(SpecialEvent::MortarFired { shot, .. }) if shot.turns == 1));
    battle.throw(&[1]);
    next_first_fire(&mut battle);
    next_first_fire(&mut battle);
    let events = battle.must(shell(at_ship()));
    assert!(matches!(&events[0], Event::Special(SpecialEvent::MortarFired { shot, .. }) if shot.turns == 1));
}

#[test]
fn gun_66_hits_silence_guns_under_the_circle_for_one_two_or_all_phases() {
    // GUN-66, GUN-67: one additional die per turn.
    let mut battle = siege("13\" MORTAR", 2, 20.0);
    let silent = |battle: &Battle| {
        let asks = battle.book.questions(&battle.state);
        asks.iter().all(|ask| match &ask.ask {
            Ask::Fire { shooter, mounts, .. } if *shooter == id("fort") => {
                !mounts.contains(&MountId::of("g1")) && mounts.contains(&MountId::of("g3"))
            }
            _ => true,
        })
    };
    battle.must(shell(at_gun("g1")));
    battle.throw(&[10]);
    assert_eq!(battle.state.rolls[0].request.purpose, "fort_critical_check");
    battle.throw(&[9]);
    assert!(silent(&battle));
    assert_eq!((gun(&battle, "g2").silent_phases, gun(&battle, "g3").silent_phases), (1, 0));
    battle.must(Decision::NextStep);
    assert!(!silent(&battle) || gun(&battle, "g1").silent_phases == 0);
    battle.must(Decision::NextStep);
    battle.must(shell(at_gun("g1")));
    battle.throw(&[10]);
    assert!(battle.state.rolls.is_empty(), "the extra die is thrown once a turn");
    assert_eq!(gun(&battle, "g1").silent_phases, 2);
    next_first_fire(&mut battle);
    assert_eq!(gun(&battle, "g1").silent_phases, 1);
    battle.must(shell(at_gun("g1")));
    battle.throw(&[10]);
    battle.throw(&[1]);
    assert!(gun(&battle, "g1").silent_for_good && gun(&battle, "g2").silent_for_good);
    next_first_fire(&mut battle);
    assert!(silent(&battle));
}

#[test]
fn gun_67_68_amb_37_a_ten_on_the_additional_die_is_a_critical_hit_plus_one() {
    // GUN-67, GUN-68, GUN-AMB-37.
    for (die, modified, text) in [(3, 4, "Withering"), (6, 6, "Morale"), (5, 6, "Morale")] {
        let mut battle = siege("13\" MORTAR", 1, 20.0);
        battle.must(shell(at_gun("g1")));
        battle.throw(&[10]);
        battle.throw(&[10]);
        let events = battle.throw(&[die]);
        let Event::Special(SpecialEvent::FortTableRead { path, text: found, .. }) = &events[1] else {
            panic!("{events:?}")
        };
        assert_eq!(path, &[modified]);
        assert!(found.contains(text), "{found}");
        let fort = &battle.state.forts[&id("fort")];
        if modified == 4 {
            assert!(fort.guns.values().all(|gun| gun.shelter.unwrap().through_turn == 3));
            assert!(battle.rules(fire("fort", "gunboat")).contains(&"GUN-75".to_owned()));
        } else {
            assert_eq!(fort.fate, Some(FortFate::Struck));
            assert_eq!(battle.rules(fire("gunboat", "g3")), ["GUN-74"]);
        }
    }
}

#[test]
fn gun_71_land_hides_a_target_without_a_spotter() {
    let hidden = |option: Option<&str>| {
        let mut battle = siege("13\" MORTAR", 1, 20.0);
        if let Some(side) = option {
            let option = OptionValue { name: "gun.ground_spotters".to_owned(), value: side.into() };
            battle.must(Decision::SetOption { option, reason: "spotters ashore".to_owned() });
        }
        let near = vec![Blocker {
            barrier: Barrier::Terrain(TerrainId("bank".to_owned())),
            clear: Verdict::No,
            clearance_in: Measured::exact(-1.0),
        }];
        let blocked = Answer::LineOfFire(LineOfFireFact { clear: Verdict::No, near });
        let query = Query::LineOfFire { from: id("boat"), to: id("g1") };
        battle.facts = sees(battle.facts.clone(), "gunboat", "boat", 5.0).with(query, blocked);
        battle
    };
    assert_eq!(hidden(None).rules(shell(at_gun("g1"))), ["GUN-71"]);
    assert_eq!(hidden(Some("confederate")).rules(shell(at_gun("g1"))), ["GUN-71"]);
    hidden(Some("union")).must(shell(at_gun("g1")));
    // An anchored friend sees both.
    let mut battle = hidden(None);
    battle.state.ships.get_mut(&id("gunboat")).unwrap().anchored = true;
    let events = battle.must(shell(at_gun("g1")));
    assert!(
        matches!(&events[0], Event::Special(SpecialEvent::MortarFired { shot, .. }) if shot.spotter == Some(id("gunboat")))
    );
    // Ships in between hide nothing.
    let mut battle = siege("13\" MORTAR", 1, 20.0);
    let near = vec![Blocker {
        barrier: Barrier::Ship(id("gunboat")),
        clear: Verdict::No,
        clearance_in: Measured::exact(-0.2),
    }];
    let query = Query::LineOfFire { from: id("boat"), to: id("g1") };
    let blocked = Answer::LineOfFire(LineOfFireFact { clear: Verdict::No, near });
    battle.facts = battle.facts.clone().with(query, blocked);
    battle.must(shell(at_gun("g1")));
}

#[test]
fn gun_74_every_hit_on_a_gun_of_a_fort_costs_it_a_box_when_the_step_ends() {
    // GUN-74, GUN-AMB-11, GUN-AMB-44.
    let mut battle = siege("13\" MORTAR", 1, 20.0);
    let events = battle.must(fire("gunboat", "g1"));
    // 9" at 8 in: factor 6 beats armor 4.
    assert!(matches!(&events[0], Event::SalvoDeclared { salvo, .. }
        if salvo.armor == 4 && salvo.pools[0].chart == Chart::A && salvo.aim == Aim::FortGun { fort: id("fort") }));
    battle.throw(&[1]);
    assert!(battle.state.hits.is_empty(), "a fort's owner has nothing to choose");
    assert_eq!(gun(&battle, "g1").lost, 0);
    // It still fires in this step.
    battle.must(fire("fort", "gunboat"));
    battle.throw(&[8]);
    battle.tick_all();
    battle.must(Decision::NextStep);
    assert_eq!(gun(&battle, "g1").lost, 4);
    assert!(!battle.state.forts[&id("fort")].stands(&id("g1")));
    battle.must(Decision::NextStep);
    assert!(battle.rules(fire("gunboat", "g1")).contains(&"GUN-74".to_owned()));
    assert!(!battle.state.guns_ashore().iter().any(|(gun, _)| *gun == id("g1")));
}

#[test]
fn gun_75_every_row_of_the_charts_for_fortifications() {
    for (chart_die, dice, lost, shelter, fate) in [
        (Chart::B, vec![1], [0, 0, 0, 0], 0, None),
        (Chart::B, vec![2], [4, 0, 0, 0], 0, None),
        (Chart::B, vec![3], [1, 0, 0, 0], 0, None),
        (Chart::B, vec![4], [0, 0, 0, 0], 1, None),
        (Chart::B, vec![5], [2, 0, 0, 0], 0, None),
        (Chart::B, vec![6], [4, 4, 0, 0], 0, None),
        (Chart::A, vec![1], [4, 4, 0, 0], 0, None),
        (Chart::A, vec![2], [2, 0, 0, 0], 0, None),
        (Chart::A, vec![3], [4, 4, 4, 0], 0, None),
        (Chart::A, vec![4], [0, 0, 0, 0], 4, None),
        (Chart::A, vec![5, 2], [4, 4, 1, 1], 0, None),
        (Chart::A, vec![5, 6], [0, 0, 0, 0], 0, Some(FortFate::Abandoned)),
        (Chart::A, vec![6], [0, 0, 0, 0], 0, Some(FortFate::Struck)),
    ] {
        let mut battle = siege("13\" MORTAR", 1, 20.0);
        if chart_die == Chart::B {
            // Too thick for a 9-inch gun.
            let card = &mut battle.state.forts.get_mut(&id("fort")).unwrap().card;
            card.guns[0].armor = 9;
        }
        battle.must(fire("gunboat", "g1"));
        battle.throw(&[10]);
        dice.iter().for_each(|die| drop(battle.throw(&[*die])));
        battle.must(Decision::NextStep);
        let fort = &battle.state.forts[&id("fort")];
        let own: Vec<u8> = ["g1", "g2", "g3", "g4"].iter().map(|name| gun(&battle, name).lost).collect();
        let thick = chart_die == Chart::B && lost[0] == 4;
        assert_eq!(own, if thick { [9, lost[1], lost[2], lost[3]] } else { lost }, "{chart_die:?} {dice:?}");
        assert_eq!(fort.guns.values().filter(|gun| gun.shelter.is_some()).count(), shelter);
        assert_eq!(fort.fate, fate);
    }
}

#[test]
fn gun_74_a_fort_fires_gun_by_gun_in_one_volley() {
    // GUN-AMB-9, GUN-AMB-44: each gun measures from its own place.
    let mut battle = siege("13\" MORTAR", 1, 20.0);
    let far = Answer::Range(RangeFact { range_in: Measured::exact(20.0) });
    battle.facts = battle.facts.clone().with(Query::Range { from: id("g4"), to: id("gunboat") }, far);
    let events = battle.must(fire("fort", "gunboat"));
    let Event::SalvoDeclared { salvo, .. } = &events[0] else { panic!("{events:?}") };
    let mounts: Vec<&str> = salvo.mounts.iter().map(|mount| mount.mount.as_str()).collect();
    assert_eq!(mounts, ["g1", "g2", "g3"]);
    assert_eq!(salvo.pools[0].counted_guns, 3);
    battle.throw(&[8]);
    battle.tick_all();
    assert!(battle.rules(fire("fort", "gunboat")).contains(&"GUN-AMB-9".to_owned()));
    assert!(battle.rules(fire("fort", "victim")).contains(&"GUN-4".to_owned()));
}

#[test]
fn gun_74_cards_that_cannot_be_used_are_refused() {
    let mut bad = fort();
    bad.guns[0].armor = 0;
    bad.guns[1].arcs.clear();
    bad.guns[2].id = id("firer");
    let ships = vec![card("firer", Side::Union, 0, ninth(2)).into()];
    let rules = Battle::unopened().rules(Decision::Open {
        ships,
        forts: vec![bad],
        options: vec![],
        terrain: vec![],
    });
    assert_eq!(rules, ["GUN-74", "GUN-AMB-22", "GUN-74"]);
}

#[test]
fn gun_28_69_range_neither_doubles_nor_halves_a_mortar() {
    for range_in in [6.5, 13.0, 38.0] {
        for (die, hits) in [(9, false), (10, true)] {
            let mut battle = siege("13\" MORTAR", 2, range_in);
            battle.must(shell(at_ship()));
            let [due] = &battle.state.rolls[..] else { panic!("one die for one mortar") };
            assert_eq!(due.request.count, 1);
            let events = battle.throw(&[die]);
            assert!(matches!(&events[1], Event::Special(SpecialEvent::MortarRead { hit, total, .. })
                if *hit == hits && *total == die));
        }
    }
}

#[test]
fn gun_70_a_mortar_boat_takes_hits_on_its_card_like_any_ship() {
    let mut battle = siege("13\" MORTAR", 1, 20.0);
    battle.facts = sees(battle.facts.clone(), "victim", "boat", 8.0);
    battle.must(fire("victim", "boat"));
    battle.throw(&[1]);
    battle.tick_all();
    battle.must(Decision::NextStep);
    let boat = battle.ship("boat");
    assert!(boat.card.sections().iter().any(|row| boat.ticks.of(row) > 0));
}

#[test]
fn events_of_mortars_are_recorded_like_any_other() {
    let mut battle = siege("13\" MORTAR", 1, 20.0);
    battle.must(shell(at_gun("g1")));
    battle.throw(&[10]);
    let names: Vec<String> = battle
        .events
        .iter()
        .map(|event| {
            let text = serde_json::to_string(event).unwrap();
            assert_eq!(serde_json::from_str::<Event>(&text).unwrap(), *event);
            serde_json::from_str::<serde_json::Value>(&text).unwrap()["event"].as_str().unwrap().to_owned()
        })
        .collect();
    assert_eq!(names, ["opened", "step_began", "mortar_fired", "dice_thrown", "mortar_read"]);
}

#[test]
fn gun_62_63_65_66_67_the_odds_of_a_shell_agree_with_its_dice() {
    let preview = |battle: &Battle, at: &MortarAim| {
        let mount = MountId::of("mortar");
        let asked = (&id("boat"), &mount, at);
        battle.book.preview_mortar(&battle.state, &battle.facts, asked, &[])
    };
    let mut battle = siege("13\" MORTAR", 1, 20.0);
    for (turn, hits) in [(1_u8, 1), (2, 2), (3, 3)] {
        // Each successive turn at the same spot adds one of ten faces. The additional die against a fort is a D10.
        let (plan, odds) = preview(&battle, &at_gun("g1"));
        let (shot, odds) = (plan.shot.unwrap(), odds.unwrap());
        assert_eq!((shot.turns, odds.guns), (turn, 2));
        assert!((odds.hit - f64::from(hits) / 10.0).abs() < 1e-9, "{odds:?}");
        let mut critical = 0;
        let before = battle.state.clone();
        for (die, extra) in (1..=10).flat_map(|die| (1..=10).map(move |extra| (die, extra))) {
            battle.state = before.clone();
            let declared = battle.must(shell(at_gun("g1")));
            let Event::Special(SpecialEvent::MortarFired { shot: fired, .. }) = &declared[0] else {
                panic!()
            };
            assert_eq!(*fired, shot, "what was foreseen is what is declared");
            battle.throw(&[die]);
            if !battle.state.rolls.is_empty() {
                battle.throw(&[extra]);
                critical += usize::from(!battle.state.rolls.is_empty());
            }
        }
        assert!((odds.fort_critical - critical as f64 / 100.0).abs() < 1e-9, "{odds:?}, thrown {critical}");
        battle.state = before;
        battle.must(shell(at_gun("g1")));
        battle.throw(&[1]);
        next_first_fire(&mut battle);
    }
    let at_the_ship = preview(&battle, &at_ship()).1.unwrap();
    assert_eq!((at_the_ship.guns, at_the_ship.fort_critical), (0, 0.0));
    // No odds for a shot that can't be fired, or while ranges are secret until fire is declared.
    let far = siege("13\" MORTAR", 1, 41.0);
    let (plan, odds) = preview(&far, &at_ship());
    assert!(odds.is_none() && plan.reasons[0].rule.as_str() == "GUN-61", "{plan:?}");
    battle.state.options.measure = Measuring::DeclareFirst;
    assert_eq!(preview(&battle, &at_ship()), (MortarPlan::default(), None));
}
