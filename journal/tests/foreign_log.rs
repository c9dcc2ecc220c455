//! A log beside a campaign is replayed only if it belongs to the campaign.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::*;
use journal::{Journal, JournalError};
use rusqlite::Connection;
use std::fs;
use std::path::Path;

/// Opening is refused, no file is changed, and without the log the campaign is as before.
fn refused_untouched(file: &Path, events: i64) {
    let (before, log) = (fs::read(file).unwrap(), fs::read(log_of(file)).unwrap());
    for _ in 0..2 {
        let error = Journal::open(file).unwrap_err();
        assert_eq!(error, JournalError::ForeignLog { path: file.to_path_buf() }, "{error}");
        assert_eq!(fs::read(file).unwrap(), before);
        assert_eq!(fs::read(log_of(file)).unwrap(), log);
    }
    fs::remove_file(log_of(file)).unwrap();
    let journal = Journal::open(file).unwrap();
    assert_eq!(journal.events(1).unwrap().len() as i64, events);
    journal.verify_chain().unwrap();
}

/// An open campaign, whose log holds the events appended since.
fn open_campaign(file: &Path, events: i64) -> Journal {
    campaign(file, events);
    Journal::open(file).unwrap()
}

#[test]
fn another_campaigns_log_is_refused_whatever_its_size() {
    for (mine, theirs, appended) in [(3, 3, 1), (200, 3, 1), (3, 200, 1), (40, 40, 40), (2, 1, 300)] {
        let folder = Folder::new();
        campaign(&folder.file(), mine);
        let other = folder.path().join("other");
        let journal = open_campaign(&other, theirs);
        for after in theirs..theirs + appended {
            journal.append(1, after, batch(vec![event("theirs", "{}")])).unwrap();
        }
        fs::copy(log_of(&other), log_of(&folder.file())).unwrap();
        refused_untouched(&folder.file(), mine);
    }
}

#[test]
fn a_log_that_holds_a_whole_other_campaign_is_refused() {
    let folder = Folder::new();
    campaign(&folder.file(), 3);
    let other = folder.path().join("other");
    // No checkpoint has run: everything but the empty tables is in the log.
    let journal = Journal::create_or_open(&other).unwrap();
    journal.begin_battle(new_battle("Theirs"), batch(vec![event("begun", "{}")])).unwrap();
    for after in 1..30 {
        with_photo(&journal, 1, 2 * after - 1, after as u8);
    }
    fs::copy(log_of(&other), log_of(&folder.file())).unwrap();
    refused_untouched(&folder.file(), 3);
}

#[test]
fn the_log_of_another_copy_of_the_same_campaign_is_refused() {
    let folder = Folder::new();
    campaign(&folder.file(), 60);
    let copy = folder.path().join("copy");
    fs::copy(folder.file(), &copy).unwrap();
    // Both are continued independently: this one is closed, of the other only the log is used.
    let here = Journal::open(&folder.file()).unwrap();
    for after in 60..70 {
        here.append(1, after, batch(vec![event("here", "{}")])).unwrap();
    }
    drop(here);
    let there = Journal::open(&copy).unwrap();
    for after in 60..90 {
        there.append(1, after, batch(vec![event("there", "{}")])).unwrap();
    }
    fs::copy(log_of(&copy), log_of(&folder.file())).unwrap();
    refused_untouched(&folder.file(), 70);
}

#[test]
fn an_older_log_of_its_own_is_refused() {
    let folder = Folder::new();
    let journal = open_campaign(&folder.file(), 5);
    journal.append(1, 5, batch(vec![event("went_on", "{}")])).unwrap();
    let kept = fs::read(log_of(&folder.file())).unwrap();
    for after in 6..9 {
        journal.append(1, after, batch(vec![event("went_on", "{}")])).unwrap();
    }
    drop(journal);
    fs::write(log_of(&folder.file()), kept).unwrap();
    refused_untouched(&folder.file(), 9);
}

#[test]
fn the_log_of_another_application_or_page_size_is_refused() {
    for pages in [4096, 8192] {
        let folder = Folder::new();
        campaign(&folder.file(), 5);
        let other = folder.path().join("other");
        let connection = Connection::open(&other).unwrap();
        connection
            .execute_batch(&format!(
                "PRAGMA page_size = {pages}; PRAGMA journal_mode = WAL; CREATE TABLE t (x); INSERT INTO t VALUES (1)"
            ))
            .unwrap();
        fs::copy(log_of(&other), log_of(&folder.file())).unwrap();
        let (before, log) = (fs::read(folder.file()).unwrap(), fs::read(log_of(&folder.file())).unwrap());
        let error = Journal::open(&folder.file()).unwrap_err();
        // The log's first page names another application; no more can be known about it.
        assert!(matches!(error, JournalError::ForeignLog { .. }), "{pages}: {error}");
        assert_eq!(fs::read(folder.file()).unwrap(), before);
        assert_eq!(fs::read(log_of(&folder.file())).unwrap(), log);
    }
}

#[test]
fn its_own_log_is_taken_up_wherever_a_kill_left_it() {
    let folder = Folder::new();
    let journal = Journal::create_or_open(&folder.file()).unwrap();
    let mut last =
        journal.begin_battle(new_battle("One"), batch(vec![event("begun", "{}")])).unwrap().events[0].seq;
    for mark in 0..40 {
        last = with_photo(&journal, 1, last, mark);
        let copy = folder.path().join(format!("copy{mark}"));
        copy_as_if_killed(&folder.file(), &copy);
        let survivor = Journal::open(&copy).unwrap();
        assert_eq!(survivor.events(1).unwrap().last().unwrap().seq, last);
        survivor.verify_chain().unwrap();
        survivor.append(1, last, batch(vec![event("went_on", "{}")])).unwrap();
    }
}

#[test]
fn a_log_whose_acknowledged_steps_cannot_be_read_is_refused_and_a_torn_last_step_is_not() {
    let folder = Folder::new();
    let journal = open_campaign(&folder.file(), 2);
    for after in 2..12 {
        journal.append(1, after, batch(vec![event("went_on", "{}")])).unwrap();
    }
    let copy = folder.path().join("copy");
    copy_as_if_killed(&folder.file(), &copy);
    let whole = fs::read(log_of(&copy)).unwrap();
    let with_flipped = |at: usize| {
        let mut log = whole.clone();
        log[at] ^= 1;
        fs::write(log_of(&copy), &log).unwrap();
        log
    };
    let before = fs::read(&copy).unwrap();
    let frame = 24 + 4096;
    for at in [3, 20, 32 + 100, 32 + frame * 3 + 2000] {
        let log = with_flipped(at);
        let error = Journal::open(&copy).unwrap_err();
        assert_eq!(error, JournalError::LogDamaged { path: copy.clone() }, "byte {at}");
        assert_eq!((fs::read(&copy).unwrap(), fs::read(log_of(&copy)).unwrap()), (before.clone(), log));
    }
    with_flipped(whole.len() - 1);
    assert_eq!(
        Journal::open(&copy).unwrap().events(1).unwrap().len(),
        11,
        "the step that was under way is gone"
    );
    fs::copy(folder.file(), &copy).unwrap();
    fs::write(log_of(&copy), &whole).unwrap();
    assert_eq!(Journal::open(&copy).unwrap().events(1).unwrap().len(), 12);
}

#[test]
fn a_rollback_journal_beside_the_file_is_refused_untouched() {
    let folder = Folder::new();
    campaign(&folder.file(), 4);
    let beside = folder.path().join("campaign.ironclad-journal");
    // A hot journal of another database, as after a kill.
    let other = folder.path().join("other");
    let connection = Connection::open(&other).unwrap();
    connection
        .execute_batch(
            "CREATE TABLE t (x); INSERT INTO t VALUES (zeroblob(9000)); PRAGMA cache_size = 1;
             BEGIN; UPDATE t SET x = zeroblob(90000);",
        )
        .unwrap();
    fs::copy(folder.path().join("other-journal"), &beside).unwrap();
    let before = (fs::read(folder.file()).unwrap(), fs::read(&beside).unwrap());
    let error = Journal::open(&folder.file()).unwrap_err();
    assert_eq!(error, JournalError::RollbackBeside { path: folder.file() });
    assert_eq!((fs::read(folder.file()).unwrap(), fs::read(&beside).unwrap()), before);
}
