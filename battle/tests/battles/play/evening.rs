//! An evening's play: begun, played, closed, resumed, replayed, verified.

use crate::common::*;
use battle::view::{AnswerView, AskView, BattleView, Bears, DecisionView, SettledView};
use battle::{Audience, Battle, BattleError, Sighting, verify, verify_file};
use geometry::ShipId;
use journal::{Journal, JournalError};
use rulesets::gunboat::{Decision, Gunboat};

fn json(battle: &Battle<Gunboat>) -> String {
    format!(
        "{}{}{}",
        serde_json::to_string(battle.situation()).unwrap(),
        serde_json::to_string(&battle.view()).unwrap(),
        serde_json::to_string(&battle.log()).unwrap()
    )
}

/// Monitor fires at Virginia with typed dice; Virginia's owner ticks; the step ends.
fn play(battle: &mut Battle<Gunboat>) {
    let declared = done(battle, &salvo("monitor", "virginia", Some(3)));
    assert!(declared[0].photo.is_some(), "the picture of the table is kept with the salvo");
    assert!(declared[0].sentences[0].text.contains("USS Monitor fires 2"), "{declared:?}");
    let thrown = done(battle, &DecisionView::Roll { typed: Some(vec![5]), read: None });
    let kinds: Vec<&str> = thrown.iter().map(|line| line.kind.as_str()).collect();
    assert_eq!(kinds, ["dice_thrown", "chart_read"]);
    assert!(thrown[0].sentences.iter().any(|told| told.text.contains("typed")), "{thrown:?}");
    let view = battle.view();
    let AskView::Tick { ship, boxes, suggestion, .. } = &view.asks[0] else {
        panic!("hits must be ticked: {:?}", view.asks)
    };
    assert_eq!(ship, "virginia");
    assert_eq!(suggestion.iter().map(|tick| tick.boxes).sum::<u32>(), *boxes);
    done(battle, &DecisionView::Tick { ship: ship.clone(), boxes: vec![ticks("midships", *boxes)] });
    let card = battle.view().ships.into_iter().find(|ship| ship.id == "virginia").unwrap().card;
    let midships = card.sections.iter().find(|row| row.section == "midships").unwrap();
    assert_eq!(midships.ticked, *boxes);
    done(battle, &DecisionView::NextStep);
}

#[test]
fn an_evening_is_there_again_the_next_day() {
    let evening = Evening::new();
    let mut battle = evening.begin();
    let placed = settle(&mut battle, 1, sighting);
    assert_eq!(placed.len(), 1);
    assert_eq!(placed[0].kind, "ships_placed");
    assert_eq!(placed[0].sentences.len(), 6);
    done(&mut battle, &DecisionView::NextStep);
    play(&mut battle);
    let number = battle.number();
    let (before, entries) = (json(&battle), battle.entries().to_vec());
    let mut views: Vec<(i64, BattleView)> = Vec::new();
    for entry in &entries {
        views.push((entry.seq, battle.replay_at(entry.seq).unwrap()));
    }
    let photo = battle.log().iter().find_map(|line| line.photo).unwrap();
    drop(battle);

    let again = evening.resume(number);
    assert_eq!(json(&again), before);
    assert_eq!(again.entries(), entries);
    for (seq, view) in &views {
        assert_eq!(&again.replay_at(*seq).unwrap(), view, "replay at {seq}");
    }
    assert_eq!(again.replay_at(entries.last().unwrap().seq).unwrap(), again.view());
    assert_eq!(again.photo(photo).unwrap(), picture().unwrap().jpeg.unwrap());
    assert_eq!(again.replay_at(999).unwrap_err(), BattleError::NoSuchMoment { battle: number, seq: 999 });
    let found = verify_file(&evening.file()).unwrap();
    assert_eq!((found.difference, found.changed_since), (None, Vec::new()));
    assert_eq!((found.battles, found.events, found.decisions), (1, entries.len(), 6));
}

#[test]
fn ships_move_by_events_only_and_only_when_they_rest() {
    let evening = Evening::new();
    let mut battle = evening.begin();
    settle(&mut battle, 1, sighting);
    let official = |battle: &Battle<Gunboat>| {
        battle.view().ships.into_iter().find(|ship| ship.id == "monitor").unwrap().place.unwrap()
    };
    let moved = |frame| sighting_with(frame, seen("monitor", 36.5, 21.123_456, 45.0, frame));
    // Under an arm nothing is measured, and two sightings are not yet at rest.
    let hidden = Sighting { still: false, ..moved(10) };
    assert!(battle.observe(&hidden, NOW, picture).unwrap().is_empty());
    assert!(battle.observe(&moved(11), NOW, picture).unwrap().is_empty());
    assert!(battle.observe(&moved(12), NOW, picture).unwrap().is_empty());
    assert_eq!((official(&battle).x_in, official(&battle).y_in), (35.0, 18.0));
    let log = battle.observe(&moved(13), NOW, picture).unwrap();
    assert_eq!(log.len(), 1);
    assert_eq!(log[0].kind, "ships_moved");
    assert!(log[0].photo.is_some());
    assert_eq!((official(&battle).x_in, official(&battle).y_in), (36.5, 21.123));
    // Measuring noise is no move, and a ship out of sight keeps its place.
    let mut away = sighting_with(20, seen("monitor", 36.53, 21.1, 45.2, 20));
    away.observations.retain(|seen| seen.ship.as_str() != "teaser");
    for _ in 0..5 {
        assert!(battle.observe(&away, NOW, picture).unwrap().is_empty());
    }
    assert!(battle.view().ships.iter().all(|ship| ship.place.is_some()));
    // A still picture counts at once.
    battle.observe(&sighting(30), NOW, picture).unwrap();
    assert_eq!(battle.take_places(NOW, picture).unwrap()[0].kind, "ships_moved");
    assert_eq!(verify(&Journal::open(&evening.file()).unwrap()).unwrap().difference, None);
}

#[test]
fn a_decision_on_a_table_that_changed_since_is_refused() {
    let evening = Evening::new();
    let mut battle = in_first_fire(&evening);
    let seq = battle.view().seq;
    battle.observe(&sighting_with(10, seen("virginia", 30.0, 20.0, 0.0, 10)), NOW, picture).unwrap();
    let refused = |answer: AnswerView| match answer {
        AnswerView::Refused { reasons } => {
            reasons.into_iter().map(|told| told.text).collect::<Vec<_>>().join(" ")
        }
        other => panic!("not refused: {other:?}"),
    };
    let said = refused(decide(&mut battle, &salvo("monitor", "virginia", Some(3))));
    assert_eq!(said, "The table changed since: CSS Virginia has moved. Look again.");
    let mut gone = sighting(11);
    gone.observations.iter_mut().find(|seen| seen.ship.as_str() == "monitor").unwrap().seen = false;
    battle.observe(&gone, NOW, picture).unwrap();
    let said = refused(decide(&mut battle, &salvo("monitor", "virginia", Some(11))));
    assert_eq!(said, "The table changed since: USS Monitor is hidden now. Look again.");
    assert_eq!(battle.view().seq, seq, "a refusal leaves no trace");
    battle.observe(&sighting(12), NOW, picture).unwrap();
    done(&mut battle, &salvo("monitor", "virginia", Some(12)));
}

#[test]
fn a_close_measure_raises_a_question_and_the_answer_is_stored() {
    let evening = Evening::new();
    let mut battle = evening.begin();
    let near = |frame| sighting_with(frame, seen("monitor", 36.02, 18.0, 0.0, frame));
    settle(&mut battle, 1, near);
    done(&mut battle, &DecisionView::NextStep);
    let preview = battle.preview("monitor", "virginia").unwrap();
    assert_eq!(preview.too_close.len(), 1, "{preview:?}");
    let AnswerView::TooClose { questions } = decide(&mut battle, &salvo("monitor", "virginia", Some(3)))
    else {
        panic!("6.02 ± 0.08 in is too close to 6 in")
    };
    assert_eq!(questions, preview.too_close);
    // The camera's next reading is clear of the edge; the players' earlier answer is still valid.
    let clearer = |frame| sighting_with(frame, seen("monitor", 36.10, 18.0, 0.0, frame));
    settle(&mut battle, 10, clearer);
    let DecisionView::DeclareSalvo { shooter, target, mounts, frame, .. } =
        salvo("monitor", "virginia", Some(12))
    else {
        unreachable!()
    };
    let settled = vec![SettledView { key: questions[0].key.clone(), reading: "close".to_owned() }];
    let log = done(&mut battle, &DecisionView::DeclareSalvo { shooter, target, mounts, settled, frame });
    let told: Vec<&str> = log[0].sentences.iter().map(|told| told.text.as_str()).collect();
    assert!(told.iter().any(|told| told.contains("settled by the players")), "{told:?}");
    assert!(told[0].contains("close") && log[0].photo.is_some(), "{told:?}");
    drop(battle);
    assert_eq!(verify_file(&evening.file()).unwrap().difference, None);
}

#[test]
fn the_preview_equals_the_fired_salvo() {
    let evening = Evening::new();
    let mut battle = in_first_fire(&evening);
    let preview = battle.preview("monitor", "virginia").unwrap();
    assert_eq!((preview.range_in, preview.bearing_deg), (5.0, -90.0));
    assert!(preview.refusals.is_empty() && preview.too_close.is_empty(), "{preview:?}");
    assert_eq!(preview.mounts.len(), 1);
    assert_eq!((preview.mounts[0].bears, preview.mounts[0].band.as_str()), (Bears::Yes, "close"));
    assert_eq!(preview.charts.len(), 1);
    assert!(preview.charts[0].expected_hits > 0.0);
    let own = battle.preview("monitor", "minnesota").unwrap();
    assert!(own.refusals.iter().any(|told| told.text.contains("own side")), "{own:?}");
    let missing = battle.preview("monitor", "alabama").unwrap_err();
    assert_eq!(missing, BattleError::NoSuchShip { ship: "alabama".to_owned() });
    let log = done(&mut battle, &salvo("monitor", "virginia", None));
    assert!(log[0].sentences[1].text.contains(&format!("column {}", preview.charts[0].column)), "{log:?}");
}

#[test]
fn dice_are_checked_and_app_dice_are_never_thrown_better() {
    let evening = Evening::new();
    let mut battle = in_first_fire(&evening);
    done(&mut battle, &salvo("monitor", "virginia", None));
    for typed in [vec![11], vec![5, 5], vec![]] {
        let answer = decide(&mut battle, &DecisionView::Roll { typed: Some(typed), read: None });
        assert!(matches!(answer, AnswerView::Refused { .. }), "{answer:?}");
    }
    let other = evening.copy_as_if_killed();
    let throw = |battle: &mut Battle<Gunboat>| -> Vec<String> {
        let log = done(battle, &DecisionView::Roll { typed: None, read: None });
        log.into_iter().flat_map(|line| line.sentences).map(|told| told.text).collect()
    };
    let here = throw(&mut battle);
    assert_eq!(throw(&mut other.resume(1)), here);
    assert!(here.iter().any(|told| told == "The app threw the dice."));
}

#[test]
fn a_decision_that_cannot_be_stored_has_not_happened() {
    let evening = Evening::new();
    let mut battle = in_first_fire(&evening);
    let before = json(&battle);
    let other = rusqlite::Connection::open(evening.file()).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let refused = battle
        .decide_as_shown_to(&salvo("monitor", "virginia", None), &Audience::Everyone, NOW, picture)
        .unwrap_err();
    assert_eq!(refused, BattleError::Journal(JournalError::Locked { path: evening.file() }));
    assert_eq!(json(&battle), before);
    other.execute_batch("ROLLBACK").unwrap();
    done(&mut battle, &salvo("monitor", "virginia", None));
    assert_eq!(json(&evening.resume(1)), json(&battle));
}

#[test]
fn what_was_acknowledged_outlives_a_kill() {
    let evening = Evening::new();
    let mut battle = in_first_fire(&evening);
    play(&mut battle);
    let left_behind = evening.copy_as_if_killed();
    assert_eq!(json(&left_behind.resume(1)), json(&battle));
    assert_eq!(verify_file(&left_behind.file()).unwrap().difference, None);
}

#[test]
fn a_battle_gone_on_with_in_another_window_is_not_mixed_up() {
    let evening = Evening::new();
    let mut battle = in_first_fire(&evening);
    let mut other = evening.resume(1);
    done(&mut other, &DecisionView::NextStep);
    let refused =
        battle.decide_as_shown_to(&DecisionView::NextStep, &Audience::Everyone, NOW, picture).unwrap_err();
    assert_eq!(refused, BattleError::Journal(JournalError::GoneOnElsewhere { battle: 1 }));
}

#[test]
fn without_a_camera_the_official_places_rule() {
    let evening = Evening::new();
    drop(in_first_fire(&evening));
    let mut battle = evening.resume(1);
    assert_eq!(battle.preview("monitor", "virginia").unwrap().range_in, 5.0);
    let log = done(&mut battle, &salvo("monitor", "virginia", Some(77)));
    assert_eq!(log.len(), 1);
}

#[test]
fn each_step_says_what_may_be_done_in_it() {
    let evening = Evening::new();
    let mut battle = evening.begin();
    settle(&mut battle, 1, sighting);
    let mut asked = Vec::new();
    for _ in 0..7 {
        let view = battle.view();
        assert_eq!(view.asks.len(), 1, "{:?}", view.asks);
        asked.push((
            view.turn,
            match &view.asks[0] {
                AskView::Move { side, .. } => format!("move {side}"),
                AskView::Fire { ships, .. } => format!("fire {}", ships.len()),
                AskView::EndStep { .. } => "end".to_owned(),
                other => panic!("nothing is due yet: {other:?}"),
            },
        ));
        done(&mut battle, &DecisionView::NextStep);
    }
    let asked: Vec<(u32, &str)> = asked.iter().map(|(turn, ask)| (*turn, ask.as_str())).collect();
    assert_eq!(
        asked,
        [
            (1, "move union"),
            (1, "fire 6"),
            (1, "move confederate"),
            (1, "fire 6"),
            (1, "end"),
            (1, "end"),
            (2, "move union")
        ]
    );
}

#[test]
fn a_photograph_of_another_battle_is_not_handed_out() {
    let evening = Evening::new();
    let mut first = evening.begin();
    let photo = settle(&mut first, 1, sighting)[0].photo.unwrap();
    let second =
        Battle::<Gunboat>::begin(Journal::open(&evening.file()).unwrap(), &hampton_roads(), NOW).unwrap();
    assert_eq!(first.photo(photo).unwrap(), picture().unwrap().jpeg.unwrap());
    assert_eq!(second.photo(photo).unwrap_err(), BattleError::Journal(JournalError::NoSuchPhoto { photo }));
}

#[test]
fn set_ups_that_cannot_be_played_are_refused_with_every_reason() {
    let evening = Evening::new();
    let journal = evening.journal();
    let mut bad = hampton_roads();
    bad.table_in = (0.0, 36.0);
    bad.hulls.get_mut(&ShipId::new("virginia")).unwrap().length_in = f64::NAN;
    let said = Battle::<Gunboat>::begin(journal.clone(), &bad, NOW).unwrap_err().to_string();
    assert!(said.contains("0 x 36") && said.contains("hull of virginia"), "{said}");
    let mut twice = hampton_roads();
    let Decision::Open { ships, .. } = &mut twice.opening[0] else { unreachable!() };
    ships.push(ships[0].clone());
    let said = Battle::<Gunboat>::begin(journal.clone(), &twice, NOW).unwrap_err().to_string();
    assert!(said.contains("Two ships"), "{said}");
    assert!(journal.battles().unwrap().is_empty());
}
