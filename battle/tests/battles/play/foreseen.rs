//! Forecast of fire before its declaration: the exact odds of exactly that fire, hidden from seats that may
//! not know them.

use crate::at_the_table::AtTheTable;
use crate::common::*;
use battle::view::{
    AnswerView, AskView, BattleChoice, DecisionView, FieldKind, FieldValue, FieldValues, ForecastView,
    FormView, MovesChoice,
};
use battle::{Audience, Battle, Session};
use geometry::{Pose, ShipId};
use rulesets::gunboat::Gunboat;
use rulesets::noddy::{MoveOrder, Noddy};
use std::collections::BTreeMap;

fn foresee(battle: &mut Battle<Gunboat>, mounts: &[&str]) -> ForecastView {
    let DecisionView::DeclareSalvo { shooter, target, settled, frame, .. } =
        salvo("virginia", "monitor", None)
    else {
        panic!("a salvo")
    };
    let mounts = mounts.iter().map(|mount| (*mount).to_owned()).collect();
    let asked = DecisionView::DeclareSalvo { shooter, target, mounts, settled, frame };
    battle.forecast_command(&asked, &Audience::Everyone)
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
    // A forecast changes nothing, and its fire can be declared.
    assert!(battle.view().asks.iter().any(|ask| matches!(ask, AskView::Fire { .. })));
    done(&mut battle, &salvo("virginia", "monitor", None));
    let again = foresee(&mut battle, &[]);
    assert!(again.odds.is_none() && !again.refusals.is_empty(), "{again:?}");
}

#[test]
fn fire_declared_before_measuring_has_no_forecast() {
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
fn only_offered_fire_has_a_forecast() {
    let evening = Evening::new();
    let mut battle = in_first_fire(&evening);
    let step = battle.forecast_command(&DecisionView::NextStep, &Audience::Everyone);
    assert_eq!(step, ForecastView::default());
    let stranger = DecisionView::Answer {
        form: "fire:nobody".to_owned(),
        values: Default::default(),
        settled: Vec::new(),
        frame: None,
    };
    let unclear = battle.forecast_command(&stranger, &Audience::Everyone);
    assert!(unclear.odds.is_none() && unclear.refusals[0].text.contains("not asked"), "{unclear:?}");
}

/// Noddy's fight before Memphis, every model at its starting place.
fn memphis(evening: &Evening) -> Box<dyn Session> {
    let choice = BattleChoice { moves: Some(MovesChoice::Judged), ..choice_of("noddy", Some("memphis")) };
    let mut battle = begin_on_table(evening, &choice, &BTreeMap::new()).unwrap();
    for ghost in battle.ghosts() {
        battle.lay_by_hand(&ghost.ship, ghost.place.pose(), NOW, &mut || None).unwrap();
    }
    battle
}

fn forms(battle: &dyn Session, viewer: &Audience) -> Vec<FormView> {
    let now = battle.now_for(viewer);
    let asks = now.battle.asks.into_iter().filter_map(|ask| match ask {
        AskView::Form(form) => Some(form),
        _ => None,
    });
    asks.chain(now.rulings).collect()
}

fn answered(form: &str, values: &[(&str, FieldValue)]) -> DecisionView {
    let values: FieldValues = values.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect();
    DecisionView::Answer { form: form.to_owned(), values, settled: Vec::new(), frame: None }
}

/// Moves every ship straight ahead, as far as ordered.
fn sail_as_ordered(battle: &mut dyn Session) {
    let noddy = battle.as_any().downcast_ref::<Battle<Noddy>>().unwrap();
    let table = rulesets::core::PlacedTable::default();
    let ahead = noddy.situation().places.iter().filter_map(|(ship, place)| {
        let order = MoveOrder { ship: ship.clone(), short: None, settled: Vec::new() };
        let review = noddy.book().review_move(&noddy.situation().book, &table, &order)?;
        let from = place.pose();
        Some((ship.clone(), Pose { stack: from.stack.moved(from.heading, review.expected_in), ..from }))
    });
    let ahead: Vec<(ShipId, Pose)> = ahead.collect();
    for (ship, pose) in ahead {
        battle.lay_by_hand(&ship, pose, NOW, &mut || None).unwrap();
    }
}

/// Does the obligatory decisions as offered, until ships fire.
fn to_the_first_fire(battle: &mut dyn Session) {
    for _ in 0..60 {
        let forms = forms(battle, &Audience::Umpire);
        if forms.iter().any(|form| form.key.starts_with("fire:")) {
            return;
        }
        let must = forms.iter().find(|form| form.must);
        if must.is_some_and(|form| form.key.starts_with("move:")) {
            sail_as_ordered(battle);
        }
        let wish = must.map_or(DecisionView::NextStep, |form| answered(&form.key, &[]));
        battle.decide_as_shown_to(&wish, &Audience::Umpire, NOW, &mut || None).unwrap();
    }
    panic!("nobody ever fires: {:?}", battle.now_for(&Audience::Umpire).battle.asks);
}

#[test]
fn a_forecast_leaves_out_a_gun_that_only_its_captain_knows_to_be_lost() {
    let evening = Evening::new();
    let mut battle = memphis(&evening);
    to_the_first_fire(battle.as_mut());
    // One gun of a ship that can hit a target.
    let mut shots = Vec::new();
    for form in forms(battle.as_ref(), &Audience::Everyone) {
        let Some(ship) = form.key.strip_prefix("fire:") else { continue };
        let FieldKind::Choice { options: targets, .. } = &form.fields[0].kind else { panic!("{form:?}") };
        let FieldKind::Several { options: guns, .. } = &form.fields[1].kind else { panic!("{form:?}") };
        for (target, gun) in targets.iter().flat_map(|target| guns.iter().map(move |gun| (target, gun))) {
            let values = [
                ("target", FieldValue::Text(target.key.clone())),
                ("guns", FieldValue::Several(vec![gun.key.clone()])),
            ];
            shots.push((format!("{ship}/{}", gun.key), answered(&form.key, &values)));
        }
    }
    let odds = |battle: &mut dyn Session, shot| battle.forecast_command(shot, &Audience::Everyone).odds;
    let found = shots.iter().find(|(_, shot)| odds(battle.as_mut(), shot).is_some());
    let (gun, shot) = found.unwrap_or_else(|| panic!("nobody can hit anybody: {shots:?}"));
    let struck_off = answered(
        "gun",
        &[
            ("gun", FieldValue::Text(gun.clone())),
            ("lost", FieldValue::Flag(true)),
            ("reason", FieldValue::Text("Seen by the umpire.".to_owned())),
        ],
    );
    let ruled = battle.decide_as_shown_to(&struck_off, &Audience::Umpire, NOW, &mut || None).unwrap();
    assert!(matches!(ruled, AnswerView::Done { .. }), "{ruled:?}");
    // For the public it is as if the ship were there; only that it can't fire is reported before the
    // declaration.
    let forecast = battle.forecast_command(shot, &Audience::Everyone);
    let declared = battle.decide_as_shown_to(shot, &Audience::Everyone, NOW, &mut || None).unwrap();
    let AnswerView::Refused { reasons } = declared else { panic!("{declared:?}") };
    assert_eq!((forecast.odds, forecast.refusals), (None, reasons));
}
