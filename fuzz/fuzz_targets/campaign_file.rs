//! A campaign file and the log beside it, as a stranger may send them. Nothing panics; a file that is refused keeps every
//! byte, and so does its log; whatever salvage makes is a sound campaign.
//!
//! The input is either a whole file, or edits of a sound campaign of a few events with a log: hashes and checksums
//! would keep a blind change from ever reaching far.
#![no_main]

mod room;

use journal::{Batch, Journal, NewBattle, NewEvent, NewPhoto, RuleData, StoredEvent, salvage};
use libfuzzer_sys::fuzz_target;
use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;
use tempfile::TempDir;

/// A sound campaign, as a kill left it.
struct Sound {
    file: Vec<u8>,
    log: Vec<u8>,
    folder: TempDir,
}

static SOUND: LazyLock<Sound> = LazyLock::new(|| {
    let folder = room::folder();
    let path = folder.path().join("sound");
    let journal = Journal::create_or_open(&path).unwrap();
    let mut last = journal.begin_battle(battle(), batch("begun")).unwrap().events[1].seq;
    for _ in 0..6 {
        last = journal.append(1, last, batch("went_on")).unwrap().events[1].seq;
    }
    drop(journal);
    let journal = Journal::open(&path).unwrap();
    journal.append(1, last, batch("in_the_log")).unwrap();
    let file = fs::read(&path).unwrap();
    let log = fs::read(folder.path().join("sound-wal")).unwrap();
    drop(journal);
    Sound { file, log, folder }
});

fn battle() -> NewBattle {
    let rule_data = vec![RuleData { name: "charts.toml".to_owned(), bytes: b"rows = 10".to_vec() }];
    NewBattle { name: "One".to_owned(), book: "gunboat".to_owned(), book_version: "1".to_owned(), rule_data }
}

fn batch(kind: &str) -> Batch {
    let event = |with_photo| NewEvent {
        turn: 1,
        phase: "fire".to_owned(),
        audience: "everyone".to_owned(),
        kind: kind.to_owned(),
        body: "{\"n\":1}".repeat(30),
        body_version: 1,
        rules: vec!["GUN-33".to_owned()],
        with_photo,
    };
    let photo = NewPhoto { jpeg: vec![7; 5000], observations: "[]".to_owned(), calibration: "{}".to_owned() };
    Batch {
        at: "2025-03-08T19:30:00Z".to_owned(),
        events: vec![event(true), event(false)],
        photo: Some(photo),
    }
}

/// File and log from the fuzzer's bytes.
fn files(data: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let Some((&how, mut rest)) = data.split_first() else { return (Vec::new(), Vec::new()) };
    if how == b'r' {
        return (rest.to_vec(), Vec::new());
    }
    let (mut file, mut log) = (SOUND.file.clone(), if how == b'f' { Vec::new() } else { SOUND.log.clone() });
    while let [which, a, b, c, length, more @ ..] = rest {
        let target = if which % 2 == 0 || log.is_empty() { &mut file } else { &mut log };
        let at = u32::from_le_bytes([*a, *b, *c, 0]) as usize % target.len();
        let length = usize::from(*length % 24).min(more.len());
        match which / 2 {
            // Cut off: what is behind is gone.
            127 => target.truncate(at.max(1)),
            _ => target[at..].iter_mut().zip(&more[..length]).for_each(|(byte, new)| *byte = *new),
        }
        rest = &more[length..];
    }
    (file, log)
}

fn beginning(event: &StoredEvent) -> Option<NewBattle> {
    (event.kind == "begun").then(battle)
}

fuzz_target!(|data: &[u8]| {
    let (file, log) = files(data);
    let place = |name: &str| -> PathBuf { SOUND.folder.path().join(name) };
    let (path, log_path, out) = (place("campaign"), place("campaign-wal"), place("out"));
    for left in [&path, &log_path, &out, &place("campaign-shm"), &place("out-wal"), &place("out-shm")] {
        let _ = fs::remove_file(left);
    }
    fs::write(&path, &file).unwrap();
    fs::write(&log_path, &log).unwrap();
    if salvage(&path, &out, &beginning).is_ok() {
        let journal = Journal::open(&out).expect("what was salvaged opens");
        journal.verify_chain().expect("what was salvaged is sound");
    }
    match Journal::open(&path) {
        Err(_) => {
            assert!(fs::read(&path).unwrap() == file, "a refused file was changed");
            assert!(fs::read(&log_path).unwrap() == log, "a refused file's log was changed");
        }
        Ok(journal) => {
            let _ = journal.verify_chain();
            for row in journal.battles().unwrap_or_default() {
                let _ = journal.rule_data(row.number);
                for event in journal.events(row.number).unwrap_or_default() {
                    let _ = event.photo.map(|photo| journal.photo(photo));
                }
            }
        }
    }
});
