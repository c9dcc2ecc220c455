//! Battles without a camera against a commander who thinks ahead: he thinks on the thread, and never keeps anybody
//! waiting.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::battle_session::Desk;
use crate::battle_session::fixtures::{bare_table, battle_of};
use crate::ipc::seat::{Asker, By};
use battle::view::{BattleChoice, BattleNow, Handicap, ThinkingCommander};
use battle::{Command, verify_file};
use geometry::{Heading, Point, Pose, ShipId};
use serde_json::json;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The longest that an interrupted commander may take to answer here: half of what he may think. Tests run beside other
/// programs; on a machine that does nothing else the bound is 200 ms.
const ANSWERS_WITHIN: Duration = Duration::from_millis(800);

fn now(desk: &Desk) -> BattleNow {
    desk.changes(Asker::Main, "everyone", 0).unwrap().unwrap().now
}

fn give(desk: &Desk, command: &Command<'_>) {
    let by = By { asker: Asker::Main, seat: "everyone", made_on: desk.view().unwrap().seq };
    desk.carry_out(by, command, &mut || None).unwrap();
}

fn wait_until(what: &str, done: impl Fn() -> bool) -> Duration {
    let since = Instant::now();
    while !done() {
        assert!(since.elapsed() < Duration::from_secs(60), "never {what}");
        std::thread::sleep(Duration::from_millis(1));
    }
    since.elapsed()
}

fn desk(folder: &TempDir) -> Arc<Desk> {
    let campaign = folder.path().join("evening.ironclad");
    let desk = Arc::new(Desk::open(&campaign, Default::default()).unwrap());
    desk.start_thinking().unwrap();
    desk
}

/// The battle of a scenario against the Admiral, every model on its ghost.
fn begin(desk: &Desk, book: &str, scenario: &str) {
    let admiral: ThinkingCommander = serde_json::from_value(json!({ "rank": "admiral" })).unwrap();
    assert_eq!(admiral.handicap, Handicap::None);
    let choice = BattleChoice {
        commanded: vec!["union".to_owned()],
        commander: Some(admiral),
        ..battle_of(book, Some(scenario))
    };
    desk.begin(&choice, &bare_table(None), &mut || None).unwrap();
    for ghost in now(desk).ghosts {
        let stack = Point::new(ghost.place.x_in, ghost.place.y_in);
        let pose = Pose { stack, heading: Heading::from_deg(ghost.place.heading_deg) };
        give(desk, &Command::LayByHand(&ShipId::new(ghost.ship), pose));
    }
}

fn planned(folder: &TempDir) -> usize {
    let told = battle::open(journal::Journal::open(&folder.path().join("evening.ironclad")).unwrap(), 1);
    let umpire = rulesets::core::Audience::Umpire;
    told.unwrap().log_for(&umpire).iter().filter(|line| line.kind == "commander_planned").count()
}

#[test]
fn a_long_thought_is_interrupted_and_answers() {
    let folder = tempfile::tempdir().unwrap();
    let desk = desk(&folder);
    // The best of some: a machine that does other things too says little about a player's computer.
    let answers = (0..4).map(|_| {
        begin(&desk, "noddy", "fort-henry");
        wait_until("thought", || now(&desk).thinking.is_some());
        // Nobody waits for the thought: the lock is free all the time.
        let looked = Instant::now();
        let thinks = now(&desk).thinking.is_some();
        let look = looked.elapsed();
        assert!(thinks, "the thought was over before it could be interrupted");
        desk.decide_now((Asker::Main, "everyone")).unwrap();
        let answered = wait_until("answered", || now(&desk).thinking.is_none());
        println!("a look while he thinks takes {look:?}; interrupted, he answers within {answered:?}");
        answered
    });
    let fastest = answers.min().unwrap();
    assert!(fastest < ANSWERS_WITHIN, "{fastest:?}");
    assert_eq!(planned(&folder), 1);
    drop(desk);
    assert_eq!(verify_file(&folder.path().join("evening.ironclad")).unwrap().difference, None);
}

#[test]
fn what_is_no_longer_asked_is_thought_about_no_more() {
    let folder = tempfile::tempdir().unwrap();
    let desk = desk(&folder);
    begin(&desk, "noddy", "mobile-bay-mines");
    wait_until("thought", || now(&desk).thinking.is_some());
    // Another battle is begun: its commander answers, though the first one's thought was long.
    begin(&desk, "sp_bp", "spb-hampton-roads-1862-03-09");
    let answered = wait_until("answered", || now(&desk).thinking.is_none());
    println!("the second battle's commander has thought within {answered:?}");
    assert_eq!(planned(&folder), 0, "the first battle's commander was stopped and not heard");
    // Opened again, the first battle's commander thinks again.
    desk.open_battle(1, &mut || None).unwrap();
    assert!(now(&desk).thinking.is_some());
    desk.decide_now((Asker::Main, "everyone")).unwrap();
    wait_until("answered", || now(&desk).thinking.is_none());
    assert_eq!(planned(&folder), 1);
}
