//! A book that is not registered, played like any other: by its forms, undone, replayed, verified and reported.

use super::two_cutters::{Cutter, Decision, TwoCutters};
use crate::at_the_table::AtTheTable;
use crate::common::{Evening, HULL, NOW, seen};
use battle::view::{AnswerView, AskView, DecisionView, FieldValues, SettledView};
use battle::{Audience, Battle, Command, EventQuery, Session, SetUp, Sighting, TakeBack, verify_by};
use geometry::{Heading, Point, Pose, ShipId};
use rulesets::core::SideId;
use std::collections::BTreeMap;

fn ship(name: &str) -> ShipId {
    ShipId::new(name)
}

fn begin(evening: &Evening) -> Box<dyn Session> {
    let cutter = |name: &str, side: &str| Cutter { ship: ship(name), side: SideId::new(side), hits: 0 };
    let cutters = vec![cutter("ann", "blue"), cutter("ben", "grey")];
    let hulls: BTreeMap<ShipId, _> = cutters.iter().map(|cutter| (cutter.ship.clone(), HULL)).collect();
    let set_up = SetUp::of("Two cutters", (60.0, 36.0), hulls, vec![Decision::Open { cutters }], 6);
    let mut play: Box<dyn Session> =
        Box::new(Battle::<TwoCutters>::begin(evening.journal(), &set_up, NOW).unwrap());
    lay(play.as_mut(), "ann", 10.0);
    lay(play.as_mut(), "ben", 30.0);
    play
}

/// Puts a model on the line between the two, heading east.
fn lay(play: &mut dyn Session, name: &str, east_in: f64) {
    let pose = Pose { stack: Point::new(east_in, 18.0), heading: Heading::from_deg(90.0) };
    play.lay_by_hand(&ship(name), pose, NOW, &mut || None).unwrap();
}

fn answer(play: &mut dyn Session, form: &str, settled: &[(&str, &str)]) -> AnswerView {
    let reading = |(key, reading): &(&str, &str)| SettledView {
        key: (*key).to_owned(),
        reading: (*reading).to_owned(),
    };
    let settled = settled.iter().map(reading).collect();
    let asked =
        DecisionView::Answer { form: form.to_owned(), values: FieldValues::new(), settled, frame: None };
    play.decide_as_shown_to(&asked, &Audience::Everyone, NOW, &mut || None).unwrap()
}

fn done(play: &mut dyn Session, form: &str) {
    let answer = answer(play, form, &[]);
    assert!(matches!(answer, AnswerView::Done { .. }), "{form}: {answer:?}");
}

fn throw(play: &mut dyn Session, face: u8) {
    let asked = DecisionView::Roll { typed: Some(vec![face]), read: None };
    let answer = play.decide_as_shown_to(&asked, &Audience::Everyone, NOW, &mut || None).unwrap();
    assert!(matches!(answer, AnswerView::Done { .. }), "{answer:?}");
}

/// The keys of the forms that are asked now.
fn forms(play: &dyn Session) -> Vec<String> {
    let asks = play.now_for(&Audience::Everyone).battle.asks.into_iter();
    let key = |ask: AskView| match ask {
        AskView::Form(form) => form.key,
        AskView::Roll { rolls, .. } => format!("roll {}", rolls.len()),
        other => panic!("{other:?}"),
    };
    asks.map(key).collect()
}

/// A round: one side moves and fires.
fn fires(play: &mut dyn Session, name: &str, to_in: f64, face: u8) {
    lay(play, name, to_in);
    done(play, &format!("move:{name}"));
    done(play, &format!("fire:{name}"));
    throw(play, face);
}

#[test]
fn a_sixth_book_is_played_by_its_forms_undone_replayed_verified_and_reported() {
    let evening = Evening::new();
    let mut play = begin(&evening);
    assert_eq!(forms(play.as_ref()), ["move:ann"]);
    // Six inches as the camera measures them, which is never exact.
    for frame in 1..4 {
        let observations = vec![seen("ann", 16.0, 18.0, 90.0, frame), seen("ben", 30.0, 18.0, 90.0, frame)];
        play.observe(&Sighting { observations, still: true }, NOW, &mut || None).unwrap();
    }
    let AnswerView::TooClose { questions } = answer(play.as_mut(), "move:ann", &[]) else {
        panic!("6 inches")
    };
    assert!(questions[0].sentence.starts_with("Is her way at most 6 inches?"), "{questions:?}");
    let settled = answer(play.as_mut(), "move:ann", &[("her way", "within")]);
    assert!(matches!(settled, AnswerView::Done { .. }), "{settled:?}");
    assert_eq!(forms(play.as_ref()), ["fire:ann"]);
    done(play.as_mut(), "fire:ann");
    assert_eq!(forms(play.as_ref()), ["roll 1"]);
    throw(play.as_mut(), 5);
    let missed = play.view_for(&Audience::Everyone).seq;
    lay(play.as_mut(), "ben", 23.0);
    let AnswerView::Refused { reasons } = answer(play.as_mut(), "move:ben", &[]) else { panic!("7 inches") };
    assert_eq!(reasons[0].text, "A cutter moves up to 6 inches.");
    assert_eq!(reasons[0].rules, ["CUT-1"]);
    play.lines(&Command::ForgetMoves(&[ship("ben")]), NOW, &mut || None).unwrap();
    fires(play.as_mut(), "ben", 25.0, 4);
    fires(play.as_mut(), "ann", 18.0, 3);
    // Undone to Ben's first turn: the models go back, he moves otherwise, and the log keeps both.
    let (by, why) = ("Ann".to_owned(), "Ben moved by mistake.".to_owned());
    let back = TakeBack { to: missed, by, why, umpire: false };
    assert!(matches!(play.take_back(&back, NOW).unwrap(), AnswerView::Done { .. }));
    lay(play.as_mut(), "ann", 16.0);
    lay(play.as_mut(), "ben", 30.0);
    assert_eq!(forms(play.as_ref()), ["move:ben"]);
    for (turn, to_in) in [26.0, 25.0, 24.0].into_iter().enumerate() {
        fires(play.as_mut(), "ben", to_in, 6);
        if turn < 2 {
            fires(play.as_mut(), "ann", 16.5 + turn as f64, 1);
        }
    }
    let decided = play.now_for(&Audience::Everyone).decided.unwrap();
    assert_eq!(decided.sentence, "Only the Grey has ships left.");
    // Replayed: every moment is folded from the log, and the battle is resumed from its file.
    let moments = play.moments(&EventQuery::default(), &Audience::Everyone);
    assert!(moments.iter().all(|seq| play.replay_at_for(*seq, &Audience::Everyone).is_ok()));
    let page = chronicle::report(&play.account(&Audience::Everyone), None, |_| None);
    assert!(page.contains("Two Cutters") && page.contains("The shot hits"), "{page}");
    let log = play.log_for(&Audience::Everyone);
    drop(play);
    let resumed = Battle::<TwoCutters>::resume(evening.journal(), 1).unwrap();
    assert_eq!(Session::log_for(&resumed, &Audience::Everyone), log);
    drop(resumed);
    let found = verify_by::<TwoCutters>(&evening.journal()).unwrap();
    assert_eq!((found.difference, found.battles, found.decisions), (None, 1, 25));
}

#[test]
fn a_sixth_book_takes_at_most_two_hundred_lines() {
    assert!(include_str!("two_cutters.rs").lines().count() <= 200);
}
