//! The hex duel through the common session interface: begun, played as its own data, taken back, verified.

use crate::at_the_table::AtTheTable;
use crate::common::{Evening, NOW, begin_on_table, choice_of};
use battle::view::{AnswerView, AskView, BattleChoice, DecisionView, FieldKind};
use battle::{Audience, Battle, DecisionRequest, MovesAre, SetUp, TakeBack, open, verify_file};
use geometry::{HullShape, Point, Pose, ShipId};
use rulesets::core::SideId;
use rulesets::gunboat::{Gunboat, Library};
use rulesets::hex_duel::{ChaOptions, Decision, Entry, HexDuel, HexPose, Start};
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
        let place = HexPose { hex: book.start_hexes(&grid, start)[0], facing: start.facing() };
        (ShipId::new(name), place.pose(&grid))
    };
    let set_up = SetUp {
        name: "A duel".to_owned(),
        table_in: (60.0, 36.0),
        hulls: starts.iter().map(|(name, _)| (ShipId::new(*name), hull)).collect(),
        opening: vec![Decision::Open {
            ships: starts.map(entry).to_vec(),
            sides: vec![SideId::of("a"), SideId::of("b")],
            grid,
            options: Vec::new(),
        }],
        terrain: Vec::new(),
        classes: Default::default(),
        shifts_in: Default::default(),
        set_out: starts.map(pose).into_iter().collect::<BTreeMap<_, _>>(),
        moves: MovesAre::Judged,
        dice_seed: 2015,
        umpire: false,
        scenario: None,
        arriving: Default::default(),
        commander: None,
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
    let done = |play: &mut Box<dyn battle::Session>, decision: Value| {
        let answer = play.decide_json(DecisionRequest::of(decision), NOW, &mut || None).unwrap();
        assert!(matches!(answer, AnswerView::Done { .. }), "{answer:?}");
    };
    done(&mut play, json!({"decision": "roll", "faces": {"by": "typed", "faces": [3]}}));
    let told = play.log_for(&Audience::Everyone);
    let dice: Vec<_> = told.iter().flat_map(|line| &line.dice).collect();
    let fell: Vec<_> = dice.iter().map(|die| (die.faces, die.face, die.by_app)).collect();
    assert_eq!(fell, [(6, 3, false)], "the log shows the die that was typed, and whose it was");
    let tossed = play.view_for(&Audience::Everyone).seq;
    assert_eq!(side_of(play.as_ref(), "south").as_deref(), Some("b"), "before anybody chose");
    done(&mut play, json!({"decision": "choose_ship", "ship": "north"}));
    assert_eq!(side_of(play.as_ref(), "south").as_deref(), Some("b"));
    assert_eq!(side_of(play.as_ref(), "arkansas"), None, "she takes no part");
    let (island, rock) = (grid.board.hex(5, 5), grid.board.hex(8, 4));
    let pieces = json!([{"kind": "island", "hex": island}, {"kind": "rock", "hex": rock}]);
    done(&mut play, json!({"decision": "place_terrain", "pieces": pieces}));
    // The terrain is visible to everybody, and all texts about the duel name it by hex.
    for viewer in [Audience::Everyone, Audience::Umpire] {
        for terrain in [play.account(&viewer).terrain, play.view_for(&viewer).terrain] {
            let told = |piece: &battle::view::PieceOnMap| (piece.name.clone(), piece.outline_in.len());
            assert_eq!(
                terrain.iter().map(told).collect::<Vec<_>>(),
                [("island".to_owned(), 6), ("rock".to_owned(), 6)]
            );
            let corners = &terrain[0].outline_in;
            let middle = corners.iter().fold((0.0, 0.0), |sum, at| (sum.0 + at.0 / 6.0, sum.1 + at.1 / 6.0));
            assert!(grid.middle(island).distance_in(Point::new(middle.0, middle.1)) < 0.01, "{corners:?}");
        }
    }
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
    // The winner took the other ship: the battle decides which side a model belongs to.
    assert_eq!(side_of(play.as_ref(), "south").as_deref(), Some("a"));
    assert_eq!(side_of(play.as_ref(), "north").as_deref(), Some("b"));
    drop(play);
    let found = verify_file(&evening.file()).unwrap();
    assert_eq!((found.difference, found.decisions), (None, 6));
}

fn side_of(play: &dyn battle::Session, ship: &str) -> Option<String> {
    play.name_and_side(&ShipId::new(ship)).map(|(_, side)| side.to_string())
}

/// A duel of two models on the table, with this result of the coin.
fn tossed(ships: [&str; 2], face: u8) -> (Evening, Box<dyn battle::Session>) {
    let evening = Evening::new();
    let choice = BattleChoice { ships: ships.map(str::to_owned).to_vec(), ..choice_of("hex_duel", None) };
    let mut play = begin_on_table(&evening, &choice, &BTreeMap::new()).unwrap();
    let toss = DecisionView::Roll { typed: Some(vec![face]), read: None };
    play.decide_as_shown_to(&toss, &Audience::Everyone, NOW, &mut || None).unwrap();
    (evening, play)
}

#[test]
fn one_enter_gives_nobodys_own_ironclad_away() {
    for ships in [["monitor", "virginia"], ["arkansas", "cairo"]] {
        for face in [1, 6] {
            let (_evening, play) = tossed(ships, face);
            let now = play.now_for(&Audience::Everyone);
            let [AskView::Form(form)] = now.battle.asks.as_slice() else { panic!("{:?}", now.battle.asks) };
            assert_eq!(form.key, "choose_ship");
            let FieldKind::Choice { value, .. } = &form.fields[0].kind else { panic!("{form:?}") };
            assert_eq!(side_of(play.as_ref(), value), Some(form.who.clone()), "{ships:?}, {face}: {form:?}");
            let library = Library::embedded(Gunboat::embedded().unwrap().tables()).unwrap();
            let printed = library.ship(value).unwrap().side.id().to_string();
            assert_eq!(printed, form.who, "the ship that stands there at first is her own side's");
        }
    }
}
