//! For any legal random decisions the events fold to the state that was played.

use crate::common::*;
use battle::verify_file;
use battle::view::{AnswerView, AskView, DecisionView};
use proptest::prelude::*;
use rulesets::gunboat::Gunboat;

/// One action: the index of an ask, of a ship and of another, and a number for dice and places.
type Turn = (u8, u8, u8);

fn decision(battle: &battle::Battle<Gunboat>, (which, whom, number): Turn) -> DecisionView {
    let view = battle.view();
    let asks = &view.asks;
    match &asks[usize::from(which) % asks.len()] {
        AskView::Roll { rolls, .. } => DecisionView::Roll {
            typed: number
                .is_multiple_of(2)
                .then(|| rolls.iter().map(|roll| number % roll.faces + 1).collect()),
            read: None,
        },
        AskView::Tick { ship, suggestion, .. } => {
            DecisionView::Tick { ship: ship.clone(), boxes: suggestion.clone() }
        }
        AskView::Choose { ship, sections, .. } => {
            DecisionView::Choose { ship: ship.clone(), section: sections[0].clone() }
        }
        AskView::Fire { ships, .. } if !number.is_multiple_of(4) => {
            let target = &view.ships[usize::from(whom) % view.ships.len()].id;
            salvo(&ships[usize::from(number) % ships.len()], target, None)
        }
        AskView::Form(form) => DecisionView::Answer {
            form: form.key.clone(),
            values: Default::default(),
            settled: Vec::new(),
            frame: None,
        },
        AskView::Fire { .. } | AskView::Move { .. } | AskView::EndStep { .. } | AskView::Wait { .. } => {
            DecisionView::NextStep
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn events_fold_to_the_state_that_was_played(turns in prop::collection::vec(any::<Turn>(), 1..60)) {
        let evening = Evening::new();
        let mut battle = in_first_fire(&evening);
        let mut done_at_all = 0;
        for (i, turn) in turns.iter().enumerate() {
            if turn.2.is_multiple_of(5) {
                let frame = 100 + 10 * i as u64;
                let (x, y) = (2.0 + f64::from(turn.1) / 5.0, 2.0 + f64::from(turn.0) / 8.0);
                settle(&mut battle, frame, |f| sighting_with(f, seen("minnesota", x, y, f64::from(turn.2), f)));
            }
            let next = decision(&battle, *turn);
            if let AnswerView::Done { .. } = decide(&mut battle, &next) {
                done_at_all += 1;
                prop_assert_eq!(battle.view().seq, battle.entries().last().unwrap().seq);
            }
            prop_assert!(!battle.view().asks.is_empty(), "somebody may always do something");
        }
        let again = evening.resume(battle.number());
        prop_assert_eq!(again.situation(), battle.situation());
        prop_assert_eq!(again.view(), battle.view());
        prop_assert_eq!(again.log(), battle.log());
        let last = battle.view().seq;
        prop_assert_eq!(&battle.situation_at(last).unwrap(), battle.situation());
        drop((battle, again));
        let found = verify_file(&evening.file()).unwrap();
        prop_assert_eq!(found.difference, None);
        prop_assert_eq!(found.decisions, 2 + done_at_all);
    }
}
