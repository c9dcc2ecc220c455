//! Mahan's own book through the same door: begun, played as its own data, taken back, verified; his ships' ghosts.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use battle::view::AnswerView;
use battle::{Asked, Audience, Battle, MovesAre, SetUp, TakeBack, open, verify_file};
use common::{Evening, NOW};
use geometry::{Facing, HullShape, Point, ShipId};
use rulesets::core::{Edge, SideId};
use rulesets::gunboat::Library;
use rulesets::mahan::play::{Decision, Entry, Place, ShipCard};
use rulesets::mahan::{MahanBook, Side};
use serde_json::{Value, json};

#[test]
fn a_turn_against_mahan_is_played_taken_back_and_verified() {
    let evening = Evening::new();
    let book = MahanBook::embedded().unwrap();
    let corners = (Point::new(0.0, 0.0), Point::new(60.0, 36.0));
    let grid = book.grid_in(MahanBook::board(24, 16), corners).unwrap();
    let library = Library::embedded(book.gunboat().tables()).unwrap();
    let tables = book.gunboat().tables();
    let card =
        |name: &str| ShipCard::from_gunboat(tables, library.card(library.ship(name).unwrap()).unwrap());
    let place = |column, row, facing| Place { hex: grid.board.hex(column, row), facing: Facing::new(facing) };
    let ships = vec![
        Entry { card: card("cairo"), side: Side::Player, place: place(6, 8, 2) },
        Entry { card: card("tyler"), side: Side::Mahan, place: place(14, 8, 5) },
    ];
    let hull = HullShape { length_in: 1.6, beam_in: 0.4, stack_ahead_in: 0.0 };
    let set_up = SetUp {
        name: "Solo".to_owned(),
        table_in: (60.0, 36.0),
        hulls: ships.iter().map(|entry| (entry.card.id.clone(), hull)).collect(),
        set_out: ships.iter().map(|entry| (entry.card.id.clone(), entry.place.pose(&grid))).collect(),
        opening: vec![Decision::Open {
            ships: ships.clone(),
            formations: vec![],
            sides: (SideId("union".to_owned()), SideId("confederate".to_owned())),
            mahan_edge: Edge::East,
            terrain: vec![],
            grid,
            options: vec![],
        }],
        terrain: vec![],
        moves: MovesAre::Judged,
        dice_seed: 1890,
        umpire: false,
        commanded: Default::default(),
    };
    let battle = Battle::<MahanBook>::begin(evening.journal(), &set_up, NOW).unwrap();
    assert_eq!(battle.ghosts().len(), 2);
    drop(battle);
    let mut play = open(evening.journal(), 1).unwrap();
    assert_eq!(play.book_id(), "mahan");
    let lay = |play: &mut Box<dyn battle::Play>, ship: &str, place: Place| {
        play.lay_by_hand(&ShipId::new(ship), place.pose(&grid), NOW, &mut || None).unwrap();
    };
    for entry in &ships {
        lay(&mut play, entry.card.id.as_str(), entry.place);
    }
    let done = |play: &mut Box<dyn battle::Play>, decision: Value| {
        let answer = play.decide_json(Asked::of(decision), NOW, &mut || None).unwrap();
        assert!(matches!(answer, AnswerView::Done { .. }), "{answer:?}");
    };
    done(&mut play, json!({"decision": "set_out", "ships": ["cairo", "tyler"], "settled": []}));
    let begun = play.view_for(&Audience::Everyone).seq;
    let orders = json!({"decision": "player_orders", "orders": [
        {"group": "cairo", "speed": 1, "order": {"order": "ahead"}}]});
    done(&mut play, orders.clone());
    // Mahan's dice, until he has his orders; then his ship is moved to where her ghost stands.
    let asks = |play: &dyn battle::Play| {
        let questions = play.questions_for(&Audience::Everyone);
        serde_json::to_value(&questions).unwrap()
    };
    let roll = json!({"decision": "roll", "faces": {"by": "app"}});
    let mut rolled = 0;
    while asks(play.as_ref()).to_string().contains("Throw Mahan's dice") {
        done(&mut play, roll.clone());
        rolled += 1;
    }
    assert!(rolled > 0);
    let back = TakeBack { to: begun, by: "Ann".to_owned(), why: "Other orders.".to_owned(), umpire: false };
    assert!(matches!(play.take_back(&back, NOW).unwrap(), AnswerView::Done { .. }));
    done(&mut play, orders);
    while asks(play.as_ref()).to_string().contains("Throw Mahan's dice") {
        done(&mut play, roll.clone());
    }
    assert!(asks(play.as_ref()).to_string().contains("Move Mahan's ships"), "{}", asks(play.as_ref()));
    drop(play);
    let mut battle = Battle::<MahanBook>::resume(evening.journal(), 1).unwrap();
    let ghosts = book.ghosts(&battle.situation().book);
    let (ship, pose) = ghosts.first().unwrap().clone();
    battle.lay_by_hand(&ship, pose, NOW, || None).unwrap();
    let decision = Decision::MahanMoved { ships: vec![ship.clone()], settled: vec![] };
    let answer = battle.decide(&Asked::of(decision), NOW, || None).unwrap();
    assert!(matches!(answer, AnswerView::Done { .. }), "{answer:?}");
    assert_eq!(battle.situation().book.ships[&ship].place.unwrap().pose(&grid), pose);
    drop(battle);
    let found = verify_file(&evening.file()).unwrap();
    assert_eq!(found.difference, None);
}
