//! Named players: ownership of ships, pending decisions, and the decisions allowed from each player's seat.

use crate::at_the_table::AtTheTable;
use crate::common::*;
use battle::view::{AnswerView, AskView, BattleChoice, DecisionView, FieldValues, FormView, PlayerChoice};
use battle::{Audience, Session};
use geometry::ShipId;
use rulesets::core::SideId;
use std::collections::BTreeMap;

fn player(name: &str, side: &str, ships: &[&str]) -> PlayerChoice {
    let ships = ships.iter().map(|ship| (*ship).to_owned()).collect();
    PlayerChoice { name: name.to_owned(), side: side.to_owned(), ships }
}

fn choice(players: Vec<PlayerChoice>) -> BattleChoice {
    BattleChoice { players, ..choice_of("gunboat", None) }
}

/// Hampton Roads with these players, on the present table.
fn begin(evening: &Evening, choice: &BattleChoice) -> Result<Box<dyn Session>, String> {
    let hulls: BTreeMap<ShipId, _> =
        ["virginia", "monitor", "minnesota"].map(|ship| (ShipId::new(ship), HULL)).into();
    begin_on_table(evening, choice, &hulls).map_err(|error| error.to_string())
}

fn three() -> Vec<PlayerChoice> {
    vec![
        player("Ann", "union", &["monitor"]),
        player("Ben", "union", &[]),
        player(" Cleo ", "confederate", &[]),
    ]
}

fn into_fire(battle: &mut dyn Session) {
    for _ in 0..3 {
        battle.observe(&sighting(1), NOW, &mut || None).unwrap();
    }
    battle.take_places(NOW, &mut || None).unwrap();
    let answer = battle.decide_as_shown_to(&DecisionView::NextStep, &Audience::Everyone, NOW, &mut || None);
    assert!(matches!(answer.unwrap(), AnswerView::Done { .. }));
}

#[test]
fn the_players_who_must_act_are_named_and_logged() {
    let evening = Evening::new();
    let mut battle = begin(&evening, &choice(three())).unwrap();
    let everyone = Audience::Everyone;
    let log = battle.log_for(&everyone);
    let seated = log.iter().find(|line| line.kind == "players_seated").unwrap();
    let told: Vec<&str> = seated.sentences.iter().map(|told| told.text.as_str()).collect();
    assert_eq!(
        told,
        [
            "Ann (Union) commands USS Monitor.",
            "Ben (Union) commands USS Minnesota.",
            "Cleo (Confederate) commands CSS Virginia."
        ]
    );
    let moves = battle.now_for(&everyone).acting;
    let words = "Ann (Union) moves USS Monitor; Ben (Union) moves USS Minnesota.";
    assert_eq!(moves.as_deref(), Some(words));
    into_fire(battle.as_mut());
    let now = battle.now_for(&everyone);
    assert!(matches!(now.battle.asks[0], AskView::Fire { .. }), "{:?}", now.battle.asks);
    let fires = now.acting.unwrap();
    assert!(fires.contains("Ann (Union) may fire with USS Monitor"), "{fires}");
    let seats: Vec<(&str, Vec<&str>)> = now
        .players
        .iter()
        .map(|it| (it.seat.as_str(), it.ships.iter().map(String::as_str).collect()))
        .collect();
    let seat = |word: &'static str, ship: &'static str| (word, vec![ship]);
    assert_eq!(
        seats,
        [seat("player:Ann", "monitor"), seat("player:Ben", "minnesota"), seat("player:Cleo", "virginia")]
    );
    let account = battle.account(&everyone);
    let monitor = account.ships.iter().find(|ship| ship.ship == "monitor").unwrap();
    assert_eq!(monitor.player.as_deref(), Some("Ann"));
    let number = battle.number();
    drop(battle);
    let again = battle::open(journal::Journal::open(&evening.file()).unwrap(), number).unwrap();
    assert_eq!(again.now_for(&everyone).players.len(), 3);
    assert_eq!(battle::verify_file(&evening.file()).unwrap().difference, None);
}

#[test]
fn a_seat_of_ones_own_decides_for_ones_own_ships_only() {
    let evening = Evening::new();
    let mut battle = begin(&evening, &choice(three())).unwrap();
    into_fire(battle.as_mut());
    let union = Audience::Side(SideId::of("union"));
    let now = battle.now_for_seat("player:Ann", &union);
    assert_eq!(now.viewer, "player:Ann");
    let AskView::Fire { ships, .. } = &now.battle.asks[0] else { panic!("{:?}", now.battle.asks) };
    assert!(!ships.is_empty() && ships.iter().all(|ship| ship == "monitor"), "{ships:?}");
    let bens = salvo("minnesota", "virginia", None);
    let Some(AnswerView::Refused { reasons }) = battle.refused_to_seat("player:Ann", &bens) else {
        panic!("Ann fires with Ben's ship")
    };
    assert_eq!(reasons[0].text, "USS Minnesota is Ben's: Ben decides for her.");
    assert_eq!(battle.refused_to_seat("player:Ben", &bens), None);
    assert_eq!(battle.refused_to_seat("union", &bens), None, "the side's seat is everybody's of the side");
    assert!(battle.player_at("player:Nobody").is_none() && battle.player_at("Ann").is_none());
    // Hits on Virginia are Cleo's to tick: Ann waits for Cleo.
    let fired = battle.decide_as_shown_to(&salvo("monitor", "virginia", None), &union, NOW, &mut || None);
    assert!(matches!(fired.unwrap(), AnswerView::Done { .. }));
    for _ in 0..9 {
        let asks = battle.view_for(&union).asks;
        let Some(AskView::Roll { rolls, .. }) = asks.first() else { break };
        let thrown = DecisionView::Roll { typed: Some(vec![5; rolls.len()]), read: None };
        let answer = battle.decide_as_shown_to(&thrown, &union, NOW, &mut || None).unwrap();
        assert!(matches!(answer, AnswerView::Done { .. }), "{answer:?}");
    }
    let confederate = Audience::Side(SideId::of("confederate"));
    let anns = battle.now_for_seat("player:Ann", &union).battle.asks;
    let cleos = battle.now_for_seat("player:Cleo", &confederate).battle.asks;
    // The same of a whole side's seat.
    let sides = battle.now_for_seat("union", &union).battle.asks;
    assert!(matches!(&sides[..], [AskView::Wait { who, .. }, ..] if who == "player:Cleo"), "{sides:?}");
    assert!(matches!(&anns[..], [AskView::Wait { who, .. }, ..] if who == "player:Cleo"), "{anns:?}");
    assert!(matches!(&cleos[0], AskView::Tick { ship, .. } if ship == "virginia"), "{cleos:?}");
    let acting = battle.now_for(&Audience::Everyone).acting.unwrap();
    assert!(acting.starts_with("Cleo (Confederate): "), "{acting}");
}

#[test]
fn each_player_writes_orders_for_her_own_ships() {
    let noddy = |players| BattleChoice {
        book: "noddy".to_owned(),
        scenario: Some("memphis".to_owned()),
        ..choice(players)
    };
    let everyone = Audience::Everyone;
    let unnamed = begin(&Evening::new(), &noddy(Vec::new())).unwrap().now_for(&everyone);
    let ships = unnamed.sides.iter().find(|side| side.key == "union").unwrap().ships.clone();
    let (anns, bens) = (&ships[0], &ships[1..]);
    let players = vec![player("Ann", "union", &[anns]), player("Ben", "union", &[])];
    let evening = Evening::new();
    let mut battle = begin(&evening, &noddy(players)).unwrap();
    for ghost in battle.ghosts() {
        battle.lay_by_hand(&ghost.ship, ghost.place.pose(), NOW, &mut || None).unwrap();
    }
    let union = Audience::Side(SideId::of("union"));
    let forms = |battle: &dyn Session, seat: &str| -> Vec<FormView> {
        let asks = battle.now_for_seat(seat, &union).battle.asks.into_iter();
        let form = |ask| match ask {
            AskView::Form(form) if form.key.starts_with("orders:") => Some(form),
            _ => None,
        };
        asks.filter_map(form).collect()
    };
    let speeds = |form: &FormView| -> Vec<String> {
        form.fields.iter().filter_map(|field| field.key.strip_prefix("knots:").map(str::to_owned)).collect()
    };
    let own = forms(battle.as_ref(), "player:Ann");
    assert_eq!(own.iter().map(|form| form.key.as_str()).collect::<Vec<_>>(), ["orders:player:Ann"]);
    assert_eq!((speeds(&own[0]), own[0].seat.as_deref()), (vec![anns.clone()], Some("player:Ann")));
    let drawn = battle.now_for_seat("player:Ann", &union).orders;
    assert_eq!(drawn.iter().map(|order| &order.ship).collect::<Vec<_>>(), [anns]);
    let acting = |battle: &dyn Session, seat: &str| battle.now_for_seat(seat, &union).acting.unwrap();
    for (seat, writer) in [("union", "Ann"), ("player:Ann", "Ann"), ("player:Ben", "Ben")] {
        let told = acting(battle.as_ref(), seat);
        assert!(told.starts_with(&format!("{writer} (Union): Write orders for ")), "{told}");
    }
    // Ann's orders are visible only to Ann: Ben's ships still have no orders.
    let write = |seat: &str| DecisionView::Answer {
        form: format!("orders:{seat}"),
        values: FieldValues::new(),
        settled: Vec::new(),
        frame: None,
    };
    assert!(matches!(
        battle.refused_to_seat("player:Ann", &write("player:Ben")),
        Some(AnswerView::Refused { .. })
    ));
    assert_eq!(battle.refused_to_seat("player:Ben", &write("player:Ben")), None);
    let written = battle.decide_as_shown_to(&write("player:Ann"), &union, NOW, &mut || None).unwrap();
    assert!(matches!(written, AnswerView::Done { .. }), "{written:?}");
    assert!(acting(battle.as_ref(), "union").starts_with("Ben (Union): Write orders for "));
    let both = forms(battle.as_ref(), "union");
    let must: Vec<(&str, bool)> = both.iter().map(|form| (form.key.as_str(), form.must)).collect();
    assert_eq!(must, [("orders:player:Ben", true), ("orders:player:Ann", false)]);
    assert_eq!(speeds(&both[0]).len(), bens.len());
}

#[test]
fn players_that_can_not_be_are_refused_with_every_reason() {
    let wrong = vec![
        player("Ann", "union", &["monitor", "virginia"]),
        player("ann", "confederate", &["virginia"]),
        player("", "neutral", &[]),
        player("Dan", "union", &["monitor"]),
    ];
    let evening = Evening::new();
    let why = begin(&evening, &choice(wrong)).unwrap_err();
    for reason in [
        "Ann can't have virginia",
        "Two players are called ann",
        "needs a name",
        "plays “Neutral”",
        "USS Monitor can't belong to Ann and to Dan",
    ] {
        assert!(why.contains(reason), "{reason}: {why}");
    }
    assert!(evening.journal().battles().unwrap().is_empty());
}
