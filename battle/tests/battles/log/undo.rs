//! Undo: events are not erased, dice don't improve, and secrets need permission.

use crate::common::*;
use battle::view::{AnswerView, DecisionView};
use battle::{Audience, Battle, DomainEvent, GhostWhy, TakeBack, verify_file};
use geometry::ShipId;
use rulesets::gunboat::Gunboat;
use rulesets::gunboat::{Decision, MineArea, Side};

fn back(to: i64, umpire: bool) -> TakeBack {
    TakeBack { to, by: "Ann".to_owned(), why: "She was measured wrongly.".to_owned(), umpire }
}

fn taken_back(battle: &mut Battle<Gunboat>, to: i64) {
    let answer = battle.take_back(&back(to, false), NOW).unwrap();
    assert!(matches!(answer, AnswerView::Done { .. }), "{answer:?}");
}

fn not_taken_back(battle: &mut Battle<Gunboat>, asked: &TakeBack) -> String {
    match battle.take_back(asked, NOW).unwrap() {
        AnswerView::Refused { reasons } => {
            reasons.into_iter().map(|told| told.text).collect::<Vec<_>>().join(" ")
        }
        other => panic!("taken back: {other:?}"),
    }
}

fn set_out(evening: &Evening) -> Battle<Gunboat> {
    let mut battle = begin_judged(evening);
    settle(&mut battle, 1, sighting);
    must(&mut battle, Decision::NextStep);
    battle
}

#[test]
fn any_earlier_moment_can_be_gone_back_to_and_nothing_is_erased() {
    let evening = Evening::new();
    let mut battle = set_out(&evening);
    let quiet = battle.situation().clone();
    must(&mut battle, fire("monitor", "virginia"));
    must(&mut battle, throw());
    clear_what_is_due(&mut battle);
    let fought = battle.situation().clone();
    let entries = battle.entries().len();
    assert_ne!(fought.book, quiet.book);
    taken_back(&mut battle, quiet.seq);
    assert_eq!(battle.situation().book, quiet.book);
    assert_eq!(battle.entries().len(), entries + 1, "nothing is erased");
    let log = battle.log();
    let told = &log.last().unwrap().sentences[0].text;
    assert!(told.contains("Ann took back everything after") && told.contains("measured wrongly"), "{told}");
    let by = battle.situation().seq;
    for entry in battle.entries() {
        let gone = entry.seq > quiet.seq && entry.seq != by;
        assert_eq!(battle.taken_back_by(entry.seq), gone.then_some(by), "{}", entry.seq);
    }
    // Replay still shows what was taken back, and redo restores the same state.
    assert_eq!(battle.situation_at(fought.seq).unwrap(), fought);
    let said = not_taken_back(&mut battle, &back(quiet.seq, false));
    assert!(said.contains("stands there already"), "{said}");
    taken_back(&mut battle, fought.seq);
    assert_eq!(battle.situation().book, fought.book);
    assert_eq!(battle.taken_back_by(fought.seq), None);
    must(&mut battle, Decision::NextStep);
    let (now, told) = (battle.situation().clone(), battle.log());
    assert_eq!(battle.situation_at(now.seq).unwrap(), now);
    drop(battle);
    let again = evening.resume(1);
    assert_eq!((again.situation(), again.log()), (&now, told));
    assert_eq!(again.taken_back_by(by), again.entries().iter().map(|entry| entry.seq).nth(entries + 1));
    assert_eq!(verify_file(&evening.file()).unwrap().difference, None);
}

#[test]
fn app_dice_are_not_thrown_better_after_it() {
    let evening = Evening::new();
    let mut battle = set_out(&evening);
    must(&mut battle, fire("monitor", "virginia"));
    let declared = battle.situation().seq;
    let faces = |battle: &Battle<Gunboat>| {
        let all = battle.entries().iter().rev().filter_map(|entry| match &entry.event {
            DomainEvent::Book(told) => serde_json::to_value(&told.event).ok(),
            _ => None,
        });
        all.into_iter().find(|event| event["event"] == "dice_thrown").unwrap()
    };
    must(&mut battle, throw());
    let first = faces(&battle);
    taken_back(&mut battle, declared);
    must(&mut battle, throw());
    assert_eq!(faces(&battle), first);
    // Also after a further undo, a new declaration, and a note in between.
    let quiet = battle.entries().iter().rev().find(|entry| entry.kind == "step_began").unwrap().seq;
    taken_back(&mut battle, quiet);
    let note = battle::Remark {
        about: quiet,
        by: "Ann".to_owned(),
        text: "Better luck now.".to_owned(),
        audience: Audience::Everyone,
    };
    battle.remark(note, NOW).unwrap();
    must(&mut battle, fire("monitor", "virginia"));
    must(&mut battle, throw());
    assert_eq!(faces(&battle), first);
}

#[test]
fn a_decision_is_taken_back_whole() {
    let evening = Evening::new();
    let mut battle = set_out(&evening);
    must(&mut battle, fire("monitor", "virginia"));
    battle
        .decide_as_shown_to(
            &DecisionView::Roll { typed: Some(vec![5]), read: None },
            &Audience::Everyone,
            NOW,
            picture,
        )
        .unwrap();
    let thrown = battle.entries().iter().find(|entry| entry.kind == "dice_thrown").unwrap().seq;
    let read = battle.situation().clone();
    assert!(read.seq > thrown);
    clear_what_is_due(&mut battle);
    taken_back(&mut battle, thrown);
    assert_eq!(battle.situation().book, read.book, "the charts that were read with it stand as well");
    let said = not_taken_back(&mut battle, &TakeBack { why: " ".to_owned(), ..back(thrown, false) });
    assert!(said.contains("Say why"), "{said}");
    let said = not_taken_back(&mut battle, &back(1, true));
    assert!(said.contains("had not begun"), "{said}");
    assert!(battle.take_back(&back(999, true), NOW).is_err());
}

#[test]
fn ghosts_show_where_models_return_to() {
    let evening = Evening::new();
    let mut battle = begin_judged(&evening);
    settle(&mut battle, 1, sighting);
    let start = battle.situation().seq;
    let to = |frame| sighting_with(frame, seen("monitor", 35.0, 18.6, 0.0, frame));
    let orders = vec![rulesets::gunboat::SpeedOrder { ship: ShipId::new("monitor"), speed: 2 }];
    must(&mut battle, Decision::RingUp { orders });
    settle(&mut battle, 10, to);
    let order =
        rulesets::gunboat::MoveOrder { ship: ShipId::new("monitor"), settled: Vec::new(), ashore: false };
    must(&mut battle, Decision::Move { moves: vec![order] });
    // Not in the middle of it: the model's new place and the book's judgement belong together.
    let moved = battle.entries().iter().find(|entry| entry.kind == "ships_moved").unwrap().seq;
    assert!(not_taken_back(&mut battle, &back(moved, false)).contains("already"));
    taken_back(&mut battle, start);
    let ghosts = battle.ghosts();
    assert_eq!((ghosts.len(), ghosts[0].why, ghosts[0].place.y_in), (1, GhostWhy::Return, 18.0));
    assert!(battle.proposals().is_empty(), "the model that still stands there is no new move");
    settle(&mut battle, 20, to);
    assert!(battle.proposals().is_empty());
    settle(&mut battle, 30, sighting);
    assert!(battle.ghosts().is_empty());
    drop(battle);
    assert_eq!(verify_file(&evening.file()).unwrap().difference, None);
}

#[test]
fn a_secret_is_not_unlearned_without_the_umpires_leave() {
    let evening = Evening::new();
    let (_, scene) = scene_with("mines");
    let set_up = battle::SetUp::of_scene(&scene, battle::MovesAre::Judged, 3);
    let mut battle: Battle<Gunboat> = Battle::begin(evening.journal(), &set_up, NOW).unwrap();
    let before = battle.situation().seq;
    let areas: Vec<MineArea> = scene
        .mines
        .iter()
        .map(|area| MineArea { laid_by: Some(Side::Confederate), real: false, ..area.clone() })
        .collect();
    let order = rulesets::gunboat::UmpireOrder::SetMines { areas };
    must(&mut battle, Decision::Umpire { order, reason: "Secretly.".to_owned() });
    let said = not_taken_back(&mut battle, &back(before, false));
    assert!(said.contains("umpire must give leave"), "{said}");
    let answer = battle.take_back(&back(before, true), NOW).unwrap();
    assert!(matches!(answer, AnswerView::Done { .. }));
    assert!(battle.log().last().unwrap().sentences[0].text.contains("with the umpire's leave"));
}

#[test]
fn after_its_end_a_battle_takes_no_decision_until_the_end_is_undone() {
    let evening = Evening::new();
    let mut battle = set_out(&evening);
    let before = battle.situation().seq;
    let ended = battle::Affair::Ended { winner: None, why: "The tide turned.".to_owned() };
    battle.note_affair(ended, NOW).unwrap();
    assert!(refused(&mut battle, Decision::NextStep).contains("over"));
    assert!(battle.questions_for(&Audience::Umpire).is_empty());
    taken_back(&mut battle, before);
    must(&mut battle, Decision::NextStep);
}

#[test]
fn where_places_are_taken_as_seen_a_model_returns_before_it_counts_again() {
    let evening = Evening::new();
    let mut battle = evening.begin();
    settle(&mut battle, 1, sighting);
    let start = battle.situation().seq;
    let to = |frame| sighting_with(frame, seen("monitor", 35.0, 24.0, 0.0, frame));
    assert_eq!(settle(&mut battle, 10, to)[0].kind, "ships_moved");
    taken_back(&mut battle, start);
    assert_eq!(battle.ghosts()[0].why, GhostWhy::Return);
    assert!(settle(&mut battle, 20, to).is_empty(), "she stands there still, and has not moved again");
    assert_eq!(settle(&mut battle, 30, sighting)[0].kind, "ships_settled");
    assert!(battle.ghosts().is_empty());
    assert_eq!(settle(&mut battle, 40, to)[0].kind, "ships_moved");
    drop(battle);
    assert_eq!(verify_file(&evening.file()).unwrap().difference, None);
}

#[test]
fn a_second_step_back_still_waits_for_the_models_of_the_first() {
    let evening = Evening::new();
    let mut battle = evening.begin();
    settle(&mut battle, 1, sighting);
    let start = battle.situation().seq;
    let monitor = seen("monitor", 35.0, 24.0, 0.0, 0);
    let moved = |frame| sighting_with(frame, battle_frame(&monitor, frame));
    settle(&mut battle, 10, moved);
    let between = battle.situation().seq;
    let both = |frame| {
        let mut all = moved(frame);
        all.observations.iter_mut().filter(|seen| seen.ship.as_str() == "virginia").for_each(|seen| {
            seen.pose.stack.y_in = 26.0;
        });
        all
    };
    assert_eq!(settle(&mut battle, 20, both)[0].kind, "ships_moved");
    // Both models are where they were moved to, while two steps are taken back.
    taken_back(&mut battle, between);
    taken_back(&mut battle, start);
    let ships: Vec<String> = battle.ghosts().iter().map(|ghost| ghost.ship.to_string()).collect();
    assert_eq!(ships, ["monitor", "virginia"]);
    assert!(settle(&mut battle, 30, both).is_empty(), "nobody moved: {:?}", battle.log().last());
    let log = settle(&mut battle, 40, sighting);
    assert_eq!((log.len(), log[0].kind.as_str()), (1, "ships_settled"));
    drop(battle);
    assert_eq!(verify_file(&evening.file()).unwrap().difference, None);
}

fn battle_frame(seen: &geometry::Observation, frame: u64) -> geometry::Observation {
    geometry::Observation { frame: geometry::FrameId(frame), ..seen.clone() }
}

#[test]
fn without_a_camera_a_ship_is_moved_on_from_where_she_returned_to() {
    let evening = Evening::new();
    let mut battle = begin_judged(&evening);
    settle(&mut battle, 1, sighting);
    battle.camera_lost();
    let monitor = ShipId::new("monitor");
    let orders = vec![rulesets::gunboat::SpeedOrder { ship: monitor.clone(), speed: 2 }];
    must(&mut battle, Decision::RingUp { orders });
    let rung = battle.situation().seq;
    let lay = |battle: &mut Battle<Gunboat>, y_in: f64| {
        let pose = seen("monitor", 35.0, y_in, 0.0, 0).pose;
        battle.lay_by_hand(&monitor, pose, NOW, || None).unwrap();
    };
    let order =
        rulesets::gunboat::MoveOrder { ship: ShipId::new("monitor"), settled: Vec::new(), ashore: false };
    lay(&mut battle, 18.8);
    must(&mut battle, Decision::Move { moves: vec![order.clone()] });
    taken_back(&mut battle, rung);
    assert_eq!(battle.ghosts()[0].why, GhostWhy::Return);
    lay(&mut battle, 18.6);
    assert_eq!(battle.situation().places[&ShipId::new("monitor")].y_in, 18.0, "she is not simply put there");
    let proposal = battle.proposals().remove(0);
    assert!(proposal.judged.way_in.is_some_and(|(way_in, _)| (way_in - 0.6).abs() < 0.01), "{proposal:?}");
    assert!(battle.ghosts().is_empty());
    must(&mut battle, Decision::Move { moves: vec![order] });
    // A return to its ghost is no move.
    taken_back(&mut battle, rung);
    lay(&mut battle, 18.0);
    assert!(battle.proposals().is_empty() && battle.ghosts().is_empty());
    drop(battle);
    assert_eq!(verify_file(&evening.file()).unwrap().difference, None);
}

fn ended(battle: &mut Battle<Gunboat>) {
    let ended = battle::Affair::Ended { winner: None, why: "The tide turned.".to_owned() };
    battle.note_affair(ended, NOW).unwrap();
}

/// Models in their box beside the table, in a row.
fn packed_away(frame: u64) -> battle::Sighting {
    let mut all = sighting(frame);
    for (at, seen) in all.observations.iter_mut().enumerate() {
        seen.pose.stack = geometry::Point::new(1.0 + at as f64, 1.0);
    }
    all
}

#[test]
fn a_finished_battle_keeps_its_places_while_its_models_are_packed_away() {
    for moves in [battle::MovesAre::AsSeen, battle::MovesAre::Judged] {
        let evening = Evening::new();
        let set_up = battle::SetUp { moves, ..hampton_roads() };
        let mut battle: Battle<Gunboat> = Battle::begin(evening.journal(), &set_up, NOW).unwrap();
        settle(&mut battle, 1, sighting);
        must(&mut battle, Decision::NextStep);
        let places = battle.situation().places.clone();
        ended(&mut battle);
        let over = battle.situation().seq;
        assert!(settle(&mut battle, 10, packed_away).is_empty());
        assert!(battle.take_places(NOW, picture).unwrap().is_empty());
        assert!(battle.ghosts().is_empty() && battle.shifts().is_empty() && !battle.is_bumped());
        let named = battle::ReadingCorrected::Named {
            taken_for: ShipId::new("monitor"),
            ship: ShipId::new("virginia"),
            taken_at: None,
            ship_at: None,
        };
        assert!(battle.correct_reading(named, NOW, picture).unwrap().is_empty());
        let pose = seen("monitor", 3.0, 3.0, 0.0, 0).pose;
        let error = battle.lay_by_hand(&ShipId::new("monitor"), pose, NOW, || None).unwrap_err();
        assert!(error.to_string().contains("battle is over"), "{error}");
        assert_eq!((battle.situation().seq, &battle.situation().places), (over, &places));
        // The first undo takes back the end; then the models are set up again, and have not moved.
        let first = battle.undo_line(&Audience::Umpire).back.unwrap();
        assert!(first.sentence.contains("The tide turned"), "{first:?}");
        let answer = battle.take_back(&back(first.to, true), NOW).unwrap();
        assert!(matches!(answer, AnswerView::Done { .. }), "{answer:?}");
        let ghosts = battle.ghosts();
        assert_eq!(ghosts.len(), 6, "{ghosts:?}");
        assert!(ghosts.iter().all(|ghost| ghost.why == GhostWhy::Return));
        assert!(settle(&mut battle, 20, packed_away).is_empty());
        settle(&mut battle, 30, sighting);
        assert!(battle.ghosts().is_empty());
        assert_eq!(battle.situation().places, places);
        must(&mut battle, Decision::NextStep);
        drop(battle);
        assert_eq!(verify_file(&evening.file()).unwrap().difference, None);
    }
}
