//! Tests that each window command is checked before anything is done, and that a decision's answer says what was done.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::battle_session::Desk;
use crate::ipc::messages::HandWord;
use crate::ipc::seat::{Asker, By};
use crate::table_session::OnTable;
use crate::table_session::{BattleRecord, Epoch};
use battle::view::{AnswerView, AskView, BattleChoice, DecisionView, MovesChoice};
use battle::{Affair, Audience as Viewer, Battle, Command, CommandSeat};
use geometry::{Heading, Measured, Point, Pose, ShipId};
use rulesets::gunboat::Gunboat;
use std::any::Any;
use std::collections::BTreeMap;

/// A desk with a campaign of its own.
struct Evening(tempfile::TempDir);

impl Evening {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn desk(&self) -> Desk {
        Desk::open(&self.0.path().join("a.campaign"), (Vec::new(), Vec::new())).unwrap()
    }
}

fn choice(book: &str, scenario: &str, umpire: bool) -> BattleChoice {
    BattleChoice {
        book: book.to_owned(),
        scenario: Some(scenario.to_owned()),
        ships: Vec::new(),
        options: Vec::new(),
        moves: Some(MovesChoice::Judged),
        umpire,
        commanded: Vec::new(),
        players: Vec::new(),
    }
}

fn begin(desk: &Desk, choice: &BattleChoice) {
    let on = OnTable {
        made_for: Epoch::default(),
        hulls: BTreeMap::new(),
        table_in: Some((60.0, 36.0)),
        terrain: Vec::new(),
        cards: Vec::new(),
        observations: Vec::new(),
    };
    desk.begin(choice, &on, &mut || None).unwrap();
}

fn gunboat(desk: &Desk, umpire: bool) {
    begin(desk, &choice("gunboat", "plum-point-bend", umpire));
}

fn seq(desk: &Desk) -> i64 {
    desk.view().unwrap().seq
}

fn by<'a>(asker: Asker, seat: &'a str, desk: &Desk) -> By<'a> {
    By { asker, seat, made_on: seq(desk) }
}

fn decide(desk: &Desk, by: By<'_>, decision: &DecisionView) -> AnswerView {
    desk.carry_out(by, &Command::Decide(decision), &mut || None).unwrap().answer
}

/// An undo to this event, as an umpire would ask for it.
fn back(to: i64, why: &str) -> Command<'_> {
    Command::TakeBack { to, why, leave: true }
}

fn ships(desk: &Desk, side: &str) -> Vec<ShipId> {
    let view = desk.view().unwrap();
    view.ships.iter().filter(|ship| ship.side == side).map(|ship| ShipId::new(ship.id.as_str())).collect()
}

/// Lays every model on its ghost.
fn set_out(desk: &Desk) {
    for ghost in desk.ghosts() {
        let stack = Point::new(ghost.place.x_in, ghost.place.y_in);
        let pose = Pose { stack, heading: Heading::from_deg(ghost.place.heading_deg) };
        let by = by(Asker::Main, "everyone", desk);
        desk.carry_out(by, &Command::LayByHand(&ShipId::new(ghost.ship), pose), &mut || None).unwrap();
    }
}

#[test]
fn the_players_window_gives_no_order_of_an_umpire_who_sits_there() {
    let evening = Evening::new();
    let desk = evening.desk();
    gunboat(&desk, true);
    let ship = ships(&desk, "union").remove(0);
    let sunk = HandWord::Sunk { ship: ship.to_string() };
    let ended = || Affair::Ended { winner: None, why: "We are tired.".to_owned() };
    let number = desk.number().unwrap();
    let before = seq(&desk);
    for seat in ["everyone", "union", "confederate", "umpire"] {
        let main = by(Asker::Main, seat, &desk);
        let denied = desk.may_tell(main, &sunk).unwrap_err().sentence;
        assert!(denied.contains("umpire sits at the table"), "{seat}: {denied}");
        let waived = Command::WaiveSetUp(std::slice::from_ref(&ship));
        assert!(desk.carry_out(main, &waived, &mut || None).is_err(), "{seat}");
        let undone = desk.carry_out(main, &back(before, "So."), &mut || None);
        let undone = undone.map(|answered| answered.answer);
        assert!(!matches!(undone, Ok(AnswerView::Done { .. })), "{seat}");
    }
    assert!(desk.note_affair(number, (Asker::Main, before), &ended()).is_err());
    assert_eq!((seq(&desk), desk.is_lost(&ship)), (before, false), "nothing was done");
    // The umpire rules it in the umpire's own window.
    desk.may_tell(by(Asker::Umpire, "umpire", &desk), &sunk).unwrap();
    desk.rule_sunk(Epoch::default(), by(Asker::Umpire, "umpire", &desk), &ship, &mut || None).unwrap();
    assert!(desk.is_lost(&ship));
    desk.note_affair(number, (Asker::Umpire, seq(&desk)), &ended()).unwrap();
    // Without an umpire, the players rule openly.
    gunboat(&desk, false);
    desk.may_tell(by(Asker::Main, "everyone", &desk), &sunk).unwrap();
    assert!(desk.may_tell(by(Asker::Main, "union", &desk), &sunk).is_err());
}

#[test]
fn a_seat_of_one_side_declares_nothing_for_the_other() {
    let evening = Evening::new();
    let desk = evening.desk();
    gunboat(&desk, false);
    let (own, enemy) = (ships(&desk, "union").remove(0), ships(&desk, "confederate").remove(0));
    let salvo = DecisionView::DeclareSalvo {
        shooter: enemy.to_string(),
        target: own.to_string(),
        mounts: Vec::new(),
        settled: Vec::new(),
        frame: None,
    };
    let told = |seat: &str| match decide(&desk, by(Asker::Main, seat, &desk), &salvo) {
        AnswerView::Refused { reasons } => reasons[0].text.clone(),
        other => panic!("{other:?}"),
    };
    assert!(told("union").starts_with("That is for the Confederate to say"), "{}", told("union"));
    assert!(!told("confederate").starts_with("That is for"), "{}", told("confederate"));
}

#[test]
fn two_windows_that_press_at_once_end_one_step() {
    let evening = Evening::new();
    let desk = evening.desk();
    gunboat(&desk, true);
    set_out(&desk);
    let seen = seq(&desk);
    let main = By { asker: Asker::Main, seat: "everyone", made_on: seen };
    let umpire = By { asker: Asker::Umpire, seat: "umpire", made_on: seen };
    let next = DecisionView::NextStep;
    let first = decide(&desk, main, &next);
    assert!(matches!(first, AnswerView::Done { .. }), "{first:?}");
    let phase = desk.view().unwrap().phase;
    let AnswerView::Refused { reasons } = decide(&desk, umpire, &next) else {
        panic!("the second press ended another step")
    };
    assert!(reasons[0].text.starts_with("Something has happened since this was said"), "{reasons:?}");
    assert_eq!(desk.view().unwrap().phase, phase);
    let undone = desk.carry_out(umpire, &back(seen, "Too soon."), &mut || None).unwrap();
    let AnswerView::Refused { .. } = undone.answer else { panic!("undone unseen") };
    // A window that still shows the previous battle can't change the new one.
    gunboat(&desk, true);
    let denied = desk.carry_out(main, &Command::TakePlaces, &mut || None).unwrap_err().sentence;
    assert!(denied.contains("another battle"), "{denied}");
}

#[test]
fn the_apps_dice_follow_from_the_systems_randomness() {
    let evening = Evening::new();
    let desk = evening.desk();
    let mut seeds = Vec::new();
    for _ in 0..4 {
        gunboat(&desk, false);
        let playing = desk.playing();
        let battle: &dyn Any = playing.battle().unwrap();
        let battle = battle.downcast_ref::<Battle<Gunboat>>().unwrap();
        seeds.push((battle.situation().begun.dice_seed, battle.entries()[0].at.clone()));
    }
    // Seeds taken from a clock would have at most 61 bits in nanoseconds and lie within minutes of each other.
    let span =
        seeds.iter().map(|(seed, _)| seed).max().unwrap() - seeds.iter().map(|(seed, _)| seed).min().unwrap();
    assert!(span > u64::MAX / 1000, "{seeds:?}");
}

#[test]
fn a_measure_is_told_in_the_bands_of_the_book_in_play() {
    let evening = Evening::new();
    let desk = evening.desk();
    let range_in = Measured::new(17.0, 0.05);
    let told = |desk: &Desk| -> Vec<String> {
        desk.bands(range_in).into_iter().map(|it| format!("{}: {}", it.gun, it.band)).collect()
    };
    assert!(told(&desk).is_empty(), "no battle is in play");
    gunboat(&desk, false);
    assert_eq!(told(&desk).len(), 3);
    assert!(told(&desk)[1].starts_with("smoothbore: "), "{:?}", told(&desk));
    begin(&desk, &choice("noddy", "memphis", false));
    assert_eq!(told(&desk), ["guns: effective"]);
    begin(&desk, &choice("sp_bp", "spb-hampton-roads-1862-03-09", false));
    assert_eq!(told(&desk), ["guns: 15 to 20 in"]);
    let edge = desk.bands(Measured::new(20.0, 0.2));
    assert_eq!(edge[0].band, "too close to call: 15 to 20 in or 20 to 25 in");
    // Ranges in hexes have no bands in inches.
    begin(&desk, &choice("hex_duel", "duel", false));
    assert!(told(&desk).is_empty());
}

/// The decision of a player who only continues: rolls dice, accepts suggested ticks, ends the step.
fn goes_on(asks: &[AskView]) -> DecisionView {
    let due = asks.iter().find_map(|ask| match ask {
        AskView::Roll { .. } => Some(DecisionView::Roll { typed: None, read: None }),
        AskView::Tick { ship, suggestion, .. } => {
            Some(DecisionView::Tick { ship: ship.clone(), boxes: suggestion.clone() })
        }
        AskView::Choose { ship, sections, .. } => {
            Some(DecisionView::Choose { ship: ship.clone(), section: sections[0].clone() })
        }
        _ => None,
    });
    due.unwrap_or(DecisionView::NextStep)
}

#[test]
fn what_was_decided_is_answered_as_done_though_the_apps_side_could_not_go_on() {
    let evening = Evening::new();
    let desk = evening.desk();
    let commanded = vec!["confederate".to_owned()];
    begin(&desk, &BattleChoice { commanded, ..choice("gunboat", "plum-point-bend", false) });
    set_out(&desk);
    let number = desk.number().unwrap();
    // Opened first, because the desk is locked while the picture is taken.
    let journal = desk.journal();
    let mut other = battle::open(journal.clone(), number).unwrap();
    let mut spoilt = false;
    for _ in 0..40 {
        // The app's side fires; while the picture is taken, another process writes to the file.
        let mut photo = || {
            spoilt = true;
            other = battle::open(journal.clone(), number).unwrap();
            let about = other.view_for(&Viewer::Everyone).seq;
            let note = Command::Remark { about, text: "Elsewhere.", private: false };
            let umpire = CommandSeat { word: "umpire", viewer: &Viewer::Umpire };
            other.carry_out(umpire, about, &note, "2025-03-08T19:30:00Z", &mut || None).unwrap();
            None
        };
        // Players move the models of Mahan's ships; here every ship stays where it is.
        let asks = desk.view().unwrap().asks;
        let decision = goes_on(&asks);
        let answer =
            desk.carry_out(by(Asker::Main, "everyone", &desk), &Command::Decide(&decision), &mut photo);
        let answer = answer.unwrap().answer;
        assert!(matches!(answer, AnswerView::Done { .. }), "{answer:?}");
        if spoilt {
            break;
        }
        assert_eq!(desk.trouble(), None);
    }
    assert!(spoilt, "the app's side never fired");
    assert!(desk.trouble().unwrap().contains("Another program has gone on"), "{:?}", desk.trouble());
    drop(other);
    let kept = battle::open(journal, number).unwrap();
    assert_eq!(kept.view_for(&Viewer::Everyone).phase, desk.view().unwrap().phase, "the decision stands");
}
