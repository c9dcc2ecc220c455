//! Events of a battle whose chain holds, with whatever bodies: read, folded, told, shown and verified, or refused with
//! a sentence; never a panic. The input is lines: a kind, then its body, and so on.
#![no_main]

mod room;

use battle::{PlayOuts, open, play_outs, verify};
use journal::{Batch, Journal, NewBattle, NewEvent};
use libfuzzer_sys::fuzz_target;
use std::fs;
use std::sync::LazyLock;
use tempfile::TempDir;

/// Events of a real battle that the fuzzer's are put behind: its first decisions.
const BEGINNING: usize = 12;

const AT: &str = "2025-03-08T19:30:00Z";

/// A campaign with the beginning of a real battle.
struct Begun {
    file: Vec<u8>,
    last: i64,
    folder: TempDir,
}

static BEGUN: LazyLock<Begun> = LazyLock::new(|| {
    let folder = room::folder();
    let whole = folder.path().join("whole");
    let asked = PlayOuts { book: "gunboat", scenario: "memphis", seed: 1, count: 1, carried: None };
    play_outs(&asked, Some(&whole), AT).unwrap();
    let journal = Journal::open(&whole).unwrap();
    let events = journal.events(1).unwrap();
    let end = events.iter().skip(BEGINNING).position(|event| event.more == 0).unwrap() + BEGINNING;
    let new =
        |event: &journal::StoredEvent| new_event(&event.kind, String::from_utf8(event.body.clone()).unwrap());
    let row = journal.battles().unwrap().remove(0);
    let battle = NewBattle {
        name: row.name,
        book: row.book,
        book_version: row.book_version,
        rule_data: journal.rule_data(1).unwrap(),
    };
    let path = folder.path().join("begun");
    let begun = Journal::create_or_open(&path).unwrap();
    let kept = begun.begin_battle(battle, batch(events[..=end].iter().map(new).collect())).unwrap();
    drop(begun);
    Begun { file: fs::read(&path).unwrap(), last: kept.events.last().unwrap().seq, folder }
});

fn new_event(kind: &str, body: String) -> NewEvent {
    NewEvent {
        turn: 1,
        phase: "fire".to_owned(),
        audience: "everyone".to_owned(),
        kind: kind.to_owned(),
        body,
        body_version: 1,
        rules: Vec::new(),
        with_photo: false,
    }
}

fn batch(events: Vec<NewEvent>) -> Batch {
    Batch { at: AT.to_owned(), events, photo: None }
}

fuzz_target!(|text: &str| {
    let lines: Vec<&str> = text.lines().collect();
    let events: Vec<NewEvent> = lines
        .chunks_exact(2)
        .filter_map(|pair| Some(new_event(pair.first()?, (*pair.get(1)?).to_owned())))
        .collect();
    if events.is_empty() {
        return;
    }
    let path = BEGUN.folder.path().join("campaign");
    fs::write(&path, &BEGUN.file).unwrap();
    let journal = Journal::open(&path).unwrap();
    let last = journal.append(1, BEGUN.last, batch(events)).unwrap().events.last().unwrap().seq;
    if let Ok(battle) = open(journal.clone(), 1) {
        let _ = (battle.view(), battle.log().len(), battle.questions(), battle.replay_at(last));
        let _ = verify(&journal);
    }
});
