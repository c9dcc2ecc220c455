//! Odds sum to 1 and agree with simulated throws.

use crate::common::{Battle, card, fire, id, mount, ninth};
use geometry::Arc;
use rulesets::core::{AppDice, Book, Faces, Scripted};
use rulesets::gunboat::*;
use std::collections::BTreeMap;

const THROWS: u32 = 100_000;
/// The accepted difference in standard deviations; chance exceeds it once in 1.7 million cases.
const SIGMAS: f64 = 5.0;

fn odds_of(battle: &Battle) -> Odds {
    let (firer, victim) = (id("firer"), id("victim"));
    let choice = MountChoice::AllThatBear;
    battle.book.preview(&battle.state, &battle.facts, &firer, &victim, &choice, &[]).odds.unwrap()
}

/// The result of one salvo: total boxes due, a critical hit, the magazine.
fn thrown(battle: &Battle, seed: u64) -> (u32, bool, bool) {
    let mut dice = AppDice::new(seed, b"odds");
    let mut decide = |state: &mut State, decision: &Decision| {
        let events = battle.book.decide(state, decision, &battle.facts, &mut dice).unwrap();
        *state = events.iter().fold(std::mem::take(state), Gunboat::apply);
        events
    };
    let mut state = battle.state.clone();
    decide(&mut state, &fire("firer", "victim"));
    let (mut hits, mut critical, mut magazine) = (0, false, false);
    loop {
        let events = if state.rolls.is_empty() {
            // A stack that is shot away causes a roll; other hits cause nothing further.
            let stack = |lot: &&HitsDue| {
                lot.demands.iter().any(|demand| demand.into == Into::OneOf(vec![SectionKind::Stack]))
            };
            let Some(due) = state.hits.iter().find(stack).map(|lot| lot.id) else {
                return (hits, critical, magazine);
            };
            let boxes = suggest_ticks(&state, due);
            decide(&mut state, &Decision::Tick { due, boxes })
        } else {
            decide(&mut state, &Decision::Roll { rolls: vec![], faces: Faces::App })
        };
        for event in &events {
            if let Event::ChartRead { due: Some(due), .. } | Event::TableRead { due: Some(due), .. } = event {
                hits += due.demands.iter().map(|demand| u32::from(demand.hits)).sum::<u32>();
            }
            critical |= matches!(event, Event::TableRead { table: TableId::Critical, .. });
            magazine |=
                matches!(event, Event::TableRead { outcome: TableOutcome::MagazineExplodes { .. }, .. });
        }
    }
}

fn agrees(what: &str, count: u32, chance: f64) {
    let (expected, throws) = (chance * f64::from(THROWS), f64::from(THROWS));
    let sigma = (throws * chance * (1.0 - chance)).sqrt();
    let off = (f64::from(count) - expected).abs();
    assert!(off <= SIGMAS * sigma + 1e-6, "{what}: {count} of {THROWS} thrown, {expected:.1} expected");
}

fn odds_agree_with_throws(battle: &Battle) {
    let odds = odds_of(battle);
    let sum: f64 = odds.hits.iter().map(|it| it.chance).sum();
    assert!((sum - 1.0).abs() < 1e-12, "the chances sum to {sum}");
    let (mut hits, mut criticals, mut magazines) = (BTreeMap::<u32, u32>::new(), 0, 0);
    for seed in 0..THROWS {
        let (boxes, critical, magazine) = thrown(battle, u64::from(seed));
        *hits.entry(boxes).or_default() += 1;
        criticals += u32::from(critical);
        magazines += u32::from(magazine);
    }
    for it in &odds.hits {
        agrees(&format!("{} hits", it.hits), hits.remove(&it.hits).unwrap_or(0), it.chance);
    }
    assert!(hits.is_empty(), "thrown, but not among the odds: {hits:?}");
    agrees("critical", criticals, odds.critical);
    agrees("magazine", magazines, odds.magazine);
}

#[test]
fn a_broadside_that_penetrates() {
    odds_agree_with_throws(&Battle::duel(ninth(5), 0, 5.0, &[]));
}

#[test]
fn a_broadside_of_two_calibres_on_both_charts() {
    let all_round = Arc::ALL_ROUND;
    let guns = vec![
        mount("heavy", "11\" SMOOTHBORE", 2, all_round),
        mount("light", "32-LB SMOOTHBORE", 6, all_round),
    ];
    let mut battle = Battle::open(
        vec![
            card("firer", Side::Union, 0, guns).into(),
            ShipSetup { boarding_parties: 2, ..card("victim", Side::Confederate, 9, ninth(4)).into() },
        ],
        &[],
    );
    battle.facts = Scripted::pair(&id("firer"), &id("victim"), 5.0, 90.0);
    battle.must(Decision::NextStep);
    odds_agree_with_throws(&battle);
}
