//! Odds sum to 1, and agree with simulated throws.

use crate::field::{Battle, NINE_INCH, card, fire, firer, mount, victim};
use rulesets::core::{AppDice, Book, Faces};
use rulesets::sp_bp::*;
use std::collections::BTreeMap;

const THROWS: u32 = 40_000;
/// A larger difference, in standard deviations, is not chance: its probability is one in 1.7 million.
const SIGMAS: f64 = 5.0;

/// The result of one salvo: hits, SP, whether there was a critical hit.
fn thrown(battle: &Battle, seed: u64) -> (u32, u32, bool) {
    let mut dice = AppDice::new(seed, b"odds");
    let mut state = battle.state.clone();
    let mut decision = fire("firer", "victim");
    let (mut hits, mut sp, mut critical) = (0, 0, false);
    loop {
        let events = battle.book.decide(&state, &decision, &battle.facts, &mut dice).unwrap();
        for event in &events {
            state = SpBp::apply(state, event);
            let Event::RollRead { read, .. } = event else { continue };
            match read {
                Read::ToHit { shots, .. } => hits += shots.iter().filter(|shot| shot.hit).count() as u32,
                Read::Located { sp_loss, .. } | Read::Structural { sp_loss } => sp += u32::from(*sp_loss),
                Read::Critical { sp_loss, .. } => {
                    sp += u32::from(*sp_loss);
                    critical = true;
                }
                _ => {}
            }
        }
        if state.rolls.is_empty() {
            return (hits, sp, critical);
        }
        decision = Decision::Roll { rolls: vec![], faces: Faces::App };
    }
}

fn agrees(what: &str, count: u32, chance: f64) {
    let (expected, throws) = (chance * f64::from(THROWS), f64::from(THROWS));
    let sigma = (throws * chance * (1.0 - chance)).sqrt();
    let off = (f64::from(count) - expected).abs();
    assert!(off <= SIGMAS * sigma + 1e-6, "{what}: {count} of {THROWS} thrown, {expected:.1} expected");
}

fn odds_agree_with_throws(battle: &Battle) {
    let odds = battle.preview().odds.unwrap();
    for chances in [&odds.hits, &odds.sp] {
        let sum: f64 = chances.iter().map(|it| it.chance).sum();
        assert!((sum - 1.0).abs() < 1e-12, "the chances sum to {sum}");
    }
    let (mut hits, mut sp, mut criticals) = (BTreeMap::new(), BTreeMap::new(), 0);
    for seed in 0..THROWS {
        let one = thrown(battle, u64::from(seed));
        *hits.entry(one.0).or_insert(0) += 1;
        *sp.entry(one.1).or_insert(0) += 1;
        criticals += u32::from(one.2);
    }
    for (what, mut found, chances) in [("hits", hits, &odds.hits), ("SP", sp, &odds.sp)] {
        for it in chances {
            agrees(&format!("{} {what}", it.number), found.remove(&it.number).unwrap_or(0), it.chance);
        }
        assert!(found.is_empty(), "thrown, but not among the odds: {found:?}");
    }
    agrees("critical", criticals, odds.critical);
}

#[test]
fn two_guns_at_an_unarmoured_ship() {
    odds_agree_with_throws(&Battle::gunfire(firer(), victim(), &[]));
}

#[test]
fn two_calibres_at_a_turret_ship_whose_armour_may_go() {
    let guns = vec![mount("heavy", "15\", 440 pdr", 2), mount("light", NINE_INCH, 3)];
    let turret = GunMount { turret: true, at: Some(6), ..mount("turret", NINE_INCH, 2) };
    let target = ShipCard {
        hull_at: Some(4),
        target_type: TargetType::Monitor,
        crew_quality: 1,
        ..card("victim", "confederate", vec![turret])
    };
    let battle = Battle::gunfire(card("firer", "union", guns), target, &[]);
    odds_agree_with_throws(&battle);
    let odds = battle.preview().odds.unwrap();
    assert!(odds.expected_hits > 0.0 && odds.expected_sp > odds.expected_hits * 0.2);
}
