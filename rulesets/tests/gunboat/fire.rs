//! Declaring fire: rules GUN-20 to GUN-33, GUN-36 and their ambiguities, each test named by its rule.

use crate::common::*;
use geometry::{Arc, Measured, Verdict};
use rulesets::core::{Answer, BearingFact, Blocker, Die, EdgeKey, Halt, LineOfFireFact, Query, Settlement};
use rulesets::gunboat::*;
use serde_json::json;

#[test]
fn gun_20_21_amb_41_penetration_factors_and_interpolation() {
    let book = Gunboat::embedded().unwrap();
    for (gun, kind, pf) in [
        ("12-LB HOWITZER", GunKind::Howitzer, 1),
        ("32-LB SMOOTHBORE", GunKind::Smoothbore, 3),
        ("15\" SMOOTHBORE", GunKind::Smoothbore, 10),
        ("7\" RIFLE", GunKind::Rifle, 7),
        ("150-LB RIFLE", GunKind::Rifle, 9),
        // GUN-AMB-41: linear, rounded down.
        ("10\" SMOOTHBORE", GunKind::Smoothbore, 7),
        ("13\" SMOOTHBORE", GunKind::Smoothbore, 9),
        ("100-LB RIFLE", GunKind::Rifle, 7),
        ("12-LB RIFLE", GunKind::Rifle, 2),
    ] {
        assert_eq!(book.tables().gun(gun), Ok((kind, pf)), "{gun}");
    }
    for gun in ["20\" SMOOTHBORE", "5\" SMOOTHBORE", "6-LB RIFLE", "cannon", "nan\" SMOOTHBORE", ""] {
        assert!(book.tables().gun(gun).is_err(), "{gun}");
    }
}

#[test]
fn gun_23_amb_4_bands_by_type_upper_limits_inclusive() {
    let book = Gunboat::embedded().unwrap();
    let options = GunOptions::default();
    for (kind, limits) in [
        (GunKind::Howitzer, [4.0, 8.0, 12.0]),
        (GunKind::Smoothbore, [6.0, 12.0, 18.0]),
        (GunKind::Rifle, [12.0, 20.0, 28.0]),
    ] {
        let bands = [Band::Close, Band::Normal, Band::Distant, Band::OutOfRange];
        for (i, limit) in limits.into_iter().enumerate() {
            assert_eq!(book.tables().bands(kind, Measured::exact(limit), &options), [bands[i]]);
            assert_eq!(book.tables().bands(kind, Measured::exact(limit + 0.001), &options), [bands[i + 1]]);
        }
    }
}

#[test]
fn gun_24_amb_5_flat_bands_keep_the_distant_limit() {
    let book = Gunboat::embedded().unwrap();
    let options = GunOptions { range_bands: RangeBands::Flat, ..GunOptions::default() };
    let band = |kind, range| book.tables().bands(kind, Measured::exact(range), &options)[0];
    assert_eq!(band(GunKind::Rifle, 6.0), Band::Close);
    assert_eq!(band(GunKind::Rifle, 12.5), Band::Distant);
    assert_eq!(band(GunKind::Rifle, 28.5), Band::OutOfRange);
    assert_eq!(band(GunKind::Howitzer, 11.0), Band::Normal);
    assert_eq!(band(GunKind::Howitzer, 12.5), Band::OutOfRange);
}

#[test]
fn gun_25_26_27_double_close_and_halve_distant() {
    for (range_in, band, pf, counted) in
        [(6.0, Band::Close, 12, 6), (6.001, Band::Normal, 6, 3), (12.001, Band::Distant, 3, 1)]
    {
        let salvo = Battle::duel(ninth(3), 0, range_in, &[]).salvo();
        assert_eq!((salvo.mounts[0].band, salvo.mounts[0].pf), (band, pf));
        assert_eq!(salvo.pools[0].counted_guns, counted);
        let total = salvo.mounts[0].pf_terms.last().unwrap();
        assert_eq!(total.value, i32::from(pf));
    }
}

#[test]
fn gun_31_equal_penetrates_and_armor_0_always() {
    let chart = |gun: &str, armor, range_in| {
        let mounts = vec![mount("a", gun, 2, Arc::ALL_ROUND)];
        Battle::duel(mounts, armor, range_in, &[]).salvo().pools[0].chart
    };
    assert_eq!(chart("9\" SMOOTHBORE", 6, 10.0), Chart::A);
    assert_eq!(chart("9\" SMOOTHBORE", 7, 10.0), Chart::B);
    // A 12-lb howitzer at distant range has factor 0 and still goes to chart A.
    assert_eq!(chart("12-LB HOWITZER", 0, 10.0), Chart::A);
    assert_eq!(chart("12-LB HOWITZER", 1, 10.0), Chart::B);
}

#[test]
fn gun_32_one_volley_on_both_charts() {
    let mounts = vec![
        mount("big", "11\" SMOOTHBORE", 1, Arc::ALL_ROUND),
        mount("small", "8\" SMOOTHBORE", 3, Arc::ALL_ROUND),
    ];
    let mut battle = Battle::duel(mounts, 8, 8.0, &[]);
    let salvo = battle.salvo();
    assert_eq!(
        salvo.pools.iter().map(|pool| (pool.chart, pool.total)).collect::<Vec<_>>(),
        [(Chart::A, 1), (Chart::B, 15)]
    );
    let purposes: Vec<&str> = battle.state.rolls.iter().map(|roll| roll.request.purpose.as_str()).collect();
    assert_eq!(purposes, ["chart_a", "chart_b"]);
    // One throw covers both rolls.
    battle.throw(&[2, 1]);
    let hits: Vec<u8> = battle.state.hits.iter().flat_map(|lot| &lot.demands).map(|d| d.hits).collect();
    assert_eq!(hits, [2, 2]);
}

#[test]
fn gun_33_36_amb_1_2_columns_and_cells_at_their_edges() {
    let book = Gunboat::embedded().unwrap();
    let tables = book.tables();
    for (chart, limits) in
        [(Chart::A, [1, 2, 3, 5, 9, 15, 19, 23]), (Chart::B, [1, 4, 9, 16, 25, 36, 49, 64])]
    {
        assert_eq!(tables.column(chart, 0), None);
        for (column, limit) in limits.into_iter().enumerate() {
            assert_eq!(tables.column(chart, limit).unwrap().0, column);
            assert_eq!(tables.column(chart, limit.max(2) - 1).unwrap().0, column.saturating_sub(1));
        }
        assert_eq!(tables.column(chart, u32::MAX).unwrap().0, 7);
        assert_eq!(tables.cell(chart, 8, 1), None);
        assert_eq!(tables.cell(chart, 0, 0), None);
        assert_eq!(tables.cell(chart, 0, 11), None);
    }
    assert_eq!(tables.cell(Chart::A, 7, 1), Some(ChartCell::Hits { hits: 10, party: true }));
    assert_eq!(tables.cell(Chart::A, 4, 8), Some(ChartCell::Critical));
    assert_eq!(tables.cell(Chart::A, 0, 10), Some(ChartCell::Critical));
    assert_eq!(tables.cell(Chart::B, 0, 4), Some(ChartCell::Hits { hits: 0, party: false }));
    assert_eq!(tables.cell(Chart::B, 7, 10), Some(ChartCell::Lucky));
}

#[test]
fn gun_amb_7_a_single_distant_gun_counts_nothing() {
    let mut battle = Battle::duel(ninth(1), 0, 16.0, &[]);
    let salvo = battle.salvo();
    assert_eq!((salvo.pools[0].counted_guns, salvo.pools[0].column), (0, None));
    assert!(battle.state.rolls.is_empty());
    let salvo = Battle::duel(ninth(1), 0, 16.0, &[("gun.distant_min_one_gun", json!(true))]).salvo();
    assert_eq!(salvo.pools[0].counted_guns, 1);
}

#[test]
fn gun_amb_8_the_best_distant_guns_count() {
    let mounts = || {
        vec![
            mount("nine", "9\" SMOOTHBORE", 1, Arc::ALL_ROUND),
            mount("eleven", "11\" SMOOTHBORE", 1, Arc::ALL_ROUND),
            mount("eight", "8\" SMOOTHBORE", 1, Arc::ALL_ROUND),
        ]
    };
    // Three distant guns: one counts, with factor 4 (11-inch) or 2 (8-inch).
    let salvo = Battle::duel(mounts(), 10, 16.0, &[]).salvo();
    assert_eq!((salvo.pools[0].counted_guns, salvo.pools[0].total), (1, 4));
    let salvo = Battle::duel(mounts(), 10, 16.0, &[("gun.distant_pool", json!("firer_worst"))]).salvo();
    assert_eq!((salvo.pools[0].counted_guns, salvo.pools[0].total), (1, 2));
}

#[test]
fn gun_7_and_amb_10_a_gun_fires_once() {
    let mut battle = Battle::duel(ninth(2), 0, 8.0, &[]);
    battle.salvo();
    battle.throw(&[8]);
    battle.tick_all();
    battle.must(Decision::NextStep);
    battle.must(Decision::NextStep);
    assert_eq!(battle.state.step, Step::SecondFire);
    assert_eq!(battle.rules(battle.fire()), ["GUN-7"]);

    let mut battle = Battle::duel(ninth(2), 0, 8.0, &[("gun.gun_fire_limit", json!("once_per_fire_step"))]);
    battle.salvo();
    battle.throw(&[8]);
    battle.tick_all();
    assert_eq!(battle.rules(battle.fire()), ["GUN-AMB-9", "GUN-7"]);
    battle.must(Decision::NextStep);
    battle.must(Decision::NextStep);
    battle.salvo();
}

#[test]
fn gun_4_refusals_give_every_reason() {
    let mut battle = Battle::duel(ninth(2), 0, 30.0, &[]);
    battle.must(Decision::NextStep);
    let blocked = LineOfFireFact {
        clear: Verdict::No,
        near: vec![Blocker {
            barrier: geometry::Barrier::Ship(id("tug")),
            clear: Verdict::No,
            clearance_in: Measured::exact(-0.2),
        }],
    };
    let query = Query::LineOfFire { from: id("firer"), to: id("victim") };
    battle.facts = battle.facts.clone().with(query, Answer::LineOfFire(blocked));
    let refusal = battle.refusal(battle.fire());
    let rules: Vec<&str> = refusal.reasons.iter().map(|reason| reason.rule.as_str()).collect();
    assert_eq!(rules, ["GUN-4", "GUN-30", "GUN-23"], "{refusal}");
    assert!(refusal.to_string().contains("tug blocks the line of fire"), "{refusal}");
}

#[test]
fn fire_at_the_own_side_the_own_ship_or_no_ship_is_refused() {
    let ships = vec![
        card("firer", Side::Union, 0, ninth(2)).into(),
        card("friend", Side::Union, 0, vec![]).into(),
        card("victim", Side::Confederate, 0, vec![]).into(),
    ];
    let mut battle = Battle::open(ships, &[]);
    battle.must(Decision::NextStep);
    assert!(battle.refusal(fire("firer", "friend")).to_string().contains("own side"));
    assert!(battle.refusal(fire("firer", "firer")).to_string().contains("herself"));
    assert_eq!(battle.rules(fire("firer", "ghost")), ["GUN-72"]);
    // The table has no answer for these two.
    assert_eq!(battle.rules(fire("firer", "victim")), ["GUN-29"]);
}

#[test]
fn gun_32_a_broadside_may_be_split_but_never_overdrawn() {
    let mut battle = Battle::duel(ninth(4), 0, 8.0, &[]);
    let these = |guns: u8| Decision::Fire {
        shooter: id("firer"),
        target: id("victim"),
        mounts: MountChoice::These(vec![MountGuns { mount: MountId::of("broadside"), guns }]),
        settled: vec![],
    };
    assert_eq!(battle.rules(these(5)), ["GUN-7"]);
    assert_eq!(battle.rules(these(0))[0], "GUN-32");
    battle.must(these(3));
    assert_eq!(battle.ship("firer").ready_guns(&MountId::of("broadside")), 1);
}

#[test]
fn gun_amb_22_a_gun_whose_arc_misses_the_target_does_not_fire() {
    let mounts = vec![
        mount("starboard", "9\" SMOOTHBORE", 2, Arc::new(45.0, 135.0)),
        mount("port", "9\" SMOOTHBORE", 2, Arc::new(225.0, 315.0)),
    ];
    let salvo = Battle::duel(mounts.clone(), 0, 8.0, &[]).salvo();
    assert_eq!(salvo.mounts.iter().map(|m| m.mount.as_str()).collect::<Vec<_>>(), ["starboard"]);
    let mut battle = Battle::duel(vec![mounts[1].clone()], 0, 8.0, &[]);
    assert_eq!(battle.rules(battle.fire()), ["GUN-AMB-22"]);
}

#[test]
fn gun_amb_6_a_range_too_close_to_an_edge_is_a_question_and_its_settlement_is_recorded() {
    let mut battle = Battle::duel(ninth(2), 10, 6.0, &[]).measured(Measured::new(6.05, 0.05));
    let Halt::TooClose { questions } = battle.decide(battle.fire()).unwrap_err() else {
        panic!("no question")
    };
    assert_eq!(questions.len(), 1);
    assert_eq!((questions[0].key.0.as_str(), questions[0].edge), ("range:smoothbore", 6.0));
    let readings: Vec<&str> = questions[0].readings.iter().map(|reading| reading.id.as_str()).collect();
    assert_eq!(readings, ["close", "normal"]);
    for (reading, chart) in [("close", Chart::A), ("normal", Chart::B)] {
        let mut battle = Battle::duel(ninth(2), 10, 6.0, &[]).measured(Measured::new(6.05, 0.05));
        let settled = vec![Settlement { key: questions[0].key.clone(), reading: reading.to_owned() }];
        let Decision::Fire { shooter, target, mounts, .. } = battle.fire() else { unreachable!() };
        let events = battle.must(Decision::Fire { shooter, target, mounts, settled: settled.clone() });
        let Event::SalvoDeclared { salvo, .. } = &events[0] else { panic!("no salvo") };
        assert_eq!(salvo.pools[0].chart, chart);
        assert_eq!(salvo.settled, settled);
    }
}

#[test]
fn a_settlement_without_an_open_question_is_refused() {
    let mut battle = Battle::duel(ninth(2), 10, 8.0, &[]);
    let settled =
        vec![Settlement { key: EdgeKey("range:smoothbore".to_owned()), reading: "close".to_owned() }];
    let fire = Decision::Fire {
        shooter: id("firer"),
        target: id("victim"),
        mounts: MountChoice::AllThatBear,
        settled,
    };
    assert_eq!(battle.rules(fire), ["GUN-AMB-6"]);
}

#[test]
fn gun_30_lines_and_arcs_too_close_to_call_are_questions_together() {
    let mut battle = Battle::duel(ninth(2), 0, 8.0, &[]);
    let near = LineOfFireFact {
        clear: Verdict::TooClose,
        near: vec![Blocker {
            barrier: geometry::Barrier::Ship(id("tug")),
            clear: Verdict::TooClose,
            clearance_in: Measured::new(0.02, 0.05),
        }],
    };
    let (from, to) = (id("firer"), id("victim"));
    let bearing = Answer::Bearing(BearingFact { bearing_deg: Measured::new(44.5, 1.0) });
    battle.facts = battle
        .facts
        .clone()
        .with(Query::LineOfFire { from: from.clone(), to: to.clone() }, Answer::LineOfFire(near))
        .with(Query::Bearing { from, to }, bearing);
    let Halt::TooClose { questions } = battle.decide(battle.fire()).unwrap_err() else {
        panic!("no question")
    };
    let keys: Vec<&str> = questions.iter().map(|question| question.key.0.as_str()).collect();
    assert_eq!(keys, ["line_of_fire:tug", "arc:45-135"]);
    let settle = |line: &str, arc: &str| Decision::Fire {
        shooter: id("firer"),
        target: id("victim"),
        mounts: MountChoice::AllThatBear,
        settled: vec![
            Settlement { key: questions[0].key.clone(), reading: line.to_owned() },
            Settlement { key: questions[1].key.clone(), reading: arc.to_owned() },
        ],
    };
    assert_eq!(battle.rules(settle("blocked", "bears")), ["GUN-30"]);
    assert_eq!(battle.rules(settle("clear", "does_not_bear")), ["GUN-AMB-22"]);
    battle.must(settle("clear", "bears"));
}

#[test]
fn gun_amb_12_armor_still_unchecked_or_as_printed() {
    for (basis, armor) in [("current", 4), ("original", 6)] {
        let mut ship: ShipSetup = card("victim", Side::Confederate, 6, vec![]).into();
        ship.ticks.armor = 2;
        let ships = vec![card("firer", Side::Union, 0, ninth(2)).into(), ship];
        let mut battle = Battle::open(ships, &[("gun.armor_basis", json!(basis))]);
        battle.facts = rulesets::core::Scripted::pair(&id("firer"), &id("victim"), 8.0, 90.0);
        battle.must(Decision::NextStep);
        assert_eq!(battle.salvo().armor, armor);
    }
}

#[test]
fn the_event_records_every_query_with_its_answer() {
    let mut battle = Battle::duel(ninth(2), 0, 7.4, &[]);
    let salvo = battle.salvo();
    assert_eq!(salvo.asked.len(), 3);
    // The recorded answers alone give the same salvo again (verification).
    let mut again = Battle::duel(ninth(2), 0, 1.0, &[]);
    again.facts = rulesets::core::Scripted::new(salvo.asked.clone());
    assert_eq!(again.salvo(), salvo);
}

#[test]
fn preview_and_declared_salvo_agree() {
    let mut battle = Battle::duel(ninth(3), 8, 5.0, &[]);
    let preview = battle.preview();
    assert_eq!(preview.plan.mounts[0].bears, Verdict::Yes);
    assert!(preview.odds.is_some());
    let salvo = battle.salvo();
    assert_eq!(preview.plan.pools, salvo.pools);
    assert_eq!(preview.plan.firing, salvo.mounts);
}

#[test]
fn gun_22_all_shots_hit() {
    // One D10 for each chart, and no die to hit.
    let mut battle = Battle::duel(ninth(3), 7, 8.0, &[]);
    battle.salvo();
    let due: Vec<&str> = battle.state.rolls.iter().map(|roll| roll.request.purpose.as_str()).collect();
    assert_eq!(due, ["chart_b"]);
    assert!(battle.state.rolls.iter().all(|roll| (roll.request.die, roll.request.count) == (Die::D10, 1)));
}

#[test]
fn gun_amb_3_every_cell_of_both_charts_matches_the_rule_sheet() {
    let book = Gunboat::embedded().unwrap();
    let faces: [&[u8]; 6] = [&[1], &[2, 3], &[4, 5], &[6, 7], &[8, 9], &[10]];
    let charts = [
        (
            Chart::A,
            [
                "3 4 5 6 7 8 9* 10*",
                "2 3 4 5 6 7 8* 9*",
                "2 2 3 3 4 5 6* C",
                "1 2 2 3 3 4* C C",
                "1 1 1 2 C C C C",
                "C C C C C C C C",
            ],
        ),
        (
            Chart::B,
            [
                "1 2 2 2 3 3 3 4",
                "1 1 1 1 2 2 3 3",
                "0 1 1 1 1 1 2 2",
                "0 0 1 1 1 1 1 2",
                "0 0 0 1 1 1 1 1",
                "L L L L L L L L",
            ],
        ),
    ];
    for (chart, rows) in charts {
        for (row, faces) in rows.into_iter().zip(faces) {
            let cells: Vec<&str> = row.split(' ').collect();
            assert_eq!(cells.len(), 8);
            for (column, cell) in cells.into_iter().enumerate() {
                let expected = match cell {
                    "C" => ChartCell::Critical,
                    "L" => ChartCell::Lucky,
                    hits => ChartCell::Hits {
                        hits: hits.trim_end_matches('*').parse().unwrap(),
                        party: hits.ends_with('*'),
                    },
                };
                for face in faces {
                    let found = book.tables().cell(chart, column, *face);
                    assert_eq!(found, Some(expected), "chart {chart:?}, column {column}, die {face}");
                }
            }
        }
    }
}
