//! A failed write (another program holds the file) changes nothing: everything on the table that was not
//! decided yet is still there for the next try.

use crate::at_the_table::AtTheTable;
use crate::common::*;
use battle::view::{AnswerView, BattleChoice, DecisionView};
use battle::{
    Audience, Battle, BattleError, Proposal, Session, SetupContext, TakeBack, begin as begin_chosen,
    verify_file,
};
use geometry::{Heading, HullShape, Point, Pose, ShipId};
use journal::JournalError;
use rulesets::core::BookData;
use rulesets::gunboat::{Decision, Gunboat, Library, SpeedOrder};
use rulesets::mahan::MahanBook;
use std::collections::BTreeMap;

/// Runs an action while another program writes to the campaign file.
fn while_locked<T>(
    evening: &Evening,
    work: impl FnOnce() -> Result<T, BattleError>,
) -> Result<T, BattleError> {
    let other = rusqlite::Connection::open(evening.file()).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let answer = work();
    other.execute_batch("ROLLBACK").unwrap();
    answer
}

fn is_locked<T>(answer: &Result<T, BattleError>) -> bool {
    matches!(answer, Err(BattleError::Journal(JournalError::Locked { .. })))
}

/// Monitor was placed by hand, and none of it is decided yet.
fn monitor_laid_on(evening: &Evening) -> Battle<Gunboat> {
    let mut battle = begin_judged(evening);
    settle(&mut battle, 1, sighting);
    ring_up(&mut battle);
    battle.camera_lost();
    let to = Pose { stack: Point::new(35.0, 18.8), heading: Heading::from_deg(0.0) };
    assert!(battle.lay_by_hand(&ShipId::new("monitor"), to, NOW, || None).unwrap().is_empty());
    assert_eq!(battle.proposals().len(), 1);
    battle
}

fn ring_up(battle: &mut Battle<Gunboat>) {
    let orders = vec![SpeedOrder { ship: ShipId::new("monitor"), speed: 2 }];
    must(battle, Decision::RingUp { orders });
}

fn laid(battle: &Battle<Gunboat>) -> Vec<Proposal> {
    battle.proposals()
}

#[test]
fn moves_laid_by_hand_outlast_an_undo_that_could_not_be_kept() {
    let evening = Evening::new();
    let mut battle = monitor_laid_on(&evening);
    let (before, situation) = (laid(&battle), battle.situation().clone());
    let to = battle.entries().iter().rev().nth(1).unwrap().seq;
    let back = TakeBack { to, by: "Ann".to_owned(), why: "Another speed.".to_owned(), umpire: false };
    let refused = while_locked(&evening, || battle.take_back(&back, NOW));
    assert!(is_locked(&refused), "{refused:?}");
    assert_eq!(laid(&battle), before);
    assert!(*battle.situation() == situation, "nothing has changed");
    assert!(matches!(battle.take_back(&back, NOW).unwrap(), AnswerView::Done { .. }));
    assert!(laid(&battle).is_empty(), "what was laid on follows from what was taken back");
    drop(battle);
    assert_eq!(verify_file(&evening.file()).unwrap().difference, None);
}

#[test]
fn moves_laid_by_hand_outlast_a_setting_up_that_could_not_be_kept() {
    let evening = Evening::new();
    let mut battle = monitor_laid_on(&evening);
    let before = laid(&battle);
    let refused = while_locked(&evening, || battle.set_up_again(NOW));
    assert!(is_locked(&refused), "{refused:?}");
    assert_eq!(laid(&battle), before);
    assert_eq!(battle.set_up_again(NOW).unwrap()[0].kind, "setting_up");
    assert!(laid(&battle).is_empty());
}

#[test]
fn a_ship_put_back_stays_put_back_though_that_could_not_be_kept() {
    let evening = Evening::new();
    let mut battle = begin_judged(&evening);
    settle(&mut battle, 1, sighting);
    ring_up(&mut battle);
    let at = |y_in: f64| move |frame| sighting_with(frame, seen("monitor", 35.0, y_in, 0.0, frame));
    settle(&mut battle, 10, at(22.0));
    assert_eq!(battle.proposals().len(), 1);
    // Put back as accurately as by hand; the place counts with the third picture, which can't be stored.
    for frame in 20..22 {
        assert!(battle.observe(&at(18.15)(frame), NOW, picture).unwrap().is_empty());
    }
    let refused = while_locked(&evening, || battle.observe(&at(18.15)(22), NOW, picture));
    assert!(is_locked(&refused), "{refused:?}");
    let log = battle.observe(&at(18.15)(23), NOW, picture).unwrap();
    assert_eq!(log.iter().map(|line| line.kind.as_str()).collect::<Vec<_>>(), ["ships_settled"]);
    assert!(battle.proposals().is_empty(), "nobody has moved her");
}

/// The app commands Mahan's side, with his ships placed where he wants them. With `fails`, every command is
/// first tried while it can't be stored. Returns the log up to the draw of chits.
fn against_mahan(evening: &Evening, fails: bool) -> (Vec<String>, usize) {
    let book = MahanBook::embedded().unwrap();
    let library = Library::embedded(book.gunboat().tables()).unwrap();
    let hull = HullShape { length_in: 1.6, beam_in: 0.4, stack_ahead_in: 0.0 };
    let hulls: BTreeMap<ShipId, HullShape> =
        ["cairo", "essex", "general-bragg"].map(|ship| (ShipId::new(ship), hull)).into();
    let ground = SetupContext { table_in: Some((60.0, 36.0)), dice_seed: 1890, ..no_table(&library, &hulls) };
    let choice = BattleChoice { commanded: vec!["confederate".to_owned()], ..choice_of("mahan", None) };
    let mut play = begin_chosen(evening.journal(), &choice, &ground, NOW).unwrap();
    for ghost in play.ghosts() {
        play.lay_by_hand(&ghost.ship, ghost.place.pose(), NOW, &mut || None).unwrap();
    }
    let mut failed = 0;
    for _ in 0..40 {
        let Some(asked) = next_answer(play.as_ref()) else { break };
        let done = play.decide_as_shown_to(&asked, &Audience::Everyone, NOW, &mut || None).unwrap();
        assert!(matches!(done, AnswerView::Done { .. }), "{asked:?}: {done:?}");
        for _ in 0..9 {
            if fails {
                failed += usize::from(is_locked(&while_locked(evening, || {
                    play.let_commanders_act(NOW, &mut || None)
                })));
            }
            play.let_commanders_act(NOW, &mut || None).unwrap();
            let ghosts = play.ghosts();
            if ghosts.is_empty() {
                break;
            }
            for ghost in ghosts {
                play.lay_by_hand(&ghost.ship, ghost.place.pose(), NOW, &mut || None).unwrap();
            }
        }
    }
    let told = play.log_for(&Audience::Umpire).into_iter();
    let told = told.map(|line| format!("{} {:?}", line.kind, line.sentences)).collect();
    (told, failed)
}

/// The answer of a player who doesn't move his ships.
fn next_answer(play: &dyn Session) -> Option<DecisionView> {
    use battle::view::{AskView, FieldValue};
    let now = play.now_for(&Audience::Everyone);
    let form = |form: &str, values: &[(&str, FieldValue)]| DecisionView::Answer {
        form: form.to_owned(),
        values: values.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect(),
        settled: Vec::new(),
        frame: None,
    };
    Some(match now.battle.asks.first()? {
        AskView::Form(asked) if asked.key.starts_with("orders") => {
            let still = [("speed:cairo", FieldValue::Number(0.0)), ("speed:essex", FieldValue::Number(0.0))];
            form(&asked.key, &still)
        }
        // Chits are drawn from a cup by hand; there were enough commands by then.
        AskView::Form(asked) if asked.key == "draw" => return None,
        AskView::Form(asked) => form(&asked.key, &[]),
        AskView::Roll { .. } => DecisionView::Roll { typed: None, read: None },
        AskView::Tick { ship, suggestion, .. } => {
            DecisionView::Tick { ship: ship.clone(), boxes: suggestion.clone() }
        }
        _ => DecisionView::NextStep,
    })
}

#[test]
fn an_order_outlasts_a_write_that_failed() {
    let (quiet, disturbed) = (Evening::new(), Evening::new());
    let (expected, _) = against_mahan(&quiet, false);
    let (told, failed) = against_mahan(&disturbed, true);
    assert!(failed > 0, "no command had anything to keep");
    assert_eq!(told, expected);
}

/// Only a forged file can go back to a missing event; opening it gives an error, and no other battle.
#[test]
fn a_battle_that_goes_back_to_nowhere_is_not_taken_up() {
    let evening = Evening::new();
    let mut battle = begin_judged(&evening);
    settle(&mut battle, 1, sighting);
    let seq = battle.situation().seq;
    drop(battle);
    let journal = evening.journal();
    let event = journal::NewEvent {
        turn: 1,
        phase: "movement".to_owned(),
        audience: "everyone".to_owned(),
        kind: "taken_back".to_owned(),
        body: r#"{"to":999,"by":"Ann","why":"Why not.","umpire":false,"ships":[]}"#.to_owned(),
        body_version: 1,
        rules: Vec::new(),
        with_photo: false,
    };
    let batch = journal::Batch { at: NOW.to_owned(), events: vec![event], photo: None };
    journal.append(1, seq, batch).unwrap();
    let error = Battle::<Gunboat>::resume(journal, 1).unwrap_err();
    let BattleError::Unreadable { seq: named, kind, .. } = &error else { panic!("{error}") };
    assert_eq!((*named, kind.as_str()), (seq + 1, "taken_back"));
    assert!(error.to_string().contains("goes back to event 999"), "{error}");
}
