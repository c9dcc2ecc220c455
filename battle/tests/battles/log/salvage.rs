//! A battle saved from a damaged campaign can be verified and continued.

use crate::common::*;
use battle::view::DecisionView;
use battle::{Battle, salvage_file, verify_file};
use journal::Journal;
use rulesets::gunboat::Gunboat;
use std::fs;

/// Hampton Roads through a salvo and more; the file is closed.
fn played(evening: &Evening) -> usize {
    let mut battle = in_first_fire(evening);
    done(&mut battle, &salvo("monitor", "virginia", None));
    done(&mut battle, &DecisionView::Roll { typed: Some(vec![5]), read: None });
    clear_what_is_due(&mut battle);
    battle.log().len()
}

#[test]
fn a_salvaged_battle_is_valid_whichever_page_is_torn() {
    let evening = Evening::new();
    let events = played(&evening);
    let whole = fs::read(evening.file()).unwrap();
    let (mut resumed, mut nothing) = (0, 0);
    for page in 0..whole.len() / 4096 {
        let torn = Evening::new();
        let mut bytes = whole.clone();
        bytes[page * 4096 + 512..(page + 1) * 4096].fill(0);
        fs::write(torn.file(), &bytes).unwrap();
        let out = torn.file().with_extension("saved");
        let Ok(report) = salvage_file(&torn.file(), &out) else {
            nothing += 1;
            continue;
        };
        let found = verify_file(&out).unwrap();
        assert_eq!(found.difference, None, "page {page}: {report}");
        let battle: Battle<Gunboat> = Battle::resume(Journal::open(&out).unwrap(), 1).unwrap();
        assert!(battle.log().len() <= events);
        resumed += 1;
    }
    // Everything is lost only if the pages with the first step, the longest one, are lost.
    assert!(nothing <= 6 && resumed > 20, "{nothing} times nothing, {resumed} times a battle");
}
