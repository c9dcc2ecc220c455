//! Mahan's own book through the common session interface: begun, played as its own data, taken back,
//! verified; with his ships' ghosts.

use crate::at_the_table::AtTheTable;
use crate::common::{Evening, NOW, choice_of, no_table};
use battle::view::{AnswerView, AskView, BattleChoice, DecisionView, FieldValue};
use battle::{
    Audience, Battle, DecisionRequest, MovesAre, Session, SetUp, SetupContext, TakeBack, begin, open,
    verify_file,
};
use geometry::{Facing, HullShape, Point, ShipId};
use rulesets::core::{BookData, Edge, SideId};
use rulesets::gunboat::Library;
use rulesets::mahan::play::{Decision, Entry, HexPose, ShipCard};
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
    let place =
        |column, row, facing| HexPose { hex: grid.board.hex(column, row), facing: Facing::new(facing) };
    let ships = vec![
        Entry { card: card("cairo"), side: Side::Player, place: place(6, 8, 2) },
        Entry { card: card("tyler"), side: Side::Mahan, place: place(14, 8, 5) },
    ];
    let hull = HullShape { length_in: 1.6, beam_in: 0.4, stack_ahead_in: 0.0 };
    let set_up = SetUp {
        name: "Solo".to_owned(),
        table_in: (60.0, 36.0),
        hulls: ships.iter().map(|entry| (entry.card.id.clone(), hull)).collect(),
        classes: Default::default(),
        shifts_in: Default::default(),
        set_out: ships.iter().map(|entry| (entry.card.id.clone(), entry.place.pose(&grid))).collect(),
        opening: vec![Decision::Open {
            ships: ships.clone(),
            formations: vec![],
            sides: (SideId::of("union"), SideId::of("confederate")),
            mahan_edge: Edge::East,
            terrain: vec![],
            grid,
            options: vec![],
        }],
        terrain: vec![],
        moves: MovesAre::Judged,
        dice_seed: 1890,
        umpire: false,
        scenario: None,
        arriving: Default::default(),
        commander: None,
        commanded: Default::default(),
        players: Vec::new(),
    };
    let battle = Battle::<MahanBook>::begin(evening.journal(), &set_up, NOW).unwrap();
    assert_eq!(battle.ghosts().len(), 2);
    drop(battle);
    let mut play = open(evening.journal(), 1).unwrap();
    assert_eq!(play.book_id(), "mahan");
    let lay = |play: &mut Box<dyn battle::Session>, ship: &str, place: HexPose| {
        play.lay_by_hand(&ShipId::new(ship), place.pose(&grid), NOW, &mut || None).unwrap();
    };
    for entry in &ships {
        lay(&mut play, entry.card.id.as_str(), entry.place);
    }
    let done = |play: &mut Box<dyn battle::Session>, decision: Value| {
        let answer = play.decide_json(DecisionRequest::of(decision), NOW, &mut || None).unwrap();
        assert!(matches!(answer, AnswerView::Done { .. }), "{answer:?}");
    };
    done(&mut play, json!({"decision": "set_out", "ships": ["cairo", "tyler"], "settled": []}));
    let begun = play.view_for(&Audience::Everyone).seq;
    let orders = json!({"decision": "player_orders", "orders": [
        {"group": "cairo", "speed": 1, "order": {"order": "ahead"}}]});
    done(&mut play, orders.clone());
    // Mahan's dice, until he has his orders; then his ship is moved to its ghost.
    let asks = |play: &dyn battle::Session| {
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
    let answer = battle.decide(&DecisionRequest::of(decision), NOW, || None).unwrap();
    assert!(matches!(answer, AnswerView::Done { .. }), "{answer:?}");
    assert_eq!(battle.situation().book.ships[&ship].place.unwrap().pose(&grid), pose);
    drop(battle);
    let found = verify_file(&evening.file()).unwrap();
    assert_eq!(found.difference, None);
}

/// Fills in a form.
fn answer(form: &str, values: &[(&str, FieldValue)]) -> DecisionView {
    DecisionView::Answer {
        form: form.to_owned(),
        values: values.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect(),
        settled: Vec::new(),
        frame: None,
    }
}

fn text(words: &str) -> FieldValue {
    FieldValue::Text(words.to_owned())
}

/// Decides, then lets the app command Mahan, with his ships placed on their ghosts.
fn decide(play: &mut Box<dyn Session>, asked: &DecisionView) {
    let done = play.decide_as_shown_to(asked, &Audience::Everyone, NOW, &mut || None).unwrap();
    assert!(matches!(done, AnswerView::Done { .. }), "{asked:?}: {done:?}");
    for _ in 0..9 {
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

#[test]
fn the_app_commands_mahan_and_the_player_fires_at_him_as_screens_show_it() {
    let evening = Evening::new();
    let book = MahanBook::embedded().unwrap();
    let library = Library::embedded(book.gunboat().tables()).unwrap();
    let hull = HullShape { length_in: 1.6, beam_in: 0.4, stack_ahead_in: 0.0 };
    let hulls = ["cairo", "essex", "general-bragg"].map(|ship| (ShipId::new(ship), hull)).into();
    let ground = SetupContext { table_in: Some((60.0, 36.0)), dice_seed: 1890, ..no_table(&library, &hulls) };
    let choice = BattleChoice { commanded: vec!["confederate".to_owned()], ..choice_of("mahan", None) };
    let both =
        BattleChoice { commanded: vec!["union".to_owned(), "confederate".to_owned()], ..choice.clone() };
    let why = begin(evening.journal(), &both, &ground, NOW).unwrap_err().to_string();
    assert!(why.contains("Mahan has one side"), "{why}");
    let mut play = begin(evening.journal(), &choice, &ground, NOW).unwrap();
    for ghost in play.ghosts() {
        play.lay_by_hand(&ghost.ship, ghost.place.pose(), NOW, &mut || None).unwrap();
    }
    decide(&mut play, &answer("set_out", &[]));
    // By the umpire's order his ram is ahead of Cairo, three hexes off.
    let at = play.view_for(&Audience::Everyone).ships.into_iter().find(|ship| ship.id == "cairo").unwrap();
    let corners = (Point::new(0.0, 0.0), Point::new(60.0, 36.0));
    let grid = book.grid_in(MahanBook::board(24, 16), corners).unwrap();
    let place = at.place.unwrap();
    let (column, row) = grid.board.column_row(grid.hex_at(Point::new(place.x_in, place.y_in)));
    let put = [
        ("ship", text("general-bragg")),
        ("column", FieldValue::Number(f64::from(column + 4))),
        ("row", FieldValue::Number(f64::from(row + 2))),
        ("facing", text("0")),
        ("reason", text("For the test.")),
    ];
    decide(&mut play, &answer("put", &put));
    let mut fired = false;
    for _ in 0..80 {
        let now = play.now_for(&Audience::Everyone);
        assert_eq!(now.commanded, ["confederate"]);
        let Some(ask) = now.battle.asks.first() else { break };
        let wish = match ask {
            AskView::Form(form) if form.key.starts_with("orders") => {
                let still = ["cairo", "essex"].map(|ship| format!("speed:{ship}"));
                let still: Vec<_> = still.iter().map(|key| (key.as_str(), FieldValue::Number(0.0))).collect();
                answer(&form.key, &still)
            }
            AskView::Form(form) if form.key == "draw" => answer("draw", &[("chits", text("player-blank"))]),
            AskView::Form(form) => answer(&form.key, &[]),
            AskView::Roll { .. } => DecisionView::Roll { typed: None, read: None },
            AskView::Tick { ship, suggestion, .. } => {
                DecisionView::Tick { ship: ship.clone(), boxes: suggestion.clone() }
            }
            AskView::Fire { ships, .. } if !fired && ships.iter().any(|ship| ship == "cairo") => {
                let preview = play.preview_for("cairo", "general-bragg", &Audience::Everyone).unwrap();
                assert!(preview.refusals.is_empty() && !preview.charts.is_empty(), "{preview:?}");
                let salvo = DecisionView::DeclareSalvo {
                    shooter: "cairo".to_owned(),
                    target: "general-bragg".to_owned(),
                    mounts: Vec::new(),
                    settled: Vec::new(),
                    frame: None,
                };
                let forecast = play.forecast_command(&salvo, &Audience::Everyone);
                assert!(forecast.sentence.ends_with("hexes away."), "{forecast:?}");
                assert!(forecast.odds.unwrap().spreads[0].expected > 0.0);
                fired = true;
                salvo
            }
            AskView::Fire { .. } | AskView::EndStep { .. } => DecisionView::NextStep,
            other => panic!("not asked by this book: {other:?}"),
        };
        decide(&mut play, &wish);
        if fired && play.view_for(&Audience::Everyone).phase.starts_with("Round 2") {
            break;
        }
    }
    assert!(fired, "{:?}", play.view_for(&Audience::Everyone).asks);
    drop(play);
    assert_eq!(verify_file(&evening.file()).unwrap().difference, None);
}
