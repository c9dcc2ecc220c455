//! Milliseconds of a durable append beside a bare insert in SQLite with the same settings, of opening a long campaign,
//! and events verified a second: `cargo bench -p journal`.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)] // A measure that can't be taken is none.

use journal::{Batch, Journal, NewBattle, NewEvent, NewPhoto, RuleData};
use rusqlite::{Connection, params};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Appends and inserts that are compared, one of each in turn: the disk's moods meet both.
const PAIRS: usize = 600;
/// The campaign of the issue: so many battles of so many events.
const BATTLES: i64 = 100;
const EVENTS_A_BATTLE: usize = 1000;
/// Events of one decision there.
const EVENTS_A_STEP: usize = 20;
const OPENINGS: usize = 15;

fn main() {
    let folder = tempfile::tempdir().unwrap();
    compare_appends(folder.path());
    let file = long_campaign(folder.path());
    open_and_verify(&file);
    open_after_a_crash(&file);
}

fn ms(work: impl FnOnce()) -> f64 {
    let began = Instant::now();
    work();
    began.elapsed().as_secs_f64() * 1e3
}

fn middle(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn event(body: &str) -> NewEvent {
    NewEvent {
        turn: 3,
        phase: "fire".to_owned(),
        audience: "everyone".to_owned(),
        kind: "salvo_declared".to_owned(),
        body: body.to_owned(),
        body_version: 1,
        rules: vec!["GUN-33".to_owned(), "GUN-41".to_owned()],
        with_photo: false,
    }
}

fn batch(events: Vec<NewEvent>) -> Batch {
    Batch { at: "2025-03-08T19:30:00Z".to_owned(), events, photo: None }
}

fn battle() -> NewBattle {
    let rule_data = vec![RuleData { name: "charts.toml".to_owned(), bytes: vec![b'#'; 2000] }];
    NewBattle {
        name: "Plum Point".to_owned(),
        book: "gunboat".to_owned(),
        book_version: "1".to_owned(),
        rule_data,
    }
}

/// A body as battles have them: some hundred bytes.
fn body(number: usize) -> String {
    format!("{{\"event\":\"salvo_declared\",\"number\":{number},\"facts\":\"{}\"}}", "7.400 in ".repeat(40))
}

fn compare_appends(folder: &Path) {
    let journal = Journal::create_or_open(&folder.join("appends")).unwrap();
    let mut last = journal.begin_battle(battle(), batch(vec![event("{}")])).unwrap().events[0].seq;
    let bare = Connection::open(folder.join("bare")).unwrap();
    bare.execute_batch(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;
         CREATE TABLE events (seq INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT;",
    )
    .unwrap();
    let mut insert = bare.prepare("INSERT INTO events (body) VALUES (?1)").unwrap();
    let (mut ours, mut bares) = (Vec::new(), Vec::new());
    for number in 0..PAIRS {
        let text = body(number);
        let step = batch(vec![event(&text)]);
        ours.push(ms(|| last = journal.append(1, last, step).unwrap().events[0].seq));
        bares.push(ms(|| assert_eq!(insert.execute(params![text.as_bytes()]).unwrap(), 1)));
    }
    let (ours, bares) = (middle(ours), middle(bares));
    println!(
        "durable append {ours:.3} ms, bare insert with the same settings {bares:.3} ms: {:.2} times (aim: within 1.5)",
        ours / bares
    );
}

fn long_campaign(folder: &Path) -> PathBuf {
    let file = folder.join("long");
    let journal = Journal::create_or_open(&file).unwrap();
    for _ in 0..BATTLES {
        let kept = journal.begin_battle(battle(), batch(vec![event("{}")])).unwrap();
        let mut last = kept.events[0].seq;
        for step in 0..(EVENTS_A_BATTLE - 1).div_ceil(EVENTS_A_STEP) {
            let left = (EVENTS_A_BATTLE - 1 - step * EVENTS_A_STEP).min(EVENTS_A_STEP);
            let mut step = batch((0..left).map(|number| event(&body(number))).collect());
            step.events[0].with_photo = true;
            step.photo = Some(NewPhoto {
                jpeg: vec![7; 30_000],
                observations: "[]".to_owned(),
                calibration: "{}".to_owned(),
            });
            last = journal.append(kept.battle, last, step).unwrap().events.last().unwrap().seq;
        }
    }
    file
}

fn open_and_verify(file: &Path) {
    let mb = fs::metadata(file).unwrap().len() as f64 / 1e6;
    let openings = (0..OPENINGS).map(|_| ms(|| drop(Journal::open(file).unwrap().battles().unwrap())));
    let openings: Vec<f64> = openings.collect();
    let slowest = openings.iter().copied().fold(0.0, f64::max);
    println!(
        "opening a campaign of {BATTLES} battles and {} events ({mb:.0} MB): {:.1} ms, {slowest:.1} ms at worst (aim: 100)",
        BATTLES as usize * EVENTS_A_BATTLE,
        middle(openings)
    );
    let journal = Journal::open(file).unwrap();
    let mut report = None;
    let walk = ms(|| report = Some(journal.verify_chain().unwrap()));
    let report = report.unwrap();
    println!(
        "verifying it whole (pages, chain, {} photographs): {walk:.0} ms, {:.0} events a second",
        report.photos,
        report.events as f64 / walk * 1e3
    );
    let reading = ms(|| drop(journal.events(BATTLES / 2).unwrap()));
    println!("reading one battle of {EVENTS_A_BATTLE} events with its stretch of the chain: {reading:.1} ms");
}

fn open_after_a_crash(file: &Path) {
    let journal = Journal::open(file).unwrap();
    let last = journal.events(BATTLES).unwrap().last().unwrap().seq;
    journal.append(BATTLES, last, batch(vec![event("{}")])).unwrap();
    let left = file.with_extension("left");
    fs::copy(file, &left).unwrap();
    fs::copy(file.with_file_name("long-wal"), file.with_file_name("long.left-wal")).unwrap();
    let opening = ms(|| drop(Journal::open(&left).unwrap()));
    println!("opening it after a crash, with the whole looked at to see whose log it is: {opening:.0} ms");
}
