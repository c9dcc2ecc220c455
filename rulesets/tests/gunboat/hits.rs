//! Taking hits: from charts and tables to boxes, GUN-34 to GUN-46, each test named by its rule.

use crate::common::*;
use geometry::Flank;
use proptest::prelude::*;
use rulesets::core::{AppDice, Book, Die, Faces, Scripted};
use rulesets::gunboat::*;
use serde_json::json;

/// A duel that uses column 64+ of chart B (armor 20), or chart A with many guns (armor 0).
fn duel(armor: u8, options: &[(&str, serde_json::Value)]) -> Battle {
    let mut battle = Battle::duel(ninth(16), armor, 8.0, options);
    battle.salvo();
    battle
}

fn only_lot(battle: &Battle) -> &HitsDue {
    assert_eq!(battle.state.hits.len(), 1);
    &battle.state.hits[0]
}

#[test]
fn gun_34_an_asterisk_costs_a_boarding_party_if_there_is_one() {
    for (parties, lost) in [(0, 0), (2, 1)] {
        let victim =
            ShipSetup { boarding_parties: parties, ..card("victim", Side::Confederate, 0, vec![]).into() };
        let ships = vec![card("firer", Side::Union, 0, ninth(20)).into(), victim];
        let mut battle = Battle::open(ships, &[]);
        battle.facts = rulesets::core::Scripted::pair(&id("firer"), &id("victim"), 8.0, 90.0);
        battle.must(Decision::NextStep);
        battle.salvo();
        battle.throw(&[1]);
        assert_eq!(battle.ship("victim").boarding_parties, parties - lost);
    }
}

#[test]
fn gun_35_every_row_of_the_critical_chart() {
    for (faces, hits, into) in [
        (vec![1], 3, vec![SectionKind::Speed]),
        (vec![2], 2, vec![SectionKind::Draft, SectionKind::Gun]),
        (vec![3], 4, vec![SectionKind::Draft, SectionKind::Gun]),
        (vec![6, 1], 4, vec![SectionKind::Speed]),
        (vec![6, 3], 4, vec![SectionKind::Speed]),
    ] {
        let mut battle = duel(0, &[]);
        battle.throw(&[10]);
        faces.iter().for_each(|face| drop(battle.throw(&[*face])));
        let demand = &only_lot(&battle).demands[0];
        assert_eq!((demand.hits, &demand.into), (hits, &Into::OneOf(into)));
    }
    for (faces, effect) in [
        (vec![4], Effect::RudderJammed { helm: Flank::Starboard, moves_left: 6 }),
        (vec![5], Effect::RudderJammed { helm: Flank::Port, moves_left: 6 }),
        (vec![6, 4], Effect::EnginesDisabled { since_turn: 1 }),
        (vec![6, 5], Effect::EnginesDisabled { since_turn: 1 }),
    ] {
        let mut battle = duel(0, &[]);
        battle.throw(&[10]);
        faces.iter().for_each(|face| drop(battle.throw(&[*face])));
        assert_eq!(battle.ship("victim").effects, [effect]);
    }
}

#[test]
fn gun_37_every_row_of_the_lucky_chart() {
    for (faces, section) in [
        (vec![1], SectionKind::Armor),
        (vec![2], SectionKind::Stack),
        (vec![3], SectionKind::Midships),
        (vec![6, 5], SectionKind::Draft),
    ] {
        let mut battle = duel(20, &[]);
        battle.throw(&[10]);
        faces.iter().for_each(|face| drop(battle.throw(&[*face])));
        assert_eq!(only_lot(&battle).demands[0].into, Into::OneOf(vec![section]));
        assert_eq!(only_lot(&battle).demands[0].hits, 1);
    }
    for (faces, effect) in [
        (vec![4], Effect::RudderJammed { helm: Flank::Starboard, moves_left: 2 }),
        (vec![5], Effect::RudderJammed { helm: Flank::Port, moves_left: 2 }),
        (vec![6, 2], Effect::PilotBlinded { moves_left: 1 }),
    ] {
        let mut battle = duel(20, &[]);
        battle.throw(&[10]);
        faces.iter().for_each(|face| drop(battle.throw(&[*face])));
        assert_eq!(battle.ship("victim").effects, [effect]);
    }
    let mut battle = duel(20, &[]);
    battle.throw(&[10]);
    battle.throw(&[6]);
    battle.throw(&[4]);
    assert_eq!(battle.state.rolls[0].request.purpose, "critical");
}

#[test]
fn gun_39_lucky_2_is_a_miss_without_a_stack() {
    let mut battle = duel(20, &[]);
    battle.throw(&[10]);
    battle.throw(&[2]);
    battle.tick_all();
    battle.throw(&[4]);
    battle.tick_all();
    assert_eq!(battle.ship("victim").free(&Section::Stack), 0);
    // Goes on to the first fire step of the next turn.
    (0..6).for_each(|_| drop(battle.must(Decision::NextStep)));
    battle.salvo();
    battle.throw(&[10]);
    let events = battle.throw(&[2]);
    assert!(
        matches!(&events[1], Event::TableRead { outcome: TableOutcome::Miss, due: None, .. }),
        "{events:?}"
    );
}

#[test]
fn gun_43_and_amb_43_every_loss_of_the_stack_box_rolls_its_table() {
    for (face, check) in [
        (1, Some(Effect::FiresOut { moves_left: 6 })),
        (2, Some(Effect::RudderJammed { helm: Flank::Starboard, moves_left: 2 })),
        (3, Some(Effect::RudderJammed { helm: Flank::Port, moves_left: 2 })),
        (4, None),
        (6, None),
    ] {
        let mut battle = duel(20, &[]);
        battle.throw(&[6]);
        let due = only_lot(&battle).id;
        // The owner chooses the stack voluntarily.
        battle.must(tick(due, &[(Section::Stack, 1), (Section::Midships, 1)]));
        let roll = &battle.state.rolls[0];
        assert_eq!((roll.request.purpose.as_str(), roll.request.die), ("stack_loss", Die::D6));
        battle.throw(&[face]);
        match check {
            Some(effect) => assert_eq!(battle.ship("victim").effects, [effect]),
            None => assert_eq!(only_lot(&battle).demands[0].hits, if face == 6 { 2 } else { 1 }),
        }
    }
}

#[test]
fn gun_40_the_number_of_boxes_is_exact_and_every_reason_is_given() {
    let mut battle = duel(0, &[]);
    battle.throw(&[4]);
    let due = only_lot(&battle).id;
    assert_eq!(legal_ticks(&battle.state, due).unwrap().boxes, 5);
    assert_eq!(battle.rules(tick(due, &[(Section::Midships, 4)])), ["GUN-40"]);
    assert_eq!(
        battle.rules(tick(due, &[(Section::Stack, 2), (Section::Ram, 1)])),
        ["GUN-38", "GUN-72", "GUN-40"]
    );
    // Ticks of the same row are added up.
    assert_eq!(
        battle.rules(tick(due, &[(Section::Midships, 4), (Section::Midships, 4)])),
        ["GUN-38", "GUN-40"]
    );
    battle.must(tick(due, &[(Section::Midships, 3), (Section::Speed, 2)]));
    assert_eq!(battle.rules(tick(due, &[(Section::Midships, 5)])), ["GUN-40"]);
}

#[test]
fn gun_38_named_hits_fill_their_section_before_they_spill() {
    let mut battle = duel(0, &[]);
    battle.throw(&[10]);
    battle.throw(&[1]);
    let due = only_lot(&battle).id;
    assert_eq!(battle.rules(tick(due, &[(Section::Speed, 2), (Section::Midships, 1)])), ["GUN-35"]);
    battle.must(tick(due, &[(Section::Speed, 3)]));
}

#[test]
fn gun_amb_15_draft_or_guns_but_no_mixture() {
    let guns = Section::Gun { mount: MountId::of("guns") };
    let critical_3 = |options: &[_]| {
        let mut battle = duel(0, options);
        battle.throw(&[10]);
        battle.throw(&[3]);
        battle
    };
    let mut battle = critical_3(&[]);
    let due = only_lot(&battle).id;
    assert_eq!(battle.rules(tick(due, &[(Section::Draft, 2), (guns.clone(), 2)])), ["GUN-35"]);
    battle.must(tick(due, &[(guns.clone(), 4)]));

    let mut battle = critical_3(&[("gun.crit_draft_or_guns", json!("firer"))]);
    let due = only_lot(&battle).id;
    assert_eq!(only_lot(&battle).chooser, Some(Side::Union));
    assert_eq!(battle.rules(tick(due, &[(guns.clone(), 4)])), ["GUN-AMB-15"]);
    assert_eq!(battle.rules(Decision::Choose { due, section: SectionKind::Armor }), ["GUN-AMB-15"]);
    battle.must(Decision::Choose { due, section: SectionKind::Draft });
    assert_eq!(battle.rules(tick(due, &[(guns, 4)])), ["GUN-35"]);
    battle.must(tick(due, &[(Section::Draft, 4)]));
}

#[test]
fn gun_73_and_amb_14_chart_b_hits_beyond_the_battering_factor_go_into_armor() {
    // Armor 7: factor 2. Sixteen 32-pounders at normal range: total 48, column 36-48, die 1: 3 hits.
    let with = |value: &str| {
        let mounts = vec![mount("a", "32-LB SMOOTHBORE", 16, geometry::Arc::ALL_ROUND)];
        let mut battle = Battle::duel(mounts, 7, 8.0, &[("gun.battering", json!(value))]);
        assert_eq!(battle.ship("victim").card.battering_factor(), 2);
        battle.salvo();
        battle.throw(&[1]);
        battle
    };
    let armor = |n| (Section::Armor, n);
    let mut battle = with("excess_to_armor");
    let due = only_lot(&battle).id;
    assert_eq!(battle.rules(tick(due, &[(Section::Midships, 3)])), ["GUN-AMB-14"]);
    battle.must(tick(due, &[armor(1), (Section::Midships, 2)]));
    let mut battle = with("all_to_armor");
    let due = only_lot(&battle).id;
    assert_eq!(battle.rules(tick(due, &[armor(2), (Section::Midships, 1)])), ["GUN-AMB-14"]);
    battle.must(tick(due, &[armor(3)]));
    let mut battle = with("off");
    let due = only_lot(&battle).id;
    battle.must(tick(due, &[(Section::Midships, 3)]));
}

#[test]
fn gun_amb_11_damage_takes_effect_when_the_step_ends() {
    let mut battle = duel(0, &[]);
    battle.throw(&[10]);
    battle.throw(&[3]);
    let due = only_lot(&battle).id;
    battle.must(tick(due, &[(Section::Gun { mount: MountId::of("guns") }, 4)]));
    // The ship's guns are lost, but still fire in this step.
    battle.facts = rulesets::core::Scripted::pair(&id("victim"), &id("firer"), 8.0, 0.0);
    battle.must(fire("victim", "firer"));
    battle.throw(&[8]);
    battle.tick_all();
    battle.must(Decision::NextStep);
    assert_eq!(battle.ship("victim").in_force(&Section::Gun { mount: MountId::of("guns") }), 0);

    let mut battle = duel(0, &[("gun.fire_simultaneous", json!(false))]);
    battle.throw(&[10]);
    battle.throw(&[3]);
    let due = only_lot(&battle).id;
    battle.facts = rulesets::core::Scripted::pair(&id("victim"), &id("firer"), 8.0, 0.0);
    assert_eq!(battle.rules(fire("victim", "firer")), ["GUN-AMB-11"]);
    battle.must(tick(due, &[(Section::Gun { mount: MountId::of("guns") }, 4)]));
    assert_eq!(battle.rules(fire("victim", "firer")), ["GUN-72"]);
}

#[test]
fn gun_41_a_ship_sinks_with_its_last_draft_box_unless_aground() {
    for (aground, fate) in [(false, Some(Fate::Sunk)), (true, None)] {
        let mut battle = duel(0, &[]);
        battle.must(Decision::Umpire {
            order: UmpireOrder::Aground { ship: id("victim"), aground },
            reason: "on a shoal".to_owned(),
        });
        // Column 15-18, die 2: seven hits.
        battle.throw(&[2]);
        let due = only_lot(&battle).id;
        battle.must(tick(due, &[(Section::Draft, 6), (Section::Midships, 1)]));
        assert_eq!(battle.ship("victim").fate, None, "not before the step ends");
        battle.must(Decision::NextStep);
        assert_eq!(battle.ship("victim").fate, fate);
        assert_eq!(battle.ship("victim").extra_draft_ft(), 3, "GUN-42");
        if aground {
            // GUN-AMB-33: the ship sinks when it is afloat again.
            battle.must(Decision::Umpire {
                order: UmpireOrder::Aground { ship: id("victim"), aground: false },
                reason: "off the shoal".to_owned(),
            });
            assert_eq!(battle.ship("victim").fate, Some(Fate::Sunk));
        }
    }
}

#[test]
fn gun_44_a_magazine_explosion_destroys_the_ship_when_the_step_ends() {
    let mut battle = duel(0, &[]);
    for face in [10, 6, 6] {
        battle.throw(&[face]);
    }
    assert!(battle.ship("victim").exploding && battle.ship("victim").afloat());
    battle.must(Decision::NextStep);
    assert_eq!(battle.ship("victim").fate, Some(Fate::Exploded));
}

#[test]
fn gun_45_disabled_engines_from_turn_to_turn() {
    let mut battle = duel(0, &[]);
    for face in [10, 6, 4] {
        battle.throw(&[face]);
    }
    let next_turn = |battle: &mut Battle| {
        let turn = battle.state.turn;
        while battle.state.turn == turn {
            battle.must(Decision::NextStep);
        }
    };
    let knots = |battle: &Battle| battle.ship("victim").limited_power_knots(battle.state.turn);
    assert_eq!(knots(&battle), Some(0));
    next_turn(&mut battle);
    assert!(battle.state.rolls.is_empty());
    assert_eq!(knots(&battle), Some(0));
    for (face, gives) in [(4, 0), (5, 1), (6, 2)] {
        next_turn(&mut battle);
        assert_eq!(battle.rules(Decision::NextStep), ["GUN-45"]);
        battle.throw(&[face]);
        assert_eq!(knots(&battle), Some(gives));
    }
    assert_eq!(battle.ship("firer").limited_power_knots(battle.state.turn), None);
}

#[test]
fn gun_46_amb_17_amb_18_jams_count_the_owners_moves_and_replace_each_other() {
    let mut battle = duel(0, &[]);
    battle.throw(&[10]);
    battle.throw(&[5]);
    battle.must(Decision::NextStep);
    let moves = |battle: &Battle| match battle.ship("victim").effects.first() {
        Some(Effect::RudderJammed { moves_left, .. }) => *moves_left,
        _ => 0,
    };
    assert_eq!((battle.state.step, moves(&battle)), (Step::ConfederateMove, 6));
    battle.must(Decision::NextStep);
    assert_eq!(moves(&battle), 5);
    battle.must(Decision::Umpire {
        order: UmpireOrder::CriticalHit { ship: id("victim") },
        reason: "a mortar shell".to_owned(),
    });
    battle.throw(&[4]);
    assert_eq!(
        battle.ship("victim").effects,
        [Effect::RudderJammed { helm: Flank::Starboard, moves_left: 6 }]
    );
    (0..6 * 6).for_each(|_| drop(battle.must(Decision::NextStep)));
    assert!(battle.ship("victim").effects.is_empty());
}

#[test]
fn typed_dice_of_the_wrong_number_or_face_are_refused_and_named() {
    let mut battle = duel(0, &[]);
    let typed = |faces: &[u8]| Decision::Roll { rolls: vec![], faces: Faces::Typed(faces.to_vec()) };
    assert!(battle.refusal(typed(&[])).to_string().contains("1 faces are needed"));
    assert!(battle.refusal(typed(&[1, 2])).to_string().contains("but 2 were given"));
    assert!(battle.refusal(typed(&[11])).to_string().contains("11 is no face of the D10"));
    // A D10's printed 0 is a ten (GUN-1).
    let events = battle.throw(&[0]);
    assert!(matches!(&events[1], Event::ChartRead { die: 10, cell: ChartCell::Critical, .. }));
    assert_eq!(battle.rules(Decision::Tick { due: DueId(99), boxes: vec![] }), ["GUN-40"]);
    assert_eq!(battle.rules(Decision::NextStep), ["GUN-35"]);
}

#[test]
fn app_dice_are_the_same_from_the_same_state() {
    let mut one = duel(0, &[]);
    let mut other = duel(0, &[]);
    let app = Decision::Roll { rolls: vec![], faces: Faces::App };
    assert_eq!(one.must(app.clone()), other.must(app));
}

/// The probability that "victim" is lost if its owner ticks optimally, found by searching every line of play.
fn loss_probability(book: &Gunboat, state: &State) -> f64 {
    let after = |decision: Decision| {
        let mut dice = AppDice::new(1, b"doom");
        let events = book.decide(state, &decision, &Scripted::default(), &mut dice).ok()?;
        Some(events.iter().fold(state.clone(), Gunboat::apply))
    };
    if let Some(roll) = state.rolls.first() {
        let faces = 1..=roll.request.die.faces();
        let count = f64::from(roll.request.die.faces());
        let throw = |face| Decision::Roll { rolls: vec![roll.request.id], faces: Faces::Typed(vec![face]) };
        return faces.map(|face| loss_probability(book, &after(throw(face)).unwrap())).sum::<f64>() / count;
    }
    if let Some(lot) = state.hits.iter().find(|lot| lot.chooser.is_some()) {
        let choices = SectionKind::ALL.into_iter().filter_map(|section| {
            Some(loss_probability(book, &after(Decision::Choose { due: lot.id, section })?))
        });
        return choices.fold(0.0, f64::max);
    }
    if state.hits.is_empty() {
        let end = after(Decision::NextStep).unwrap();
        return f64::from(u8::from(!end.ships[&id("victim")].afloat()));
    }
    let mut best = 1.0_f64;
    for lot in &state.hits {
        let rows: Vec<(Section, u8)> = state.ships[&lot.ship]
            .card
            .sections()
            .into_iter()
            .map(|row| (row.clone(), state.ships[&lot.ship].free(&row)))
            .collect();
        let mut ways = vec![vec![]];
        for (row, free) in rows {
            ways = ways
                .into_iter()
                .flat_map(|way: Vec<(Section, u8)>| {
                    let row = row.clone();
                    (0..=free).map(move |count| way.iter().cloned().chain([(row.clone(), count)]).collect())
                })
                .collect();
        }
        for way in ways {
            if let Some(next) = after(tick(lot.id, &way)) {
                best = best.min(loss_probability(book, &next));
            }
        }
    }
    best
}

#[test]
fn gun_41_the_odds_of_sinking_agree_with_the_best_ticks() {
    // GUN-38, GUN-41, GUN-44, GUN-AMB-15, GUN-AMB-43: against every line of play on a card that is nearly full.
    for (free, guns, chooser) in [
        ((2, 0, 1, 1, 1), 3, "target"),
        ((2, 0, 1, 1, 1), 3, "firer"),
        ((1, 1, 0, 0, 0), 1, "target"),
        ((1, 0, 0, 1, 2), 1, "target"),
        ((2, 1, 1, 1, 0), 2, "target"),
    ] {
        let mut battle = Battle::duel(ninth(guns), 0, 8.0, &[("gun.crit_draft_or_guns", chooser.into())]);
        let (draft, speed, midships, stack, left) = free;
        let victim = battle.state.ships.get_mut(&id("victim")).unwrap();
        victim.ticks = Ticks {
            draft: 6 - draft,
            speed: 8 - speed,
            midships: 6 - midships,
            stack: 1 - stack,
            guns: [(MountId::of("guns"), 4 - left)].into(),
            ..Ticks::default()
        };
        let told = battle.preview().odds.unwrap().sinks;
        battle.salvo();
        let played = loss_probability(&battle.book, &battle.state);
        assert!((told - played).abs() < 1e-9, "{free:?} {chooser}: told {told}, played {played}");
        assert!(told > 0.0 && told < 1.0);
    }
    let mut battle = Battle::duel(ninth(1), 0, 8.0, &[]);
    assert!(battle.preview().odds.unwrap().sinks < 0.01, "only the magazine");
    battle.state.ships.get_mut(&id("victim")).unwrap().ticks.draft = 5;
    assert!(battle.preview().odds.unwrap().sinks < 0.01, "her owner has other boxes");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn gun_41_a_ship_that_has_lost_more_is_never_safer(
        guns in 1_u8..12,
        draft in 0_u8..5,
        midships in 0_u8..7,
        speed in 0_u8..9,
        stack in 0_u8..2,
        lost in 0_u8..5,
    ) {
        let mut battle = Battle::duel(ninth(guns), 0, 8.0, &[]);
        let ticks = Ticks { draft, midships, speed, stack, ..Ticks::default() };
        let mut told = |ticks: &Ticks| {
            battle.state.ships.get_mut(&id("victim")).unwrap().ticks = ticks.clone();
            battle.preview().odds.unwrap()
        };
        let before = told(&ticks);
        prop_assert!(before.magazine <= before.sinks + 1e-12 && before.sinks <= 1.0 + 1e-12);
        let more_draft = Ticks { draft: draft + 1, ..ticks.clone() };
        prop_assert!(told(&more_draft).sinks + 1e-12 >= before.sinks);
        let fewer_guns = Ticks { guns: [(MountId::of("guns"), lost.min(4))].into(), ..ticks };
        prop_assert!(told(&fewer_guns).sinks + 1e-12 >= before.sinks);
    }
}
