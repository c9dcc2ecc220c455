//! A side commanded by one who thinks ahead: what he may not know changes nothing, and he repeats himself after an undo
//! and when the battle is opened again.

use super::{act, plans, thinking};
use crate::common::*;
use battle::view::AnswerView;
use battle::{
    Audience, Battle, BookAdapter, Conclusion, DecisionRequest, Ghost, GhostWhy, MovesAre, SetUp,
    ShipInSetUp, TakeBack, verify_file,
};
use geometry::{Heading, Point, Pose, ShipId};
use opponent::admiral::Rank;
use rulesets::core::Faces;
use rulesets::core::SideId;
use rulesets::core::play_out::ByLot;
use rulesets::gunboat::{Decision, Gunboat, Library};
use rulesets::noddy::{self, Noddy, Written};

/// Monitor at some distance of Virginia and Teaser, which the app commands; places are set by hand.
fn begin(evening: &Evening) -> Battle<Gunboat> {
    let book = Gunboat::embedded().unwrap();
    let library = Library::embedded(book.tables()).unwrap();
    let places =
        [("monitor", 40.0, 50.0, 270.0), ("virginia", 10.0, 50.0, 90.0), ("teaser", 10.0, 70.0, 90.0)];
    let ships = places.iter().map(|(ship, ..)| {
        let card = library.card(library.ship(ship).unwrap()).unwrap();
        ShipInSetUp { ship: card.into(), hull: HULL }
    });
    let set_up = SetUp {
        moves: MovesAre::Judged,
        commanded: [rulesets::gunboat::Side::Confederate.id()].into(),
        commander: thinking(Rank::Lieutenant),
        ..SetUp::of_ships(("Solo".to_owned(), (100.0, 100.0)), ships.collect(), Vec::new(), 1862)
    };
    let mut battle = Battle::begin(evening.journal(), &set_up, NOW).unwrap();
    for (ship, x_in, y_in, heading_deg) in places {
        let pose = Pose { stack: Point::new(x_in, y_in), heading: Heading::from_deg(heading_deg) };
        battle.lay_by_hand(&ShipId::new(ship), pose, NOW, || None).unwrap();
    }
    battle
}

fn ordered<B: BookAdapter>(battle: &Battle<B>) -> Vec<Ghost> {
    battle.ghosts().into_iter().filter(|ghost| ghost.why == GhostWhy::Ordered).collect()
}

/// Goes on to the Confederates' step; returns how often their commander thought.
fn to_their_move(battle: &mut Battle<Gunboat>) -> u32 {
    let mut thoughts = 0;
    for _ in 0..2 {
        must(battle, Decision::NextStep);
        thoughts += act(battle);
    }
    thoughts
}

fn take_back(battle: &mut Battle<Gunboat>, to: i64) {
    let asked = TakeBack { to, by: "Ann".to_owned(), why: "Once more.".to_owned(), umpire: false };
    let answer = battle.take_back(&asked, NOW).unwrap();
    assert!(matches!(answer, AnswerView::Done { .. }), "{answer:?}");
}

fn last_of(battle: &Battle<Gunboat>, kind: &str) -> i64 {
    battle.entries().iter().rev().find(|entry| entry.kind == kind).unwrap().seq
}

#[test]
fn he_orders_the_same_after_an_undo_and_when_the_battle_is_opened_again() {
    let evening = Evening::new();
    let mut battle = begin(&evening);
    assert_eq!(to_their_move(&mut battle), 1, "he thinks once a turn");
    let (wanted, planned) = (ordered(&battle), plans(&battle));
    assert!(wanted.len() == 2 && planned.len() == 1, "{wanted:?}");
    assert!(planned[0].simulations > 10, "{planned:?}");
    // Each ghost says why, to everybody who sees it.
    for ghost in battle.ghost_views() {
        let why = ghost.sentence.split_once(" is ordered here. ").map(|(_, why)| why.to_owned());
        println!("{}", ghost.sentence);
        assert!(why.is_some_and(|why| why.starts_with(&ghost.name)), "{}", ghost.sentence);
    }
    // The plans themselves are his side's until the battle is over.
    let told = |viewer: &Audience| {
        battle.log_for(viewer).iter().filter(|line| line.kind == "commander_planned").count()
    };
    let side = |side: &str| Audience::Side(SideId::new(side));
    assert_eq!([told(&Audience::Everyone), told(&side("union")), told(&side("confederate"))], [0, 0, 1]);
    // While his thought stands, there is nothing new to think about.
    let thought = last_of(&battle, "commander_planned");
    take_back(&mut battle, thought);
    assert_eq!(act(&mut battle), 0);
    assert_eq!(ordered(&battle), wanted);
    // Opened again, he goes by the plans in the file.
    drop(battle);
    let mut battle = evening.resume(1);
    assert_eq!(act(&mut battle), 0);
    assert_eq!(ordered(&battle), wanted);
    // Back before his thought, he thinks the same again.
    let began = last_of(&battle, "step_began");
    assert!(began < thought);
    take_back(&mut battle, began);
    assert_eq!(act(&mut battle), 1);
    assert_eq!(plans(&battle).len(), 2);
    assert_eq!(plans(&battle).last(), planned.last());
    assert_eq!(ordered(&battle), wanted);
    drop(battle);
    assert_eq!(verify_file(&evening.file()).unwrap().difference, None);
}

#[test]
fn a_conclusion_counts_only_where_it_was_asked_and_without_one_he_goes_on_as_before() {
    let evening = Evening::new();
    let mut battle = begin(&evening);
    must(&mut battle, Decision::NextStep);
    act(&mut battle);
    must(&mut battle, Decision::NextStep);
    battle.let_commanders_act(NOW, || None).unwrap();
    let thinks = battle.now_for(&Audience::Everyone).thinking.unwrap();
    assert_eq!(thinks.sentence, "The Confederate commander thinks …");
    assert!(ordered(&battle).is_empty());
    let quandary = battle.take_quandary().unwrap();
    assert!(battle.take_quandary().is_none(), "taken once");
    let asked = quandary.asked().clone();
    // A ship is laid elsewhere meanwhile, so he must think again.
    let off = Pose { stack: Point::new(45.0, 50.0), heading: Heading::from_deg(270.0) };
    let overtaken = battle.lay_by_hand(&ShipId::new("monitor"), off, NOW, || None).unwrap();
    assert!(!overtaken.is_empty());
    assert!(!battle.heed(quandary.think(&mut || true), NOW).unwrap());
    assert!(battle.asked().is_empty() && plans(&battle).is_empty());
    battle.let_commanders_act(NOW, || None).unwrap();
    assert_ne!(battle.asked(), [asked]);
    // Nobody has thought of anything in time: his ships close.
    let asked = battle.take_quandary().unwrap().asked().clone();
    assert!(battle.heed(Conclusion::nothing(asked), NOW).unwrap());
    battle.let_commanders_act(NOW, || None).unwrap();
    assert_eq!(ordered(&battle).len(), 2);
    assert_eq!(battle.now_for(&Audience::Everyone).thinking, None);
    // And a thought that is stopped at once has plans.
    let last = plans(&battle).pop().unwrap();
    assert_eq!(last.simulations, 0);
}

/// The Union's commander at Mobile Bay: what he plans and writes.
fn at_mobile_bay(
    change: impl FnOnce(&mut SetUp<noddy::Decision>),
) -> (String, Vec<(ShipId, Option<Written>)>) {
    let evening = Evening::new();
    let staged = Noddy::embedded().unwrap().staged("mobile-bay-mines", None).unwrap();
    let union = SideId::of("union");
    let mut set_up = SetUp {
        umpire: true,
        commanded: [union.clone()].into(),
        commander: thinking(Rank::Midshipman),
        ..SetUp::of_staged(&staged, MovesAre::Judged, 1864)
    };
    change(&mut set_up);
    let mut battle = Battle::<Noddy>::begin(evening.journal(), &set_up, NOW).unwrap();
    for ghost in battle.ghosts() {
        battle.lay_by_hand(&ghost.ship, ghost.place.pose(), NOW, || None).unwrap();
    }
    assert_eq!(act(&mut battle), 1);
    let ships = battle.situation().book.ships.iter().filter(|(_, ship)| ship.card.side == union);
    let written: Vec<_> = ships.map(|(id, ship)| (id.clone(), ship.written)).collect();
    assert!(written.iter().any(|(_, order)| order.is_some()), "nothing was written");
    (format!("{:?}", plans(&battle)), written)
}

/// Mines that only the enemy knows of lie on the table on which the book rules.
#[test]
fn planted_secrets_change_nothing_of_his_orders() {
    let known = at_mobile_bay(|_| {});
    let cleared = at_mobile_bay(|set_up| {
        let Some(noddy::Decision::Open { hidden, .. }) = set_up.opening.first_mut() else { panic!() };
        assert!(!hidden.is_empty());
        hidden.clear();
    });
    assert_eq!(known, cleared);
    // The test can fail: what he sees does change them.
    let moved = at_mobile_bay(|set_up| {
        for place in set_up.set_out.values_mut() {
            place.heading = Heading::from_deg(place.heading.deg() + 30.0);
        }
    });
    assert_ne!(known.1, moved.1);
}

/// Decides as the umpire, and lets the commanders act.
fn umpire_decides(battle: &mut Battle<Noddy>, decision: noddy::Decision) {
    let asked = DecisionRequest { by: Audience::Umpire, ..DecisionRequest::of(decision.clone()) };
    let answer = battle.decide(&asked, NOW, || None).unwrap();
    assert!(matches!(answer, AnswerView::Done { .. }), "{decision:?}: {answer:?}");
    act(battle);
}

/// A ship of each side burns when a turn begins: the app throws in secret for its own, and the other side's dice, which
/// hold up everybody, are asked for in that side's seat.
#[test]
fn each_side_fights_its_own_fire() {
    let evening = Evening::new();
    let staged = Noddy::embedded().unwrap().staged("newport-news", None).unwrap();
    let (union, confederate) = (SideId::of("union"), SideId::of("confederate"));
    let set_up = SetUp {
        commanded: [confederate].into(),
        commander: thinking(Rank::Midshipman),
        ..SetUp::of_staged(&staged, MovesAre::Judged, 1862)
    };
    let mut battle = Battle::<Noddy>::begin(evening.journal(), &set_up, NOW).unwrap();
    let set_down = |battle: &mut Battle<Noddy>| {
        for ghost in battle.ghosts() {
            battle.lay_by_hand(&ghost.ship, ghost.place.pose(), NOW, || None).unwrap();
        }
        act(battle);
    };
    set_down(&mut battle);
    let ships = battle.situation().book.ships.values();
    let ships: Vec<(ShipId, SideId)> =
        ships.map(|ship| (ship.card.id.clone(), ship.card.side.clone())).collect();
    let set = |ship: &ShipId, to: noddy::Becomes| noddy::Decision::Umpire {
        order: noddy::UmpireOrder::Set { change: noddy::Change { ship: ship.clone(), to } },
        reason: "A test.".to_owned(),
    };
    // Without engines no ship has orders, or moves.
    for (ship, _) in &ships {
        umpire_decides(&mut battle, set(ship, noddy::Becomes::TopSpeed { half_knots: 0 }));
    }
    for side in battle.sides() {
        let (ship, _) = ships.iter().find(|(_, of)| of.as_str() == side).unwrap();
        umpire_decides(&mut battle, set(ship, noddy::Becomes::Burning { attempts: Some(0) }));
    }
    while battle.situation().book.turn == 1 {
        set_down(&mut battle);
        while !battle.situation().book.rolls.is_empty() {
            umpire_decides(&mut battle, noddy::Decision::Roll { rolls: Vec::new(), faces: Faces::App });
        }
        umpire_decides(&mut battle, noddy::Decision::NextStep);
    }
    let by: Vec<&Audience> = battle.situation().book.rolls.iter().map(|roll| &roll.audience).collect();
    assert_eq!(by, [&Audience::Side(union)]);
    assert_eq!(battle.now_for(&Audience::Everyone).hidden_in, ["union"]);
}
