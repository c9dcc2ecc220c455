//! Advice on request: from what the seat may know, noted in the log, for that seat to read.

use super::{act, thinking};
use crate::common::*;
use battle::view::{AdvisedView, BattleChoice};
use battle::{Audience, Battle, Command, CommandSeat, DomainEvent};
use journal::Journal;
use opponent::admiral::Rank;
use rulesets::core::SideId;
use rulesets::gunboat::{Decision, Gunboat, Library};
use std::collections::BTreeMap;

const SCENARIO: &str = "memphis";

fn begin(evening: &Evening, commanded: &[&str]) -> Battle<Gunboat> {
    let library = Library::embedded(Gunboat::embedded().unwrap().tables()).unwrap();
    let choice = BattleChoice {
        commanded: commanded.iter().map(|side| (*side).to_owned()).collect(),
        commander: thinking(Rank::Midshipman),
        ..choice_of("gunboat", Some(SCENARIO))
    };
    battle::begin(evening.journal(), &choice, &no_table(&library, &BTreeMap::new()), NOW).unwrap();
    let mut battle = Battle::resume(Journal::open(&evening.file()).unwrap(), 1).unwrap();
    for ghost in battle.ghosts() {
        battle.lay_by_hand(&ghost.ship, ghost.place.pose(), NOW, || None).unwrap();
    }
    battle
}

fn seat(side: &str) -> Audience {
    match side {
        "everyone" => Audience::Everyone,
        "umpire" => Audience::Umpire,
        side => Audience::Side(SideId::new(side)),
    }
}

fn ask(battle: &mut Battle<Gunboat>, word: &str) -> Result<(), String> {
    let (viewer, made_on) = (seat(word), battle.situation().seq);
    let may = battle.now_for(&viewer).may_be_advised;
    let seat = CommandSeat { word, viewer: &viewer };
    let asked = battle.carry_out(seat, made_on, &Command::AskAdvice, NOW, || None);
    assert_eq!(may, asked.is_ok(), "offered only where it is given");
    asked.map(drop).map_err(|denied| denied.to_string())
}

fn advised(battle: &Battle<Gunboat>, word: &str) -> Vec<AdvisedView> {
    battle.now_for(&seat(word)).advice
}

#[test]
fn a_player_alone_is_told_three_things_until_something_is_decided() {
    let evening = Evening::new();
    let mut battle = begin(&evening, &["confederate"]);
    act(&mut battle);
    ask(&mut battle, "everyone").unwrap();
    assert!(battle.now_for(&Audience::Everyone).thinking.is_some());
    assert_eq!(act(&mut battle), 1);
    let told = advised(&battle, "everyone");
    told.iter().for_each(|told| println!("{} ± {} %", told.sentence, told.plus_minus));
    assert_eq!(told.len(), 3);
    assert!(told.windows(2).all(|pair| pair[0].percent >= pair[1].percent));
    assert!(told.iter().all(|told| told.plus_minus > 0.0 && (0.0..=100.0).contains(&told.percent)));
    let line = battle.log().pop().unwrap();
    assert_eq!((line.kind.as_str(), line.sentences.len()), ("advice_given", 4));
    assert_eq!(line.sentences[0].text, "The players ask what the Union could do.");
    // Refused: the app's side, and the umpire.
    assert!(ask(&mut battle, "confederate").unwrap_err().contains("command it"));
    assert!(ask(&mut battle, "umpire").unwrap_err().contains("impartial"));
    must(&mut battle, Decision::NextStep);
    assert!(advised(&battle, "everyone").is_empty());
    // Undo needs no leave: advice can be unlearned.
    assert!(!battle.undo_line(&Audience::Everyone).back.unwrap().needs_umpire);
}

#[test]
fn what_one_side_is_told_the_other_does_not_read() {
    let evening = Evening::new();
    let mut battle = begin(&evening, &[]);
    assert!(ask(&mut battle, "everyone").unwrap_err().contains("take its seat first"));
    ask(&mut battle, "union").unwrap();
    assert!(battle.now_for(&seat("confederate")).thinking.is_none());
    assert_eq!(act(&mut battle), 1);
    assert_eq!(advised(&battle, "union").len(), 3);
    for other in ["confederate", "everyone"] {
        assert!(advised(&battle, other).is_empty());
        assert!(battle.log_for(&seat(other)).iter().all(|line| line.kind != "advice_given"));
    }
    let given = battle.entries().iter().filter(|entry| matches!(entry.event, DomainEvent::Advice(_)));
    assert!(given.clone().count() == 1 && given.into_iter().all(|entry| entry.audience == seat("union")));
}
