//! Tests that requests are answered while the owner is busy, unless they need the owner.
#![allow(clippy::unwrap_used)]

use crate::ipc::messages::{HandWord, SourceChoice};
use crate::table_session::latest::lock;
use crate::table_session::session::table_session::TableSession;
use crate::table_session::tests::stepped_table::SteppedTable;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long the owner is kept busy, and how soon everything else must be answered even on a busy machine.
const LONG_LOOK: Duration = Duration::from_secs(5);
const AT_ONCE: Duration = Duration::from_secs(3);

/// Keeps a session's owner busy from now on.
fn long_look(session: &Arc<TableSession>) -> JoinHandle<()> {
    let (begin, began) = channel();
    let session = Arc::clone(session);
    let look = std::thread::spawn(move || {
        session.with_owner(move |_| {
            begin.send(()).unwrap();
            std::thread::sleep(LONG_LOOK);
        });
    });
    began.recv().unwrap();
    look
}

#[test]
fn a_long_look_holds_up_neither_the_battle_nor_a_click() {
    let mut stepped = SteppedTable::new();
    let (ship, _) = lock(&stepped.listener.truth)[0].clone();
    let look = long_look(&stepped.session);
    let began = Instant::now();
    let session = stepped.live.session();
    assert!(stepped.live.photo().is_some() && session.terrain().is_empty());
    assert_eq!(session.now().on_table().observations.len(), 6);
    assert_eq!(session.source.view().choice, SourceChoice::Demo);
    assert!(!session.lens.view().can_finish);
    let range = session.measure(&ship, &ship, |_| Vec::new()).unwrap();
    assert!(range.range_in < 0.01);
    session.correct(&HandWord::BowRight { ship: ship.to_string() }).unwrap();
    assert!(began.elapsed() < AT_ONCE, "answered after {:?}", began.elapsed());
    look.join().unwrap();
    assert!(stepped.apply_corrections(), "the word was kept for the tracker");
}

#[test]
fn a_session_that_is_over_answers_so_and_holds_nobody_up() {
    let stepped = SteppedTable::new();
    let look = long_look(&stepped.session);
    let began = Instant::now();
    let opened = stepped.live.change_source(SourceChoice::Demo, |_, open_table| {
        open_table();
        Ok(())
    });
    opened.unwrap();
    println!("opened after {:?}", began.elapsed());
    assert!(began.elapsed() < LONG_LOOK, "the new source waited for the old one's look");
    assert!(stepped.live.session().now().epoch > stepped.session.now().epoch);
    let refused = stepped.session.take(stepped.session.now().epoch, |_| Ok(())).unwrap_err();
    assert!(refused.sentence.contains("changed meanwhile"), "{}", refused.sentence);
    look.join().unwrap();
    // The new owner starts when the old one is gone.
    stepped.live.session().with_owner(|_| ());
}
