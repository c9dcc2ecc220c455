//! Salvage of a damaged campaign: everything readable is recovered, and the rest is reported.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::*;
use journal::{Journal, JournalError, LogFound, NewBattle, RuleData, SalvageReport, StoredEvent, salvage};
use std::fs;
use std::path::Path;

const PAGE: usize = 4096;

/// Stands in for `battle`, which reads the first event of a battle.
fn beginning(event: &StoredEvent) -> Option<NewBattle> {
    (event.kind == "begun").then(|| new_battle("As its beginning says"))
}

fn salvaged(file: &Path, out: &Path) -> (SalvageReport, Journal) {
    let before = fs::read(file).unwrap();
    let report = salvage(file, out, &beginning).unwrap();
    assert_eq!(fs::read(file).unwrap(), before, "the damaged file is only read");
    let journal = Journal::open(out).unwrap();
    journal.verify_chain().unwrap();
    let names: Vec<String> = fs::read_dir(out.parent().unwrap())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .filter(|name| name.contains("salvage-"))
        .collect();
    assert!(names.is_empty(), "left over: {names:?}");
    (report, journal)
}

/// Two closed battles, the second with pictures; returns their events.
fn two_battles(file: &Path) -> [Vec<StoredEvent>; 2] {
    campaign(file, 60);
    let journal = Journal::open(file).unwrap();
    let begun = journal.begin_battle(new_battle("Two"), batch(vec![event("begun", "{}")])).unwrap();
    let mut last = begun.events[0].seq;
    for mark in 0..30 {
        last = with_photo(&journal, 2, last, mark);
    }
    [journal.events(1).unwrap(), journal.events(2).unwrap()]
}

/// The content of an event visible to players: everything but the seals.
fn content(event: &StoredEvent) -> (i64, i64, String, Vec<u8>, String, Option<i64>) {
    (event.seq, event.battle, event.kind.clone(), event.body.clone(), event.at.clone(), event.photo)
}

fn same(found: &[StoredEvent], expected: &[StoredEvent]) {
    assert_eq!(
        found.iter().map(content).collect::<Vec<_>>(),
        expected.iter().map(content).collect::<Vec<_>>()
    );
}

#[test]
fn a_sound_file_comes_through_whole() {
    let folder = Folder::new();
    let [one, two] = two_battles(&folder.file());
    let (report, journal) = salvaged(&folder.file(), &folder.path().join("new"));
    same(&journal.events(1).unwrap(), &one);
    same(&journal.events(2).unwrap(), &two);
    assert_eq!(journal.photo(7).unwrap(), Journal::open(&folder.file()).unwrap().photo(7).unwrap());
    assert_eq!(journal.rule_data(2).unwrap(), new_battle("").rule_data);
    assert_eq!(journal.battles().unwrap(), Journal::open(&folder.file()).unwrap().battles().unwrap());
    assert_eq!((report.lost.len(), report.photos, report.photos_lost.len()), (0, 30, 0));
    assert_eq!(report.log, LogFound::Empty);
    let next = journal.append(2, two.last().unwrap().seq, batch(vec![event("went_on", "{}")])).unwrap();
    assert_eq!(next.events[0].seq, 122);
}

#[test]
fn the_steps_in_the_log_are_saved_and_a_strangers_log_is_not() {
    let folder = Folder::new();
    campaign(&folder.file(), 10);
    let open = Journal::open(&folder.file()).unwrap();
    open.append(1, 10, batch(vec![event("in_the_log", "{}")])).unwrap();
    let copy = folder.path().join("copy");
    copy_as_if_killed(&folder.file(), &copy);
    let (report, journal) = salvaged(&copy, &folder.path().join("new"));
    assert_eq!((report.log, journal.events(1).unwrap().len()), (LogFound::Read, 11));
    let other = folder.path().join("other");
    campaign(&other, 4);
    fs::copy(&other, &copy).unwrap();
    let (report, journal) = salvaged(&copy, &folder.path().join("new2"));
    assert_eq!((report.log, journal.events(1).unwrap().len()), (LogFound::Foreign, 4));
}

#[test]
fn acknowledged_steps_behind_a_bad_frame_of_the_log_are_saved() {
    let folder = Folder::new();
    campaign(&folder.file(), 2);
    let open = Journal::open(&folder.file()).unwrap();
    for after in 2..12 {
        open.append(1, after, batch(vec![event("went_on", "{}")])).unwrap();
    }
    let copy = folder.path().join("copy");
    copy_as_if_killed(&folder.file(), &copy);
    let mut log = fs::read(log_of(&copy)).unwrap();
    log[32 + (24 + PAGE) * 3 + 2000] ^= 1;
    fs::write(log_of(&copy), &log).unwrap();
    let (report, journal) = salvaged(&copy, &folder.path().join("new"));
    same(&journal.events(1).unwrap(), &open.events(1).unwrap());
    assert_eq!((report.log, report.lost.len()), (LogFound::Damaged, 0));
}

/// Tears every page in turn: nothing unsound is ever saved, and everything not saved is reported.
#[test]
fn whichever_page_is_torn_the_rest_is_saved() {
    let folder = Folder::new();
    let [one, two] = two_battles(&folder.file());
    let whole = fs::read(folder.file()).unwrap();
    let torn = folder.path().join("torn");
    let (mut most_lost, mut opened) = (0, 0);
    // Pictures fill most pages: all other pages are torn, and some of the pictures'.
    for page in (0..whole.len() / PAGE).filter(|page| *page < 30 || page % 9 == 0) {
        let mut bytes = whole.clone();
        // The second half of the page was not written to disk.
        bytes[page * PAGE + PAGE / 2..(page + 1) * PAGE].fill(0);
        fs::write(&torn, &bytes).unwrap();
        let out = folder.path().join(format!("new{page}"));
        let (report, journal) = salvaged(&torn, &out);
        opened += usize::from(Journal::open(&torn).and_then(|journal| journal.verify_chain()).is_ok());
        let saved: usize = report.battles.iter().map(|battle| battle.events).sum();
        let lost: i64 = report.lost.iter().map(|(first, last)| last - first + 1).sum();
        assert_eq!(
            saved + report.left_out.len() + lost as usize,
            one.len() + two.len(),
            "page {page}: {report}"
        );
        most_lost = most_lost.max(lost);
        for row in journal.battles().unwrap() {
            let events = journal.events(row.number).unwrap();
            let truth = if row.number == 1 { &one } else { &two };
            for (found, expected) in events.iter().zip(truth) {
                assert_eq!(
                    (found.seq, &found.body, &found.kind),
                    (expected.seq, &expected.body, &expected.kind)
                );
            }
        }
        let photos_lost: usize = report.photos_lost.len();
        assert!(photos_lost <= 2, "page {page}: {report}");
    }
    assert!(most_lost > 0, "no torn page cost an event: the test tears the wrong pages");
    assert!(opened <= 6, "{opened} torn files were taken for whole");
}

#[test]
fn a_hole_ends_one_battle_and_not_the_other() {
    let folder = Folder::new();
    let [one, two] = two_battles(&folder.file());
    // The body of event 20 is changed in place, so its seal is no longer valid.
    let mut bytes = fs::read(folder.file()).unwrap();
    let body = b"{\"n\":19}";
    // A page that was split may have an old copy in its free space.
    for at in 0..bytes.len() - body.len() {
        if bytes[at..].starts_with(body) {
            bytes[at + 5] = b'7';
        }
    }
    fs::write(folder.file(), &bytes).unwrap();
    assert!(matches!(
        Journal::open(&folder.file()).unwrap().verify_chain().unwrap_err(),
        JournalError::ChainBroken { .. }
    ));
    let (report, journal) = salvaged(&folder.file(), &folder.path().join("new"));
    same(&journal.events(1).unwrap(), &one[..19]);
    same(&journal.events(2).unwrap(), &two);
    assert_eq!(report.lost, [(20, 20)]);
    assert_eq!(report.left_out.len(), 40);
    assert_eq!(
        report.to_string().lines().take(3).collect::<Vec<_>>(),
        [
            "Battle 1 (Plum Point): 19 events saved, it goes on from turn 1; 40 later events could be read but stand \
             behind lost ones, and were left out.",
            "Battle 2 (Two): 61 events saved, up to turn 1.",
            "Event 20 is lost."
        ]
    );
    // The gap stays on record, and the battle continues after all its events.
    let next = journal.append(1, 19, batch(vec![event("went_on", "{}")])).unwrap();
    assert_eq!(next.events[0].seq, two.last().unwrap().seq + 1);
    journal.verify_chain().unwrap();
    drop(journal);
    Journal::open(&folder.path().join("new")).unwrap().events(1).unwrap();
}

#[test]
fn a_truncated_file_keeps_what_stands_before_the_cut() {
    let folder = Folder::new();
    let [one, _] = two_battles(&folder.file());
    let whole = fs::read(folder.file()).unwrap();
    fs::write(folder.file(), &whole[..whole.len() * 2 / 3 + 77]).unwrap();
    assert!(matches!(Journal::open(&folder.file()).unwrap_err(), JournalError::Damaged { .. }));
    let (report, journal) = salvaged(&folder.file(), &folder.path().join("new"));
    same(&journal.events(1).unwrap(), &one);
    assert!(report.battles[1].events > 5 || !report.lost.is_empty(), "{report}");
    assert!(!report.photos_lost.is_empty() || !report.lost.is_empty(), "{report}");
}

#[test]
fn the_list_of_battles_is_got_back_from_their_beginnings() {
    let folder = Folder::new();
    campaign(&folder.file(), 5);
    let mut bytes = fs::read(folder.file()).unwrap();
    let name = b"Plum Point";
    let at = bytes.windows(name.len()).position(|bytes| bytes == name).unwrap();
    let page = at / PAGE * PAGE;
    bytes[page..page + PAGE].fill(0);
    // The file's header page as well: its page size and tables are lost.
    bytes[..PAGE].fill(0);
    fs::write(folder.file(), &bytes).unwrap();
    let (_, journal) = salvaged(&folder.file(), &folder.path().join("new"));
    let row = journal.battles().unwrap().remove(0);
    assert_eq!((row.name.as_str(), row.events), ("As its beginning says", 5));
    assert_eq!(journal.rule_data(1).unwrap(), new_battle("").rule_data);
}

#[test]
fn what_cannot_be_salvaged_is_refused_and_nothing_is_replaced() {
    let folder = Folder::new();
    let (file, out) = (folder.file(), folder.path().join("new"));
    let error = salvage(&file, &out, &beginning).unwrap_err();
    assert_eq!(error, JournalError::NotFound { path: file.clone() });
    for text in ["", "Dear diary", &"x".repeat(20_000)] {
        fs::write(&file, text).unwrap();
        let error = salvage(&file, &out, &beginning).unwrap_err();
        assert_eq!(error, JournalError::NothingToSave { path: file.clone() });
        assert!(!out.exists());
    }
    fs::remove_file(&file).unwrap();
    campaign(&file, 2);
    let open = Journal::open(&file).unwrap();
    let error = salvage(&file, &out, &beginning).unwrap_err();
    assert_eq!(error, JournalError::Locked { path: file.clone() });
    drop(open);
    fs::write(&out, "mine").unwrap();
    let error = salvage(&file, &out, &beginning).unwrap_err();
    assert_eq!(error, JournalError::AlreadyThere { path: out.clone() });
    assert_eq!(fs::read(&out).unwrap(), b"mine");
}

/// Three battles played alternately; returns the event of the first one that lies among events of the second.
fn interleaved(file: &Path) -> i64 {
    let journal = Journal::create_or_open(file).unwrap();
    let mut last = [0; 4];
    for last in last.iter_mut().skip(1) {
        let begun = journal.begin_battle(new_battle("By turns"), batch(vec![event("begun", "{}")])).unwrap();
        *last = begun.events[0].seq;
    }
    let mut lonely = 0;
    for (number, battle) in [1, 3, 2, 2, 2, 1, 2, 2, 2, 3, 1, 2, 3].into_iter().enumerate() {
        let body = format!("{{\"step\":{}}}", 100 + number);
        let kept = journal.append(battle as i64, last[battle], batch(vec![event("went_on", &body)])).unwrap();
        last[battle] = kept.events[0].seq;
        if number == 5 {
            lonely = last[battle];
        }
    }
    lonely
}

fn replace_everywhere(file: &Path, from: &[u8], to: &[u8]) {
    let mut bytes = fs::read(file).unwrap();
    let mut found = 0;
    for at in 0..bytes.len() - from.len() {
        if bytes[at..].starts_with(from) {
            bytes[at..at + to.len()].copy_from_slice(to);
            found += 1;
        }
    }
    assert!(found > 0, "there is nothing to damage");
    fs::write(file, &bytes).unwrap();
}

#[test]
fn a_hole_ends_the_battle_whose_event_it_held_though_others_lie_beside_it() {
    let folder = Folder::new();
    let lonely = interleaved(&folder.file());
    let sound = Journal::open(&folder.file()).unwrap();
    let [one, two, three] = [1, 2, 3].map(|battle| sound.events(battle).unwrap());
    drop(sound);
    replace_everywhere(&folder.file(), b"{\"step\":105}", b"{\"step\":905}");
    let (report, journal) = salvaged(&folder.file(), &folder.path().join("new"));
    assert_eq!(report.lost, [(lonely, lonely)]);
    // The index shows that it belonged to the first battle: that battle ends there, and the others are
    // complete.
    same(&journal.events(1).unwrap(), &one[..2]);
    same(&journal.events(2).unwrap(), &two);
    same(&journal.events(3).unwrap(), &three);
    assert_eq!(report.left_out.len(), 1);
}

#[test]
fn a_hole_of_which_nothing_is_known_ends_every_battle_that_had_begun() {
    let folder = Folder::new();
    let lonely = interleaved(&folder.file());
    let journal = Journal::open(&folder.file()).unwrap();
    let begun = journal.begin_battle(new_battle("Later"), batch(vec![event("begun", "{}")])).unwrap();
    journal.append(4, begun.events[0].seq, batch(vec![event("went_on", "{}")])).unwrap();
    let all = [1, 2, 3, 4].map(|battle| journal.events(battle).unwrap());
    drop(journal);
    // The index pages are torn as well: they begin like any index page, and hold nothing but numbers.
    let index: i64 = {
        let raw = rusqlite::Connection::open(folder.file()).unwrap();
        raw.query_row("SELECT rootpage FROM sqlite_schema WHERE name = 'events_of_battle'", [], |row| {
            row.get(0)
        })
        .unwrap()
    };
    replace_everywhere(&folder.file(), b"{\"step\":105}", b"{\"step\":905}");
    let mut bytes = fs::read(folder.file()).unwrap();
    let at = (index as usize - 1) * PAGE;
    bytes[at..at + PAGE].fill(0);
    fs::write(folder.file(), &bytes).unwrap();
    let (report, journal) = salvaged(&folder.file(), &folder.path().join("new"));
    assert_eq!(report.lost, [(lonely, lonely)]);
    for (battle, events) in (1..4).zip(&all) {
        let before: Vec<StoredEvent> = events.iter().filter(|event| event.seq < lonely).cloned().collect();
        same(&journal.events(battle).unwrap(), &before);
    }
    same(&journal.events(4).unwrap(), &all[3]);
}

#[test]
fn what_cannot_be_written_leaves_nothing_behind() {
    let folder = Folder::new();
    two_battles(&folder.file());
    let twice = |event: &StoredEvent| {
        let mut told = beginning(event)?;
        // A campaign cannot store two tables of one name for one battle.
        told.rule_data =
            ["a", "b"].map(|text| RuleData { name: "odd".to_owned(), bytes: text.into() }).to_vec();
        Some(told)
    };
    let out = folder.path().join("new");
    let before: Vec<_> = names_in(folder.path());
    let error = salvage(&folder.file(), &out, &twice).unwrap_err();
    assert!(error.to_string().contains(&out.display().to_string()), "{error}");
    assert_eq!(names_in(folder.path()), before, "nothing that looks like a campaign, and nothing else");
    salvaged(&folder.file(), &out);
}

fn names_in(folder: &Path) -> Vec<std::ffi::OsString> {
    let mut names: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    names
}

/// Peak memory of this process, bytes.
#[cfg(target_os = "linux")]
fn most_memory() -> usize {
    let told = fs::read_to_string("/proc/self/status").unwrap();
    let peak = told.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    peak.trim().trim_end_matches("kB").trim().parse::<usize>().unwrap() * 1024
}

/// The photographs of an evening are many times larger than free memory, so they are read one by one. Only
/// Linux reports a process's peak memory.
#[cfg(target_os = "linux")]
#[test]
fn photographs_are_not_held_all_at_once() {
    let folder = Folder::new();
    {
        let journal = Journal::create_or_open(&folder.file()).unwrap();
        let begun = journal.begin_battle(new_battle("One"), batch(vec![event("begun", "{}")])).unwrap();
        let mut last = begun.events[0].seq;
        for mark in 0..60 {
            let mut shot = event("salvo", "{}");
            shot.with_photo = true;
            let mut shots = batch(vec![shot]);
            let jpeg = vec![mark; 5_000_000];
            shots.photo =
                Some(journal::NewPhoto { jpeg, observations: "[]".to_owned(), calibration: "{}".to_owned() });
            last = journal.append(1, last, shots).unwrap().events[0].seq;
        }
    }
    let before = most_memory();
    let report = salvage(&folder.file(), &folder.path().join("new"), &beginning).unwrap();
    assert_eq!((report.photos, report.photos_lost.len()), (60, 0));
    let more = most_memory() - before;
    assert!(more < 120_000_000, "300 MB of photographs took {more} bytes more");
    let journal = Journal::open(&folder.path().join("new")).unwrap();
    assert_eq!(journal.photo(60).unwrap().jpeg, vec![59; 5_000_000]);
    journal.verify_chain().unwrap();
}
