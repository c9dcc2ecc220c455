//! Boarding and steam launches (GUN-76 to GUN-88).

use crate::common::*;
use geometry::{Measured, Verdict};
use rulesets::core::{Answer, Book, Contact, Halt, Query, Scripted, Settlement, TouchingFact};
use rulesets::gunboat::*;

/// A Confederate boarder with two parties beside a Union ship, and two more Union ships.
fn alongside(change: impl FnOnce(&mut ShipSetup), options: &[(&str, serde_json::Value)]) -> Battle {
    let mut victim = ShipSetup::from(card("victim", Side::Union, 0, ninth(4)));
    change(&mut victim);
    let boarder = card("boarder", Side::Confederate, 0, ninth(2));
    let ships = vec![
        victim,
        card("friend", Side::Union, 0, ninth(2)).into(),
        ShipSetup { boarding_parties: 2, ..boarder.into() },
        card("second", Side::Confederate, 0, ninth(2)).into(),
    ];
    let mut battle = Battle::open(ships, options);
    battle.facts =
        touching(Scripted::pair(&id("friend"), &id("victim"), 5.0, 90.0), "boarder", "victim", 0.0);
    battle
}

fn touching(facts: Scripted, ship: &str, other: &str, gap_in: f64) -> Scripted {
    let touching = match gap_in {
        gap if gap <= 0.0 => Verdict::Yes,
        gap if gap < 0.1 => Verdict::TooClose,
        _ => Verdict::No,
    };
    let near = vec![Contact { ship: id(other), gap_in: Measured::new(gap_in, 0.02), touching }];
    facts.with(Query::Touching { ship: id(ship) }, Answer::Touching(TouchingFact { near }))
}

fn grapple(ship: &str, target: &str) -> Decision {
    Decision::Grapple { ship: id(ship), target: id(target), settled: vec![] }
}

fn go_to(battle: &mut Battle, step: Step) {
    while battle.state.step != step {
        battle.must(Decision::NextStep);
    }
}

fn board(battle: &mut Battle, faces: &[u8]) {
    go_to(battle, Step::ConfederateMove);
    battle.must(grapple("boarder", "victim"));
    battle.throw(faces);
}

fn at_boarders(shooter: &str) -> Decision {
    Decision::FireAtBoarders {
        shooter: id(shooter),
        boarded: id("victim"),
        mounts: MountChoice::AllThatBear,
        settled: vec![],
    }
}

#[test]
fn gun_76_the_number_of_parties_is_thrown_and_a_ship_takes_two() {
    let ships = || {
        vec![
            card("union", Side::Union, 0, ninth(2)).into(),
            card("one", Side::Confederate, 0, ninth(2)).into(),
            card("two", Side::Confederate, 0, ninth(2)).into(),
        ]
    };
    assert!(Battle::open(ships(), &[]).state.rolls.is_empty());
    let mut battle = Battle::open(ships(), &[("gun.boarding_parties", "dice".into())]);
    assert_eq!(
        (battle.state.rolls[0].by, battle.state.rolls[0].request.purpose.as_str()),
        (Side::Confederate, "parties_formed")
    );
    battle.throw(&[5]);
    let embark = |parties: &[(&str, u8)]| Decision::Embark {
        orders: parties
            .iter()
            .map(|(ship, parties)| PartyOrder { ship: id(ship), parties: *parties })
            .collect(),
    };
    for bad in [
        vec![("one", 3)],
        vec![("one", 2), ("one", 2)],
        vec![("union", 1)],
        vec![],
        vec![("one", 2), ("two", 4)],
    ] {
        assert!(battle.rules(embark(&bad)).iter().all(|rule| rule == "GUN-76"));
    }
    battle.must(embark(&[("one", 2), ("two", 1)]));
    assert_eq!((battle.ship("one").boarding_parties, battle.state.parties_ashore), (2, 2));
    let asks = battle.book.questions(&battle.state);
    assert!(asks.iter().any(|ask| ask.ask == Ask::Embark { ships: vec![id("two")], parties: 2 }));
    battle.must(Decision::NextStep);
    assert!(battle.may(&embark(&[("two", 1)])).is_err());
    let full = ShipSetup { boarding_parties: 3, ..card("x", Side::Confederate, 0, vec![]).into() };
    let open = Decision::Open { ships: vec![full], forts: vec![], options: vec![], terrain: vec![] };
    let mut fresh = Battle::unopened();
    assert_eq!(fresh.rules(open), ["GUN-76"]);
}

#[test]
fn gun_77_only_a_confederate_in_contact_grapples_once_in_its_own_step() {
    // GUN-77, GUN-AMB-42.
    let mut battle = alongside(|_| {}, &[]);
    assert!(battle.rules(grapple("boarder", "victim")).contains(&"GUN-77".to_owned()), "not her step");
    go_to(&mut battle, Step::ConfederateMove);
    assert!(battle.rules(grapple("second", "victim")).contains(&"GUN-77".to_owned()), "no parties");
    battle.facts = touching(battle.facts.clone(), "boarder", "victim", 0.5);
    assert_eq!(battle.rules(grapple("boarder", "victim")), ["GUN-77"]);
    battle.facts = touching(battle.facts.clone(), "boarder", "victim", 0.05);
    let Err(Halt::TooClose { questions }) = battle.may(&grapple("boarder", "victim")) else {
        panic!("asked nothing")
    };
    let settled = vec![Settlement { key: questions[0].key.clone(), reading: "touching".to_owned() }];
    assert!(!battle.ship("boarder").parties_revealed);
    battle.must(Decision::Grapple { ship: id("boarder"), target: id("victim"), settled });
    assert!(battle.ship("boarder").parties_revealed, "GUN-76: secret until she tries");
    assert_eq!(battle.state.rolls[0].request.count, 2, "a die for each party");
    battle.throw(&[3, 4]);
    assert_eq!((battle.ship("victim").boarders, battle.ship("boarder").boarding_parties), (1, 1));
    assert!(battle.state.bonds.iter().any(|bond| bond.kind == BondKind::Grappled));
    assert!(battle.rules(grapple("boarder", "victim")).contains(&"GUN-77".to_owned()), "once a turn");
    let ring = Decision::RingUp { orders: vec![SpeedOrder { ship: id("boarder"), speed: 2 }] };
    assert_eq!(battle.rules(ring), ["GUN-77"]);
    // The Union boards only if the option allows it.
    for (allowed, rules) in [(false, vec!["GUN-AMB-42"]), (true, vec![])] {
        let mut battle =
            alongside(|victim| victim.boarding_parties = 1, &[("gun.union_boarding", allowed.into())]);
        battle.facts = touching(battle.facts.clone(), "victim", "boarder", 0.0);
        let found = match battle.decide(grapple("victim", "boarder")) {
            Ok(_) => vec![],
            Err(Halt::Refused(refusal)) => {
                refusal.reasons.iter().map(|reason| reason.rule.to_string()).collect()
            }
            Err(other) => panic!("{other}"),
        };
        assert_eq!(found, rules);
    }
}

#[test]
fn gun_78_79_close_fire_destroys_parties_and_damages_only_unarmored_ships() {
    for (armor, hurt) in [(8, false), (0, true)] {
        let mut battle =
            alongside(|victim| (victim.card.armor, victim.card.ironclad) = (armor, armor > 0), &[]);
        board(&mut battle, &[4, 5]);
        battle.must(Decision::NextStep);
        assert!(
            battle.rules(at_boarders("victim")).contains(&"GUN-78".to_owned()),
            "not the boarded ship herself"
        );
        assert!(battle.rules(at_boarders("boarder")).contains(&"GUN-78".to_owned()));
        let far = Scripted::pair(&id("friend"), &id("victim"), 7.0, 90.0);
        let near = std::mem::replace(&mut battle.facts, far);
        assert_eq!(battle.rules(at_boarders("friend")), ["GUN-78"], "close range only");
        battle.facts = near;
        let asks = battle.book.questions(&battle.state);
        assert!(
            asks.iter().any(
                |ask| matches!(&ask.ask, Ask::FireAtBoarders { shooter, .. } if *shooter == id("friend"))
            )
        );
        let events = battle.must(at_boarders("friend"));
        assert!(matches!(&events[0], Event::SalvoDeclared { salvo, .. }
            if salvo.armor == 0 && salvo.pools[0].counted_guns == 4 && salvo.pools[0].chart == Chart::A));
        battle.throw(&[6]);
        assert_eq!(battle.state.hits.len(), usize::from(hurt));
        assert_eq!(battle.state.rolls[0].request.count, 2);
        battle.throw(&[6, 5]);
        assert_eq!(battle.ship("victim").boarders, 1);
    }
}

/// Boards an ironclad or a wooden ship with these parties, and throws in step 5.
fn board_and_throw(ironclad: bool, parties: u8, die: u8) -> Battle {
    let mut battle = alongside(|victim| victim.card.ironclad = ironclad, &[]);
    if ironclad {
        let card = &mut battle.state.ships.get_mut(&id("victim")).unwrap().card;
        card.mounts[0].turret = Some(Turret::default());
    }
    battle.state.ships.get_mut(&id("victim")).unwrap().boarders = parties;
    go_to(&mut battle, Step::Boarding);
    assert!(battle.may(&Decision::NextStep).is_err(), "what is due is settled first");
    battle.throw(&[die]);
    battle
}

#[test]
fn gun_80_82_every_row_for_ironclads() {
    // GUN-80, GUN-82, GUN-AMB-38.
    let left = |die| board_and_throw(true, 1, die).ship("victim").boarders;
    assert_eq!([1, 2, 3, 4, 5, 6].map(left), [1, 0, 0, 1, 0, 0]);
    for (die, guns) in [(2, 1), (3, 2)] {
        let battle = board_and_throw(true, 1, die);
        assert_eq!(battle.state.hits[0].demands[0].hits, guns);
        assert_eq!(battle.state.hits[0].demands[0].into, Into::OneOf(vec![SectionKind::Gun]));
    }
    let effects = |die| board_and_throw(true, 1, die).ship("victim").effects.clone();
    assert_eq!(effects(4), [Effect::TurretJammed { mount: MountId::of("broadside") }]);
    assert_eq!(effects(5), [Effect::RudderBound { moves_left: 3 }]);
    assert_eq!(effects(6), [Effect::SmokedOut]);
    for (die, rule) in [(4, "GUN-80"), (6, "GUN-80")] {
        let mut battle = board_and_throw(true, 1, die);
        battle.facts = Scripted::pair(&id("victim"), &id("second"), 5.0, 90.0);
        go_to(&mut battle, Step::FirstFire);
        assert!(battle.rules(fire("victim", "second")).contains(&rule.to_owned()));
    }
    // Each party has its own die.
    let mut battle = alongside(|victim| victim.card.ironclad = true, &[]);
    board(&mut battle, &[6, 6]);
    go_to(&mut battle, Step::Boarding);
    assert_eq!(battle.state.rolls.len(), 2);
}

#[test]
fn gun_81_82_every_row_for_unarmored_ships() {
    let results = |parties| {
        [1, 2, 3, 4, 5, 6].map(|die| {
            let battle = board_and_throw(false, parties, die);
            let ship = battle.ship("victim");
            match (ship.fate, ship.in_melee, ship.boarders) {
                (Some(Fate::Captured), false, 0) => 'c',
                (None, true, left) if left == parties => 'm',
                (None, false, 0) => '-',
                other => panic!("{other:?}"),
            }
        })
    };
    assert_eq!(results(1), ['-', '-', '-', '-', 'm', 'm']);
    assert_eq!(results(2), ['-', '-', 'm', 'm', 'm', 'c']);
    assert_eq!(results(3), ['-', 'm', 'm', 'm', 'c', 'c']);
    assert_eq!(results(4), ['m', 'm', 'c', 'c', 'c', 'c']);
    // GUN-AMB-38: more than four parties use the row for four.
    assert_eq!(results(6), results(4));
}

#[test]
fn gun_81_a_melee_holds_the_ship_and_is_thrown_again_with_new_parties() {
    let mut battle = board_and_throw(false, 1, 5);
    battle.facts = Scripted::pair(&id("victim"), &id("second"), 5.0, 90.0);
    go_to(&mut battle, Step::UnionMove);
    let ring = Decision::RingUp { orders: vec![SpeedOrder { ship: id("victim"), speed: 2 }] };
    assert_eq!(battle.rules(ring), ["GUN-81"]);
    go_to(&mut battle, Step::FirstFire);
    assert!(battle.rules(fire("victim", "second")).contains(&"GUN-81".to_owned()));
    battle.facts = touching(Scripted::default(), "boarder", "victim", 0.0);
    board(&mut battle, &[4, 1]);
    assert_eq!(battle.ship("victim").boarders, 2);
    go_to(&mut battle, Step::Boarding);
    assert_eq!(battle.state.rolls[0].decides, RollUse::Boarding { parties: 2 });
    let events = battle.throw(&[6]);
    assert!(matches!(
        &events[1],
        Event::Special(SpecialEvent::BoardingRead { outcome: BoardingOutcome::Captured, spent: 2, .. })
    ));
    assert_eq!(battle.ship("victim").fate, Some(Fate::Captured));
    battle.must(Decision::NextStep);
}

#[test]
fn amb_38_a_result_may_use_up_one_party_only() {
    let mut battle = alongside(|_| {}, &[("gun.board_uses_all", false.into())]);
    board(&mut battle, &[6, 6]);
    go_to(&mut battle, Step::Boarding);
    battle.throw(&[1]);
    assert_eq!(battle.ship("victim").boarders, 1);
}

fn launch(name: &str, side: Side) -> ShipSetup {
    let mut card = card(name, side, 0, vec![]);
    (card.launch, card.circle) = (true, Circle::Launch);
    card.into()
}

/// Union and Confederate launches alongside each other, and a Union gunboat near them.
fn launches(confederates: &[&str]) -> Battle {
    let mut ships = vec![launch("picket", Side::Union), card("gunboat", Side::Union, 0, ninth(4)).into()];
    ships.extend(confederates.iter().map(|name| launch(name, Side::Confederate)));
    let mut battle = Battle::open(ships, &[("gun.launches", true.into())]);
    for name in confederates {
        battle.facts = touching(battle.facts.clone(), name, "picket", 0.0);
    }
    battle
}

fn lock(battle: &mut Battle, names: &[&str]) {
    go_to(battle, Step::ConfederateMove);
    for name in names {
        battle.must(grapple(name, "picket"));
        battle.throw(&[4]);
    }
}

#[test]
fn gun_83_launches_need_the_option_and_carry_one_load() {
    let open = |setup: ShipSetup, allowed: bool| {
        let options = vec![OptionValue { name: "gun.launches".to_owned(), value: allowed.into() }];
        let mut battle = Battle::unopened();
        match battle.decide(Decision::Open { ships: vec![setup], forts: vec![], options, terrain: vec![] }) {
            Ok(_) => None,
            Err(halt) => Some(halt.to_string()),
        }
    };
    assert!(open(launch("a", Side::Union), false).unwrap().contains("GUN-83"));
    assert_eq!(open(launch("a", Side::Union), true), None);
    let party = |side| ShipSetup { boarding_parties: 1, ..launch("a", side) };
    assert_eq!(open(party(Side::Confederate), true), None);
    assert!(open(party(Side::Union), true).is_some());
    assert!(open(ShipSetup { spar_torpedo: true, ..party(Side::Confederate) }, true).is_some());
    assert!(open(ShipSetup { boarding_parties: 2, ..party(Side::Confederate) }, true).is_some());
    assert!(
        open(ShipSetup { spar_torpedo: true, ..card("a", Side::Union, 0, vec![]).into() }, true).is_some()
    );
}

#[test]
fn gun_84_amb_39_the_effect_on_a_launch_depends_on_the_number_of_hits() {
    // GUN-84, GUN-AMB-39: a critical hit counts as seven and more.
    for (chart_die, hits, die, outcome) in [
        (8, 1, 3, LaunchOutcome::Nothing),
        (8, 1, 5, LaunchOutcome::FireOut),
        (8, 1, 6, LaunchOutcome::Sunk),
        (4, 3, 4, LaunchOutcome::FireOut),
        (4, 3, 5, LaunchOutcome::Sunk),
        (1, 5, 2, LaunchOutcome::Nothing),
        (1, 5, 3, LaunchOutcome::FireOut),
        (1, 5, 4, LaunchOutcome::Sunk),
        (10, 7, 1, LaunchOutcome::Nothing),
        (10, 7, 3, LaunchOutcome::Sunk),
    ] {
        let mut battle = launches(&["davids"]);
        go_to(&mut battle, Step::FirstFire);
        battle.facts = Scripted::pair(&id("gunboat"), &id("davids"), 8.0, 90.0);
        battle.must(fire("gunboat", "davids"));
        battle.throw(&[chart_die]);
        assert!(battle.state.hits.is_empty());
        assert_eq!(battle.state.rolls[0].decides, RollUse::LaunchHits { hits });
        let events = battle.throw(&[die]);
        assert!(
            matches!(&events[1], Event::Special(SpecialEvent::LaunchHitRead { outcome: found, .. }) if *found == outcome),
            "{events:?}"
        );
        assert!(battle.ship("davids").afloat(), "not before the step ends (GUN-AMB-11)");
        battle.must(Decision::NextStep);
        assert_eq!(battle.ship("davids").fate, (outcome == LaunchOutcome::Sunk).then_some(Fate::Sunk));
        let out = [Effect::FiresOut { moves_left: 1 }];
        assert_eq!(battle.ship("davids").effects == out, outcome == LaunchOutcome::FireOut);
    }
    let mut battle = launches(&["davids"]);
    go_to(&mut battle, Step::FirstFire);
    battle.facts = Scripted::pair(&id("gunboat"), &id("davids"), 14.0, 90.0);
    assert_eq!(battle.rules(fire("gunboat", "davids")), ["GUN-84"]);
}

#[test]
fn gun_85_86_87_launches_grapple_fight_and_go_home() {
    for (dice, fates) in [
        ([3, 2], [Some(Fate::WentHome), Some(Fate::Captured)]),
        ([2, 5], [Some(Fate::Captured), Some(Fate::WentHome)]),
        ([6, 5], [None, Some(Fate::Sunk)]),
        ([4, 4], [None, None]),
    ] {
        let mut battle = launches(&["davids"]);
        lock(&mut battle, &["davids"]);
        assert_eq!(battle.state.bonds[0].kind, BondKind::Locked);
        go_to(&mut battle, Step::Boarding);
        battle.throw(&dice);
        assert_eq!(["picket", "davids"].map(|name| battle.ship(name).fate), fates);
        assert_eq!(battle.state.bonds.is_empty(), dice[0] != dice[1], "ties stay locked");
        go_to(&mut battle, Step::UnionMove);
        let ring = Decision::RingUp { orders: vec![SpeedOrder { ship: id("picket"), speed: 2 }] };
        assert_eq!(battle.may(&ring).is_ok(), dice[0] == 6);
    }
    // A failed attempt; a launch tries only once a turn.
    let mut battle = launches(&["davids"]);
    go_to(&mut battle, Step::ConfederateMove);
    battle.must(grapple("davids", "picket"));
    battle.throw(&[3]);
    assert!(battle.state.bonds.is_empty());
    // Two against one add one; a 6 reached only with the extra launch's bonus does not sink (GUN-AMB-39).
    let mut battle = launches(&["davids", "squib"]);
    lock(&mut battle, &["davids", "squib"]);
    go_to(&mut battle, Step::Boarding);
    assert_eq!(battle.state.rolls.len(), 1);
    let events = battle.throw(&[5, 5]);
    assert!(
        matches!(&events[1], Event::Special(SpecialEvent::MeleeRead { totals, .. }) if *totals == [5, 6])
    );
    assert_eq!(battle.ship("picket").fate, Some(Fate::Captured));
    assert_eq!(battle.ship("squib").fate, Some(Fate::WentHome));
}

#[test]
fn gun_88_hits_on_a_locked_pair_strike_either() {
    let mut battle = launches(&["davids"]);
    lock(&mut battle, &["davids"]);
    battle.must(Decision::NextStep);
    battle.facts = Scripted::pair(&id("gunboat"), &id("davids"), 8.0, 90.0);
    battle.must(fire("gunboat", "davids"));
    battle.throw(&[1]);
    assert_eq!(battle.state.rolls[0].request.count, 5);
    battle.throw(&[3, 4, 5, 6, 4]);
    let hits = |i: usize| (battle.state.rolls[i].ship.to_string(), battle.state.rolls[i].decides.clone());
    assert_eq!(hits(0), ("picket".to_owned(), RollUse::LaunchHits { hits: 1 }));
    assert_eq!(hits(1), ("davids".to_owned(), RollUse::LaunchHits { hits: 4 }));
    battle.throw(&[1, 6]);
    battle.must(Decision::NextStep);
    assert_eq!(battle.ship("davids").fate, Some(Fate::Sunk));
    assert!(battle.state.bonds.is_empty());
}
