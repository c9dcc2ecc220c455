//! Small campaigns with arbitrary content.
#![allow(clippy::unwrap_used, clippy::panic, dead_code, missing_docs)]

pub mod stranger;

use journal::{Batch, Journal, NewBattle, NewEvent, NewPhoto, RuleData};
use std::fs;
use std::path::{Path, PathBuf};

/// A temporary folder that is deleted after the test.
pub struct Folder(tempfile::TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn file(&self) -> PathBuf {
        self.0.path().join("campaign.ironclad")
    }
}

pub fn event(kind: &str, body: &str) -> NewEvent {
    NewEvent {
        turn: 1,
        phase: "fire".to_owned(),
        audience: "everyone".to_owned(),
        kind: kind.to_owned(),
        body: body.to_owned(),
        body_version: 1,
        rules: vec!["GUN-33".to_owned()],
        with_photo: false,
    }
}

pub fn batch(events: Vec<NewEvent>) -> Batch {
    Batch { at: "2025-03-08T19:30:00Z".to_owned(), events, photo: None }
}

pub fn new_battle(name: &str) -> NewBattle {
    NewBattle {
        name: name.to_owned(),
        book: "gunboat".to_owned(),
        book_version: "1".to_owned(),
        rule_data: vec![RuleData { name: "chart_a.toml".to_owned(), bytes: b"rows = 10".to_vec() }],
    }
}

/// A closed campaign of one battle with `events` events.
pub fn campaign(path: &Path, events: i64) {
    let journal = Journal::create_or_open(path).unwrap();
    let kept = journal.begin_battle(new_battle("Plum Point"), batch(vec![event("begun", "{}")])).unwrap();
    for after in 1..events {
        let body = format!("{{\"n\":{after}}}");
        journal.append(kept.battle, after, batch(vec![event("went_on", &body)])).unwrap();
    }
}

/// A picture large enough to need several pages.
pub fn photo(mark: u8) -> Option<NewPhoto> {
    let jpeg = (0..20_000_u32).map(|at| (at % 251) as u8 ^ mark).collect();
    Some(NewPhoto { jpeg, observations: "[]".to_owned(), calibration: "{}".to_owned() })
}

/// Appends an event with a picture.
pub fn with_photo(journal: &Journal, battle: i64, after: i64, mark: u8) -> i64 {
    let mut shot = event("salvo", &format!("{{\"mark\":{mark}}}"));
    shot.with_photo = true;
    let mut shots = batch(vec![shot, event("ticked", "{}")]);
    shots.photo = photo(mark);
    journal.append(battle, after, shots).unwrap().events[1].seq
}

pub fn log_of(file: &Path) -> PathBuf {
    PathBuf::from(format!("{}-wal", file.display()))
}

/// Copies file and log of an open campaign as they are: the state after a kill at this moment.
pub fn copy_as_if_killed(file: &Path, to: &Path) {
    fs::copy(file, to).unwrap();
    let _ = fs::remove_file(log_of(to));
    if log_of(file).exists() {
        fs::copy(log_of(file), log_of(to)).unwrap();
    }
}
