//! Noddy and SP/BP through the common session interface: begun, opened again, played by both sides and the
//! umpire to the end, taken back, verified; and Noddy's secrets stay secret.

use crate::at_the_table::AtTheTable;
use crate::common::{Evening, NOW};
use battle::view::AnswerView;
use battle::{
    Audience, Battle, BookAdapter, DecisionRequest, EventQuery, MovesAre, Session, SetUp, TakeBack, open,
    verify_file,
};
use geometry::{Measured, Observation, ShipId};
use rulesets::core::play_out::{ByLot, Drawings, PlaysOut};
use rulesets::core::{
    Commander, EdgeKey, Halt, Order, Outlook, PlacedShip, PlacedTable, PlayedBook, Question, Reading, Reason,
    Refusal, RuleId, SideId, TooClose, Unit,
};
use rulesets::noddy::Noddy;
use rulesets::sp_bp::SpBp;
use serde_json::json;

/// A scenario's battle with judged moves, every model placed at its starting place.
fn begun<B: BookAdapter + ByLot>(evening: &Evening, scenario: &str) -> Box<dyn Session> {
    let staged = B::embedded().ok().unwrap().staged(scenario, None).unwrap();
    let set_up = SetUp::of_staged(&staged, MovesAre::Judged, 1863);
    drop(Battle::<B>::begin(evening.journal(), &set_up, NOW).unwrap());
    let mut play = open(evening.journal(), 1).unwrap();
    assert_eq!(play.book_id(), B::ID);
    for (ship, pose) in &set_up.set_out {
        play.lay_by_hand(ship, *pose, NOW, &mut || None).unwrap();
    }
    play
}

/// The table as visible to everybody.
fn table<B: BookAdapter>(battle: &Battle<B>) -> PlacedTable {
    let situation = battle.situation();
    let lines = B::ships(&situation.book).into_iter().filter(|line| line.on_table);
    let placed = lines.filter_map(|line| {
        let (hull, place) = (situation.begun.hulls.get(&line.ship)?, situation.places.get(&line.ship)?);
        Some(PlacedShip::at_rest(Observation::placed(line.ship, place.pose()), *hull))
    });
    PlacedTable::new(placed.collect())
        .with_terrain(situation.terrain.clone())
        .with_guns_ashore(B::guns_ashore(&situation.book))
        .with_edges(situation.begun.table_in)
}

/// The halt that the book would have returned for an answer.
fn halt(answer: AnswerView) -> Option<Halt> {
    match answer {
        AnswerView::Done { .. } => None,
        AnswerView::Refused { reasons } => {
            let reason = |told: battle::view::RuledSentence| Reason::new("TEST", told.text);
            Some(Halt::Refused(Refusal { reasons: reasons.into_iter().map(reason).collect() }))
        }
        AnswerView::TooClose { questions } => {
            let question = |view: battle::view::TooCloseView| TooClose {
                key: EdgeKey(view.key),
                rule: RuleId::of("TEST"),
                what: view.sentence,
                measured: Measured::exact(0.0),
                edge: 0.0,
                unit: Unit::Inch,
                readings: view
                    .readings
                    .into_iter()
                    .map(|reading| Reading { id: reading.key, text: reading.label })
                    .collect(),
            };
            Some(Halt::TooClose { questions: questions.into_iter().map(question).collect() })
        }
    }
}

/// Places the models of an order, and decides it.
fn carry_out<B: BookAdapter>(
    battle: &mut Battle<B>,
    order: &Order<B::Decision>,
    by: &Audience,
) -> Option<Halt> {
    let mut laid: Vec<ShipId> = Vec::new();
    for (ship, stops) in &order.models {
        for stop in stops {
            battle.lay_by_hand(ship, *stop, NOW, || None).unwrap();
        }
        laid.push(ship.clone());
    }
    let asked = DecisionRequest { by: by.clone(), ..DecisionRequest::of(order.decision.clone()) };
    let halt = halt(battle.decide(&asked, NOW, || None).unwrap());
    if halt.is_some() {
        battle.forget_moves(&laid);
    }
    halt
}

/// Carries out this commander's order, until it is accepted or dropped.
fn let_order<B: BookAdapter + ByLot>(
    battle: &mut Battle<B>,
    role: &Audience,
    commander: &mut dyn Commander<B>,
) -> bool {
    let book = B::embedded().ok().unwrap();
    let questions: Vec<Question<B::Ask>> =
        book.questions(&battle.situation().book).into_iter().filter(|it| it.is_put_to(role)).collect();
    let (seen, table) = (battle.situation_for(role).book, table(battle));
    let outlook = Outlook { book: &book, state: &seen, table: &table, questions: &questions };
    let mut order = commander.order(&outlook);
    while let Some(wanted) = order {
        match carry_out(battle, &wanted, role) {
            None => return true,
            Some(halt) => order = commander.instead(&outlook, wanted, &halt),
        }
    }
    false
}

/// Both sides and the umpire decide in turn up to the given turn; a step without open decisions is ended.
fn play_to<B: BookAdapter + ByLot>(battle: &mut Battle<B>, drawings: &mut Drawings<B>, turn: u32) {
    let mut idle = 0;
    while turn_of(battle) < turn {
        let players = drawings.players();
        let mut done = false;
        for (side, commander) in players.sides {
            done |= let_order(battle, &Audience::Side(side), commander);
        }
        done |= let_order(battle, &Audience::Umpire, players.umpire);
        let book = B::embedded().ok().unwrap();
        let must = book.questions(&battle.situation().book).iter().any(|question| question.must);
        if let Some(next) = PlaysOut::next_step(&book).filter(|_| !done && !must) {
            let answer = carry_out(battle, &Order::only(next), &Audience::Everyone);
            assert_eq!(answer, None, "the step can't be ended");
            done = true;
        }
        idle = if done { 0 } else { idle + 1 };
        assert!(idle < 50, "stuck: {:?}", battle.questions_for(&Audience::Umpire));
    }
}

fn turn_of<B: BookAdapter>(battle: &Battle<B>) -> u32 {
    <B as PlayedBook>::turn(&battle.situation().book)
}

/// The whole log of a battle as text.
fn told<B: BookAdapter>(battle: &Battle<B>) -> String {
    let all = (battle.view(), battle.log_for(&Audience::Umpire), battle.questions_for(&Audience::Umpire));
    serde_json::to_string(&all).unwrap()
}

fn played_through<B: BookAdapter + ByLot>(scenario: &str, turns: u32) {
    let evening = Evening::new();
    drop(begun::<B>(&evening, scenario));
    let mut battle = Battle::<B>::resume(evening.journal(), 1).unwrap();
    let mut drawings = Drawings::<B>::new(&battle.situation().book, 5);
    play_to(&mut battle, &mut drawings, 2);
    let (there, stood) = (battle.situation().seq, battle.situation().clone());
    play_to(&mut battle, &mut drawings, turns);
    // The played state equals the fold of its events, now and on another evening.
    let (last, live, tale) = (battle.situation().seq, battle.situation().clone(), told(&battle));
    assert_eq!(battle.situation_at(last).unwrap(), live);
    assert_eq!(battle.situation_at(there).unwrap(), stood);
    drop(battle);
    let mut battle = Battle::<B>::resume(evening.journal(), 1).unwrap();
    assert_eq!((battle.situation(), told(&battle)), (&live, tale));
    // One step back, and on again.
    let back = TakeBack { to: there, by: "Ann".to_owned(), why: "Again.".to_owned(), umpire: true };
    assert!(matches!(battle.take_back(&back, NOW).unwrap(), AnswerView::Done { .. }));
    assert_eq!((&battle.situation().book, &battle.situation().places), (&stood.book, &stood.places));
    play_to(&mut battle, &mut drawings, turns);
    let decided = battle.entries().len();
    drop(battle);
    let found = verify_file(&evening.file()).unwrap();
    assert_eq!((found.difference, found.battles), (None, 1));
    assert!(found.decisions > 40 && decided > 80, "{} decisions, {decided} events", found.decisions);
}

#[test]
fn a_noddy_battle_is_played_taken_back_and_verified() {
    played_through::<Noddy>("memphis", 5);
}

#[test]
fn a_noddy_battle_over_mines_is_played_taken_back_and_verified() {
    played_through::<Noddy>("mobile-bay-mines", 5);
}

#[test]
fn an_sp_bp_battle_is_played_taken_back_and_verified() {
    played_through::<SpBp>("spb-hampton-roads-1862-03-09", 4);
}

/// Everything that may be answered to a viewer, as text.
fn everything_told(play: &dyn Session, viewer: &Audience) -> String {
    let mut all = Vec::new();
    let mut push = |text: serde_json::Result<String>| all.push(text.unwrap());
    push(serde_json::to_string(&play.view_for(viewer)));
    push(serde_json::to_string(&play.questions_for(viewer)));
    push(serde_json::to_string(&play.log_for(viewer)));
    push(serde_json::to_string(&play.events_for(viewer).unwrap()));
    push(serde_json::to_string(&play.account(viewer)));
    push(serde_json::to_string(&play.moments(&EventQuery::default(), viewer)));
    let seqs: Vec<i64> = play.events_for(&Audience::Umpire).unwrap().iter().map(|event| event.seq).collect();
    for seq in seqs {
        push(serde_json::to_string(&play.replay_at_for(seq, viewer).unwrap()));
    }
    all.push(format!("{:?} {:?} {:?}", play.proposals_for(viewer), play.ghosts(), play.shifts()));
    all.join("\n")
}

fn decided(play: &mut dyn Session, decision: serde_json::Value, by: &Audience) {
    let asked = DecisionRequest { by: by.clone(), ..DecisionRequest::of(decision) };
    let answer = play.decide_json(asked, NOW, &mut || None).unwrap();
    assert!(matches!(answer, AnswerView::Done { .. }), "{answer:?}");
}

#[test]
fn noddy_orders_are_secret_until_they_are_revealed_and_the_chart_for_good() {
    let evening = Evening::new();
    let mut play = begun::<Noddy>(&evening, "mobile-bay-mines");
    let side = |name: &str| Audience::Side(SideId::new(name));
    let (union, confederate) = (side("union"), side("confederate"));
    let orders = |play: &dyn Session, viewer: &Audience, turn_deg: f64| {
        let seen = play.as_any().downcast_ref::<Battle<Noddy>>().unwrap().situation_for(viewer).book;
        let own = seen.ships.values().filter(|ship| Audience::Side(ship.card.side.clone()) == *viewer);
        let order = |ship: &ShipId, speed| {
            let course = json!({"speed": speed, "turn_deg": turn_deg});
            json!({"ship": ship, "order": {"written": "here", "course": course}, "settled": []})
        };
        let orders: Vec<_> = own.map(|ship| order(&ship.card.id, ship.speed)).collect();
        json!({"decide": "write_orders", "orders": orders})
    };
    let drawn = |play: &dyn Session, viewer: &Audience| play.now_for(viewer).orders;
    let own = drawn(play.as_ref(), &union);
    assert!(!own.is_empty() && own.iter().all(|order| order.side == "union" && order.legs.len() == 3));
    assert!(own.iter().all(|order| order.form.as_deref() == Some("orders:union")), "{own:?}");
    assert_eq!(
        drawn(play.as_ref(), &Audience::Everyone),
        [],
        "what is being written is nobody else's to see"
    );
    let theirs = orders(play.as_ref(), &confederate, -17.25);
    decided(play.as_mut(), theirs, &confederate);
    let (planted, chart) = ("-17.25", ["hit_on_d6", "the mines by the buoy", "mines-east"]);
    assert!(everything_told(play.as_ref(), &confederate).contains(planted), "it was not even planted");
    assert!(everything_told(play.as_ref(), &Audience::Umpire).contains(planted));
    let silent = |play: &dyn Session, viewer: &Audience, secret: &str| {
        let all = everything_told(play, viewer);
        let at = all.find(secret).map(|at| all[at.saturating_sub(200)..at + secret.len()].to_owned());
        assert_eq!(at, None, "{viewer:?} is told {secret}");
    };
    silent(play.as_ref(), &union, planted);
    silent(play.as_ref(), &Audience::Everyone, planted);
    for told in chart {
        assert!(everything_told(play.as_ref(), &Audience::Umpire).contains(told), "not even planted: {told}");
        assert!(everything_told(play.as_ref(), &confederate).contains(told), "the chart was shown: {told}");
        silent(play.as_ref(), &union, told);
        silent(play.as_ref(), &Audience::Everyone, told);
    }
    let ours = orders(play.as_ref(), &union, 8.5);
    decided(play.as_mut(), ours, &union);
    silent(play.as_ref(), &confederate, "8.5,");
    decided(play.as_mut(), json!({"decide": "next_step"}), &Audience::Everyone);
    let events = play.events_for(&union).unwrap();
    let of = |kind: &str| events.iter().filter(|event| event.kind == kind).collect::<Vec<_>>();
    let stand = drawn(play.as_ref(), &Audience::Everyone);
    assert!(!stand.is_empty() && stand.iter().all(|order| order.form.is_none()), "all heard them: {stand:?}");
    // The own orders, and the revealed orders of all.
    assert_eq!((of("orders_written").len(), of("orders_revealed").len()), (1, 1));
    let text = |events| serde_json::to_string(&events).unwrap();
    assert!(text(of("orders_revealed")).contains(planted) && !text(of("orders_written")).contains(planted));
    drop(play);
    assert_eq!(verify_file(&evening.file()).unwrap().difference, None);
}
