//! Another book than Gunboat, through the same door: begun, played as its own data, taken back, verified.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use battle::view::AnswerView;
use battle::{Asked, Audience, Battle, MovesAre, SetUp, TakeBack, open, verify_file};
use common::{Evening, NOW};
use geometry::{HullShape, Point, Pose, ShipId};
use rulesets::core::SideId;
use rulesets::hex_duel::{ChaOptions, Decision, Entry, HexDuel, Place, Start};
use serde_json::{Value, json};
use std::collections::BTreeMap;

#[test]
fn a_hex_duel_is_played_taken_back_and_verified() {
    let evening = Evening::new();
    let book = HexDuel::embedded().unwrap();
    let grid = book.grid_in(&ChaOptions::default(), (Point::new(0.0, 0.0), Point::new(60.0, 36.0))).unwrap();
    let starts = [("north", Start::North), ("south", Start::South)];
    let hull = HullShape { length_in: 2.2, beam_in: 0.5, stack_ahead_in: 0.0 };
    let entry =
        |(name, start): (&str, Start)| Entry { ship: ShipId::new(name), name: name.to_owned(), start };
    let pose = |(name, start): (&str, Start)| -> (ShipId, Pose) {
        let place = Place { hex: book.start_hexes(&grid, start)[0], facing: start.facing() };
        (ShipId::new(name), place.pose(&grid))
    };
    let set_up = SetUp {
        name: "A duel".to_owned(),
        table_in: (60.0, 36.0),
        hulls: starts.iter().map(|(name, _)| (ShipId::new(*name), hull)).collect(),
        opening: vec![Decision::Open {
            ships: starts.map(entry).to_vec(),
            sides: vec![SideId("a".to_owned()), SideId("b".to_owned())],
            grid,
            options: Vec::new(),
        }],
        terrain: Vec::new(),
        set_out: starts.map(pose).into_iter().collect::<BTreeMap<_, _>>(),
        moves: MovesAre::Judged,
        dice_seed: 2015,
        umpire: false,
        commanded: Default::default(),
        players: Vec::new(),
    };
    let battle = Battle::<HexDuel>::begin(evening.journal(), &set_up, NOW).unwrap();
    assert_eq!(battle.ghosts().len(), 2);
    drop(battle);
    let mut play = open(evening.journal(), 1).unwrap();
    assert_eq!(play.book_id(), "hex_duel");
    for start in starts {
        let (ship, pose) = pose(start);
        play.lay_by_hand(&ship, pose, NOW, &mut || None).unwrap();
    }
    let done = |play: &mut Box<dyn battle::Play>, decision: Value| {
        let answer = play.decide_json(Asked::of(decision), NOW, &mut || None).unwrap();
        assert!(matches!(answer, AnswerView::Done { .. }), "{answer:?}");
    };
    done(&mut play, json!({"decision": "roll", "faces": {"by": "typed", "faces": [3]}}));
    let told = play.log_for(&Audience::Everyone);
    let dice: Vec<_> = told.iter().flat_map(|line| &line.dice).collect();
    let fell: Vec<_> = dice.iter().map(|die| (die.faces, die.face, die.by_app)).collect();
    assert_eq!(fell, [(6, 3, false)], "the log shows the die that was typed, and whose it was");
    let tossed = play.view_for(&Audience::Everyone).seq;
    done(&mut play, json!({"decision": "choose_ship", "ship": "north"}));
    done(&mut play, json!({"decision": "place_terrain", "pieces": []}));
    done(&mut play, json!({"decision": "set_out", "settled": []}));
    let set_out = play.view_for(&Audience::Everyone);
    assert_eq!(set_out.ships.len(), 2);
    assert!(!set_out.asks.is_empty() && !play.questions_for(&Audience::Everyone).is_empty());
    let board = play.now_for(&Audience::Everyone).board.unwrap();
    assert_eq!((board.middles.len(), board.corners.len()), (grid.board.hexes().count(), 6));
    let sure = board.ships.iter().filter(|ship| ship.or_hex.is_none() && ship.or_heading_deg.is_none());
    let names: Vec<&str> = sure.map(|ship| ship.sentence.split(':').next().unwrap()).collect();
    assert_eq!(names, ["north", "south"], "each stands in the middle of a hex");
    let back =
        TakeBack { to: tossed, by: "Ann".to_owned(), why: "The other ship.".to_owned(), umpire: false };
    assert!(matches!(play.take_back(&back, NOW).unwrap(), AnswerView::Done { .. }));
    done(&mut play, json!({"decision": "choose_ship", "ship": "south"}));
    drop(play);
    let found = verify_file(&evening.file()).unwrap();
    assert_eq!((found.difference, found.decisions), (None, 6));
}
