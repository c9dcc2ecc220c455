#![allow(clippy::unwrap_used, clippy::panic)]

use crate::battle_session::*;
use battle::view::{AskView, FieldValue};
use std::collections::BTreeMap;

fn desk() -> (tempfile::TempDir, Desk) {
    let folder = tempfile::tempdir().unwrap();
    let desk = Desk::open(&folder.path().join("evening.campaign"), (Vec::new(), Vec::new())).unwrap();
    (folder, desk)
}

fn duel(desk: &Desk) {
    let choice = BattleChoice {
        book: "hex_duel".to_owned(),
        scenario: Some("duel".to_owned()),
        ships: Vec::new(),
        options: Vec::new(),
        moves: None,
        umpire: false,
        commanded: Vec::new(),
        players: Vec::new(),
    };
    let on = OnTable {
        made_for: Epoch::default(),
        hulls: BTreeMap::new(),
        table_in: Some((60.0, 36.0)),
        terrain: Vec::new(),
        cards: Vec::new(),
        observations: Vec::new(),
    };
    desk.begin(&choice, &on, &mut || None).unwrap();
}

fn decide(desk: &Desk, decision: &DecisionView) {
    let by = By { asker: Asker::Main, seat: "everyone", made_on: desk.view().unwrap().seq };
    let answer = desk.carry_out(by, &Command::Decide(decision), &mut || None).unwrap().answer;
    assert!(matches!(answer, AnswerView::Done { .. }), "{answer:?}");
}

#[test]
fn the_picture_shows_a_ship_on_the_side_that_has_her_in_the_battle() {
    let (_folder, desk) = desk();
    let side = |ship: &str| desk.name_and_side(&ShipId::new(ship)).1;
    assert_eq!([side("monitor"), side("virginia")], ["union", "confederate"], "as they are printed");
    duel(&desk);
    // The Confederates win the toss and take the Monitor.
    decide(&desk, &DecisionView::Roll { typed: Some(vec![6]), read: None });
    let now = desk.changes(Asker::Main, "everyone", 0).unwrap().unwrap().now;
    let Some(AskView::Form(form)) = now.battle.asks.first() else { panic!("{:?}", now.battle.asks) };
    assert_eq!((form.key.as_str(), form.who.as_str()), ("choose_ship", "confederate"));
    let taken = FieldValue::Text("monitor".to_owned());
    decide(
        &desk,
        &DecisionView::Answer {
            form: form.key.clone(),
            values: [("ship".to_owned(), taken)].into_iter().collect(),
            settled: Vec::new(),
            frame: None,
        },
    );
    assert_eq!([side("monitor"), side("virginia")], ["confederate", "union"]);
    // A ship outside the battle has its printed name and side; an unknown ship has its id.
    assert_eq!(side("cairo"), "union");
    assert_eq!(desk.name_and_side(&ShipId::new("own-model")), ("own-model".to_owned(), String::new()));
}
