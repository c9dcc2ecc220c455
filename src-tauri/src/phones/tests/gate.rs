//! Every command from every seat, as phones give it.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::phones::tests::evening::{Evening, Seated, answer_to, choice};
use battle::view::{AskView, BattleNow, DecisionView, FormView};
use companion::wire::{Call, Refusal, SeatRole};
use serde_json::Value;
use std::collections::BTreeSet;

/// The forms of a battle as its umpire sees them.
fn forms(now: &BattleNow) -> Vec<FormView> {
    let asked = now.battle.asks.iter().filter_map(|ask| match ask {
        AskView::Form(form) => Some(form),
        _ => None,
    });
    asked.chain(&now.also).chain(&now.rulings).cloned().collect()
}

/// Why a command was refused; the gate's refusal of a decision is an answer.
fn denied(answer: Result<Value, Refusal>) -> String {
    match answer {
        Err(refusal) => refusal.sentence,
        Ok(answer) => {
            assert_eq!(answer["answer"]["answer"], "refused", "{answer}");
            answer["answer"]["reasons"].to_string()
        }
    }
}

#[test]
fn every_command_of_a_phone_is_checked_as_a_strangers() {
    let evening = Evening::new();
    evening.begin(&choice("noddy", "fort-henry", true, Vec::new()));
    evening.until_asked(|ask| matches!(ask, AskView::Form(form) if form.key.starts_with("orders:")));
    let service = evening.service();
    let phone = |number, key| Seated::at(&service, number, key);
    let seats = [phone(1, "everyone"), phone(2, "union"), phone(3, "confederate"), phone(4, "umpire")];
    let now: BattleNow =
        serde_json::from_value(seats[3].call(&Call::Changes { seq: 0 }).unwrap()["now"].clone()).unwrap();
    let made_on = evening.seq();
    let (mut refused, mut tried) = (BTreeSet::new(), 0);
    for form in forms(&now) {
        for seat in &seats {
            let may = match seat.seat.role {
                SeatRole::Onlooker => false,
                SeatRole::Umpire => true,
                SeatRole::Player => form.who == seat.seat.key || form.who == "everyone",
            };
            if may {
                continue;
            }
            tried += 1;
            let decided = seat.call(&Call::Decide { made_on, decision: answer_to(&form, &[]) });
            refused.insert(denied(decided));
        }
    }
    println!("{tried} forms of others: {refused:#?}");
    assert!(tried > 20, "{tried}");
    let others: [(&str, Call); 5] = [
        ("onlookers end no step", Call::Decide { made_on, decision: DecisionView::NextStep }),
        ("nor go back", Call::TakeBack { made_on, to: 1, why: "So.".to_owned(), umpire: true }),
        ("nor accept what was pushed", Call::AcceptShifts { made_on, ships: Vec::new() }),
        ("nor write into the log", Call::Remark { about: 1, text: "Ha!".to_owned(), private: false }),
        ("nor secretly", Call::Remark { about: 1, text: "Ha!".to_owned(), private: true }),
    ];
    for (what, call) in &others {
        assert!(seats[0].call(call).unwrap_err().sentence.contains("Onlookers decide nothing"), "{what}");
    }
    // A player goes back past the other side's secrets only with the umpire's leave, and can't give it.
    let back = seats[1].call(&Call::TakeBack { made_on, to: 1, why: "So.".to_owned(), umpire: true });
    assert!(denied(back).contains("umpire"), "the umpire's leave is the umpire's");
    let enemy = now.sides.iter().find(|side| side.key == "confederate").unwrap().ships.clone();
    let pushed = seats[1].call(&Call::AcceptShifts { made_on, ships: enemy });
    assert!(pushed.is_err(), "{pushed:?}");
    assert_eq!(evening.seq(), made_on, "nothing was done");
    // What was said of an earlier state is too late.
    let note = Call::Remark { about: made_on, text: "Steady.".to_owned(), private: false };
    seats[1].call(&note).unwrap();
    assert_eq!(evening.seq(), made_on + 1, "a player's note is in the log");
}
