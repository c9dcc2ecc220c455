//! What log lines say of the table's look agrees with what happened, in every book, and tells nobody more than the line.

use crate::common::*;
use battle::view::Moment;
use battle::{Audience, open};
use journal::Journal;
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn moments_agree_with_the_account_in_every_book() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("campaign");
    play_out_every_book(&file, 2);
    let journal = Journal::open(&file).unwrap();
    let mut counts: BTreeMap<(String, &str), u32> = BTreeMap::new();
    for number in 1..=10 {
        let battle = open(journal.clone(), number).unwrap();
        let account = battle.account(&Audience::Umpire);
        let mut salvos = BTreeSet::new();
        let mut lost = BTreeSet::new();
        for moment in account.events.iter().flat_map(|event| &event.line.moments) {
            let kind = match moment {
                Moment::Salvo { from, to, guns } => {
                    assert!(*guns > 0, "{}: {moment:?}", account.book);
                    salvos.insert((from.clone(), to.clone()));
                    "salvo"
                }
                Moment::FallOfShot { from, to, hits } => {
                    if let Some(from) = from {
                        let fired = salvos.contains(&(from.clone(), Some(to.clone())));
                        assert!(fired, "{}: {from} did not fire at {to}", account.book);
                    }
                    if *hits > 0 { "hit" } else { "miss" }
                }
                Moment::Ram { .. } => "ram",
                Moment::Explosion { ship } | Moment::Sinking { ship } | Moment::Struck { ship } => {
                    lost.insert(ship.clone());
                    "loss"
                }
            };
            *counts.entry((account.book.clone(), kind)).or_default() += 1;
        }
        for ship in account.ships.iter().filter(|ship| ship.lost) {
            assert!(lost.contains(&ship.ship), "{}: the loss of {} has no moment", account.book, ship.name);
        }
        // Everybody's lines are a part of the umpire's, with the same moments.
        let all = battle.log_for(&Audience::Umpire);
        for line in battle.log_for(&Audience::Everyone) {
            assert!(all.contains(&line), "{}: event {}", account.book, line.seq);
        }
    }
    println!("{counts:?}");
    for book in ["gunboat", "noddy", "sp_bp", "hex_duel"] {
        for kind in ["salvo", "hit", "miss"] {
            assert!(counts.contains_key(&(book.to_owned(), kind)), "{book} shows no {kind}: {counts:?}");
        }
    }
}
