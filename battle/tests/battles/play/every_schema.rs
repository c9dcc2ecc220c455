//! A battle of every schema there ever was is verified and taken up for ever.

use crate::common::*;
use battle::{Battle, verify_file};
use journal::Journal;
use std::fs;

#[test]
fn the_battle_of_schema_1_is_verified_and_goes_on() {
    let evening = Evening::new();
    fs::write(evening.file(), include_bytes!("../../../../journal/tests/data/schema1.ironclad")).unwrap();
    let found = verify_file(&evening.file()).unwrap();
    assert_eq!(found.difference, None);
    assert!(found.decisions >= 8, "{} decisions", found.decisions);
    let mut battle: Battle = Battle::resume(Journal::open(&evening.file()).unwrap(), 1).unwrap();
    done(&mut battle, &battle::view::DecisionView::NextStep);
    drop(battle);
    assert_eq!(verify_file(&evening.file()).unwrap().difference, None);
}
