//! Fire foreseen before it is declared: the exact odds of exactly what is to fire, to nobody who may not know them.

use crate::common::*;
use battle::view::{AskView, DecisionView, ForecastView};
use battle::{Audience, Battle};

fn foresee(battle: &mut Battle, mounts: &[&str]) -> ForecastView {
    let DecisionView::DeclareSalvo { shooter, target, settled, frame, .. } =
        salvo("virginia", "monitor", None)
    else {
        panic!("a salvo")
    };
    let mounts = mounts.iter().map(|mount| (*mount).to_owned()).collect();
    let asked = DecisionView::DeclareSalvo { shooter, target, mounts, settled, frame };
    battle.foresee(&asked, &Audience::Everyone)
}

fn expected(forecast: &ForecastView) -> f64 {
    forecast.odds.as_ref().unwrap().spreads[0].expected
}

#[test]
fn exact_odds_are_those_of_the_charts_and_of_the_guns_that_are_to_fire() {
    let evening = Evening::new();
    let mut battle = in_first_fire(&evening);
    let preview = battle.preview("virginia", "monitor").unwrap();
    let whole = foresee(&mut battle, &[]);
    assert!(whole.sentence.starts_with("USS Monitor lies 5.0"), "{}", whole.sentence);
    let charts: f64 = preview.charts.iter().map(|chart| chart.expected_hits).sum();
    assert!(charts > 0.0 && (expected(&whole) - charts).abs() < 1e-9, "{charts} {whole:?}");
    let odds = whole.odds.as_ref().unwrap();
    let sum: f64 = odds.spreads[0].chances.iter().map(|it| it.chance).sum();
    assert!((sum - 1.0).abs() < 1e-9);
    assert!(odds.events.iter().any(|event| event.rule == "GUN-35" && event.chance > 0.0), "{odds:?}");
    let first = &preview.mounts.iter().find(|mount| mount.guns > 0).unwrap().mount;
    let one = foresee(&mut battle, &[first]);
    assert_eq!(one.guns.len(), 1);
    assert!(expected(&one) <= expected(&whole));
    // What is foreseen changes nothing, and what was foreseen can be done.
    assert!(battle.view().asks.iter().any(|ask| matches!(ask, AskView::Fire { .. })));
    done(&mut battle, &salvo("virginia", "monitor", None));
    let again = foresee(&mut battle, &[]);
    assert!(again.odds.is_none() && !again.refusals.is_empty(), "{again:?}");
}

#[test]
fn where_fire_is_declared_before_it_is_measured_nothing_is_foreseen() {
    let evening = Evening::new();
    let mut set_up = hampton_roads();
    let rulesets::gunboat::Decision::Open { options, .. } = &mut set_up.opening[0] else { panic!("opens") };
    options.push(option("gun.measure", "declare_first"));
    let mut battle = Battle::begin(evening.journal(), &set_up, NOW).unwrap();
    settle(&mut battle, 1, sighting);
    done(&mut battle, &DecisionView::NextStep);
    assert!(!battle.situation().book.options.measure.shows_enemies());
    let forecast = foresee(&mut battle, &[]);
    assert_eq!(forecast.odds, None);
    assert_eq!(forecast.sentence, "");
}

#[test]
fn what_is_no_fire_and_what_is_not_asked_is_not_foreseen() {
    let evening = Evening::new();
    let mut battle = in_first_fire(&evening);
    let step = battle.foresee(&DecisionView::NextStep, &Audience::Everyone);
    assert_eq!(step, ForecastView::default());
    let stranger = DecisionView::Answer {
        form: "fire:nobody".to_owned(),
        values: Default::default(),
        settled: Vec::new(),
        frame: None,
    };
    let unclear = battle.foresee(&stranger, &Audience::Everyone);
    assert!(unclear.odds.is_none() && unclear.refusals[0].text.contains("not asked"), "{unclear:?}");
}
