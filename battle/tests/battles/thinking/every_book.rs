//! Both sides of a battle of every book whose sides can be commanded by thinking, carried out by hand.

use crate::at_the_table::AtTheTable;
use crate::common::{Evening, NOW, choice_of, no_table};
use battle::view::{AskView, BattleChoice, DecisionView, FieldValues};
use battle::{Audience, BattleError, GhostWhy, Session, begin, books, open, verify_file};
use opponent::admiral::Rank;
use rulesets::gunboat::{Gunboat, Library};
use std::collections::BTreeMap;

fn set_down(battle: &mut Box<dyn Session>) -> usize {
    let ghosts = battle.ghosts();
    for ghost in &ghosts {
        battle.lay_by_hand(&ghost.ship, ghost.place.pose(), NOW, &mut || None).unwrap();
    }
    ghosts.iter().filter(|ghost| ghost.why == GhostWhy::Ordered).count()
}

pub(super) fn act(battle: &mut Box<dyn Session>) {
    battle.let_commanders_act(NOW, &mut || None).unwrap();
    while let Some(quandary) = battle.take_quandary() {
        battle.heed(quandary.think(&mut || true), NOW).unwrap();
        battle.let_commanders_act(NOW, &mut || None).unwrap();
    }
}

/// What is neither side's to decide: dice, collisions, whether models are set out.
pub(super) fn umpire(battle: &mut Box<dyn Session>) {
    let throw = DecisionView::Roll { typed: None, read: None };
    battle.decide_as_shown_to(&throw, &Audience::Umpire, NOW, &mut || None).unwrap();
    for ask in battle.view_for(&Audience::Umpire).asks {
        if let AskView::Form(form) = ask
            && (form.key.starts_with("contact:") || form.key == "set_out")
        {
            let (values, settled) = (FieldValues::new(), Vec::new());
            let rests = DecisionView::Answer { form: form.key, values, settled, frame: None };
            battle.decide_as_shown_to(&rests, &Audience::Umpire, NOW, &mut || None).unwrap();
        }
    }
}

#[test]
fn two_commanders_who_think_ahead_fight_by_every_book() -> Result<(), BattleError> {
    let library = Library::embedded(Gunboat::embedded().unwrap().tables()).unwrap();
    let hulls = BTreeMap::new();
    let evening = Evening::new();
    let mut played = Vec::new();
    for book in books()?.into_iter().filter(|book| book.by_thinking) {
        let (scenario, ships) = match book.id.as_str() {
            "gunboat" => ("hampton-roads-1862-03-08", &[][..]),
            "noddy" => ("fort-henry", &[][..]),
            // Minnesota is hard aground, and how she comes afloat is an umpire's to say.
            "sp_bp" => ("spb-hampton-roads-1862-03-09", &["monitor", "virginia"][..]),
            _ => ("duel", &[][..]),
        };
        let choice = BattleChoice {
            commanded: book.commanders_for.clone(),
            commander: super::thinking(Rank::Midshipman),
            ships: ships.iter().map(|ship| (*ship).to_owned()).collect(),
            ..choice_of(&book.id, Some(scenario))
        };
        let mut battle = begin(evening.journal(), &choice, &no_table(&library, &hulls), NOW)?;
        let number = battle.number();
        set_down(&mut battle);
        let mut ordered = 0;
        for round in 0..60 {
            act(&mut battle);
            ordered += set_down(&mut battle);
            act(&mut battle);
            umpire(&mut battle);
            act(&mut battle);
            let step = DecisionView::NextStep;
            battle.decide_as_shown_to(&step, &Audience::Umpire, NOW, &mut || None).unwrap();
            if round == 20 {
                battle = open(evening.journal(), number)?;
            }
        }
        let view = battle.view_for(&Audience::Everyone);
        println!("{}: {ordered} models ordered, turn {}", book.id, view.turn);
        assert!(ordered > 3 && view.turn > 2, "{}: {ordered} models ordered, turn {}", book.id, view.turn);
        played.push(book.id);
    }
    assert_eq!(played, ["gunboat", "hex_duel", "noddy", "sp_bp"]);
    assert_eq!(verify_file(&evening.file()).unwrap().difference, None);
    Ok(())
}
