//! Battles without a camera in which the app commands a side.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::battle_session::Desk;
use crate::battle_session::fixtures::{bare_table, battle_of};
use crate::ipc::seat::{Asker, By};
use crate::table_session::OnTable;
use battle::view::{AnswerView, BattleChoice, BattleNow, DecisionView, GhostReason, ShipGhostView};
use battle::{Command, verify_file};
use geometry::{Heading, HullShape, Point, Pose, ShipId};
use std::path::PathBuf;
use tempfile::TempDir;

fn everyone(desk: &Desk) -> By<'static> {
    By { asker: Asker::Main, seat: "everyone", made_on: desk.view().unwrap().seq }
}

struct Evening(TempDir);

impl Evening {
    fn file(&self) -> PathBuf {
        self.0.path().join("campaign.ironclad")
    }

    fn desk(&self) -> Desk {
        Desk::open(&self.file(), (Vec::new(), Vec::new())).unwrap()
    }
}

/// Begins a battle with Monitor far away from Virginia, one side commanded by the app.
fn begin(commanded: &str) -> (Evening, Desk) {
    let evening = Evening(tempfile::tempdir().unwrap());
    let desk = evening.desk();
    let hull = HullShape { length_in: 4.0, beam_in: 0.9, stack_ahead_in: 0.2 };
    let hulls = ["monitor", "virginia"].map(|ship| (ShipId::new(ship), hull)).into();
    let on = OnTable { hulls, ..bare_table(Some((200.0, 100.0))) };
    let choice = BattleChoice { commanded: vec![commanded.to_owned()], ..battle_of("gunboat", None) };
    desk.begin(&choice, &on, &mut || None).unwrap();
    lay(&desk, "monitor", pose(190.0, 270.0));
    lay(&desk, "virginia", pose(10.0, 90.0));
    (evening, desk)
}

fn pose(x_in: f64, heading_deg: f64) -> Pose {
    Pose { stack: Point::new(x_in, 50.0), heading: Heading::from_deg(heading_deg) }
}

fn lay(desk: &Desk, ship: &str, pose: Pose) {
    let laid = Command::LayByHand(&ShipId::new(ship), pose);
    desk.carry_out(everyone(desk), &laid, &mut || None).unwrap();
}

fn now(desk: &Desk) -> BattleNow {
    desk.changes(Asker::Main, "everyone", 0).unwrap().unwrap().now
}

fn wanted(desk: &Desk) -> Vec<ShipGhostView> {
    now(desk).ghosts.into_iter().filter(|ghost| ghost.why == GhostReason::Ordered).collect()
}

fn next_step(desk: &Desk) {
    let next = Command::Decide(&DecisionView::NextStep);
    let answer = desk.carry_out(everyone(desk), &next, &mut || None).unwrap().answer;
    assert!(matches!(answer, AnswerView::Done { .. }), "{answer:?}");
}

fn take_back(desk: &Desk, to: i64) -> AnswerView {
    let back = Command::TakeBack { to, why: "Once more.", leave: false };
    desk.carry_out(everyone(desk), &back, &mut || None).unwrap().answer
}

fn undo(desk: &Desk) {
    let back = now(desk).undo.back.unwrap();
    let answer = take_back(desk, back.to);
    assert!(matches!(answer, AnswerView::Done { .. }), "{answer:?}");
}

fn carry_out(desk: &Desk) {
    for ghost in wanted(desk) {
        let place = &ghost.place;
        let stack = Point::new(place.x_in, place.y_in);
        lay(desk, &ghost.ship, Pose { stack, heading: Heading::from_deg(place.heading_deg) });
    }
}

fn place_of(desk: &Desk, ship: &str) -> f64 {
    let ships = now(desk).battle.ships.into_iter();
    ships.filter(|it| it.id == ship).find_map(|it| it.place).unwrap().x_in
}

#[test]
fn who_moves_first_is_commanded_from_the_beginning() {
    let (_evening, desk) = begin("union");
    let ghosts = wanted(&desk);
    assert_eq!(ghosts.len(), 1, "{:?}", now(&desk).battle.asks);
    assert_eq!(ghosts[0].ship, "monitor");
}

#[test]
fn mahan_goes_on_without_a_camera_and_after_an_undo() {
    let (evening, desk) = begin("confederate");
    next_step(&desk);
    next_step(&desk);
    let ghosts = wanted(&desk);
    assert_eq!(ghosts.len(), 1);
    carry_out(&desk);
    let moved_in = place_of(&desk, "virginia");
    assert!(
        moved_in > 10.5 && wanted(&desk).is_empty(),
        "laid where she is wanted, she has moved: {moved_in}"
    );
    // Undo goes back to before the player's step, not to the app's turn, which Mahan would repeat at once.
    undo(&desk);
    assert_eq!((now(&desk).battle.phase.as_str(), place_of(&desk, "virginia")), ("First fire", 10.0));
    next_step(&desk);
    assert_eq!(wanted(&desk), ghosts);
    // After an undo within the player's own step, Mahan asks again at once.
    carry_out(&desk);
    let log = desk.changes(Asker::Main, "everyone", 0).unwrap().unwrap().lines;
    let began = log.iter().rev().find(|line| line.kind == "step_began").unwrap().seq;
    take_back(&desk, began);
    assert_eq!(wanted(&desk), ghosts);
    // The campaign is opened again, still without a camera.
    drop(desk);
    let desk = evening.desk();
    desk.open_battle(1, &mut || None).unwrap();
    let again = wanted(&desk);
    assert_eq!(again.len(), 1);
    carry_out(&desk);
    assert!(place_of(&desk, "virginia") > 10.5);
    next_step(&desk);
    drop(desk);
    assert_eq!(verify_file(&evening.file()).unwrap().difference, None);
}
