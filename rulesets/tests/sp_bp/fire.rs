//! Gunfire: range, modifiers and questions.

use crate::field::{Battle, NINE_INCH, card, fire, firer, id, mount, read, side, victim};
use geometry::Measured;
use rulesets::core::{Halt, Settlement};
use rulesets::sp_bp::*;
use serde_json::json;

fn cell(battle: &Battle) -> Option<(u8, u8, u8)> {
    let view = battle.preview().plan.mounts.remove(0);
    view.cell.map(|(up_to, cell)| (up_to, cell.needed, cell.penetration))
}

#[test]
fn spb_14_amb_7_8_a_column_reaches_to_its_number_and_an_em_dash_is_none() {
    let mut battle = Battle::gunfire(firer(), victim(), &[]);
    for (range_in, wanted) in [
        (0.1, Some((5, 4, 5))),
        (5.0, Some((5, 4, 5))),
        (5.01, Some((10, 3, 4))),
        (30.0, Some((30, 9, 2))),
        (30.01, None),
        (60.0, None),
    ] {
        battle.stand(range_in, 90.0);
        assert_eq!(cell(&battle), wanted, "{range_in}");
    }
    assert_eq!(battle.rules(fire("firer", "victim")), ["SPB-14"]);
}

#[test]
fn spb_amb_8_a_range_too_close_to_call_is_asked_where_the_cells_differ() {
    let mut battle = Battle::gunfire(firer(), victim(), &[]);
    battle.measured(Measured::new(5.02, 0.1));
    let Err(Halt::TooClose { questions }) = battle.decide(fire("firer", "victim")) else { panic!() };
    assert_eq!(questions[0].key.0, "range:5");
    let settled = vec![Settlement { key: questions[0].key.clone(), reading: "within".to_owned() }];
    let decision = Decision::Fire {
        shooter: id("firer"),
        target: id("victim"),
        mounts: MountChoice::AllThatBear,
        settled: settled.clone(),
    };
    let events = battle.must(decision);
    let Some(Event::SalvoFired { salvo, .. }) = events.last() else { panic!("{events:?}") };
    assert_eq!((salvo.mounts[0].cell.needed, salvo.mounts[0].up_to_in), (4, 5));
    assert_eq!(salvo.settled, settled);
    // The reading in the firer's favour, if the players chose that option.
    let mut battle = Battle::gunfire(firer(), victim(), &[("spb.too_close", json!("firer"))]);
    battle.measured(Measured::new(5.02, 0.1));
    battle.fire();
    // Between 40 and 50 inches no question is asked about a gun that does not reach in either case.
    let mut battle = Battle::gunfire(firer(), victim(), &[]);
    battle.measured(Measured::new(40.0, 0.5));
    assert_eq!(battle.rules(fire("firer", "victim")), ["SPB-14"]);
}

#[test]
fn spb_15_amb_11_every_condition_counts_for_itself() {
    let modifier = |target: &dyn Fn(&mut ShipCard), then: &dyn Fn(&mut Battle)| {
        let mut card = victim();
        target(&mut card);
        let mut battle = Battle::gunfire(firer(), card, &[]);
        then(&mut battle);
        battle.modifier()
    };
    let plain = |_: &mut ShipCard| {};
    let nothing = |_: &mut Battle| {};
    assert_eq!(modifier(&plain, &nothing), 0);
    assert_eq!(modifier(&|card| card.size = Size::VeryLarge, &nothing), 2);
    assert_eq!(modifier(&|card| card.size = Size::Large, &nothing), 1);
    assert_eq!(modifier(&|card| card.size = Size::Small, &nothing), -1);
    assert_eq!(modifier(&|card| card.size = Size::VerySmall, &nothing), -2);
    assert_eq!(modifier(&|card| card.low_freeboard = true, &nothing), -1);
    let set =
        |ship: &'static str, change: Change| move |battle: &mut Battle| battle.set(ship, change.clone());
    assert_eq!(modifier(&plain, &set("victim", Change::Speed { knots: 0 })), 1);
    assert_eq!(modifier(&plain, &set("victim", Change::Anchored { anchored: true })), 1);
    assert_eq!(modifier(&plain, &set("victim", Change::Aground { aground: true })), 1);
    assert_eq!(modifier(&plain, &set("victim", Change::Speed { knots: 10 })), 0);
    assert_eq!(modifier(&plain, &set("victim", Change::Speed { knots: 11 })), -1);
    assert_eq!(modifier(&plain, &set("firer", Change::Steamed { steamed: true })), -1);
    assert_eq!(modifier(&plain, &set("firer", Change::Fires { fires: 2 })), -1);
    assert_eq!(modifier(&plain, &set("firer", Change::CrewQuality { quality: 2 })), 2);
    assert_eq!(modifier(&plain, &set("victim", Change::Concealed { concealed: true })), -2);
    let both = |battle: &mut Battle| {
        battle.set("victim", Change::Speed { knots: 0 });
        battle.set("firer", Change::Fires { fires: 1 });
        battle.set("firer", Change::CrewQuality { quality: -2 });
    };
    assert_eq!(modifier(&|card| card.size = Size::Large, &both), -1);
}

#[test]
fn spb_12_amb_10_12_sp_below_a_half_and_a_quarter() {
    for (cumulative, wanted) in [(false, [0, -1, -1, -2, -2]), (true, [0, -1, -1, -3, -3])] {
        let options = [("spb.sp_mods_cumulative", json!(cumulative))];
        let mut battle = Battle::gunfire(firer(), victim(), &options);
        let worth = [20, 19, 10, 9, 0].map(|left| {
            battle.set("firer", Change::Sp { left });
            battle.modifier()
        });
        assert_eq!(worth, wanted, "of 40: exactly a half or a quarter is not below");
    }
}

#[test]
fn spb_amb_21_head_on_is_within_thirty_degrees_of_her_bow() {
    for (stern, wanted) in [(false, [-1, -1, 0, 0, 0]), (true, [-1, -1, 0, -1, 0])] {
        let options = [("spb.head_on_includes_stern", json!(stern))];
        let mut battle = Battle::gunfire(firer(), victim(), &options);
        let worth = [0.0, 330.0, 31.0, 180.0, 90.0].map(|from_deg| {
            battle.stand(10.0, from_deg);
            battle.modifier()
        });
        assert_eq!(worth, wanted);
    }
    // A range too close to call is asked about, and the first reading favours the firer.
    let mut battle = Battle::gunfire(firer(), victim(), &[]);
    use rulesets::core::{Answer, BearingFact, Query};
    let query = Query::Bearing { from: id("victim"), to: id("firer") };
    let bearing_deg = Measured::new(30.5, 1.0);
    battle.facts = battle.facts.clone().with(query, Answer::Bearing(BearingFact { bearing_deg }));
    let Err(Halt::TooClose { questions }) = battle.decide(fire("firer", "victim")) else { panic!() };
    assert_eq!((questions[0].key.0.as_str(), questions[0].readings[0].id.as_str()), ("head_on", "not"));
}

#[test]
fn spb_16_amb_9_the_liberal_modifiers_are_terms_of_their_own() {
    let slow = GunMount { casemate: true, slow_fire: true, ..mount("guns", "15\", 440 pdr", 1) };
    let turret = GunMount { slow_traverse: true, turret: true, ..mount("turret", NINE_INCH, 1) };
    let card = card("firer", "union", vec![slow, turret]);
    let terms = |options: &[(&str, serde_json::Value)]| {
        let battle = Battle::gunfire(card.clone(), victim(), options);
        let mounts = battle.preview().plan.mounts;
        let liberal = |view: &MountView| {
            let own = view.terms.iter().filter(|term| term.rule.as_str() == "SPB-AMB-9");
            own.map(|term| term.value).collect::<Vec<_>>()
        };
        (liberal(&mounts[0]), liberal(&mounts[1]), mounts[0].modifier)
    };
    assert_eq!(terms(&[]), (vec![], vec![], 0));
    let on = ("spb.liberal_special", json!(true));
    assert_eq!(terms(std::slice::from_ref(&on)), (vec![-1, -1], vec![-1], -2));
    assert_eq!(terms(&[on, ("spb.liberal_value", json!(-2))]), (vec![-2, -2], vec![-2], -4));
}

#[test]
fn spb_15_at_night_who_is_lit_and_who_is_blinded() {
    let mut battle = Battle::gunfire(firer(), victim(), &[("spb.night", json!(true))]);
    assert_eq!(battle.modifier(), -2);
    battle.set("victim", Change::Illuminated { illuminated: true });
    assert_eq!(battle.modifier(), 0);
    battle.set("victim", Change::Illuminated { illuminated: false });
    battle.set("firer", Change::Lights { ships: [id("victim")].into() });
    assert_eq!(battle.modifier(), 0, "a searchlight illuminates");
    battle.set("victim", Change::Lights { ships: [id("firer")].into() });
    assert_eq!(battle.modifier(), -2, "and blinds");
}

#[test]
fn spb_amb_20_a_ten_is_no_hit_of_itself() {
    for (natural, hits) in [(false, 0), (true, 1)] {
        let mut battle = Battle::gunfire(firer(), victim(), &[("spb.nat10_hits", json!(natural))]);
        battle.stand(28.0, 90.0);
        battle.set("firer", Change::CrewQuality { quality: -2 });
        battle.fire();
        let events = battle.throw(&[10, 9]);
        let Read::ToHit { shots, needed: 9, .. } = read(&events) else { panic!("{events:?}") };
        assert_eq!(shots.iter().filter(|shot| shot.hit).count(), hits);
    }
}

#[test]
fn spb_amb_22_the_erratum_is_an_option() {
    let ten = card("firer", "union", vec![mount("guns", "10\", 120 pdr", 1)]);
    for (erratum, penetration) in [(false, 6), (true, 3)] {
        let mut battle = Battle::gunfire(ten.clone(), victim(), &[("spb.errata_10in_25", json!(erratum))]);
        battle.stand(25.0, 90.0);
        assert_eq!(cell(&battle), Some((25, 7, penetration)));
        battle.stand(20.0, 90.0);
        assert_eq!(cell(&battle), Some((20, 5, 4)), "no other cell changes");
    }
}

#[test]
fn spb_amb_23_the_howitzers_special_range_is_the_umpires() {
    let howitzer = ShipCard {
        nation: Nation::Italy,
        ..card("firer", "union", vec![mount("guns", "20 cm Howitzer", 1)])
    };
    let mut battle = Battle::gunfire(howitzer.clone(), victim(), &[]);
    battle.stand(15.0, 90.0);
    assert_eq!(cell(&battle), Some((15, 5, 2)));
    battle.stand(40.0, 90.0);
    assert_eq!(battle.rules(fire("firer", "victim")), ["SPB-AMB-23"]);
    battle.stand(61.0, 90.0);
    assert_eq!(battle.rules(fire("firer", "victim")), ["SPB-14"]);
    let mut battle = Battle::gunfire(howitzer, victim(), &[("spb.howitzer_special_to_hit", json!(9))]);
    for (range_in, wanted) in
        [(15.0, Some((15, 5, 2))), (16.0, Some((60, 9, 2))), (60.0, Some((60, 9, 2))), (60.1, None)]
    {
        battle.stand(range_in, 90.0);
        assert_eq!(cell(&battle), wanted, "{range_in}");
    }
}

#[test]
fn spb_amb_28_a_gun_that_no_row_names_is_refused() {
    let odd = card("firer", "union", vec![mount("guns", "64 pdr", 1)]);
    let mut battle = Battle::unopened();
    let ships = vec![odd.into(), victim().into()];
    let open = Decision::Open { ships, options: vec![], terrain: vec![] };
    assert_eq!(battle.rules(open), ["SPB-AMB-28"]);
}

#[test]
fn spb_5_guns_fire_once_and_only_when_it_is_the_ships_turn() {
    let mut battle = Battle::duel(firer(), victim(), &[]);
    assert_eq!(battle.rules(fire("firer", "victim")), ["SPB-5"], "not while ships move");
    battle.to(Step::Gunfire);
    assert_eq!(battle.state.to_act, Some(side("union")));
    assert_eq!(battle.rules(fire("victim", "firer")), ["SPB-5"], "it is the union's turn");
    let one = MountChoice::These(vec![MountGuns { mount: MountId::of("guns"), guns: 1 }]);
    let some =
        |mounts| Decision::Fire { shooter: id("firer"), target: id("victim"), mounts, settled: vec![] };
    battle.must(some(one.clone()));
    assert_eq!(battle.rules(some(one.clone())), ["SPB-5"], "dice are due");
    battle.throw(&[1]);
    battle.must(some(one.clone()));
    battle.throw(&[1]);
    assert_eq!(battle.rules(some(one)), ["SPB-15"], "both guns have fired");
    // The other side fires next: the union's ship has fired.
    battle.must(fire("victim", "firer"));
    assert!(battle.ship("firer").acted);
}

#[test]
fn spb_14_what_stands_in_the_line_of_fire() {
    use geometry::{Barrier, Verdict};
    use rulesets::core::{Answer, Blocker, LineOfFireFact, Query};
    let mut battle = Battle::gunfire(firer(), victim(), &[]);
    for (clear, wanted) in [(Verdict::No, "SPB-14"), (Verdict::TooClose, "line_of_fire:hulk")] {
        let near = vec![Blocker {
            barrier: Barrier::Ship(id("hulk")),
            clear,
            clearance_in: Measured::new(0.01, 0.1),
        }];
        let query = Query::LineOfFire { from: id("firer"), to: id("victim") };
        let fact = Answer::LineOfFire(LineOfFireFact { clear, near });
        battle.facts = battle.facts.clone().with(query, fact);
        match battle.decide(fire("firer", "victim")).unwrap_err() {
            Halt::Refused(refusal) => assert_eq!(refusal.reasons[0].rule.as_str(), wanted),
            Halt::TooClose { questions } => assert_eq!(questions[0].key.0, wanted),
        }
    }
}
